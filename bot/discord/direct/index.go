package direct

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/referee/api"
	"grognard/bot/referee/notify"
)

// Index holds the panels in direct messages by their users, as the store has them.
type Index struct {
	mu   sync.Mutex
	kept map[string]*entry
	wake chan struct{} // signalled when a panel may be edited
}

// entry is a user's panel in his direct messages. Index.mu guards all fields but editing.
type entry struct {
	editing    chan struct{}      // a lock, held while the message is edited, by a press or by the bot itself
	stored     notify.Panel       // its field Below is the bot's latest message below the panel, "" for none
	tried      bool               // sending the panel anew was begun, or may have been by an earlier run of the program
	look       Look               // shows once more what has taken the place of the panel; nil where the panel stands
	own        string             // the checksum of the game's part of the panel, whose place look has taken
	seen       ask.SeenPosition   // the position to which the stored checksum belongs, as far as is known
	games      []api.GameID       // the games that its menu names
	due        time.Time          // when to compare it with what it should show; zero: not before something happens
	retryAfter time.Time          // no edit before this, after a failure; zero: none
	failed     int                // failed edits in a row
	cut        context.CancelFunc // breaks off the bot's own edit; nil when there is none
	presses    int                // how many wait for the lock
}

const (
	pressWaits = time.Second            // the longest that a press waits for another on the same panel
	sentWithin = 500 * time.Millisecond // the longest that a press waits until its message is known as a panel
	editWithin = 5 * time.Second        // the longest that an edit by the bot itself may take
)

// tryHold takes the lock of a panel if it is free, and reports whether it did.
func (d *entry) tryHold() bool {
	select {
	case d.editing <- struct{}{}:
		return true
	default:
		return false
	}
}

// release gives the lock back.
func (d *entry) release() { <-d.editing }

// NewIndex returns an empty index.
func NewIndex() *Index {
	return &Index{kept: map[string]*entry{}, wake: make(chan struct{}, 1)}
}

// signal wakes Keep, which looks at panels that are due.
func (x *Index) signal() {
	select {
	case x.wake <- struct{}{}:
	default:
	}
}

// panelOf returns a user's panel. For a user without one it puts an empty one into the index.
func (x *Index) panelOf(user string) *entry {
	x.mu.Lock()
	defer x.mu.Unlock()
	d := x.kept[user]
	if d == nil {
		d = &entry{editing: make(chan struct{}, 1), stored: notify.Panel{User: user}}
		x.kept[user] = d
	}
	return d
}

// IsPanel reports whether a message is the user's panel.
func (x *Index) IsPanel(user, message string) bool {
	d, sent := x.pressed(user, "", message)
	return d != nil && !sent
}

// pressed returns the user's panel if message is that, else nil. sent is true if message may instead be a new panel
// that was just sent: one in the panel's channel, below what has come below the panel. A user can press it before
// Discord has told the bot that it is there.
func (x *Index) pressed(user, channel, message string) (d *entry, sent bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	d = x.kept[user]
	switch {
	case d == nil || message == "":
	case d.stored.Message == message:
		return d, false
	case d.stored.Below != "" && d.stored.Channel == channel && isLater(message, d.stored.Below):
		return d, true
	}
	return nil, false
}

// Game returns the game that a user's panel shows, "" if he has no panel.
func (x *Index) Game(user string) api.GameID { return x.read(x.panelOf(user)).Game }

func (x *Index) read(d *entry) notify.Panel {
	x.mu.Lock()
	defer x.mu.Unlock()
	return d.stored
}

// write stores a panel as note does, without the position from which it was made.
func (x *Index) write(d *entry, p notify.Panel) { x.note(d, p, ask.SeenPosition{}) }

// note stores a panel and the position to which its checksum belongs. What lies below the message stays noted.
func (x *Index) note(d *entry, p notify.Panel, seen ask.SeenPosition) {
	x.mu.Lock()
	defer x.mu.Unlock()
	moved := p.Message != d.stored.Message
	if moved {
		d.tried, d.look = false, nil
	}
	p.Below = d.stored.Below
	if moved && (p.Message == "" || !isLater(p.Below, p.Message)) {
		p.Below = ""
	}
	d.stored, d.seen = p, seen
}

// bury notes messages of the bot in a user's direct messages, and makes his panel due if one of them is below it. It
// returns the panel, nil if nothing new is below it.
func (x *Index) bury(user string, messages []string, now time.Time) *entry {
	x.mu.Lock()
	defer x.mu.Unlock()
	d := x.kept[user]
	if d == nil || d.stored.Message == "" {
		return nil
	}
	was := d.stored.Below
	for _, m := range messages {
		if isLater(m, d.stored.Message) && isLater(m, d.stored.Below) {
			d.stored.Below = m
		}
	}
	if d.stored.Below == was {
		return nil
	}
	d.due, d.seen = later(now, d.retryAfter), ask.SeenPosition{}
	return d
}

// isLater reports whether message a was sent after b: then its identifier is the greater number.
func isLater(a, b string) bool { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) > 0 }

// Look shows a page once more, in a form that can stand in a panel.
type Look func(ctx context.Context) ([]rest.Message, error)

// lookOf returns what shows the half-made choice on a panel. It returns nil if there is none, or if own, the present
// checksum of the game's part of the panel, is not the one that the choice was kept with.
func (x *Index) lookOf(d *entry, own string) Look {
	x.mu.Lock()
	defer x.mu.Unlock()
	if own != d.own {
		return nil
	}
	return d.look
}

