package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/view"
)

// The presses about the panel in direct messages, NAME:GAME. Private answers can be edited for a quarter of an hour; a
// direct message is there as long as the game.
const (
	pressDirect    = "panel-dm"   // puts the panel into the direct messages
	pressPanelGame = "panel-game" // a menu: its value is the game that the panel is to show
)

// directPresses are the presses about the panel in direct messages.
func directPresses() []pressSpec {
	return []pressSpec{
		{name: pressDirect, run: withNothing((*bot).openDirect)},
		{name: pressPanelGame, run: (*bot).turnToGame},
	}
}

// seenPosition is the position that an answer was made from.
type seenPosition struct {
	game referee.GameID
	seq  uint64
	menu string // a checksum of the menu of games, "" where the answer has none
}

// holdPanel keeps the bot from editing a panel by itself while a press on it is being answered. The release lets it
// look at the panel again. A press that cannot have the panel soon is answered all the same, and notes nothing about
// it.
func (b *bot) holdPanel(req *request) (release func()) {
	if !req.onPanel {
		return func() {}
	}
	d := b.panels.of(req.cmd.User)
	if !b.panels.hold(d) {
		return func() {
			b.panels.look(d, time.Now())
			b.panels.signal()
		}
	}
	if req.onPanel = b.panels.at(req.cmd.User, req.from.ID); req.onPanel { // it may have been replaced meanwhile
		req.seen = &seenPosition{}
	}
	return func() {
		d.release()
		b.panels.signal()
	}
}

// inPanel makes an answer one that can stand in a panel: with something to press. An error stands above the panel as it
// is now.
func (b *bot) inPanel(ctx context.Context, req request, list []rest.Message, failed bool) []rest.Message {
	kept := b.panels.read(b.panels.of(req.cmd.User))
	if failed {
		m, _, err := b.directPage(ctx, req.cmd.User, kept.Game)
		if err != nil {
			b.log.Warn("a panel in direct messages was not edited", "game", kept.Game, "error", err)
			return list
		}
		m.Content = joined([]string{list[0].Content, m.Content})
		return []rest.Message{req.inOne(m)}
	}
	list = req.inOneMessage(list)
	if first := &list[0]; first.Form == nil && len(first.Components) == 0 {
		first.Components = []discordgo.MessageComponent{row(req.ordersButton(kept.Game))}
	}
	return list
}

// inOneMessage joins the parts of an answer that are for its user alone, because the panel is one message, which has
// the buttons. The others follow it.
func (req request) inOneMessage(list []rest.Message) []rest.Message {
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
	whole.Content, whole.Mentions = joined(texts), list[0].Mentions
	return append([]rest.Message{req.inOne(whole)}, list[end:]...)
}

// lastLines is the room for the last lines of a long message: the panel's own lines, or what a preview ends with.
const lastLines = 900

// inOne is the message with as many of its lines as Discord accepts: the first and the last ones. It says how many are
// left out.
func (req request) inOne(m rest.Message) rest.Message {
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
func (b *bot) notePanel(ctx context.Context, req request, looks bool) (note func(arrived bool)) {
	if req.seen == nil || req.seen.game == "" {
		return func(bool) {}
	}
	d := b.panels.of(req.cmd.User)
	made := make(chan string, 1)
	if looks && b.panels.noted(d, *req.seen) {
		made <- b.panels.read(d).Shown
	} else {
		go func() {
			shown, err := safely(func() (string, error) { return b.pageSeen(ctx, req) })
			if err != nil {
				b.log.Warn("a panel in direct messages was not edited", "game", req.seen.game, "error", err)
			}
			made <- shown
		}()
	}
	return func(arrived bool) {
		was := b.panels.read(d)
		p := was
		if p.Game, p.Shown = req.seen.game, <-made; p.Shown == "" || !arrived {
			p.Shown = ""
			b.panels.write(d, p)
			b.panels.look(d, time.Now())
		} else {
			b.panels.note(d, p, *req.seen)
		}
		if p == was {
			return
		}
		if err := b.referee.ShowPanel(ctx, p); err != nil {
			b.log.Warn("a panel in direct messages was not edited", "game", p.Game, "error", err)
		}
	}
}

// pageSeen is a checksum of the panel in the position that an answer was made from, "" if the game has gone on since.
func (b *bot) pageSeen(ctx context.Context, req request) (shown string, err error) {
	now := seenPosition{}
	_, shown, err = b.directPageAt(ctx, req.cmd.User, req.seen.game, &now)
	if req.seen.menu == "" { // what has changed in it is shown when the panel is
		now.menu = ""
	}
	if now != *req.seen {
		shown = ""
	}
	return shown, err
}

// openDirect puts the user's panel into his direct messages. An earlier one is deleted, so that there is one.
func (b *bot) openDirect(ctx context.Context, req request) ([]rest.Message, error) {
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	d := b.panels.of(req.cmd.User)
	if !b.panels.hold(d) {
		return nil, refusal("panel.busy")
	}
	defer b.panels.signal()
	defer d.release()
	m, shown, err := b.directPage(ctx, req.cmd.User, p.table.Game)
	if err != nil {
		return nil, err
	}
	next := referee.Panel{User: req.cmd.User, Game: p.table.Game, Shown: shown}
	if next.Channel, next.Message, err = b.sendDirect(ctx, req, m); err != nil {
		if kind, _ := rest.Diagnose(err); kind == rest.Forbidden {
			return nil, refusal("panel.closed")
		}
		return nil, err
	}
	if err := b.referee.KeepPanel(ctx, next); err != nil {
		return nil, err
	}
	old := b.panels.read(d)
	b.panels.write(d, next)
	if old.Message != "" && old.Message != next.Message {
		if err := b.rest.Delete(ctx, old.Channel, old.Message); err != nil {
			b.log.Warn("a panel that was replaced was not deleted", "error", err)
		}
	}
	link := fmt.Sprintf("https://discord.com/channels/@me/%s/%s", next.Channel, next.Message)
	return page[view.Public]{text: req.Say("panel.opened", "link", wording.InWords(link)),
		rows: []discordgo.MessageComponent{row(p.ordersButton(p.table.Game))}}.messages(), nil
}

// reopenDirect puts the user's panel into his direct messages anew after a press on a choice there that is not on his
// panel, as its game is not known. The panel is for the game that the last one showed, or else one that waits for him.
func (b *bot) reopenDirect(ctx context.Context, req request) ([]rest.Message, error) {
	game := b.panels.read(b.panels.of(req.cmd.User)).Game
	if game == "" {
		list, err := b.referee.DueOf(ctx, req.cmd.User)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, errStale
		}
		game = list[0].Table.Game
	}
	if err := b.turnTo(ctx, &req, game); err != nil {
		return nil, err
	}
	return b.openDirect(ctx, req)
}

