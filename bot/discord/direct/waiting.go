package direct

import (
	"context"
	"slices"
	"sync"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/referee/api"
	"grognard/bot/referee/notify"
)

// waiting holds the answers in channels that say that their users have nothing to order. They turn into the panel when
// there is something, as long as Discord accepts edits of them: a quarter of an hour. It is lost with the program.
type waiting struct {
	mu sync.Mutex
	of map[string]waiter // by their users; the last one counts
}

// waiter is an answer that waits for a game to go on.
type waiter struct {
	req   ask.Request
	reply *rest.Reply
	until time.Time

	arrived, checked bool // since it arrived, as its game may have gone on meanwhile
}

// amendWithin is how long an answer is edited, a little less than Discord would accept it.
const amendWithin = rest.TokenLife - 10*time.Second

// Await notes an answer whose user waits for a game, before it is sent: he may press something on it as soon as it is
// there. It returns a function that is told whether the answer has arrived.
func (b *Panels) Await(req ask.Request, r *rest.Reply, list []rest.Message) (note func(arrived bool)) {
	if req.Direct || req.UserInstalled || len(list) != 1 || list[0].Waits == "" {
		return func(bool) {}
	}
	cmd := api.Command{ID: req.Cmd.ID, User: req.Cmd.User, Channel: req.Cmd.Channel, Game: api.GameID(list[0].Waits)}
	one := waiter{ask.Request{Localizer: req.Localizer, Permissions: req.Permissions, Guild: req.Guild, Cmd: cmd}, r,
		time.Now().Add(amendWithin), false, false}
	b.waiting.put(one)
	return func(arrived bool) {
		if one.arrived = arrived; arrived && b.waiting.take(one) {
			b.waiting.put(one)
			b.Index.signal()
		}
	}
}

// put notes an answer that waits.
func (w *waiting) put(one waiter) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.of == nil {
		w.of = map[string]waiter{}
	}
	w.of[one.req.Cmd.User] = one
}

// changed returns those whose games have changed since they were made, and forgets those whose time is over.
func (w *waiting) changed(list []notify.Change, now time.Time) (some []waiter) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for user, one := range w.of {
		switch {
		case one.until.Before(now):
			delete(w.of, user)
			continue
		case one.arrived && (!one.checked || slices.ContainsFunc(list, func(c notify.Change) bool {
			return c.Game == one.req.Cmd.Game
		})):
			some = append(some, one)
			one.checked = true
		}
		w.of[user] = one
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
func (w *waiting) take(one waiter) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	still := w.of[one.req.Cmd.User].reply == one.reply
	if still {
		delete(w.of, one.req.Cmd.User)
	}
	return still
}

// goOn turns an answer that waits into the panel, if its user has something to order by now.
func (b *Panels) goOn(ctx context.Context, one waiter) error {
	sketch := one.req
	sketch.Sketch = true
	for _, req := range []ask.Request{sketch, one.req} { // most that happens lets him wait on, and needs no picture
		p, err := b.Desk.Player(ctx, req)
		if err != nil {
			return err
		}
		list, err := p.ShowPanel(ctx, play.News{}, 0)
		if err != nil || len(list) != 1 || list[0].Waits != "" {
			return err
		}
		if !req.Sketch && b.waiting.take(one) {
			return one.reply.Amend(ctx, list[0])
		}
	}
	return nil
}
