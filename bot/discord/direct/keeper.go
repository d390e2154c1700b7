package direct

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/referee/api"
	"grognard/bot/referee/notify"

	"github.com/bwmarrin/discordgo"
)

// editsAtOnce is how many panels the bot edits at the same time: each waits for Discord, and one may fail slowly.
const editsAtOnce = 8

// Keep edits panels in direct messages that are no longer right, until ctx ends: first those that have changed while
// the program did not run, then those whose games change. It also tells Changed and Answers which games have changed.
func (b *Panels) Keep(ctx context.Context) {
	for !b.Load(ctx) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(rest.FirstWait):
		}
	}
	var all sync.WaitGroup
	defer all.Wait()
	slots := make(chan struct{}, editsAtOnce)
	for ctx.Err() == nil {
		slots <- struct{}{}
		changes := b.Referee.TakeChanged()
		b.Index.mark(changes, time.Now())
		for _, c := range changes {
			b.Changed(c.Game)
			b.Answers.Changed(string(c.Game))
		}
		within, d, next := b.Index.takeDue(ctx, time.Now())
		if d != nil {
			all.Go(func() {
				b.refresh(within, d)
				b.Index.putBack(d)
				<-slots
			})
			continue
		}
		<-slots
		select {
		case <-ctx.Done():
		case <-b.Referee.Changed():
		case <-b.Index.wake:
		case <-time.After(next):
		}
	}
}

// Load puts the panels of the store into the index. It reports whether the store could be read.
func (b *Panels) Load(ctx context.Context) bool {
	list, err := b.Referee.Panels(ctx)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, api.ErrShut) {
			b.Desk.Log.Error("the panels in direct messages are not known", "error", err)
		}
		return false
	}
	for _, p := range list {
		b.Index.load(p, time.Now())
	}
	return true
}

// refresh updates a panel. What fails is tried again later. The caller has the lock of the panel.
func (b *Panels) refresh(ctx context.Context, d *entry) {
	_, err := page.Safely(func() (any, error) { return nil, b.update(ctx, d) })
	p := b.Index.read(d)
	switch kind, wait := rest.Diagnose(err); {
	case err == nil:
		b.Index.succeeded(d)
		return
	case errors.Is(ctx.Err(), context.Canceled): // by a press, or the bot stops
		b.Index.makeDue(d, time.Now())
		return
	case errors.Is(err, api.ErrShut), errors.Is(err, api.ErrNoGame): // it is not tried again
	case kind == rest.Gone: // the panel was deleted, and is not sent again unasked
		b.Index.write(d, notify.Panel{User: p.User})
		err = errors.Join(err, b.Referee.DropPanel(ctx, p))
	default:
		b.Index.postpone(d, time.Now(), b.Rest.Retry, wait)
	}
	if !errors.Is(err, api.ErrShut) {
		b.Desk.Log.Warn("a panel in direct messages was not edited", "game", p.Game, "error", err)
	}
}

// update sends a panel anew if something is below it, deletes what it has replaced, and edits it if it shows something
// else than it should. Only then is its picture drawn and sent. An edit notifies nobody. A choice that is half made
// stays as long as its game is as it was.
func (b *Panels) update(ctx context.Context, d *entry) error {
	p := b.Index.read(d)
	m, shown, err := b.panelPageAt(ctx, ask.Request{Sketch: true}, p.User, p.Game)
	if err != nil {
		return err
	}
	own := ownChecksum(m)
	if p.Below != "" {
		if err := b.moveDown(ctx, d, p, own, shown); err != nil {
			return err
		}
	}
	p = b.Index.read(d) // moveDown may have replaced it
	if shown == p.Shown || b.Index.lookOf(d, own) != nil {
		return b.deleteOld(ctx, d)
	}
	if m, _, err = b.panelPageAt(ctx, ask.Request{}, p.User, p.Game); err != nil {
		return err
	}
	if err := b.Rest.Edit(ctx, p.Channel, p.Message, m); err != nil {
		return err
	}
	p.Shown = shown
	b.Index.write(d, p)
	b.Index.keepLook(d, nil, "")
	return errors.Join(b.store(ctx, d), b.deleteOld(ctx, d))
}

// store stores a panel as the index has it, so that what several change at once is all kept.
func (b *Panels) store(ctx context.Context, d *entry) error {
	b.storing.Lock()
	defer b.storing.Unlock()
	return b.Referee.ShowPanel(ctx, b.Index.read(d))
}

// Bury notes messages that the bot has sent to a user directly. His panel is sent anew below them.
func (b *Panels) Bury(ctx context.Context, user string, messages []string) {
	d := b.Index.bury(user, messages, time.Now())
	if d == nil {
		return
	}
	if err := b.store(ctx, d); err != nil && !errors.Is(err, api.ErrShut) {
		b.Desk.Log.Warn("a panel in direct messages was not edited", "error", err)
	}
	b.Index.signal()
}

