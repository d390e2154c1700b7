package discord_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/bot/referee"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

const oneMessage = "/channels/{channel_id}/messages/{message_id}"

func edits(x localtable.Exchange) bool { return x.Method == http.MethodPatch && x.Route == oneMessage }

// quarrel is a game in which Red owes a retreat, and the message that says so.
func quarrel(t *testing.T, changes ...furnish) (*house, player.Message) {
	h := newHouse(t, append([]furnish{func(h *house) { h.own = []modules.Folder{shore(t)} }}, changes...)...)
	h.begin()
	h.say(h.anna, "/end")
	h.say(h.anna, "/attack target:13.10 units:b-3-inf")
	return h, h.await(h.olga, inChannel(h.channel, "Blue attacks 13.10", ", retreat 1 hex"))
}

// fights are the channel's messages that tell of the fight.
func (h *house) fights() (list []player.Message) {
	h.t.Helper()
	for _, m := range h.shown(h.olga) {
		if strings.Contains(m.Content, "**Blue attacks 13.10**") {
			list = append(list, m)
		}
	}
	return list
}

// toldOnce waits for the end of the fight, and holds that one message tells of it, with one
// picture and nothing to press that would decide anything.
func (h *house) toldOnce() player.Message {
	h.t.Helper()
	done := h.await(h.olga, func(m player.Message) bool {
		return inChannel(h.channel, "**Blue attacks 13.10**", "Red holds 13.10")(m) && len(m.Attachments) == 1
	})
	if list := h.fights(); len(list) != 1 || strings.Count(list[0].Content, "Red holds") != 1 {
		h.t.Errorf("%d messages tell of the fight: %+v", len(list), list)
	}
	if _, ok := labelled(done, "Decide"); ok {
		h.t.Errorf("it is over and asks for a decision: %+v", parts(done))
	}
	return done
}

// settle takes what is owed, by the shortest way.
func (h *house) settle() {
	h.t.Helper()
	h.say(h.boris, "/hold hexes:1")
	h.rest()
}

// However an edit fails, the fight stands in one message as it went on.
func TestAnEditArrives(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]localtable.Fault{
		"nothing fails":            {},
		"the server is busy":       {Status: http.StatusServiceUnavailable},
		"the answer is lost":       {Status: http.StatusServiceUnavailable, Done: true},
		"the gateway is bad":       {Status: http.StatusBadGateway},
		"there are too many":       {Status: http.StatusTooManyRequests},
		"a right is taken a while": {Status: http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, asked := quarrel(t)
			h.setFault(once(spoil, edits))
			h.settle()
			if spoil.Status == http.StatusForbidden { // which is tried again after minutes, or at a restart
				h.eventually("the edit is refused", func() bool { return len(h.requests(edits)) > 0 })
				h.close()
				h.open()
			}
			if done := h.toldOnce(); done.ID != asked.ID || done.Edited == nil {
				t.Errorf("it is another message, %s after %s", done.ID, asked.ID)
			}
		})
	}
}

// A message that a moderator has deleted is posted anew, and calls nobody; later edits find
// the new one, after a restart too.
func TestADeletedMessageIsPostedAnew(t *testing.T) {
	t.Parallel()
	h, asked := quarrel(t)
	moderator, err := discordgo.New("Bot " + localtable.BotToken)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(h.ctx, http.MethodDelete,
		h.url+"/api/v9/channels/"+h.channel+"/messages/"+asked.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", moderator.Token)
	if resp, err := http.DefaultClient.Do(request); err != nil || resp.StatusCode != http.StatusNoContent {
		t.Fatalf("the message cannot be deleted: %v %v", err, resp)
	}
	h.say(h.boris, "/hold hexes:1")
	anew := h.await(h.olga, inChannel(h.channel, "**Blue attacks 13.10**", "Red holds 13.10"))
	if anew.ID == asked.ID || len(anew.Mentions) > 0 {
		t.Errorf("the message is %s after %s, and calls %v", anew.ID, asked.ID, anew.Mentions)
	}
	h.close()
	h.open()
	h.rest()
	if done := h.toldOnce(); done.ID != anew.ID {
		t.Errorf("the next edit makes %s of %s", done.ID, anew.ID)
	}
}

// A message that cannot be edited any more, as in a thread that was archived, or after the
// bot's account was changed for another one, keeps nothing back: the fight goes on in a new
// message, and a button that has had its moment is left as it is.
func TestAMessageThatCannotBeEdited(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]localtable.Fault{
		"archived":  {Status: http.StatusBadRequest, Code: 50083},
		"another's": {Status: http.StatusForbidden, Code: 50005},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, asked := quarrel(t)
			h.setFault(func(x localtable.Exchange) localtable.Fault {
				if edits(x) && strings.HasSuffix(x.Path, asked.ID) {
					return spoil
				}
				return localtable.Fault{}
			})
			h.settle()
			done := h.await(h.olga, func(m player.Message) bool {
				return inChannel(h.channel, "**Blue attacks 13.10**", "Red holds 13.10")(m) && len(m.Attachments) == 1
			})
			if done.ID == asked.ID || len(h.fights()) != 2 {
				t.Errorf("the fight goes on in %s after %s, and %d messages tell of it", done.ID, asked.ID,
					len(h.fights()))
			}
			h.say(h.anna, "/end")
			h.await(h.olga, inChannel(h.channel, "Blue exploitation"))
		})
	}
}

