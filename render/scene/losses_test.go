package scene

import (
	"slices"
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// A lost step belongs to the hex of the loss while its unit stands there, else to the fight in which it was lost.
func TestWhereLostStepsAreShown(t *testing.T) {
	b := rendertest.Results()
	b.Told = slices.Insert(b.Told, 0, rendertest.MapEvent(view.Reduced, "red", "6.02")) // where blue stands in the end
	s := eventsOf(b)
	if len(s.Steps) != 1 || s.Steps[0].At != rendertest.At("2.02") || s.Steps[0].N != 1 {
		t.Errorf("the steps of units that stay are %+v", s.Steps)
	}
	lost := s.Fights[0].Lost
	if len(lost) != 2 || lost[0].Side != "blue" || lost[0].At != rendertest.At("2.02") || lost[1].Side != "red" ||
		lost[1].At != rendertest.At("3.03") {
		t.Errorf("the steps of units that have gone on are %+v", lost)
	}
	if len(s.Fights[1].Lost) != 0 {
		t.Errorf("%+v were lost in another fight", s.Fights[1].Lost)
	}
	none := rendertest.Moves()
	none.Told = []view.Line{rendertest.MapEvent(view.Reduced, "red", "1.04")}
	if s := eventsOf(none); len(s.Steps) != 1 {
		t.Errorf("a step lost without a fight is shown as %+v", s.Steps)
	}
}

// A unit that dies is shown where it died: after a retreat where that led, and of several hexes each in its own.
func TestWhereTheDeadAreShown(t *testing.T) {
	at := map[hex.Hex]int{}
	for _, l := range eventsOf(rendertest.Results()).Losses {
		at[l.At] += l.Count
	}
	for h, n := range map[string]int{"3.03": 1, "5.03": 1, "6.02": 2} {
		if at[rendertest.At(h)] != n {
			t.Errorf("%d died in %s; want %d", at[rendertest.At(h)], h, n)
		}
	}
	b := rendertest.Moves()
	dead := rendertest.MapEvent(view.Died, "red", "2.02", "3.03")
	d := dead.MapEvent
	d.Count, d.Where = 3, rendertest.Path("3.03", "2.02", "3.03")
	for _, id := range []string{"1", "2", "3"} {
		d.Units = append(d.Units, rendertest.Unit(id, "infantry", "division"))
	}
	b.Told = []view.Line{dead}
	for _, l := range eventsOf(b).Losses {
		want := []string{"1", "3"}
		if l.At == rendertest.At("2.02") {
			want = []string{"2"}
		}
		is := func(u view.Counter, id string) bool { return string(u.ID) == id }
		if l.Count != len(want) || !slices.EqualFunc(l.Known, want, is) {
			t.Errorf("in %v died %v, %d units", l.At, l.Known, l.Count)
		}
	}
}

// A place that was taken comes first in what happened. Taken back in the same phase, it has not changed hands.
func TestPlacesThatWereTaken(t *testing.T) {
	b := rendertest.Results()
	s := Of(b)
	for i, h := range []string{"3.03", "6.02"} {
		if e := s.Happened()[i]; !slices.Equal(e.Hexes, rendertest.Path(h)) {
			t.Errorf("event %d is in %v; want %s", i, e.Hexes, h)
		}
		if c := s.Captures[i]; !c.Changed() || c.By != "blue" || c.From != "red" {
			t.Errorf("%+v", c)
		}
	}
	back := rendertest.MapEvent(view.Taken, "red", "6.02")
	back.MapEvent.From = "blue"
	b.Told = append(b.Told, back)
	if c := eventsOf(b).Captures[1]; c.Changed() || len(c.Told) != 2 {
		t.Errorf("%+v", c)
	}
}

// Where it is not told who stood in which of several hexes, each shows one unit and the first all others.
func TestLosses_PlacesNotTold(t *testing.T) {
	for name, c := range map[string]struct {
		units int
		path  []string
		want  []int // in the order of the path
	}{
		"as many units as hexes": {2, []string{"2.02", "3.03"}, []int{1, 1}},
		"more units than hexes":  {5, []string{"2.02", "3.03", "4.02"}, []int{3, 1, 1}},
		"fewer units than hexes": {1, []string{"2.02", "3.03"}, []int{1, 1}},
		"all units in one hex":   {4, []string{"2.02"}, []int{4}},
	} {
		t.Run(name, func(t *testing.T) {
			b, gone := rendertest.Moves(), rendertest.MapEvent(view.Gone, "red", c.path...)
			gone.MapEvent.Count = c.units
			b.Told = []view.Line{gone}
			var got []int
			for _, l := range eventsOf(b).Losses {
				got = append(got, l.Count)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%d units that left %v are shown as %v; want %v", c.units, c.path, got, c.want)
			}
		})
	}
}
