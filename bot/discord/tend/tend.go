package tend

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/referee/api"
)

// catchUp is the time between two looks after a start, when most things are still up to date.
const catchUp = 50 * time.Millisecond

// outage is the least time between two looks whether Discord can reach a server again.
const outage = 10 * time.Second

// Options are what a queue works with. Look and Failed must be given.
type Options[K comparable] struct {
	// Look brings a thing up to date; no thing is looked at twice at once. Its Looked must be valid after an error too.
	Look func(context.Context, K) (Looked, error)
	// Failed is called with the error of a look, once for several failures in a row; again says whether the look is
	// repeated. It must not call the queue.
	Failed func(thing K, again bool, err error)

	// Load returns all things, to look at after a start. It is called until it succeeds; it may be nil.
	Load func(context.Context) ([]K, error)
	// Reachable reports whether Discord can reach the server of a thing; nil for always.
	Reachable func(context.Context, K) bool
	Apart     time.Duration    // the least time between two requests for one thing, and the first wait; above 0
	Refused   time.Duration    // the longest wait after a refusal; 0 for no look before the next change
	AtOnce    int              // how many looks are under way at the same time; 0 is one
	Now       func() time.Time // time.Now if nil
}

// Looked is what a look did.
type Looked struct {
	Asked bool      // Discord was asked for something
	More  bool      // something is left to do
	Again time.Time // after an error: the next look is no later; zero for after the usual wait
}

// Queue calls Look for the things that are to be looked at.
type Queue[K comparable] struct {
	Options[K]
	wake chan struct{}

	mu     sync.Mutex
	things map[K]*thing
}

// thing says when one thing is looked at.
type thing struct {
	due     time.Time     // when it is looked at; the zero time if nothing has changed
	asked   time.Time     // when the last request was made
	waits   time.Duration // the wait after the last failure; 0 if the last look succeeded
	refused bool          // the last failure was a refusal, which only people can change
	busy    bool          // a look is under way
}

// New returns a queue, which does nothing before Run.
func New[K comparable](o Options[K]) *Queue[K] {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.AtOnce = max(o.AtOnce, 1)
	return &Queue[K]{Options: o, wake: make(chan struct{}, 1), things: map[K]*thing{}}
}

// Changed has things looked at. It does not wait.
func (q *Queue[K]) Changed(things ...K) { q.later(0, things) }

// later has things looked at, each by apart later than the one before.
func (q *Queue[K]) later(apart time.Duration, things []K) {
	q.mu.Lock()
	for i, k := range things {
		t := q.things[k]
		if t == nil {
			t = &thing{}
			q.things[k] = t
		}
		at := latest(q.Now().Add(time.Duration(i)*apart), t.asked.Add(q.Apart))
		if t.due.IsZero() || at.Before(t.due) && (t.waits == 0 || t.refused) { // temporary failures keep their wait
			t.due = at
		}
	}
	q.mu.Unlock()
	q.signal()
}

func (q *Queue[K]) signal() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

func latest(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{a, b}, time.Time.Compare) }

// Run looks at what is due until ctx ends, and returns when no look is under way any more.
func (q *Queue[K]) Run(ctx context.Context) {
	for wait := rest.FirstWait; !q.load(ctx); wait = min(2*wait, rest.LastWait) {
		if !sleep(ctx, nil, wait) {
			return
		}
	}
	var all sync.WaitGroup
	defer all.Wait()
	slots := make(chan struct{}, q.AtOnce)
	for ctx.Err() == nil {
		k, t, next := q.take()
		if t == nil {
			if !sleep(ctx, q.wake, next) {
				return
			}
			continue
		}
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			q.look(ctx, k, t)
		})
	}
}

// sleep waits, unless it is woken, and reports whether ctx lasts.
func sleep(ctx context.Context, wake <-chan struct{}, wait time.Duration) bool {
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-wake:
	case <-t.C:
	}
	return true
}

// load has all that Load returns looked at, and reports whether Load succeeded.
func (q *Queue[K]) load(ctx context.Context) bool {
	if q.Load == nil {
		return true
	}
	list, err := q.Load(ctx)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, api.ErrShut) {
			var none K
			q.Failed(none, true, err)
		}
		return false
	}
	q.later(catchUp, list)
	return true
}

// take returns the thing that is due first, marked busy for look; or, with first nil, how long to wait for one.
func (q *Queue[K]) take() (k K, first *thing, next time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now, next := q.Now(), time.Hour
	for key, t := range q.things {
		switch {
		case t.busy:
		case t.due.IsZero():
			if now.After(t.asked.Add(q.Apart)) && t.waits == 0 {
				delete(q.things, key) // a new entry would be the same
			}
		case t.due.After(now):
			next = min(next, t.due.Sub(now))
		case first == nil || t.due.Before(first.due):
			k, first = key, t
		}
	}
	if first != nil {
		first.due, first.busy = time.Time{}, true
	}
	return k, first, next
}

// look looks at a thing that was taken, and decides when it is looked at again.
func (q *Queue[K]) look(ctx context.Context, k K, t *thing) {
	var did Looked
	reachable := true
	_, err := page.Safely(func() (_ any, err error) {
		if reachable = q.Reachable == nil || q.Reachable(ctx, k); reachable {
			did, err = q.Look(ctx, k)
		}
		return nil, err
	})
	q.mu.Lock()
	defer q.mu.Unlock()
	t.busy = false
	if did.Asked {
		t.asked = q.Now()
	}
	switch {
	case !reachable:
		t.due = q.Now().Add(max(q.Apart, outage))
	case ctx.Err() != nil || errors.Is(err, api.ErrShut):
		return
	case err != nil && !errors.Is(err, api.ErrNoGame):
		q.failed(k, t, err)
		if !did.Again.IsZero() && (t.due.IsZero() || did.Again.Before(t.due)) {
			t.due = did.Again
		}
	default:
		t.waits, t.refused = 0, false
		if did.More {
			t.due = q.Now()
		}
	}
	if !t.due.IsZero() {
		t.due = latest(t.due, t.asked.Add(q.Apart))
		q.signal()
	}
}

// failed decides when a thing is looked at again after its look has failed. The caller holds the lock.
func (q *Queue[K]) failed(k K, t *thing, err error) {
	kind, wait := rest.Diagnose(err)
	most := rest.LastWait
	t.refused = kind != rest.Transient
	if t.refused {
		most = q.Refused
	}
	again := kind != rest.Gone && kind != rest.Malformed && most > 0
	if t.waits == 0 || !again {
		q.Failed(k, again, err)
	}
	if !again {
		t.waits = 0
		return
	}
	t.waits = min(max(2*t.waits, q.Apart, wait), most)
	if !t.refused || t.due.IsZero() { // after a change in the meantime it may be allowed: then due stays
		t.due = q.Now().Add(t.waits)
	}
}

// Reachable returns a function that reports whether Discord can reach a game's server; outage reports those it can't.
func Reachable(channel func(context.Context, api.GameID) (string, error),
	server func(ctx context.Context, channel string) (string, error),
	outage func(server string) bool) func(context.Context, api.GameID) bool {
	return func(ctx context.Context, game api.GameID) bool {
		at, err := channel(ctx, game)
		if err != nil {
			return true // Look will meet the same error
		}
		guild, err := server(ctx, at)
		return err != nil || !outage(guild)
	}
}