// rest takes what is owed after the retreat.
func (h *house) rest() {
	h.t.Helper()
	for {
		due := h.say(h.olga, "/due")
		switch {
		case strings.Contains(due.Content, "step loss"):
			h.say(h.boris, "/losses units:"+h.suggested(h.boris, "/losses units:"))
		case strings.Contains(due.Content, "advance "):
			h.say(h.anna, "/pass")
		default:
			return
		}
	}
}

// Edits that have to wait become one.
func TestWaitingEditsBecomeOne(t *testing.T) {
	t.Parallel()
	h, asked := quarrel(t)
	h.close()
	r := referee.New(referee.Options{Log: h.log, Store: h.store, Now: h.now, Modules: h.own})
	h.first(r, h.boris, "retreat")
	h.first(r, h.anna, "advance")
	if err := r.Shut(h.ctx); err != nil {
		t.Fatal(err)
	}
	left, err := h.store.Outbox(h.ctx, h.now())
	if err != nil || len(left) != 2 {
		t.Fatalf("%d deliveries wait, %v", len(left), err)
	}
	before := len(h.requests(edits))
	h.open()
	done := h.await(h.olga, func(m player.Message) bool { return m.ID == asked.ID && len(m.Attachments) == 1 })
	for _, want := range []string{"3 Infantry destroyed", "3 Infantry advanced"} {
		if !strings.Contains(done.Content, want) {
			t.Errorf("the end lacks %q: %q", want, done.Content)
		}
	}
	if n := len(h.requests(edits)) - before; n != 1 || len(h.fights()) != 1 {
		t.Errorf("%d edits of %d messages", n, len(h.fights()))
	}
}