// keepLook stores what has taken the place of a panel, nil for nothing, and the checksum of the panel's own part.
func (x *Index) keepLook(d *entry, look Look, own string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	d.look, d.own = look, own
}

// noteAttempt notes that sending a panel anew is begun. again reports whether it may have been begun before.
func (x *Index) noteAttempt(d *entry) (again bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	again, d.tried = d.tried, true
	return again
}

// leave lets a panel stay above what is below it.
func (x *Index) leave(d *entry) {
	x.mu.Lock()
	defer x.mu.Unlock()
	d.stored.Below = ""
}

// checksums returns the stored checksums of the panel and of the game's part of it. ok reports whether they are known
// to be those of the position now, and nothing has happened since.
func (x *Index) checksums(d *entry, now ask.SeenPosition) (sums [2]string, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return [2]string{d.stored.Shown, d.own}, d.due.IsZero() && d.seen.Game == now.Game && d.seen.Seq == now.Seq &&
		(now.Menu == "" || now.Menu == d.seen.Menu)
}

// load puts a stored panel into the index and makes it due, unless one is there or is being made in its place.
func (x *Index) load(p notify.Panel, now time.Time) {
	d := x.panelOf(p.User)
	if !d.tryHold() {
		return
	}
	defer d.release()
	x.mu.Lock()
	defer x.mu.Unlock()
	if d.stored.Message == "" {
		d.stored, d.tried, d.due = p, p.Below != "", now
	}
}

// forget removes a user's panel from the index.
func (x *Index) forget(user string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.kept, user)
}

// NoteGames stores which games the menu of a user's panel names.
func (x *Index) NoteGames(user string, games []api.GameID) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if d := x.kept[user]; d != nil {
		d.games = games
	}
}

// mark makes panels due: those that show one of the changed games or name it in their menus, and those of its players,
// whose menus may have to name it now.
func (x *Index) mark(list []notify.Change, now time.Time) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, d := range x.kept {
		if slices.ContainsFunc(list, func(c notify.Change) bool {
			return c.Game == d.stored.Game || slices.Contains(d.games, c.Game) || slices.Contains(c.Players,
				d.stored.User)
		}) {
			d.due, d.seen = later(now, d.retryAfter), ask.SeenPosition{}
		}
	}
}

// later returns the later of two times.
func later(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{b, a}, time.Time.Compare) }

// makeDue has Keep look at a panel, at the earliest when the wait after a failure is over.
func (x *Index) makeDue(d *entry, now time.Time) {
	x.mu.Lock()
	defer x.mu.Unlock()
	d.due, d.seen = later(now, d.retryAfter), ask.SeenPosition{}
}

// Touch has Keep look at a user's panel, if he has one.
func (x *Index) Touch(user string, now time.Time) {
	x.mu.Lock()
	d := x.kept[user]
	x.mu.Unlock()
	if d != nil {
		x.makeDue(d, now)
		x.signal()
	}
}

// postpone makes a panel that could not be edited due after a wait: first, doubled with each failure in a row, or the
// time that Discord asks for if that is longer.
func (x *Index) postpone(d *entry, now time.Time, first, asked time.Duration) {
	x.mu.Lock()
	defer x.mu.Unlock()
	d.retryAfter = now.Add(max(min(first<<min(d.failed, 10), rest.LastWait), asked))
	d.failed, d.due = d.failed+1, d.retryAfter
}

// succeeded ends the waits of a panel that could be edited.
func (x *Index) succeeded(d *entry) {
	x.mu.Lock()
	defer x.mu.Unlock()
	d.failed, d.retryAfter = 0, time.Time{}
}

// hold takes the lock of a panel for a press. It breaks off an edit by the bot itself, unless sent is true: then that
// edit has sent the message that is pressed. It returns false if it has waited for the lock for too long.
func (x *Index) hold(d *entry, sent bool) bool {
	wait := pressWaits
	x.mu.Lock()
	d.presses++
	if sent {
		wait = sentWithin
	} else if d.cut != nil {
		d.cut()
	}
	x.mu.Unlock()
	defer func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		d.presses--
	}()
	select {
	case d.editing <- struct{}{}:
		return true
	case <-time.After(wait):
		return false
	}
}

// takeDue returns the panel that has been due for the longest and that nobody is editing, nil if there is none. The
// caller has its lock, and edits it with the returned context, which a press on it ends. next is the time until the
// first of the others is due.
func (x *Index) takeDue(ctx context.Context, now time.Time) (_ context.Context, first *entry, next time.Duration) {
	x.mu.Lock()
	defer x.mu.Unlock()
	next = rest.LastWait
	for _, d := range x.kept {
		switch {
		case d.due.IsZero() || d.stored.Message == "" || d.presses > 0:
		case d.due.After(now):
			next = min(next, d.due.Sub(now))
		case first != nil && !d.due.Before(first.due): // another has been due for longer
		case d.tryHold(): // whoever has the lock signals when he gives it back
			if first != nil {
				first.release()
			}
			first = d
		}
	}
	if first != nil {
		first.due = time.Time{}
		ctx, first.cut = context.WithTimeout(ctx, editWithin)
	}
	return ctx, first, next
}

// putBack releases a panel that takeDue has returned.
func (x *Index) putBack(d *entry) {
	x.mu.Lock()
	defer x.mu.Unlock()
	d.cut()
	d.cut = nil
	d.release()
	x.signal() // the panel may be due again
}
