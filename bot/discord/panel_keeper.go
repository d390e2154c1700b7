package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"grognard/bot/discord/rest"
	"grognard/bot/referee"
)

// panelIndex is the panels in direct messages by their users, as the store has them.
type panelIndex struct {
	mu   sync.Mutex
	kept map[string]*directPanel
	wake chan struct{} // signalled when a panel may be edited
}

// directPanel is a user's panel in his direct messages. All but the lock belongs to the index.
type directPanel struct {
	editing sync.Mutex // held while the message is edited, by a press or by the bot itself
	panel   referee.Panel
	games   []referee.GameID // that its menu of games names
	due     time.Time        // when it is to be looked at, as it may be wrong; the zero time for never
}

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
		d = &directPanel{panel: referee.Panel{User: user}}
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
	d.panel = p
}

// forget drops a user's panel.
func (x *panelIndex) forget(user string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.kept, user)
}

// names notes which games the menu of a user's panel names.
func (x *panelIndex) names(user string, games []referee.GameID) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if d := x.kept[user]; d != nil {
		d.games = games
	}
}

// mark makes the panels due that show or name one of these games.
func (x *panelIndex) mark(games []referee.GameID, now time.Time) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, d := range x.kept {
		if slices.ContainsFunc(games, func(g referee.GameID) bool {
			return g == d.panel.Game || slices.Contains(d.games, g)
		}) {
			d.due = now
		}
	}
}

// postpone makes a panel due at a later time.
func (x *panelIndex) postpone(d *directPanel, until time.Time) {
	x.mu.Lock()
	defer x.mu.Unlock()
	d.due = until
}

// takeDue are the panels that are due, which nobody is editing. The caller has their locks. next is when the first of
// the others is due.
func (x *panelIndex) takeDue(now time.Time) (list []*directPanel, next time.Duration) {
	x.mu.Lock()
	defer x.mu.Unlock()
	next = rest.LastWait
	for _, d := range x.kept {
		switch {
		case d.due.IsZero() || d.panel.Message == "":
		case d.due.After(now):
			next = min(next, d.due.Sub(now))
		case d.editing.TryLock(): // whoever has the lock signals when he gives it back
			d.due = time.Time{}
			list = append(list, d)
		}
	}
	return list, next
}

// keepPanels edits panels in direct messages that are no longer right, until ctx ends: at the start those that the
// program was not there to edit, later those whose games change.
func (b *bot) keepPanels(ctx context.Context) {
	for !b.loadPanels(ctx) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(rest.FirstWait):
		}
	}
	for ctx.Err() == nil {
		b.panels.mark(b.referee.TakeChanged(), time.Now())
		due, next := b.panels.takeDue(time.Now())
		for _, d := range due {
			b.refresh(ctx, d)
			d.editing.Unlock()
		}
		timer := time.NewTimer(next)
		select {
		case <-ctx.Done():
		case <-b.referee.Changed():
		case <-b.panels.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// loadPanels reads the panels that are kept.
func (b *bot) loadPanels(ctx context.Context) bool {
	list, err := b.referee.Panels(ctx)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, referee.ErrShut) {
			b.log.Error("the panels in direct messages are not known", "error", err)
		}
		return false
	}
	for _, p := range list {
		d := b.panels.of(p.User)
		if d.editing.TryLock() { // else one is being made in its place
			b.panels.write(d, p)
			b.panels.postpone(d, time.Now())
			d.editing.Unlock()
		}
	}
	return true
}

// refresh edits a panel if it shows something else than it should. An edit notifies nobody. The caller has its lock.
func (b *bot) refresh(ctx context.Context, d *directPanel) {
	p := b.panels.read(d)
	m, shown, err := b.directPage(ctx, p.User, p.Game)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, referee.ErrShut) {
			b.log.Warn("a panel in direct messages was not edited", "game", p.Game, "error", err)
		}
		return
	}
	if shown == p.Shown {
		return
	}
	err = b.rest.Edit(ctx, p.Channel, p.Message, m)
	switch kind, wait := rest.Diagnose(err); {
	case err == nil:
		p.Shown = shown
		b.panels.write(d, p)
		err = b.referee.ShowPanel(ctx, p)
	case kind == rest.Transient:
		b.panels.postpone(d, time.Now().Add(max(wait, b.rest.Retry)))
	case kind == rest.Malformed:
	default: // it was deleted, and is not sent again unasked
		b.panels.write(d, referee.Panel{User: p.User})
		err = errors.Join(err, b.referee.DropPanel(ctx, p))
	}
	if err != nil && ctx.Err() == nil {
		b.log.Warn("a panel in direct messages was not edited", "game", p.Game, "error", err)
	}
}

// directPage is a user's panel for a game as it stands in his direct messages, and a checksum of it.
func (b *bot) directPage(ctx context.Context, user string, game referee.GameID) (m rest.Message, shown string,
	err error) {
	return b.directPageAt(ctx, user, game, nil)
}

// directPageAt is directPage, and says from which position the page was made.
func (b *bot) directPageAt(ctx context.Context, user string, game referee.GameID, at *seenPosition) (m rest.Message,
	shown string, err error) {
	channel, err := b.referee.ChannelOf(ctx, game)
	if err != nil {
		return m, "", err
	}
	req := request{localizer: b.messages.inChannel(), direct: true, seen: at,
		cmd: referee.Command{User: user, Channel: channel, Game: game}}
	p, err := b.player(ctx, req)
	if err != nil {
		words, theirs := req.refuse(err)
		if !theirs {
			return m, "", err
		}
		m = rest.NewMessage(words, append(req.gamesRow(ctx, b), row(req.ordersButton(game))))
		return m, checksum(m), nil
	}
	list, err := p.panel(ctx, news{}, 0)
	if err != nil {
		return m, "", err
	}
	m = list[len(list)-1] // the words of a panel fit one message
	return m, checksum(m), nil
}

// checksum tells two messages apart that readers see differently.
func checksum(m rest.Message) string {
	raw, err := json.Marshal([]any{m.Content, m.Components})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8])
}
