package tend_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"grognard/bot/discord/tend"
	"grognard/bot/referee/api"

	"github.com/bwmarrin/discordgo"
)

// looks are the looks at one thing, each with the time since the start of the test.
type looks struct {
	mu   sync.Mutex
	at   []time.Duration
	from time.Time
}

func (l *looks) note() (n int) { // n counts the looks, this one included
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at = append(l.at, time.Since(l.from))
	return len(l.at)
}

// are checks that the looks were at exactly these seconds since the start.
func (l *looks) are(t *testing.T, seconds ...int) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	var want []time.Duration
	for _, s := range seconds {
		want = append(want, time.Duration(s)*time.Second)
	}
	if !slices.Equal(l.at, want) {
		t.Errorf("it is looked at after %v and not after %v", l.at, want)
	}
}

// run runs a queue, with ten seconds between looks at a thing, until during has returned.
func run(t *testing.T, o tend.Options[string], during func(*tend.Queue[string])) {
	o.Apart = 10 * time.Second
	if o.Failed == nil {
		o.Failed = func(thing string, again bool, err error) { t.Errorf("%s fails, %v: %v", thing, again, err) }
	}
	q := tend.New(o)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); q.Run(ctx) }()
	during(q)
	stop()
	<-done
}

func discordSays(status, code int) error {
	return &discordgo.RESTError{Response: &http.Response{StatusCode: status, Header: http.Header{}},
		Message: &discordgo.APIErrorMessage{Code: code}}
}

// A thing that changes every second is looked at at once and then once in ten seconds, and not when it rests. One that
// needs no request is looked at each time.
func TestQueue_Apart(t *testing.T) {
	for name, asked := range map[string]bool{"with requests": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := &looks{from: time.Now()}
				look := func(context.Context, string) (tend.Looked, error) {
					l.note()
					return tend.Looked{Asked: asked}, nil
				}
				run(t, tend.Options[string]{Look: look}, func(q *tend.Queue[string]) {
					for range 12 {
						q.Changed("kiev")
						time.Sleep(time.Second)
					}
					time.Sleep(24 * time.Hour)
				})
				if asked {
					l.are(t, 0, 10, 20)
				} else {
					l.are(t, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
				}
			})
		})
	}
}

// A thing of which a look has left more to do is looked at again after the time apart.
func TestQueue_More(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &looks{from: time.Now()}
		look := func(context.Context, string) (tend.Looked, error) {
			return tend.Looked{Asked: true, More: l.note() < 3}, nil
		}
		run(t, tend.Options[string]{Look: look}, func(q *tend.Queue[string]) {
			q.Changed("kiev")
			time.Sleep(time.Hour)
		})
		l.are(t, 0, 10, 20)
	})
}

// Of several failures in a row that are tried again only the first is said, and the waits between them double. After a
// refusal the next change is looked at without that wait; some failures are tried again only then.
func TestQueue_Failures(t *testing.T) {
	for _, c := range []struct {
		name    string
		err     error
		refused time.Duration // Options.Refused
		changes time.Duration // when it changes
		looks   []int         // seconds since the start
		said    int           // how often Failed is called
	}{
		{"for a while", discordSays(503, 0), 0, 45 * time.Second, []int{0, 10, 30, 70, 150, 270, 390, 510}, 1},
		{"of our own", errors.New("disk full"), 0, 45 * time.Second, []int{0, 10, 30, 70, 150, 270, 390, 510}, 1},
		{"refused", discordSays(403, 50013), 0, 45 * time.Second, []int{0, 45}, 2},
		{"refused, and tried", discordSays(403, 50013), time.Hour, 45 * time.Second, []int{0, 45, 285}, 1},
		{"gone", discordSays(404, 10003), time.Hour, 45 * time.Second, []int{0, 45}, 2},
		{"the store is shut", api.ErrShut, time.Hour, 45 * time.Second, []int{0, 45}, 0},
		{"no game any more", api.ErrNoGame, time.Hour, 45 * time.Second, []int{0, 45}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l, said := &looks{from: time.Now()}, 0
				look := func(context.Context, string) (tend.Looked, error) {
					l.note()
					return tend.Looked{Asked: true}, c.err
				}
				failed := func(string, bool, error) { said++ }
				run(t, tend.Options[string]{Look: look, Failed: failed, Refused: c.refused},
					func(q *tend.Queue[string]) {
						q.Changed("kiev")
						time.Sleep(c.changes)
						q.Changed("kiev")
						time.Sleep(10*time.Minute - c.changes)
					})
				l.are(t, c.looks...)
				if said != c.said {
					t.Errorf("it is said %d times and not %d", said, c.said)
				}
			})
		})
	}
}

