package bid_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"grognard/bot/league/bid"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// said is what a player says.
type said struct {
	player string
	bid.Say
}

func says(player string, side, points int) said {
	return said{player, bid.Say{Side: side, Points: points}}
}

// Each bid is higher than the last one and for the same side, in turn, and after the end nothing is said.
func TestAdd_Refused(t *testing.T) {
	anna, boris := says("anna", 2, 3), says("boris", 2, 5)
	passes := func(player string) said { return says(player, 0, 0) }
	for name, c := range map[string]struct {
		before []said
		last   said
		want   string
	}{
		"the first bid":         {nil, anna, ""},
		"a pass at once":        {nil, passes("anna"), ""},
		"the most":              {nil, says("anna", 1, 9), ""},
		"higher":                {[]said{anna}, boris, ""},
		"after a pass":          {[]said{passes("anna")}, says("boris", 1, 1), ""},
		"a stranger":            {nil, says("clara", 1, 1), "others"},
		"before the first":      {nil, boris, "turn"},
		"twice":                 {[]said{anna}, says("anna", 2, 4), "twice"},
		"a pass after a bid":    {[]said{anna}, passes("anna"), "twice"},
		"as much":               {[]said{anna}, says("boris", 2, 3), "low"},
		"less":                  {[]said{anna}, says("boris", 2, 2), "low"},
		"nothing for a side":    {nil, says("anna", 1, 0), "low"},
		"less than nothing":     {nil, says("anna", 1, -1), "low"},
		"too much":              {nil, says("anna", 1, 10), "high"},
		"for the other side":    {[]said{anna}, says("boris", 1, 4), "side"},
		"for no side":           {nil, says("anna", 0, 4), "side"},
		"for a third side":      {nil, says("anna", 3, 4), "side"},
		"after the end":         {[]said{anna, passes("boris")}, says("anna", 2, 5), "over"},
		"after passes of both":  {[]said{passes("anna"), passes("boris")}, anna, "over"},
		"a second pass":         {[]said{anna, passes("boris")}, passes("boris"), "over"},
		"a stranger at the end": {[]said{anna, passes("boris")}, says("clara", 2, 9), "others"},
	} {
		a := bid.Auction{Players: [2]string{"anna", "boris"}, Most: 9}
		for _, s := range c.before {
			must.Do(t, a.Add(s.player, time.Time{}, s.Say))
		}
		err, why := a.Add(c.last.player, time.Time{}, c.last.Say), bid.Refusal{}
		if errors.As(err, &why); why.Why != c.want || (err == nil) != (c.want == "") {
			t.Errorf("%s: %v; want %q", name, err, c.want)
		}
		if want := len(c.before); err != nil && len(a.Said) != want {
			t.Errorf("%s: refused, and %v is said", name, a.Said)
		}
	}
}

// Whatever is pressed, it ends: each side has one owner, and the last bid is the highest and the owner's; without a bid
// nobody owns a side.
func TestAuction_EndsWithOneOwnerOfEachSide(t *testing.T) {
	without := 0
	for seed := range uint64(500) {
		draw := rand.New(rand.NewPCG(seed, 1))
		a := bid.Auction{Players: [2]string{"anna", "boris"}, Most: 9}
		var last said
		for presses := 0; !a.Over(); presses++ {
			if presses > 10000 {
				t.Fatalf("seed %d: it goes on: %+v", seed, a)
			}
			s := says([]string{"anna", "boris", "clara"}[draw.IntN(3)], draw.IntN(4), draw.IntN(12)-1)
			if draw.IntN(4) == 0 {
				s.Say = bid.Say{}
			}
			if a.Add(s.player, time.Time{}, s.Say) == nil && s.Points > 0 {
				if s.Points <= last.Points || s.player == last.player {
					t.Errorf("seed %d: %v after %v", seed, s, last)
				}
				last = s
			}
		}
		players, ok := a.Sides()
		switch {
		case last.Points == 0:
			if without++; ok || a.Winner() >= 0 || a.Best() != (bid.Say{}) {
				t.Errorf("seed %d: nobody bids, and %v have sides", seed, players)
			}
		case !ok || players[last.Side-1] != last.player || players[0] == players[1] || a.Best() != last.Say:
			t.Errorf("seed %d: %v has bid last, and %v have the sides", seed, last, players)
		}
	}
	if without == 0 || without > 250 {
		t.Errorf("nobody bids in %d of 500", without)
	}
}

// The points of a bid are the other side's, whichever side counts: they change the level of victory.
func TestSettled(t *testing.T) {
	blue, draw, red := &view.Victory{Side: "blue", Degree: 1, Most: 1}, &view.Victory{Most: 1},
		&view.Victory{Side: "red", Degree: 1, Most: 1}
	scale := []view.Level{{AtLeast: 6, Victory: blue}, {AtLeast: 5, Victory: draw}, {AtLeast: 1, Victory: red}}
	sides := [2]order.Side{"blue", "red"}
	for _, c := range []struct {
		n, side, points int
		want            *view.Victory
	}{
		{4, 2, 1, draw}, {4, 2, 2, blue}, {6, 1, 1, draw}, {6, 1, 2, red}, {7, 1, 1, blue}, {0, 1, 3, red}, {9, 0, 1, nil},
	} {
		f := &view.Fact{Side: "blue", N: c.n, Victory: draw, Scale: scale}
		if got := bid.Settled(f, sides, bid.Say{Side: c.side, Points: c.points}); got != c.want {
			t.Errorf("%+v: %+v", c, got)
		}
	}
	counts := map[string]*view.Fact{"no points": nil, "levels without winners": {Side: "blue"}, "no levels": {Victory: draw}}
	for name, f := range counts {
		if bid.Most(f) != 0 || bid.Settled(f, sides, bid.Say{Side: 1, Points: 1}) != nil {
			t.Error("something can be bid: " + name)
		}
	}
	if got := fmt.Sprint(bid.Refusal{Why: "low"}, bid.Most(&view.Fact{Victory: draw, Scale: scale})); got != "refused: low 6" {
		t.Error(got)
	}
}
