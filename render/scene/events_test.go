package scene

import (
	"slices"
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Strikes of different signs on one hex are told apart, and each is explained by its words.
func TestStrikesBySign(t *testing.T) {
	s := Of(rendertest.Signs())
	if len(s.Strikes) != 3 {
		t.Errorf("a barrage, and another with an air strike: %+v", s.Strikes)
	}
	var got []string
	for _, n := range toldNotes(rendertest.English(t), &s) {
		got = append(got, n.Text)
	}
	if want := []string{"Barrage", "Air strike", "Left the map", "Attack", "Bombardment"}; !slices.Equal(got, want) {
		t.Errorf("explained are %q, want %q", got, want)
	}
}

// What a board tells is put together: several moves of the same units are one way, units that went the same
// way share one arrow, and ways over a hexside lie beside one another.
func TestEvents(t *testing.T) {
	s := eventsOf(rendertest.Moves())
	if n := len(s.Moves); n != 7 {
		t.Fatalf("%d moves of nine: %+v", n, s.Moves)
	}
	if got, want := s.Moves[0].Path, rendertest.Path("1.04", "2.04", "3.04", "4.04", "5.04"); !slices.Equal(got, want) {
		t.Errorf("two goes are %v; want %v", got, want)
	}
	if a, b, c := s.Moves[0].Lane, s.Moves[1].Lane, s.Moves[2].Lane; a == b || b == c || a == c {
		t.Errorf("three ways over a hexside in the lanes %d, %d, %d", a, b, c)
	}
	v, hop := rendertest.Moves(), rendertest.Path("4.04", "5.04")
	v.Stacks = []view.Stack{{Hex: hop[0]}, {Hex: hop[1]}}
	if all := eventsOf(v).Moves; len(all) != 8 || !slices.Equal(all[7].Path, hop) || all[7].Rank() != RankShortMoves {
		t.Errorf("the end of a way between two stacks is hidden: %+v", all)
	}
	if len(s.Arrivals) != 1 || s.Arrivals[0].N != 2 {
		t.Errorf("two units that came to one hex: %+v", s.Arrivals)
	}
	f := eventsOf(rendertest.Fights())
	if len(f.Fights) != 4 || len(f.Fights[0].Told) != 2 {
		t.Errorf("five fights for four hexes: %+v", f.Fights)
	}
	if len(f.Strikes) != 2 || f.Strikes[1].Hits != 1 || f.Strikes[1].All != 3 {
		t.Errorf("a hit among three strikes: %+v", f.Strikes)
	}
	if len(f.Losses) != 3 || f.Losses[1].Count != 3 || len(f.Losses[1].Known) != 1 {
		t.Errorf("losses: %+v", f.Losses)
	}
}

// A unit that is set up in a hex several times counts once: for a viewer who can identify it, and by the height of the
// stack for one who sees only the unit on top.
func TestSetUpAgain(t *testing.T) {
	at := hex.Hex{Col: 5, Row: 5}
	setUp := func(count int, known ...order.UnitID) view.Line {
		d := view.MapEvent{Kind: view.Placed, Side: "blue", Path: []hex.Hex{at}, Count: count}
		for _, id := range known {
			d.Units = append(d.Units, view.Counter{ID: id})
		}
		return view.Line{MapEvent: &d}
	}
	for _, c := range []struct {
		told   []view.Line
		height int
		want   int
	}{
		{[]view.Line{setUp(1, "a"), setUp(1, "a"), setUp(1, "a")}, 4, 1},
		{[]view.Line{setUp(1, "a"), setUp(2, "a", "b")}, 4, 2},
		{[]view.Line{setUp(2, "a"), setUp(2, "a")}, 2, 2},
		{[]view.Line{setUp(1), setUp(1)}, 1, 1},
		{[]view.Line{setUp(1), setUp(1)}, 3, 2},
	} {
		b := &view.Board{Map: &view.Map{}, Told: c.told, Stacks: []view.Stack{{Hex: at, Side: "blue", Height: c.height}}}
		if s := eventsOf(b); len(s.Arrivals) != 1 || s.Arrivals[0].N != c.want || len(s.Arrivals[0].Told) != len(c.told) {
			t.Errorf("%d set up, %+v, want %d", len(c.told), s.Arrivals, c.want)
		}
	}
}
