package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// directPresses are the presses about the panel in direct messages.
func (p *directPanels) directPresses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: play.PressDirect, Run: ask.WithNothing(p.openDirect)},
		{Name: play.PressPanelGame, Run: p.turnToGame},
	}
}

// holdPanel keeps the bot from editing a panel by itself while a press on it is being answered. The release lets it
// look at the panel again. A press that cannot have the panel soon is answered all the same, and notes nothing about
// it.
func (p *directPanels) holdPanel(req *ask.Request) (release func()) {
	if !req.OnPanel {
		return func() {}
	}
	d := p.panels.of(req.Cmd.User)
	if !p.panels.hold(d) {
		return func() {
			p.panels.look(d, time.Now())
			p.panels.signal()
		}
	}
	if req.OnPanel = p.panels.at(req.Cmd.User, req.From.ID); req.OnPanel { // it may have been replaced meanwhile
		req.Seen = &ask.SeenPosition{}
	}
	return func() {
		d.release()
		p.panels.signal()
	}
}

// inPanel makes an answer one that can stand in a panel: with something to press. An error stands above the panel as it
// is now.
func (p *directPanels) inPanel(ctx context.Context, req ask.Request, list []rest.Message, failed bool) []rest.Message {
	kept := p.panels.read(p.panels.of(req.Cmd.User))
	if failed {
		m, _, err := p.directPage(ctx, req.Cmd.User, kept.Game)
		if err != nil {
			p.Log.Warn("a panel in direct messages was not edited", "game", kept.Game, "error", err)
			return list
		}
		m.Content = play.Joined([]string{list[0].Content, m.Content})
		return []rest.Message{inOne(req, m)}
	}
	list = inOneMessage(req, list)
	if first := &list[0]; first.Form == nil && len(first.Components) == 0 {
		first.Components = []discordgo.MessageComponent{page.Row(page.OrdersButton(req.Localizer, kept.Game))}
	}
	return list
}

// inOneMessage joins the parts of an answer that are for its user alone, because the panel is one message, which has
// the buttons. The others follow it.
func inOneMessage(req ask.Request, list []rest.Message) []rest.Message {
	end := slices.IndexFunc(list, func(m rest.Message) bool { return m.Public })
	if end < 0 {
		end = len(list)
	}
	if end < 2 {
		return list
	}
	whole := list[end-1] // the last part has the pictures and the buttons
	var texts []string
	for _, m := range list[:end] {
		texts = append(texts, m.Content)
	}
	whole.Content, whole.Mentions = play.Joined(texts), list[0].Mentions
	return append([]rest.Message{inOne(req, whole)}, list[end:]...)
}

// lastLines is the room for the last lines of a long message: the panel's own lines, or what a preview ends with.
const lastLines = 900

// inOne is the message with as many of its lines as Discord accepts: the first and the last ones. It says how many are
// left out.
func inOne(req ask.Request, m rest.Message) rest.Message {
	if utf8.RuneCountInString(m.Content) <= rest.ContentLimit {
		return m
	}
	lines := strings.Split(m.Content, "\n")
	more := func(n int) string { return req.Say("panel.more", "n", n) }
	room := rest.ContentLimit - 1 - utf8.RuneCountInString(more(len(lines)))
	last, length := len(lines), 0
	for last > 1 && length+1+utf8.RuneCountInString(lines[last-1]) <= lastLines {
		last--
		length += 1 + utf8.RuneCountInString(lines[last])
	}
	first := 0
	for first < last && length+1+utf8.RuneCountInString(lines[first]) <= room {
		length += 1 + utf8.RuneCountInString(lines[first])
		first++
	}
	m.Content = strings.Join(slices.Concat(lines[:first], []string{more(last - first)}, lines[last:]), "\n")
	return m
}

// notePanel notes what a panel shows after an answer on it, once it is told whether the answer has arrived. Meanwhile it
// makes the panel of the position from which the answer was made. If the game has gone on since, or the answer did not
// arrive, it notes that nobody knows what the panel shows, and the bot edits it by itself. If the answer was only a
// look at a position that is noted already, nothing is made.
func (b *directPanels) notePanel(ctx context.Context, req ask.Request, looks bool) (note func(arrived bool)) {
	if req.Seen == nil || req.Seen.Game == "" {
		return func(bool) {}
	}
	d := b.panels.of(req.Cmd.User)
	made := make(chan string, 1)
	if looks && b.panels.noted(d, *req.Seen) {
		made <- b.panels.read(d).Shown
	} else {
		go func() {
			shown, err := page.Safely(func() (string, error) { return b.pageSeen(ctx, req) })
			if err != nil {
				b.Log.Warn("a panel in direct messages was not edited", "game", req.Seen.Game, "error", err)
			}
			made <- shown
		}()
	}
	return func(arrived bool) {
		was := b.panels.read(d)
		p := was
		if p.Game, p.Shown = req.Seen.Game, <-made; p.Shown == "" || !arrived {
			p.Shown = ""
			b.panels.write(d, p)
			b.panels.look(d, time.Now())
		} else {
			b.panels.note(d, p, *req.Seen)
		}
		if p == was {
			return
		}
		if err := b.Referee.ShowPanel(ctx, p); err != nil {
			b.Log.Warn("a panel in direct messages was not edited", "game", p.Game, "error", err)
		}
	}
}