// A thing that says when it can be looked at again is looked at then, however often it was looked at in vain before.
func TestQueue_Again(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &looks{from: time.Now()}
		look := func(context.Context, string) (tend.Looked, error) {
			if l.note(); time.Since(l.from) >= time.Minute {
				return tend.Looked{}, nil
			}
			return tend.Looked{Again: l.from.Add(time.Minute)}, discordSays(http.StatusForbidden, 50001)
		}
		run(t, tend.Options[string]{Look: look, Refused: time.Hour, Failed: func(string, bool, error) {}},
			func(q *tend.Queue[string]) {
				for range 10 {
					q.Changed("kiev")
					time.Sleep(time.Second)
				}
				time.Sleep(2 * time.Hour)
			})
		l.are(t, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 60)
	})
}

// While Discord cannot reach a server nothing is tried for it; when it is back, what has changed is looked at once. A
// panic is a failure like others.
func TestQueue_Unreachable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var back atomic.Bool
		l, said := &looks{from: time.Now()}, 0
		look := func(context.Context, string) (tend.Looked, error) {
			if l.note() == 1 {
				panic("an entry is missing")
			}
			return tend.Looked{Asked: true}, nil
		}
		reachable := func(context.Context, string) bool { return back.Load() }
		failed := func(string, bool, error) { said++ }
		run(t, tend.Options[string]{Look: look, Reachable: reachable, Failed: failed}, func(q *tend.Queue[string]) {
			q.Changed("kiev")
			time.Sleep(95 * time.Second)
			back.Store(true)
			time.Sleep(time.Hour)
		})
		l.are(t, 100, 110)
		if said != 1 {
			t.Errorf("the panic is said %d times", said)
		}
	})
}

// What changes during a look is looked at after it, whatever became of the look.
func TestQueue_ChangedMeanwhile(t *testing.T) {
	for name, err := range map[string]error{"done": nil, "refused": discordSays(403, 50013), "no game": api.ErrNoGame,
		"gone": discordSays(404, 10003)} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := &looks{from: time.Now()}
				var q *tend.Queue[string]
				look := func(context.Context, string) (tend.Looked, error) {
					if l.note() > 1 {
						return tend.Looked{Asked: true}, nil
					}
					q.Changed("kiev")
					return tend.Looked{Asked: true}, err
				}
				failed := func(string, bool, error) {}
				run(t, tend.Options[string]{Look: look, Failed: failed, Refused: time.Hour}, func(made *tend.Queue[string]) {
					q = made
					q.Changed("kiev")
					time.Sleep(2 * time.Hour)
				})
				l.are(t, 0, 10)
			})
		})
	}
}

// What there is at the start is looked at a little apart, also if it could not be read at first. Several are looked at
// at the same time, one never twice.
func TestQueue_Start(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, tries, running := &looks{from: time.Now()}, 0, map[string]bool{}
		most := 0
		load := func(context.Context) ([]string, error) {
			if tries++; tries < 3 {
				return nil, errors.New("busy")
			}
			return []string{"kiev", "minsk", "riga"}, nil
		}
		look := func(_ context.Context, game string) (tend.Looked, error) {
			l.mu.Lock()
			if running[game] {
				t.Errorf("%s is looked at twice at the same time", game)
			}
			running[game] = true
			most = max(most, len(running))
			l.mu.Unlock()
			time.Sleep(time.Minute)
			l.mu.Lock()
			delete(running, game)
			l.mu.Unlock()
			return tend.Looked{Asked: true}, nil
		}
		failed := func(string, bool, error) {}
		run(t, tend.Options[string]{Load: load, Look: look, Failed: failed, AtOnce: 2},
			func(q *tend.Queue[string]) {
				time.Sleep(10 * time.Second)
				q.Changed("kiev", "minsk")
				time.Sleep(time.Hour)
			})
		if most != 2 || len(running) != 0 {
			t.Errorf("%d were looked at at the same time", most)
		}
	})
}
