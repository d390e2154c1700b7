package discord_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/storage"
)

// uploads says whether a request brings a picture into a channel, or to a message there.
func uploads(x localtable.Exchange) bool {
	return len(x.Files) > 0 && (x.Route == createMessage || x.Route == oneMessage)
}

// everyTime spoils every request that fits.
func everyTime(spoil localtable.Fault, fits func(localtable.Exchange) bool) func(localtable.Exchange) localtable.Fault {
	return func(x localtable.Exchange) localtable.Fault {
		if fits(x) {
			return spoil
		}
		return localtable.Fault{}
	}
}

// Pictures that Discord does not take hold up no words: these go at once, and the pictures follow
// by an edit when they can, once, after a restart too.
func TestWordsGoBeforeTheirPicture(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]localtable.Fault{
		"uploads fail":                 {Status: http.StatusServiceUnavailable},
		"the gateway is bad":           {Status: http.StatusBadGateway},
		"the answers to them are lost": {Status: http.StatusGatewayTimeout, Done: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, func(h *house) { h.fault = everyTime(spoil, uploads) })
			began := h.begin()
			words := h.await(h.boris, inChannel(h.direct(h.boris), "For your eyes only, Red"))
			h.say(h.anna, "/end")
			h.await(h.olga, inChannel(h.channel, "Blue combat"))
			h.close()
			h.setFault(nil)
			h.open()
			h.picture(h.olga, h.await(h.olga, pictured(began.ID)))
			h.picture(h.boris, h.await(h.boris, pictured(words.ID)))
			h.nothingOwed()
			if n := h.startedMessages(); n != 1 {
				t.Errorf("the game begins %d times", n)
			}
			if last := h.shown(h.olga); len(last[len(last)-1].Attachments) != 1 {
				t.Errorf("the end of the phase has %d pictures", len(last[len(last)-1].Attachments))
			}
		})
	}
}

// forgetful is a store that fails once to note that words went before their pictures, as when the
// program is killed there.
type forgetful struct {
	storage.Log
	failed atomic.Bool
}

func (l *forgetful) TextSent(ctx context.Context, id int64, message string) error {
	if l.failed.CompareAndSwap(false, true) {
		return errors.New("a full disk")
	}
	return l.Log.TextSent(ctx, id, message)
}

// A picture is not lost where it was not noted that it is owed: words that are found without it get
// it.
func TestAPictureIsMissed(t *testing.T) {
	t.Parallel()
	log := &forgetful{}
	h := newHouse(t, func(h *house) {
		log.Log = h.log
		h.log = log
		h.fault = once(localtable.Fault{Status: http.StatusServiceUnavailable}, uploads)
	})
	began := h.begin()
	h.picture(h.olga, h.await(h.olga, func(m player.Message) bool {
		return m.ID == began.ID &&
			len(m.Attachments) == 1
	}))
	h.nothingOwed()
	if n := h.startedMessages(); n != 1 || !log.failed.Load() {
		t.Errorf("the game begins %d times", n)
	}
}

// nothingOwed waits until all is said that is to be said by now, with its pictures.
func (h *house) nothingOwed() {
	h.t.Helper()
	by := h.now()
	h.eventually("all is said", func() bool {
		left, err := h.store.Outbox(h.ctx, by)
		return err == nil && len(left) == 0
	})
}

// owing are games, in channels of their own, that are begun while no bot is at work: each owes
// pictures to its channel and to its players.
func (h *house) owing(games int) (channels []string) {
	h.t.Helper()
	r := referee.New(referee.Options{Log: h.log, Store: h.store, Now: h.now})
	for i := range games {
		channel, err := h.anna.Open(h.ctx, fmt.Sprintf("game-%d", i))
		if err != nil {
			h.t.Fatal(err)
		}
		cmd := func(what, user string) referee.Command {
			return referee.Command{ID: fmt.Sprintf("%s %d", what, i), User: user, Channel: channel}
		}
		_, err = r.NewGame(h.ctx, cmd("new", h.anna.User().ID), referee.Opening{Module: "drill"})
		for side, user := range map[order.Side]string{"blue": h.anna.User().ID, "red": h.boris.User().ID} {
			if err == nil {
				_, err = r.Join(h.ctx, cmd("join "+string(side), user), side, "")
			}
		}
		if err == nil {
			_, err = r.Start(h.ctx, cmd("start", h.anna.User().ID))
		}
		if err != nil {
			h.t.Fatal(err)
		}
		channels = append(channels, channel)
	}
	if err := r.Shut(h.ctx); err != nil {
		h.t.Fatal(err)
	}
	return channels
}

// gate holds uploads up at a table's door, and counts them.
type gate struct {
	mu          sync.Mutex
	inside, top int
	open        chan struct{}
}

func (g *gate) deny(r *http.Request) (int, string) {
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		return 0, ""
	}
	g.mu.Lock()
	g.inside++
	g.top = max(g.top, g.inside)
	g.mu.Unlock()
	<-g.open
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside--
	return 0, ""
}

func (g *gate) now() (inside, top int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.inside, g.top
}

// However many games owe pictures, four messages with theirs are in memory at once: what is under
// way is all that is drawn.
func TestPicturesInMemoryAreBounded(t *testing.T) {
	t.Parallel()
	const bound = 4
	h := newHouse(t)
	h.close()
	h.owing(3 * bound)
	g := &gate{open: make(chan struct{})}
	h.mu.Lock()
	h.deny = g.deny
	h.mu.Unlock()
	h.open()
	h.eventually("as many as can be are under way", func() bool { inside, _ := g.now(); return inside == bound })
	close(g.open)
	h.nothingOwed()
	if _, top := g.now(); top != bound {
		t.Errorf("%d pictures were under way at once, want %d", top, bound)
	}
}

// Games of which nothing can be delivered, however slowly that turns out, hold up no other.
func TestTroubledGamesHoldNobodyUp(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.close()
	channels := h.owing(12)
	troubled := channels[:6]
	hang := make(chan struct{})
	var mu sync.Mutex
	failed := map[string]bool{}
	h.mu.Lock()
	h.deny = func(r *http.Request) (int, string) { // which fails at first, and is not answered then
		for _, channel := range troubled {
			if r.Method == http.MethodPost && strings.Contains(r.URL.Path, "/channels/"+channel+"/") {
				mu.Lock()
				again := failed[channel]
				failed[channel] = true
				mu.Unlock()
				if again {
					<-hang
				}
				return http.StatusInternalServerError, "{}"
			}
		}
		return 0, ""
	}
	h.mu.Unlock()
	h.open()
	h.eventually("the others have said all", func() bool {
		left, err := h.store.Owing(h.ctx, h.now(), "")
		return err == nil && len(left) == len(troubled)
	})
	h.setDeny(nil)
	close(hang)
	h.nothingOwed()
}

func (h *house) setDeny(deny func(*http.Request) (int, string)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.deny = deny
}