// pageSeen is a checksum of the panel in the position that an answer was made from, "" if the game has gone on since.
func (p *directPanels) pageSeen(ctx context.Context, req ask.Request) (shown string, err error) {
	now := ask.SeenPosition{}
	_, shown, err = p.directPageAt(ctx, req.Cmd.User, req.Seen.Game, &now)
	if req.Seen.Menu == "" { // what has changed in it is shown when the panel is
		now.Menu = ""
	}
	if now != *req.Seen {
		shown = ""
	}
	return shown, err
}

// openDirect puts the user's panel into his direct messages. An earlier one is deleted, so that there is one.
func (b *directPanels) openDirect(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	p, err := b.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	d := b.panels.of(req.Cmd.User)
	if !b.panels.hold(d) {
		return nil, ask.Refusal("panel.busy")
	}
	defer b.panels.signal()
	defer d.release()
	m, shown, err := b.directPage(ctx, req.Cmd.User, p.Table.Game)
	if err != nil {
		return nil, err
	}
	next := referee.Panel{User: req.Cmd.User, Game: p.Table.Game, Shown: shown}
	if next.Channel, next.Message, err = b.sendDirect(ctx, req, m); err != nil {
		if kind, _ := rest.Diagnose(err); kind == rest.Forbidden {
			return nil, ask.Refusal("panel.closed")
		}
		return nil, err
	}
	if err := b.Referee.KeepPanel(ctx, next); err != nil {
		return nil, err
	}
	old := b.panels.read(d)
	b.panels.write(d, next)
	if old.Message != "" && old.Message != next.Message {
		if err := b.rest.Delete(ctx, old.Channel, old.Message); err != nil {
			b.Log.Warn("a panel that was replaced was not deleted", "error", err)
		}
	}
	link := fmt.Sprintf("https://discord.com/channels/@me/%s/%s", next.Channel, next.Message)
	return page.Page[view.Public]{Text: req.Say("panel.opened", "link", wording.InWords(link)),
		Rows: []discordgo.MessageComponent{page.Row(page.OrdersButton(p.Localizer,
			p.Table.Game))}}.Messages(), nil
}

// reopenDirect puts the user's panel into his direct messages anew after a press on a choice there that is not on his
// panel, as its game is not known. The panel is for the game that the last one showed, or else one that waits for him.
func (p *directPanels) reopenDirect(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	game := p.panels.read(p.panels.of(req.Cmd.User)).Game
	if game == "" {
		list, err := p.Referee.DueOf(ctx, req.Cmd.User)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, page.ErrStale
		}
		game = list[0].Table.Game
	}
	if err := p.TurnTo(ctx, &req, game); err != nil {
		return nil, err
	}
	return p.openDirect(ctx, req)
}

// forgetPanel deletes the panel of a user who is forgotten, as it shows what his side knows. The store has forgotten
// it.
func (b *directPanels) forgetPanel(ctx context.Context, user string) {
	d := b.panels.of(user)
	if b.panels.hold(d) {
		defer d.release()
	}
	p := b.panels.read(d)
	b.panels.write(d, referee.Panel{User: user})
	b.panels.forget(user)
	if p.Message == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, panelEditWithin)
	defer cancel()
	if err := b.rest.Delete(ctx, p.Channel, p.Message); err != nil {
		b.Log.Warn("the panel of a user who is forgotten was not deleted", "error", err)
	}
}

// sendDirect sends a direct message. Its nonce makes sure that it appears once even if the request is repeated.
func (p *directPanels) sendDirect(ctx context.Context, req ask.Request, m rest.Message) (channel, id string,
	err error) {
	ctx, cancel := context.WithTimeout(ctx, look.ShareWithin)
	defer cancel()
	sum := sha256.Sum256([]byte("panel " + req.Cmd.ID))
	m.Nonce, m.Enforce = hex.EncodeToString(sum[:])[:25], true
	err = p.rest.Persist(ctx, func(ctx context.Context) (err error) {
		if channel, err = p.rest.DM(ctx, req.Cmd.User); err == nil {
			id, err = p.rest.Send(ctx, channel, m)
		}
		return err
	})
	return channel, id, err
}

// turnToGame shows another game of the user's on his panel.
func (b *directPanels) turnToGame(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	if err := b.TurnTo(ctx, &req, api.GameID(d.What)); err != nil {
		return nil, err
	}
	p, err := b.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	return p.ShowPanel(ctx, play.News{}, 0)
}
