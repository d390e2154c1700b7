package direct

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/follow"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/limit"
	"grognard/bot/referee/api"
	"grognard/bot/referee/notify"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// Panels answers presses on the panels in direct messages, and edits them.
type Panels struct {
	Desk     play.Desk
	Referee  panelService
	Rest     rest.Client
	Messages ask.MessageCatalogue
	Index    *Index
	Changed  func(...api.GameID) // told which games have new rows; without any: that each may look different
	Answers  *follow.Answers

	storing sync.Mutex // held while a panel is read from the index and put into the store
}

// panelService is what the referee does with the panels in direct messages.
type panelService interface {
	Changed() <-chan struct{}
	DropPanel(ctx context.Context, p notify.Panel) error
	DueOf(ctx context.Context, user string) (list []api.Due, err error)
	KeepPanel(ctx context.Context, p notify.Panel) error
	Panels(ctx context.Context) (list []notify.Panel, err error)
	ShowPanel(ctx context.Context, p notify.Panel) error
	TakeChanged() (list []notify.Change)
}

// Presses returns the presses about the panel in direct messages.
func (b *Panels) Presses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: play.PressDirect, Cost: limit.Picture, Run: ask.WithNothing(b.Open)},
		{Name: play.PressPanelGame, Cost: limit.Picture, Run: b.turnToGame},
	}
}

// Hold notes whether a press is on the user's panel, and keeps the bot from editing that by itself meanwhile. edits
// sets whether the answer edits the pressed message, and reports whether it does. release lets the bot look at the
// panel again. A press that cannot have the panel soon is answered all the same, and notes nothing about the panel.
func (b *Panels) Hold(req *ask.Request, edits func(bool) bool) (release func()) {
	if req.From == nil {
		return func() {}
	}
	if req.From.Flags&discordgo.MessageFlagsEphemeral != 0 {
		if !b.Answers.Press(req.Cmd.User, req.From.ID) {
			edits(false)
		}
		return func() {}
	}
	d, sent := b.Index.pressed(req.Cmd.User, req.Cmd.Channel, req.From.ID)
	if d == nil {
		edits(false)
		return func() {}
	}
	held := b.Index.hold(d, sent)
	isPanel := b.Index.IsPanel(req.Cmd.User, req.From.ID) // the panel may have been replaced meanwhile
	req.OnPanel = edits(isPanel) && isPanel
	release = func() {
		if held {
			d.release()
		} else {
			b.Index.makeDue(d, time.Now())
		}
		b.Index.signal()
	}
	if !req.OnPanel { // the answer may open the panel anew
		release()
		return func() {}
	}
	if held {
		req.Seen = &ask.SeenPosition{}
	}
	return release
}

// Fit returns an answer in a form that can stand in a panel: one message, with something to press. A failed answer
// stands above the panel as it is now.
func (b *Panels) Fit(ctx context.Context, req ask.Request, list []rest.Message, failed bool) []rest.Message {
	kept := b.Index.read(b.Index.panelOf(req.Cmd.User))
	if failed {
		m, err := page.Safely(func() (m rest.Message, err error) {
			m, _, err = b.panelPageAt(ctx, ask.Request{}, req.Cmd.User, kept.Game)
			return m, err
		})
		if err != nil {
			b.Desk.Log.Warn("a panel in direct messages was not edited", "game", kept.Game, "error", err)
			return list
		}
		m.Content = play.JoinLines([]string{list[0].Content, m.Content})
		return []rest.Message{shortened(req, m)}
	}
	list = joined(req, list)
	if first := &list[0]; first.Form == nil && len(first.Components) == 0 {
		first.Components = page.OneRow(page.OrdersButton(req.Localizer, kept.Game))
	}
	return list
}

// Note returns a function that notes what a panel shows after an answer on it, once the function is told whether the
// answer has arrived. Meanwhile the panel is made for the position from which the answer was made. If the game has gone
// on since, or the answer did not arrive, nobody knows what the panel shows, and the bot edits it by itself. If the
// answer was only a look at a position that is noted already, nothing is made.
//
// again shows the answer once more; nil if its press could do something. It is kept if the answer replaces the panel.
func (b *Panels) Note(ctx context.Context, req ask.Request, looks bool, again Look) (note func(arrived bool)) {
	if req.Seen == nil || req.Seen.Game == "" {
		return func(bool) {}
	}
	d := b.Index.panelOf(req.Cmd.User)
	made := make(chan [2]string, 1)
	if sums, ok := b.Index.checksums(d, *req.Seen); looks && ok {
		made <- sums
	} else {
		go func() {
			shown, err := page.Safely(func() ([2]string, error) { return b.pageSeen(ctx, req) })
			if err != nil {
				b.Desk.Log.Warn("a panel in direct messages was not edited", "game", req.Seen.Game, "error", err)
			}
			made <- shown
		}()
	}
	return func(arrived bool) {
		sums, seen, was := <-made, *req.Seen, b.Index.read(d)
		if !arrived || sums[0] == "" {
			sums, seen, again = [2]string{}, ask.SeenPosition{}, nil
			b.Index.makeDue(d, time.Now())
		} else if seen.Menu != "" { // only the panel itself has the menu of games
			again = nil
		}
		p := was
		p.Game, p.Shown = req.Seen.Game, sums[0]
		b.Index.note(d, p, seen)
		b.Index.keepLook(d, again, sums[1])
		if p == was {
			return
		}
		if err := b.store(ctx, d); err != nil {
			b.Desk.Log.Warn("a panel in direct messages was not edited", "game", p.Game, "error", err)
		}
	}
}

