package discord_test

import (
	"net/http"
	"strings"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
)

const original = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"

func answers(x localtable.Exchange) bool { return x.Route == callback }

func answerEdits(x localtable.Exchange) bool {
	return x.Method == http.MethodPatch && x.Route == original
}

// However the first answer to an interaction fails, the player gets it, once, and with its picture.
func TestAnAnswerIsTriedAgain(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]localtable.Fault{
		"the server is busy":  {Status: http.StatusServiceUnavailable},
		"the gateway is bad":  {Status: http.StatusBadGateway},
		"there are too many":  {Status: http.StatusTooManyRequests},
		"the answer is lost":  {Status: http.StatusServiceUnavailable, Done: true},
		"nothing is the same": {Status: http.StatusInternalServerError},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			h.begin()
			h.setFault(once(spoil, answers))
			m, err := h.anna.Say(h.ctx, h.channel, "/map")
			if err != nil {
				t.Fatal(err)
			}
			whole := h.await(h.anna, func(now player.Message) bool {
				return now.ID == m.ID &&
					len(now.Attachments) == 1
			})
			h.picture(h.anna, whole)
			h.isPrivate(whole)
			h.setFault(once(spoil, answers))
			if moved := h.ask(h.anna, "/move units:b-1-arm to:6.09"); !strings.Contains(moved.Content,
				"moved from 5.09 to 6.09") {
				t.Errorf("an order is answered %q", moved.Content)
			}
		})
	}
}

// The connection to which a callback is written may be cut before its answer comes.
func TestAnAnswerWhoseConnectionIsCut(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	cut := make(chan struct{}, 1)
	cut <- struct{}{}
	h.setDeny(func(r *http.Request) (int, string) {
		if strings.HasSuffix(r.URL.Path, "/callback") {
			select {
			case <-cut:
				panic(http.ErrAbortHandler)
			default:
			}
		}
		return 0, ""
	})
	if m := h.ask(h.anna, "/move units:b-1-arm to:6.09"); !strings.Contains(m.Content, "moved from 5.09 to 6.09") {
		t.Errorf("an order is answered %q", m.Content)
	}
}

// A deferred answer is tried again for as long as the token lives, and nobody in the
// channel waits for that.
func TestADeferredAnswerIsTriedAgain(t *testing.T) {
	t.Parallel()
	slow := &slowLog{}
	h := newHouse(t, func(h *house) { slow.Log = h.log; h.log = slow })
	h.begin()
	h.defers()
	hers := "" // Olga's look may be deferred too
	h.setFault(everyTime(localtable.Fault{Status: http.StatusBadGateway}, func(x localtable.Exchange) bool {
		if hers == "" && answerEdits(x) {
			hers = x.Path
		}
		return x.Path == hers
	}))
	slow.wait = make(chan struct{})
	wait := slow.wait
	go func() {
		h.eventually("the answer is deferred", func() bool {
			return len(h.requests(func(x localtable.Exchange) bool {
				return answers(x) &&
					strings.Contains(string(x.Body), `"type":5`)
			})) > 0
		})
		slow.mu.Lock()
		slow.wait = nil
		slow.mu.Unlock()
		close(wait)
	}()
	said := make(chan player.Message, 1)
	go func() {
		m, err := h.anna.Say(h.ctx, h.channel, "/move units:b-1-arm to:6.09")
		if err != nil {
			t.Error(err)
		}
		said <- m
	}()
	h.eventually("the answer fails again and again", func() bool { return len(h.requests(answerEdits)) > 2 })
	if m := h.ask(h.olga, "/due"); !strings.Contains(m.Content, "Blue") {
		t.Errorf("meanwhile a look is answered %q", m.Content)
	}
	h.setFault(nil)
	if m := <-said; !strings.Contains(m.Content, "moved from 5.09 to 6.09") {
		h.await(h.anna, func(now player.Message) bool {
			return now.ID == m.ID &&
				strings.Contains(now.Content, "moved from 5.09 to 6.09")
		})
	}
}

// A channel that is gone puts its game to sleep, which costs nothing; a command in the channel shows
// that it is there, and what is owed is said.
func TestAGameSleepsWhileItsChannelIsGone(t *testing.T) {
	t.Parallel()
	for name, code := range map[string]localtable.Fault{
		"deleted":   {Status: http.StatusNotFound, Code: 10003},
		"no access": {Status: http.StatusForbidden, Code: 50001},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			h.begin()
			h.nothingOwed()
			h.setFault(everyTime(code, func(x localtable.Exchange) bool {
				return sends(x) &&
					strings.Contains(x.Path, h.channel)
			}))
			h.say(h.anna, "/end")
			h.eventually("the game sleeps", func() bool {
				asleep, err := h.store.Sleeping(h.ctx)
				return err == nil && len(asleep) == 1
			})
			if left, err := h.store.Outbox(h.ctx, h.now()); err != nil || len(left) > 0 {
				t.Errorf("asleep it has %d things to say, %v", len(left), err)
			}
			h.close()
			h.setFault(nil)
			before := len(h.requests(sends))
			h.open() // whose server is there, with the channel
			h.await(h.olga, inChannel(h.channel, "Blue combat"))
			h.nothingOwed()
			if n := len(h.requests(sends)) - before; n != 3 {
				t.Errorf("%d messages are sent, want one for all and one for each side", n)
			}
		})
	}
}

// Retry-After is heeded in each of its forms, for messages too.
func TestAWaitIsHeeded(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.setDeny(func(r *http.Request) (int, string) {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages") {
			return http.StatusTooManyRequests,
				`{"message": "You are being rate limited.", "retry_after": 3600, "global": false}`
		}
		return 0, ""
	})
	h.say(h.anna, "/game new module:drill side:blue")
	h.eventually("the bot is asked to wait", func() bool {
		return strings.Contains(h.logged.String(), "wait=1h0m0s") || strings.Contains(h.logged.String(), "wait=59m59")
	})
}
