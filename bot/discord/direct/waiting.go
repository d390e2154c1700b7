package direct

import (
	"context"
	"slices"
	"sync"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/referee/api"
	"grognard/bot/referee/notify"
)

// waiting holds the answers in channels that say that their users have nothing to order. They turn into the panel when
// there is something, as long as Discord accepts edits of them: a quarter of an hour. It is lost with the program.
type waiting struct {
	mu sync.Mutex
	of map[string]*waiter // by their users; the last one counts
}

// waiter is an answer that waits for a game to go on.
type waiter struct {
	req   ask.Request
	reply *rest.Reply
	until time.Time

	arrived, checked bool // since it arrived, as its game may have gone on meanwhile
}

const (
	amendBefore = 10 * time.Second // so long before the end of its token an answer is no longer edited
	amendWithin = time.Minute      // the longest that an edit is tried
)

// Await notes an answer whose user waits for a game, before it is sent: he may press something on it as soon as it is
// there. It returns a function that is told whether the answer has arrived.
func (b *Panels) Await(req ask.Request, r *rest.Reply, list []rest.Message) (note func(arrived bool)) {
	if req.Direct || req.UserInstalled || len(list) != 1 || list[0].Waits == "" {
		return func(bool) {}
	}
	_, since := r.Took()
	cmd := api.Command{ID: req.Cmd.ID, User: req.Cmd.User, Channel: req.Cmd.Channel, Game: api.GameID(list[0].Waits)}
	one := &waiter{ask.Request{Localizer: req.Localizer, Permissions: req.Permissions, Guild: req.Guild, Cmd: cmd}, r,
		time.Now().Add(rest.TokenLife - since - amendBefore), false, false}
	b.waiting.mu.Lock()
	defer b.waiting.mu.Unlock()
	if b.waiting.of == nil {
		b.waiting.of = map[string]*waiter{}
	}
	b.waiting.of[cmd.User] = one
	return func(arrived bool) {
		b.waiting.mu.Lock()
		one.arrived = arrived
		b.waiting.mu.Unlock()
		b.Index.signal()
	}
}

// changed returns those whose games have changed since they were made, and forgets those whose time is over.
func (w *waiting) changed(list []notify.Change, now time.Time) (some []*waiter) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for user, one := range w.of {
		switch {
		case one.until.Before(now):
			delete(w.of, user)
		case one.arrived && (!one.checked || slices.ContainsFunc(list, func(c notify.Change) bool {
			return c.Game == one.req.Cmd.Game
		})):
			some = append(some, one)
			one.checked = true
		}
	}
	return some
}

// leave forgets the answer of a user, who has pressed something on it.
func (w *waiting) leave(user string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.of, user)
}

// take forgets an answer that is to be edited, and reports whether it still waits.
func (w *waiting) take(one *waiter) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	still := w.of[one.req.Cmd.User] == one
	if still {
		delete(w.of, one.req.Cmd.User)
	}
	return still
}

// goOn turns an answer that waits into the panel, if its user has something to order by now. Who cannot order any more,
// and who has deleted the answer, is left alone.
func (b *Panels) goOn(ctx context.Context, one *waiter) error {
	ctx, cancel := context.WithTimeout(ctx, amendWithin)
	defer cancel()
	sketch := one.req
	sketch.Sketch = true
	for _, req := range []ask.Request{sketch, one.req} { // most that happens lets him wait on, and needs no picture
		p, err := b.Desk.Player(ctx, req)
		if err != nil {
			if _, theirs := tell.Refuse(req.Localizer, err); theirs {
				b.waiting.take(one)
				return nil
			}
			return err
		}
		list, err := p.ShowPanel(ctx, play.News{}, 0)
		if err != nil || len(list) != 1 || list[0].Waits != "" {
			return err
		}
		if !req.Sketch && b.waiting.take(one) {
			err = one.reply.Amend(ctx, list[0])
		}
		if kind, _ := rest.Diagnose(err); err != nil && kind != rest.Gone {
			return err
		}
	}
	return nil
}