// moveDown sends a panel anew that is no longer the last message of the bot, with the choice that is half made on it.
// That notifies nobody. own and shown are the checksums of the game's part of the panel and of the panel. If sending
// was begun before, its message may have arrived unnoticed. Then it is found in the channel and edited, because Discord
// remembers the nonce of a message for a few minutes only.
func (b *Panels) moveDown(ctx context.Context, d *entry, p notify.Panel, own, shown string) error {
	next := notify.Panel{User: p.User, Channel: p.Channel, Game: p.Game, Shown: shown}
	m, look, err := b.pageBelow(ctx, p, b.Index.lookOf(d, own))
	if err != nil {
		return err
	}
	if b.Index.noteAttempt(d) {
		if next.Message, err = b.sentAnew(ctx, p); err != nil {
			return err
		}
	}
	if next.Message != "" {
		err = b.Rest.Edit(ctx, p.Channel, next.Message, m)
	} else {
		m = m.Once("panel " + p.Message + " below " + p.Below)
		m.Flags |= discordgo.MessageFlagsSuppressNotifications
		next.Message, err = b.Rest.Send(ctx, p.Channel, m)
	}
	if kind, _ := rest.Diagnose(err); err != nil && kind == rest.Forbidden { // the user takes no more direct messages
		b.Index.leave(d)
		return nil
	}
	if err != nil {
		return err
	}
	err = b.replace(ctx, d, next)
	b.Index.keepLook(d, look, own)
	return err
}

// pageBelow returns the page that a panel has when it is sent anew, and what shows the choice on it: nil if that cannot
// be shown any more, so that the page is the plain panel.
func (b *Panels) pageBelow(ctx context.Context, p notify.Panel, look Look) (rest.Message, Look, error) {
	if look != nil {
		list, err := look(ctx)
		if err == nil && len(list) > 0 && list[0].Form == nil && !list[0].Public {
			return list[0], look, nil
		}
	}
	m, _, err := b.panelPageAt(ctx, ask.Request{}, p.User, p.Game)
	return m, nil, err
}

// sentAnew returns the message that has been sent in place of a panel, "" if there is none.
func (b *Panels) sentAnew(ctx context.Context, p notify.Panel) (string, error) {
	list, err := b.Rest.Before(ctx, p.Channel, "")
	i := slices.IndexFunc(list, func(m rest.SentMessage) bool {
		// a panel: of the bot, with something to press, and without the mark of a notification
		return m.Author.ID != p.User && len(m.Components) > 0 && !page.IsMarked(m) && isLater(m.ID, p.Message)
	})
	if err != nil || i < 0 {
		return "", err
	}
	return list[i].ID, nil
}

// ownChecksum returns the checksum of a panel without its menu of games, which changes with the user's other games.
func ownChecksum(m rest.Message) string {
	m.Components = slices.DeleteFunc(slices.Clone(m.Components), func(c discordgo.MessageComponent) bool {
		row, _ := c.(discordgo.ActionsRow)
		return slices.ContainsFunc(row.Components, func(c discordgo.MessageComponent) bool {
			menu, ok := c.(discordgo.SelectMenu)
			return ok && strings.HasPrefix(menu.CustomID, play.PressPanelGame+":")
		})
	})
	return page.Checksum(m)
}

// replace stores a panel sent in place of another, which is to be deleted. What has come below both stays noted.
func (b *Panels) replace(ctx context.Context, d *entry, next notify.Panel) error {
	old := b.Index.read(d)
	next.Old = strings.TrimSpace(old.Old + " " + old.Message)
	if err := b.Referee.KeepPanel(ctx, next); err != nil {
		return err
	}
	b.Index.write(d, next)
	if b.Index.read(d).Below == "" {
		return nil
	}
	b.Index.makeDue(d, time.Now())
	return b.store(ctx, d)
}

// deleteOld deletes the messages that a panel has replaced. One that Discord refuses for good to delete stays.
func (b *Panels) deleteOld(ctx context.Context, d *entry) error {
	p := b.Index.read(d)
	if p.Old == "" {
		return nil
	}
	for _, old := range strings.Fields(p.Old) {
		err := b.Rest.Delete(ctx, p.Channel, old)
		switch kind, _ := rest.Diagnose(err); {
		case err == nil || kind == rest.Gone:
		case kind == rest.Transient:
			return err
		default:
			b.Desk.Log.Warn("a panel that was replaced was not deleted", "error", err)
		}
	}
	p.Old = ""
	b.Index.write(d, p)
	return b.store(ctx, d)
}

// panelPageAt returns a user's panel for a game as it stands in his direct messages, and its checksum. Of req only Seen
// and Sketch count: where to note the position shown, and whether the picture is left out.
func (b *Panels) panelPageAt(ctx context.Context, req ask.Request, user string, game api.GameID) (m rest.Message,
	shown string, err error) {
	channel, err := b.Desk.Kit.Referee.ChannelOf(ctx, game)
	if err != nil {
		return m, "", err
	}
	req.Localizer, req.Direct = b.Messages.InChannel(), true
	req.Cmd = api.Command{User: user, Channel: channel, Game: game}
	p, err := b.Desk.Player(ctx, req)
	if err != nil {
		words, isRefusal := tell.Refuse(req.Localizer, err)
		if !isRefusal {
			return m, "", err
		}
		m = rest.NewMessage(words, append(b.Desk.GamesRow(ctx, req), page.Row(page.OrdersButton(req.Localizer, game))))
		return m, page.Checksum(m), nil
	}
	list, err := p.ShowPanel(ctx, play.News{Since: true}, play.PageOfBeginning)
	if err != nil {
		return m, "", err
	}
	m = joined(req, list)[0]
	return m, page.Checksum(m), nil
}
