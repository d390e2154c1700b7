package discord_test

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/storage"
)

const (
	createMessage = "/channels/{channel_id}/messages"
	callback      = "/interactions/{interaction_id}/{interaction_token}/callback"
)

func sends(x localtable.Exchange) bool {
	return x.Method == http.MethodPost && x.Route == createMessage
}

// once spoils the first request that fits.
func once(spoil localtable.Fault, fits func(localtable.Exchange) bool) func(localtable.Exchange) localtable.Fault {
	done := false
	return func(x localtable.Exchange) localtable.Fault {
		if done || !fits(x) {
			return localtable.Fault{}
		}
		done = true
		return spoil
	}
}

func (h *house) setFault(f func(localtable.Exchange) localtable.Fault) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.fault = f
}

func (h *house) startedMessages() int {
	n := 0
	for _, m := range h.shown(h.olga) {
		if strings.Contains(m.Content, "The game begins") {
			n++
		}
	}
	return n
}

func TestAMessageIsSentOnce(t *testing.T) {
	t.Parallel()
	begins := func(x localtable.Exchange) bool {
		return sends(x) && strings.Contains(string(x.Body), "The game begins")
	}
	for name, spoil := range map[string]localtable.Fault{
		"the send fails":                {Status: http.StatusServiceUnavailable},
		"the send's answer is lost":     {Status: http.StatusServiceUnavailable, Done: true},
		"the gateway's answer is lost":  {Status: http.StatusBadGateway, Done: true},
		"the send succeeds all at once": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, func(h *house) { h.fault = once(spoil, begins) })
			h.begin()
			h.await(h.boris, inChannel(h.direct(h.boris), "For your eyes only, Red"))
			if n := h.startedMessages(); n != 1 {
				t.Errorf("the game begins %d times", n)
			}
		})
	}
}

// TestAfterARestart loses the answer to a send and lets the table forget its
// nonce, as Discord does after some minutes: only looking helps.
func TestAfterARestart(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	whisper := func(x localtable.Exchange) bool {
		return sends(x) && strings.Contains(string(x.Body), "For your eyes only, Blue")
	}
	h.setFault(func(x localtable.Exchange) localtable.Fault {
		if whisper(x) {
			return localtable.Fault{Status: http.StatusServiceUnavailable, Done: true}
		}
		return localtable.Fault{}
	})
	h.begin()
	h.eventually("the side is told, and the bot does not know it", func() bool { return len(h.requests(whisper)) > 0 })
	h.close()
	before := len(h.requests(whisper))
	h.setFault(nil)
	h.open()
	h.await(h.boris, inChannel(h.direct(h.boris), "For your eyes only, Red"))
	if again := len(h.requests(whisper)) - before; again != 0 {
		t.Errorf("what had arrived was sent %d times more", again)
	}
	h.say(h.anna, "/end")
	h.await(h.olga, inChannel(h.channel, "Blue combat"))
}

func TestAChannelThatIsGoneStopsNoGame(t *testing.T) {
	t.Parallel()
	gone := func(x localtable.Exchange) bool { return sends(x) && strings.Contains(string(x.Body), "Drill") }
	h := newHouse(t, func(h *house) { h.fault = once(localtable.Fault{Status: http.StatusNotFound}, gone) })
	h.say(h.anna, "/game new module:drill side:blue")
	h.say(h.boris, "/game join side:red")
	h.await(h.olga, inChannel(h.channel, "A seat is taken"))
	if !strings.Contains(h.logged.String(), "given up") {
		t.Error("nothing is logged of the message that was given up")
	}
}

func TestClosedDirectMessages(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	if err := h.boris.Settings(t.Context(), true, "en-US"); err != nil {
		t.Fatal(err)
	}
	h.begin()
	notice := h.await(h.olga, inChannel(h.channel, "<@"+h.boris.User().ID+"> accepts no direct messages"))
	if strings.Contains(notice.Content, "Armour") || len(notice.Attachments) > 0 {
		t.Errorf("the notice tells %q", notice.Content)
	}
	mine := h.tap(h.boris, notice, "My side")
	h.picture(h.boris, mine)
	if !strings.Contains(mine.Content, "the Red stacks") || !strings.Contains(mine.Content, "1 Cavalry") {
		t.Errorf("behind the button: %q", mine.Content)
	}
	if stranger := h.tap(h.olga, notice, "My side"); !strings.Contains(stranger.Content, "You don't play") {
		t.Errorf("an onlooker presses and reads %q", stranger.Content)
	}
	if enemy := h.tap(h.anna, notice, "My side"); strings.Contains(enemy.Content, "Red stacks") {
		t.Errorf("the enemy presses and reads %q", enemy.Content)
	}
	h.say(h.anna, "/end")
	h.await(h.anna, inChannel(h.direct(h.anna), "Blue combat"))
	h.say(h.anna, "/end")
	h.await(h.anna, inChannel(h.direct(h.anna), "Blue exploitation"))
	notices := 0
	for _, m := range h.shown(h.olga) {
		if strings.Contains(m.Content, "accepts no direct messages") {
			notices++
		}
	}
	if notices != 1 {
		t.Errorf("the channel is told %d times", notices)
	}
}

