package discord

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
)

// panelIndex is the panels in direct messages by their users, as the store has them.
type panelIndex struct {
	mu   sync.Mutex
	kept map[string]*directPanel
	wake chan struct{} // signalled when a panel may be edited
}

// directPanel is a user's panel in his direct messages. All but the lock belongs to the index.
type directPanel struct {
	editing chan struct{} // a lock, held while the message is edited, by a press or by the bot itself
	panel   referee.Panel
	of      ask.SeenPosition   // whose panel has the checksum that the panel has, as far as is known
	games   []api.GameID       // that its menu of games names
	due     time.Time          // when it is to be looked at, as it may be wrong; the zero time for never
	rests   time.Time          // before this it is not looked at, whatever happens in its games
	failed  int                // how often in a row it could not be edited
	cut     context.CancelFunc // breaks off the bot's own edit; nil when there is none
	presses int                // that wait for the lock
}

// A press waits so long for another one on the same panel, and an edit by the bot itself may take so long.
const (
	panelWaits      = time.Second
	panelEditWithin = 5 * time.Second
)

// tryHold takes the lock of a panel if it is free.
func (d *directPanel) tryHold() bool {
	select {
	case d.editing <- struct{}{}:
		return true
	default:
		return false
	}
}

// release gives the lock back.
func (d *directPanel) release() { <-d.editing }

func newPanelIndex() *panelIndex {
	return &panelIndex{kept: map[string]*directPanel{}, wake: make(chan struct{}, 1)}
}

func (x *panelIndex) signal() {
	select {
	case x.wake <- struct{}{}:
	default:
	}
}

// of is a user's panel, an empty one if he has none.
func (x *panelIndex) of(user string) *directPanel {
	x.mu.Lock()
	defer x.mu.Unlock()
	d := x.kept[user]
	if d == nil {
		d = &directPanel{editing: make(chan struct{}, 1), panel: referee.Panel{User: user}}
		x.kept[user] = d
	}
	return d
}

// at says whether a message is the user's panel.
func (x *panelIndex) at(user, message string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	d := x.kept[user]
	return d != nil && message != "" && d.panel.Message == message
}

func (x *panelIndex) read(d *directPanel) referee.Panel {
	x.mu.Lock()
	defer x.mu.Unlock()
	return d.panel
}

func (x *panelIndex) write(d *directPanel, p referee.Panel) {
	x.mu.Lock()
	defer x.mu.Unlock()
	d.panel, d.of = p, ask.SeenPosition{}
}

// note keeps a panel that has the checksum of a position.
func (x *panelIndex) note(d *directPanel, p referee.Panel, of ask.SeenPosition) {
	x.mu.Lock()
	defer x.mu.Unlock()
	d.panel, d.of = p, of
}

// noted says whether the checksum is known to be that of a position, and nothing has happened since.
func (x *panelIndex) noted(d *directPanel, of ask.SeenPosition) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return d.due.IsZero() && d.of.Game == of.Game && d.of.Seq == of.Seq && (of.Menu == "" || of.Menu == d.of.Menu)
}

// load puts a panel as the store has it into the index and makes it due, unless there is one already or one is being
// made in its place.
func (x *panelIndex) load(p referee.Panel, now time.Time) {
	d := x.of(p.User)
	if !d.tryHold() {
		return
	}
	defer d.release()
	x.mu.Lock()
	defer x.mu.Unlock()
	if d.panel.Message == "" {
		d.panel, d.due = p, now
	}
}

// forget drops a user's panel.
func (x *panelIndex) forget(user string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.kept, user)
}

// names notes which games the menu of a user's panel names.
func (x *panelIndex) names(user string, games []api.GameID) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if d := x.kept[user]; d != nil {
		d.games = games
	}
}

// mark makes the panels due that show or name one of the games that have changed, or may have to name it, as their
// users play in it.
func (x *panelIndex) mark(list []referee.Change, now time.Time) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, d := range x.kept {
		if slices.ContainsFunc(list, func(c referee.Change) bool {
			return c.Game == d.panel.Game || slices.Contains(d.games, c.Game) || slices.Contains(c.Players,
				d.panel.User)
		}) {
			d.due, d.of = later(now, d.rests), ask.SeenPosition{}
		}
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// look makes a panel due.
func (x *panelIndex) look(d *directPanel, now time.Time) {
	x.mu.Lock()
	defer x.mu.Unlock()
	d.due, d.of = later(now, d.rests), ask.SeenPosition{}
}

// touch makes a user's panel due, if he has one.
func (x *panelIndex) touch(user string, now time.Time) {
	x.mu.Lock()
	d := x.kept[user]
	x.mu.Unlock()
	if d != nil {
		x.look(d, now)
		x.signal()
	}
}

// postpone makes a panel that could not be edited due after a wait, which grows with each failure. It is not looked at
// before.
func (x *panelIndex) postpone(d *directPanel, now time.Time, first, asked time.Duration) {
	x.mu.Lock()
	defer x.mu.Unlock()
	wait := min(first<<min(d.failed, 10), rest.LastWait)
	d.failed++
	d.rests = now.Add(max(wait, asked))
	d.due = d.rests
}

// succeeded notes that a panel could be edited.
func (x *panelIndex) succeeded(d *directPanel) {
	x.mu.Lock()
	defer x.mu.Unlock()
	d.failed, d.rests = 0, time.Time{}
}

// hold takes the lock of a panel for a press, which goes before an edit by the bot itself: that one is broken off. If
// another press has the lock for long, hold gives up.
func (x *panelIndex) hold(d *directPanel) bool {
	x.mu.Lock()
	if d.presses++; d.cut != nil {
		d.cut()
	}
	x.mu.Unlock()
	defer func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		d.presses--
	}()
	timer := time.NewTimer(panelWaits)
	defer timer.Stop()
	select {
	case d.editing <- struct{}{}:
		return true
	case <-timer.C:
		return false
	}
}