// pageSeen returns the checksums of the panel, and of the game's part of it, in the position that an answer was made
// from, the first "" if the game has gone on since.
func (b *Panels) pageSeen(ctx context.Context, req ask.Request) (sums [2]string, err error) {
	now := ask.SeenPosition{}
	m, shown, err := b.panelPageAt(ctx, ask.Request{Seen: &now, Sketch: true}, req.Cmd.User, req.Seen.Game)
	if req.Seen.Menu == "" { // the answer has no menu: a changed one is shown with the panel
		now.Menu = ""
	}
	if now != *req.Seen {
		shown = ""
	}
	return [2]string{shown, ownChecksum(m)}, err
}

// Open puts the user's panel into his direct messages. An earlier one is deleted, so that there is one. The answer
// links to it; in direct messages, where it is the last message, there is none.
func (b *Panels) Open(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	p, err := b.Desk.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	d := b.Index.panelOf(req.Cmd.User)
	if !b.Index.hold(d, false) {
		return nil, ask.Refusal("panel.busy")
	}
	defer b.Index.signal()
	defer d.release()
	// the panel is compared later to its sketch: a picture that cannot be drawn now is missing in the panel alone
	_, shown, err := b.panelPageAt(ctx, ask.Request{Sketch: true}, req.Cmd.User, p.Table.Game)
	if err != nil {
		return nil, err
	}
	m, _, err := b.panelPageAt(ctx, ask.Request{}, req.Cmd.User, p.Table.Game)
	if err != nil {
		return nil, err
	}
	next := notify.Panel{User: req.Cmd.User, Game: p.Table.Game, Shown: shown}
	if next.Channel, next.Message, err = b.send(ctx, req, m); err != nil {
		if kind, _ := rest.Diagnose(err); kind == rest.Forbidden {
			return nil, ask.Refusal("panel.closed")
		}
		return nil, err
	}
	if err := b.replace(ctx, d, next); err != nil {
		return nil, err
	}
	if b.deleteOld(ctx, d) != nil {
		b.Index.makeDue(d, time.Now())
	}
	if req.Direct {
		return nil, nil
	}
	link := fmt.Sprintf("https://discord.com/channels/@me/%s/%s", next.Channel, next.Message)
	return page.Page[view.Public]{Text: req.Say("panel.opened", "link", wording.InWords(link)),
		Rows: page.OneRow(page.OrdersButton(p.Request.Localizer, p.Table.Game))}.Messages(), nil
}

// Reopen puts the user's panel into his direct messages anew, after a press there on a choice outside his panel, which
// does not name its game. The panel is for the game that his last one showed, or else for one that waits for him.
func (b *Panels) Reopen(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	game := b.Index.read(b.Index.panelOf(req.Cmd.User)).Game
	if game == "" {
		list, err := b.Referee.DueOf(ctx, req.Cmd.User)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, page.ErrStale
		}
		game = list[0].Table.Game
	}
	if err := b.Desk.TurnTo(ctx, &req, game); err != nil {
		return nil, err
	}
	return b.Open(ctx, req)
}

// Forget deletes the panel of a user who is forgotten, as it shows what his side knows. The store has forgotten it.
func (b *Panels) Forget(ctx context.Context, user string) {
	b.Answers.Leave(user)
	b.Changed() // his name is now another one wherever it is shown
	d := b.Index.panelOf(user)
	if b.Index.hold(d, false) {
		defer d.release()
	}
	p := b.Index.read(d)
	b.Index.write(d, notify.Panel{User: user})
	b.Index.forget(user)
	if p.Message == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, editWithin)
	defer cancel()
	for _, m := range strings.Fields(p.Old + " " + p.Message) {
		if err := b.Rest.Delete(ctx, p.Channel, m); err != nil {
			b.Desk.Log.Warn("the panel of a user who is forgotten was not deleted", "error", err)
		}
	}
}

// send sends a direct message.
func (b *Panels) send(ctx context.Context, req ask.Request, m rest.Message) (channel, id string, err error) {
	req.Sends(m)
	if req.Elsewhere != nil {
		req.Elsewhere()
	}
	ctx, cancel := context.WithTimeout(ctx, look.ShareWithin)
	defer cancel()
	return b.Rest.SendDM(ctx, req.Cmd.User, m.Once("panel "+req.Cmd.ID))
}

// turnToGame shows another game of the user's on his panel.
func (b *Panels) turnToGame(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	if err := b.Desk.TurnTo(ctx, &req, api.GameID(d.What)); err != nil {
		return nil, err
	}
	p, err := b.Desk.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	return p.ShowPanel(ctx, play.News{}, play.PageOfBeginning)
}