// A permission that is missing holds messages up and loses none.
func TestAMissingPermission(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	begins := func(x localtable.Exchange) bool {
		return sends(x) && strings.Contains(string(x.Body), "The game begins")
	}
	h.setFault(func(x localtable.Exchange) localtable.Fault {
		if begins(x) {
			return localtable.Fault{Status: http.StatusForbidden}
		}
		return localtable.Fault{}
	})
	h.say(h.anna, "/game new module:drill side:blue")
	h.say(h.boris, "/game join side:red")
	h.say(h.boris, "/game start")
	h.eventually("the bot is refused", func() bool { return len(h.requests(begins)) > 0 })
	h.close()
	if log := h.logged.String(); strings.Contains(log, "given up") || !strings.Contains(log, "will be repeated") {
		t.Errorf("a refusal is taken for the last word:\n%s", log)
	}
	h.setFault(nil)
	h.open()
	h.await(h.boris, inChannel(h.direct(h.boris), "For your eyes only, Red"))
	if n := h.startedMessages(); n != 1 {
		t.Errorf("the game begins %d times", n)
	}
}

// Discord has many reasons to keep a bot from a user. Whichever it names, the
// user finds his side behind a button.
func TestRefusedDirectMessages(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) {
		h.deny = func(r *http.Request) (int, string) {
			if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/users/@me/channels") {
				return http.StatusBadRequest,
					`{"code": 50278, "message": "Cannot send messages to this user due to having no mutual guilds"}`
			}
			return 0, ""
		}
	})
	h.begin()
	for _, p := range []*player.Player{h.anna, h.boris} {
		h.await(h.olga, inChannel(h.channel, "<@"+p.User().ID+"> accepts no direct messages"))
	}
	h.say(h.anna, "/end")
	h.await(h.olga, inChannel(h.channel, "Blue combat"))
}

// slowLog holds up every command until it is let go.
type slowLog struct {
	storage.Log
	mu   sync.Mutex
	wait chan struct{}
}

func (l *slowLog) Append(ctx context.Context, e storage.Entry) (storage.Row, bool, error) {
	l.mu.Lock()
	wait := l.wait
	l.mu.Unlock()
	if wait != nil {
		<-wait
	}
	return l.Log.Append(ctx, e)
}

// slowReader holds up whoever reads a whole log once it is armed, until he is let go.
type slowReader struct {
	storage.Log
	armed, held atomic.Bool
	letGo       chan struct{}
}

func (l *slowReader) Rows(ctx context.Context, id storage.GameID, after uint64) iter.Seq2[storage.Row, error] {
	if after == 0 && l.armed.CompareAndSwap(true, false) {
		l.held.Store(true)
		<-l.letGo
	}
	return l.Log.Rows(ctx, id, after)
}

// Nobody who gives an order waits for one who looks back on the game.
func TestNoOrderWaitsForAReplay(t *testing.T) {
	t.Parallel()
	slow := &slowReader{letGo: make(chan struct{})}
	h := newHouse(t, func(h *house) { slow.Log = h.log; h.log = slow })
	h.begin()
	h.say(h.anna, "/end")
	h.await(h.anna, inChannel(h.direct(h.anna), "Blue combat"))
	h.await(h.boris, inChannel(h.direct(h.boris), "Blue combat"))
	slow.armed.Store(true)
	film := make(chan player.Message)
	go func() {
		m, err := h.olga.Say(h.ctx, h.channel, "/game replay")
		if err != nil {
			t.Error(err)
		}
		film <- m
	}()
	h.eventually("somebody looks back", slow.held.Load)
	if m := h.say(h.anna, "/stack show hex:5.09"); !strings.Contains(m.Content, "1 Armour") {
		t.Errorf("meanwhile a look is answered %q", m.Content)
	}
	if m := h.say(h.anna, "/end"); !strings.Contains(m.Content, "Turn 1, Blue exploitation") {
		t.Errorf("meanwhile an order is answered %q", m.Content)
	}
	close(slow.letGo)
	if m := <-film; !strings.Contains(m.Content, "3 frames") {
		t.Errorf("the film comes as %q", m.Content)
	}
}

func TestALateAnswerIsPromised(t *testing.T) {
	t.Parallel()
	slow := &slowLog{}
	h := newHouse(t, func(h *house) { slow.Log = h.log; h.log = slow })
	h.begin()
	h.defers()
	deferred := func(kind int) func(localtable.Exchange) bool {
		return func(x localtable.Exchange) bool {
			var c struct{ Type int }
			return x.Route == callback && json.Unmarshal(x.Body, &c) == nil && c.Type == kind
		}
	}
	hold := func(kind int, act func() player.Message) player.Message {
		slow.mu.Lock()
		slow.wait = make(chan struct{})
		wait := slow.wait
		slow.mu.Unlock()
		go func() {
			h.eventually("the answer is deferred", func() bool { return len(h.requests(deferred(kind))) > 0 })
			slow.mu.Lock()
			slow.wait = nil
			slow.mu.Unlock()
			close(wait)
		}()
		return act()
	}
	// A command's answer is deferred as a message of its own, a press in a
	// private message as a change of that message.
	moved := hold(5, func() player.Message { return h.say(h.anna, "/move units:b-1-arm to:6.09") })
	if !strings.Contains(moved.Content, "moved from 5.09 to 6.09") {
		t.Errorf("the deferred answer is %q", moved.Content)
	}
	orders, ok := labelled(moved, "Orders")
	if !ok {
		t.Fatal("no button for orders")
	}
	m := h.click(h.anna, moved, orders.CustomID)
	end, ok := labelled(m, "End the phase")
	if !ok {
		t.Fatal("no button to end the phase")
	}
	m = h.click(h.anna, m, end.CustomID)
	give, ok := labelled(m, "End the phase")
	if !ok {
		t.Fatal("no button to end the phase after all")
	}
	hold(6, func() player.Message { return h.click(h.anna, m, give.CustomID) })
	h.await(h.anna, func(now player.Message) bool {
		return now.ID == m.ID && strings.Contains(now.Content, "Turn 1, Blue combat")
	})
}