// first gives an order by what is offered first.
func (h *house) first(r *referee.Referee, p *player.Player, v order.Verb) {
	h.t.Helper()
	var picks []view.Pick
	for {
		offer, err := r.Offer(h.ctx, h.channel, p.User().ID, v, picks)
		if err != nil {
			h.t.Fatal(err)
		}
		if offer.Done {
			break
		}
		picks = append(picks, offer.Next[0])
	}
	o, err := r.OrderOf(h.ctx, h.channel, p.User().ID, v, picks)
	if err == nil {
		_, err = r.Give(h.ctx, referee.Command{ID: "first " + string(v), User: p.User().ID, Channel: h.channel}, o,
			referee.Expect{})
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// retreat has Red retreat by taps.
func (h *house) retreat(asked player.Message) {
	h.t.Helper()
	m := h.tap(h.boris, h.tap(h.boris, asked, "Decide"), "Retreat")
	m = h.pickFirst(h.boris, m, "Choose a unit")
	m = h.pickFirst(h.boris, m, "Enter a hex")
	h.tap(h.boris, m, "Give the order")
}

// Two hundred games, in short fewer, owe edits at once: each gets its messages, once, with the buttons that
// are left.
func TestManyGamesOweEdits(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.close()
	games := 200
	if testing.Short() {
		games = 40
	}
	channels := make([]string, games)
	r := referee.New(referee.Options{Log: h.log, Store: h.store, Now: h.now})
	for i := range channels {
		var err error
		if channels[i], err = h.anna.Open(h.ctx, fmt.Sprintf("game-%d", i)); err != nil {
			t.Fatal(err)
		}
		cmd := func(what, user string) referee.Command {
			return referee.Command{ID: fmt.Sprintf("%s %d", what, i), User: user, Channel: channels[i]}
		}
		_, err = r.NewGame(h.ctx, cmd("new", h.anna.User().ID), referee.Opening{Module: "drill"})
		for side, user := range map[order.Side]string{"blue": h.anna.User().ID, "red": h.boris.User().ID} {
			if err == nil {
				_, err = r.Join(h.ctx, cmd("join "+string(side), user), side, "")
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Shut(h.ctx); err != nil {
		t.Fatal(err)
	}
	h.open()
	h.nothingOwed()
	for _, channel := range channels {
		list, err := h.olga.Messages(h.ctx, channel)
		if err != nil || len(list) != 3 {
			t.Fatalf("%d messages, %v", len(list), err)
		}
		for i, m := range list {
			if b := parts(m)[0]; b.Disabled != (i < 2) {
				t.Errorf("message %d has the button %+v", i, b)
			}
		}
	}
}

// steppedClock stands still but where a test lets time pass.
type steppedClock struct {
	mu   sync.Mutex
	time time.Time
}

func (c *steppedClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.time
}

func (c *steppedClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.time = c.time.Add(d)
}

// One who has been away is called a minute after he is to act, once, by a message of its own; one who has
// just acted is not, nor does an edit call anybody, nor the message of the fight. What he did unseen
// counts for nothing.
func TestWhoIsCalled(t *testing.T) {
	t.Parallel()
	clock := &steppedClock{time: time.Now()}
	h := newHouse(t, func(h *house) { h.own, h.now = []modules.Folder{shore(t)}, clock.now })
	h.begin()
	h.say(h.anna, "/end")
	clock.pass(20 * time.Minute)
	h.say(h.anna, "/attack target:13.10 units:b-3-inf")
	asked := h.await(h.olga, inChannel(h.channel, "Blue attacks 13.10", ", retreat 1 hex"))
	if len(asked.Mentions) > 0 {
		t.Errorf("the message of the fight calls %v", asked.Mentions)
	}
	h.later(clock, 59*time.Second)
	if calls := h.calls(); calls > 0 {
		t.Errorf("%d calls within a minute", calls)
	}
	h.later(clock, time.Second)
	first := h.await(h.olga, calling(h.boris, "retreat 1 hex"))
	h.retreat(asked)
	h.acted(first)
	h.later(clock, 20*time.Minute)
	second := h.await(h.olga, calling(h.anna, "advance "))
	clock.pass(time.Minute)
	h.say(h.anna, "/pass")
	h.acted(second)
	h.await(h.olga, func(m player.Message) bool { return m.ID == asked.ID && len(m.Attachments) == 1 })
	h.later(clock, time.Hour)
	if calls := h.calls(); calls != 2 {
		t.Errorf("%d calls", calls)
	}
}

// acted waits until a call says that its player has acted, with nothing left to press.
func (h *house) acted(call player.Message) {
	h.t.Helper()
	h.await(h.olga, func(m player.Message) bool {
		return m.ID == call.ID && strings.Contains(m.Content, "has acted") && len(parts(m)) > 0 &&
			!slices.ContainsFunc(parts(m), func(c wire.Component) bool { return !c.Disabled })
	})
}

// later moves the clock on, and has what falls due by it done.
func (h *house) later(clock *steppedClock, d time.Duration) {
	h.t.Helper()
	clock.pass(d)
	if _, err := h.referee.Ring(h.ctx); err != nil {
		h.t.Fatal(err)
	}
}

// calling is a message that notifies a player alone.
func calling(who *player.Player, words ...string) func(player.Message) bool {
	return func(m player.Message) bool {
		if len(m.Mentions) != 1 || m.Mentions[0].ID != who.User().ID {
			return false
		}
		for _, w := range words {
			if !strings.Contains(m.Content, w) {
				return false
			}
		}
		return true
	}
}

// calls is how many messages were sent to the channel that notify somebody.
func (h *house) calls() (n int) {
	for _, x := range h.requests(sends) {
		if strings.Contains(x.Path, h.channel) && strings.Contains(string(x.Body), `"users":["`) {
			n++
		}
	}
	return n
}
