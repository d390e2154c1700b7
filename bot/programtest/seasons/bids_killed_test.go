package seasons

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/programtest"
	"grognard/rules/must"
)

// sent returns the messages of a channel with these words.
func (h *hall) sent(channel, words string) (list []player.Message) {
	h.Helper()
	for _, m := range must.Get(h.players[0].Messages(h.Context(), channel))(h.T) {
		if strings.Contains(m.Content, words) {
			list = append(list, m)
		}
	}
	return list
}

// first waits for a message of the league's channel with these words.
func (h *hall) first(words string) player.Message {
	h.Helper()
	h.eventually(words+" is said", func() bool { return len(h.sent(h.channel, words)) > 0 })
	return h.sent(h.channel, words)[0]
}

// The program is killed after each command of two players who bid for a side. Each command is told once, and one game
// is opened in one thread, with the handicap of the last bid.
func TestBid_KilledAfterEachCommand(t *testing.T) {
	h := &hall{T: t, data: t.TempDir()}
	judge := programtest.Judge(t)
	_, h.base = programtest.LayTable(t, localtable.Options{Now: h.now, Observe: func(x localtable.Exchange) {
		judge(x)
		if strings.HasSuffix(x.Route, "/threads") && x.Method == "POST" && x.Status == 201 {
			h.made.Add(1)
		}
	}, Users: []string{"Anna", "Boris"}})
	for _, name := range []string{"Anna", "Boris"} {
		p := must.Get(player.Sit(t.Context(), h.base, name))(t)
		t.Cleanup(p.Leave)
		h.players = append(h.players, p)
	}
	anna, boris := h.players[0], h.players[1]
	h.channel = must.Get(anna.Open(t.Context(), "league"))(t)
	h.live()
	t.Cleanup(func() { h.die() })
	moment := rand.Uint64()
	t.Log("the moments are of the seed", moment)
	r := rand.New(rand.NewPCG(moment, 1))
	for _, step := range []func(){
		func() { must.Get(anna.Say(t.Context(), h.channel, "/seek module:bcs-drill side:bid"))(t) },
		func() { h.tap(boris, h.first("**Opponent wanted**"), "Play") },
		func() { h.tap(anna, h.first("**Bids for the sides**"), "Red: 1") },
		func() { h.tap(boris, h.first("bids **1 step** for the Red side"), "Red: 3") },
		func() { h.tap(anna, h.first("bids **3 steps** for the Red side"), "Pass") },
	} {
		step()
		time.Sleep(time.Duration(r.IntN(60)) * time.Millisecond)
		h.die()
		h.live()
	}
	thread := ""
	h.eventually("both are called in their game", func() bool {
		for _, m := range h.sent(h.channel, "play") {
			if _, after, ok := strings.Cut(m.Content, "<#"); ok {
				thread, _, _ = strings.Cut(after, ">")
			}
		}
		return thread != "" && len(h.sent(thread, "is open here")) == 2
	})
	for words, want := range map[string]int{"**Bids for the sides**": 1, "bids **1 step** for the Red side": 1,
		"bids **3 steps** for the Red side": 1, "> passes.": 1} {
		if n := len(h.sent(h.channel, words)); n != want {
			t.Errorf("%q is said %d times, not %d:\n%s", words, n, want, strings.Join(h.posted("."), "\n---\n"))
		}
	}
	if n := len(h.sent(thread, "for **3 steps** of a handicap")); n != 1 {
		t.Errorf("the last bid is told %d times in the thread", n)
	}
	if n := h.made.Load(); n != 1 {
		t.Errorf("%d threads were made for a game", n)
	}
	status := must.Get(anna.Say(t.Context(), thread, "/game status"))(t)
	if !strings.Contains(status.Content, "Blue player begins with a handicap: 3 times Air Point") {
		t.Errorf("the game stands so: %s", status.Content)
	}
}
