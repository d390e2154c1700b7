package notices_test

import (
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/ledger/replay"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// Whether a player is called depends only on what everybody has heard of. An act that the other side has not heard of
// yet neither causes a call nor prevents one.
func TestIsAway_BetraysNothing(t *testing.T) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	red := order.Side("red")
	silent := ledger.Body{Ordered: &ledger.Result{}}
	heard := ledger.Body{Ordered: &ledger.Result{Announced: true}}
	for name, c := range map[string]struct {
		by            string        // who gives the command by which Red is to act
		before, since *ledger.Body  // by Red's player: ten minutes before he is to act, and once he is
		after         time.Duration // from when he is to act until it is asked whether he is called
		want          bool          // he is called
	}{
		"who is away is called": {by: "anna", after: time.Minute, want: true},
		"a silent order is no sign of him": {by: "anna", before: &silent, since: &silent, after: time.Minute,
			want: true},
		"nor is one that was silently undone": {by: "anna", since: &ledger.Body{Undone: &ledger.Undone{}},
			after: time.Minute,
			want:  true},
		"an announced order is one": {by: "anna", since: &heard, after: time.Hour},
		"and the end of a phase": {by: "anna", since: &ledger.Body{Ordered: &ledger.Result{Closes: true}},
			after: time.Minute},
		"and an offer":                        {by: "anna", since: &ledger.Body{Proposed: &ledger.Proposed{}}, after: time.Minute},
		"as an act of ten minutes ago does":   {by: "anna", before: &heard, after: -time.Second},
		"but not for longer":                  {by: "anna", before: &heard, after: time.Minute, want: true},
		"who gives the command is not called": {by: "boris", after: time.Hour},
		"a clock put back prevents no call":   {by: "anna", before: &heard, after: -20 * time.Minute, want: true},
	} {
		g := &ledger.Game{Frame: ledger.Frame{Seats: []ledger.Seat{{Side: "blue", User: "anna"},
			{Side: "red", User: "boris"}}}}
		replay.Follow(g, ledger.Step{Row: storage.Row{Seq: 4, By: "anna", At: noon},
			Body: ledger.Body{Started: &ledger.Result{}}})
		if c.before != nil {
			replay.Follow(g, ledger.Step{Row: storage.Row{Seq: 5, By: "boris", At: noon.Add(20 * time.Minute)},
				Body: *c.before})
		}
		begins := heard
		begins.Acts = &red
		replay.Follow(g, ledger.Step{Row: storage.Row{Seq: 6, By: c.by, At: noon.Add(30 * time.Minute)}, Body: begins})
		if c.since != nil {
			replay.Follow(g, ledger.Step{Row: storage.Row{Seq: 7, By: "boris", At: noon.Add(30 * time.Minute)},
				Body: *c.since})
		}
		if got := notices.IsAway(g, "boris", g.Acting.Since, noon.Add(30*time.Minute+c.after)); got != c.want {
			t.Errorf("%s: called is %t", name, got)
		}
	}
}

// Before is the last side for which the game waited a minute or longer, "" if there is none. So nothing has changed for
// a player to whom the game comes back at once.
func TestTurnTo_BackWithinAMinute(t *testing.T) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	type turn struct {
		side   order.Side
		second int
	}
	for name, c := range map[string]struct {
		turns []turn
		want  order.Side // who was there before for long enough
	}{
		"the first":                      {[]turn{{"red", 0}}, ""},
		"after an hour":                  {[]turn{{"red", 0}, {"blue", 3600}}, "red"},
		"there and back within a minute": {[]turn{{"red", 0}, {"blue", 3600}, {"red", 3659}}, "red"},
		"and forth again":                {[]turn{{"red", 0}, {"blue", 3600}, {"red", 3620}, {"blue", 3640}}, "red"},
		"there and back after a minute":  {[]turn{{"red", 0}, {"blue", 3600}, {"red", 3660}}, "blue"},
		"by way of nobody":               {[]turn{{"red", 0}, {"", 3600}, {"red", 3610}}, "red"},
		"after nobody for longer":        {[]turn{{"red", 0}, {"", 3600}, {"red", 3700}}, ""},
	} {
		var a ledger.ActingSince
		for i, x := range c.turns {
			a.TurnTo(x.side, uint64(i+2), noon.Add(time.Duration(x.second)*time.Second))
		}
		if a.Before != c.want || a.Side != c.turns[len(c.turns)-1].side {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

// The message of a request for an undo is not edited when a silent order overtakes it, because the edit would show that
// there was an order.
func TestLapseUndo_SilentOrder(t *testing.T) {
	request := ledger.Message{Kind: api.UndoAsked, Row: 7}
	here := view.Standing{}
	for name, c := range map[string]struct {
		said  ledger.Body // the command after the request
		told  bool        // everybody is told of the command
		lives bool        // the message is left as it is
	}{
		"a silent order":          {said: ledger.Body{Ordered: &ledger.Result{}}, lives: true},
		"an order that is told":   {said: ledger.Body{Ordered: &ledger.Result{}}, told: true},
		"an offer, while it runs": {said: ledger.Body{Proposed: &ledger.Proposed{}}, told: true, lives: true},
		"its answer":              {said: ledger.Body{UndoDenied: &ledger.UndoDenied{}}, told: true},
	} {
		n := &notices.Collector{Live: []ledger.Message{request},
			NewRow: &notices.NewRow{Seq: 9, Body: c.said, Change: notices.Change{Before: here, After: here}}}
		n.EditLive()
		if c.told {
			n.Tell(api.News)
		}
		n.LapseUndo()
		if lives := len(n.Live) == 1; lives != c.lives || lives == (len(n.List) == 2) {
			t.Errorf("%s: the message lives %t, told is %+v", name, lives, n.List)
		}
	}
}