// takeDue is the panel that has been due for the longest and that nobody is editing, nil if there is none. The caller
// has its lock, and edits it with the context, which a press on it ends. next is when the first of the others is due.
func (x *panelIndex) takeDue(ctx context.Context, now time.Time) (_ context.Context, first *directPanel,
	next time.Duration) {
	x.mu.Lock()
	defer x.mu.Unlock()
	next = rest.LastWait
	for _, d := range x.kept {
		switch {
		case d.due.IsZero() || d.panel.Message == "" || d.presses > 0:
		case d.due.After(now):
			next = min(next, d.due.Sub(now))
		case first != nil && !d.due.Before(first.due):
		case d.tryHold(): // whoever has the lock signals when he gives it back
			if first != nil {
				first.release()
			}
			first = d
		}
	}
	if first != nil {
		first.due = time.Time{}
		ctx, first.cut = context.WithTimeout(ctx, panelEditWithin)
	}
	return ctx, first, next
}

// putBack gives a panel that was due back.
func (x *panelIndex) putBack(d *directPanel) {
	x.mu.Lock()
	defer x.mu.Unlock()
	d.cut()
	d.cut = nil
	d.release()
}

// keepPanels edits panels in direct messages that are no longer right, until ctx ends: at the start those that the
// program was not there to edit, later those whose games change.
func (p *directPanels) keepPanels(ctx context.Context) {
	for !p.loadPanels(ctx) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(rest.FirstWait):
		}
	}
	for ctx.Err() == nil {
		p.panels.mark(p.Referee.TakeChanged(), time.Now())
		within, d, next := p.panels.takeDue(ctx, time.Now())
		if d != nil {
			p.refresh(within, d)
			p.panels.putBack(d)
			continue
		}
		timer := time.NewTimer(next)
		select {
		case <-ctx.Done():
		case <-p.Referee.Changed():
		case <-p.panels.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// loadPanels reads the panels that are kept.
func (b *directPanels) loadPanels(ctx context.Context) bool {
	list, err := b.Referee.Panels(ctx)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, api.ErrShut) {
			b.Log.Error("the panels in direct messages are not known", "error", err)
		}
		return false
	}
	for _, p := range list {
		b.panels.load(p, time.Now())
	}
	return true
}

// refresh edits a panel if it shows something else than it should. An edit notifies nobody. The caller has its lock.
// What fails is tried again later.
func (b *directPanels) refresh(ctx context.Context, d *directPanel) {
	p := b.panels.read(d)
	err := b.refreshed(ctx, d, p)
	switch kind, wait := rest.Diagnose(err); {
	case err == nil:
		b.panels.succeeded(d)
		return
	case errors.Is(ctx.Err(), context.Canceled): // by a press, or the bot stops
		b.panels.look(d, time.Now())
		return
	case errors.Is(err, api.ErrShut), errors.Is(err, api.ErrNoGame):
	case kind == rest.Gone: // it was deleted, and is not sent again unasked
		b.panels.write(d, referee.Panel{User: p.User})
		err = errors.Join(err, b.Referee.DropPanel(ctx, p))
	default:
		b.panels.postpone(d, time.Now(), b.rest.Retry, wait)
	}
	if !errors.Is(err, api.ErrShut) {
		b.Log.Warn("a panel in direct messages was not edited", "game", p.Game, "error", err)
	}
}

// refreshed makes the page of a panel, and edits the message if it shows another.
func (b *directPanels) refreshed(ctx context.Context, d *directPanel, p referee.Panel) error {
	m, shown, err := b.directPage(ctx, p.User, p.Game)
	if err != nil || shown == p.Shown {
		return err
	}
	if err := b.rest.Edit(ctx, p.Channel, p.Message, m); err != nil {
		return err
	}
	p.Shown = shown
	b.panels.write(d, p)
	return b.Referee.ShowPanel(ctx, p)
}

// directPage is a user's panel for a game as it stands in his direct messages, and a checksum of it.
func (p *directPanels) directPage(ctx context.Context, user string, game api.GameID) (m rest.Message, shown string,
	err error) {
	return p.directPageAt(ctx, user, game, nil)
}

// directPageAt is directPage, and says from which position the page was made.
func (b *directPanels) directPageAt(ctx context.Context, user string, game api.GameID,
	at *ask.SeenPosition) (m rest.Message,
	shown string, err error) {
	channel, err := b.Kit.Referee.ChannelOf(ctx, game)
	if err != nil {
		return m, "", err
	}
	req := ask.Request{Localizer: b.messages.InChannel(), Direct: true, Seen: at,
		Cmd: referee.Command{User: user, Channel: channel, Game: game}}
	p, err := b.Player(ctx, req)
	if err != nil {
		words, theirs := tell.Refuse(req.Localizer, err)
		if !theirs {
			return m, "", err
		}
		m = rest.NewMessage(words, append(b.GamesRow(ctx, req), page.Row(page.OrdersButton(req.Localizer,
			game))))
		return m, page.Checksum(m), nil
	}
	list, err := p.ShowPanel(ctx, play.News{}, 0)
	if err != nil {
		return m, "", err
	}
	m = inOneMessage(req, list)[0]
	return m, page.Checksum(m), nil
}
