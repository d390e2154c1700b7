package referee_test

import (
	"testing"

	"grognard/bot/referee/api"
)

// tell delivers what is to be said in a feed, or with "" where the game is played, and says how much
// that was.
func (h *clockHouse) tell(feed string) (n int) {
	h.t.Helper()
	games := must(h.Outbox.Owing(h.t.Context()))(h.t)
	for _, o := range games {
		if o.Feed != feed {
			continue
		}
		for e, err := range h.Outbox.Notifications(h.t.Context(), o.Game, o.Feed) {
			if err == nil {
				err = h.Outbox.Delivered(h.t.Context(), e, "sent")
			}
			check(h.t, err)
			if n++; e.Feed != feed || e.Public == nil && feed != "" || e.Side != nil && feed != "" {
				h.t.Errorf("in feed %q is told %+v", feed, e)
			}
		}
	}
	return n
}

// A player's clock runs from when he was told, whenever those are who only watch: a feed that cannot be
// told for hours holds no clock, before it is told nor after.
func TestAFeedHoldsNoClock(t *testing.T) {
	h := newClockHouse(t, aDay())
	check(t, h.Feeds.AddFeed(t.Context(), h.cmd("anna", "c1"), "watchers"))
	for h.clock("blue").Acts {
		h.must("anna", "c1", "/end")
	}
	if h.tell("") == 0 {
		t.Fatal("nothing is told where the game is played")
	}
	h.later(5 * hour)
	want := oneDay - 5*hour
	if c := h.clock("red"); c.Left != want || !c.Running {
		t.Errorf("before the feed is told: %+v, want %v left", c, want)
	}
	h.restart()
	if h.tell("watchers") == 0 {
		t.Fatal("nothing is told in the feed")
	}
	if c := h.clock("red"); c.Left != want || !c.Running {
		t.Errorf("when the feed is told: %+v, want %v left", c, want)
	}
	check(t, h.Feeds.LoseFeed(t.Context(), h.table().Game, "watchers"))
	if list, _, err := h.Feeds.Feeds(t.Context(), "c1"); err != nil || len(list) != 0 {
		t.Errorf("the feeds are %v, %v", list, err)
	}
	lost := h.notifications()
	if len(lost) != 1 || lost[0].Kind != api.FeedLost || lost[0].Feed != "watchers" || lost[0].Public == nil {
		t.Errorf("the loss is told by %+v", lost)
	}
}