// forgetPanel deletes the panel of a user who is forgotten, as it shows what his side knows. The store has forgotten
// it.
func (b *bot) forgetPanel(ctx context.Context, user string) {
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
		b.log.Warn("the panel of a user who is forgotten was not deleted", "error", err)
	}
}

// sendDirect sends a direct message. Its nonce makes sure that it appears once even if the request is repeated.
func (b *bot) sendDirect(ctx context.Context, req request, m rest.Message) (channel, id string, err error) {
	ctx, cancel := context.WithTimeout(ctx, shareWithin)
	defer cancel()
	sum := sha256.Sum256([]byte("panel " + req.cmd.ID))
	m.Nonce, m.Enforce = hex.EncodeToString(sum[:])[:25], true
	err = b.rest.Persist(ctx, func(ctx context.Context) (err error) {
		if channel, err = b.rest.DM(ctx, req.cmd.User); err == nil {
			id, err = b.rest.Send(ctx, channel, m)
		}
		return err
	})
	return channel, id, err
}

// turnToGame shows another game of the user's on his panel.
func (b *bot) turnToGame(ctx context.Context, req request, d pressed) ([]rest.Message, error) {
	if err := b.turnTo(ctx, &req, referee.GameID(d.what)); err != nil {
		return nil, err
	}
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	return p.panel(ctx, news{}, 0)
}

// gamesRow is the menu of the user's games that are going on, those first that wait for him, if there are others than
// the one that is shown.
func (req request) gamesRow(ctx context.Context, b *bot) []discordgo.MessageComponent {
	list, err := b.referee.DueOf(ctx, req.cmd.User)
	if err != nil && !errors.Is(err, referee.ErrShut) {
		b.log.Warn("a user's games are not known", "error", err)
	}
	menu := discordgo.SelectMenu{CustomID: pressID(pressPanelGame, req.cmd.Game), Placeholder: req.Say("panel.games")}
	others := 0
	var games []referee.GameID
	for _, due := range list[:min(len(list), menuLimit)] {
		if due.Table.Game != req.cmd.Game {
			others++
		}
		board := due.Public.Board()
		loc := req.on(board.Map)
		label := loc.Say("panel.game", "title", wording.InWords(due.Table.Title), "turn", board.Turn,
			"phase", wording.InWords(loc.Phase(board.Phase)))
		if due.Mine {
			label += loc.Say("panel.your-move")
		}
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: wording.Clip(label, 100),
			Value: string(due.Table.Game), Default: due.Table.Game == req.cmd.Game})
		games = append(games, due.Table.Game)
	}
	b.panels.names(req.cmd.User, games)
	var rows []discordgo.MessageComponent
	if others > 0 {
		rows = append(rows, row(menu))
	}
	if req.seen != nil {
		req.seen.menu = checksum(rest.NewMessage("", rows))
	}
	return rows
}
