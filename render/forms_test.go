package render

import (
	"bytes"
	"slices"
	"testing"

	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// Strikes of different signs on one hex are told apart, and each is explained by its words.
func TestStrikesBySign(t *testing.T) {
	b := rendertest.Signs()
	if s := storyOf(b); len(s.raids) != 3 {
		t.Errorf("a barrage, and another with an air strike: %+v", s.raids)
	}
	var got []string
	for _, n := range brushOf(t, b, Paper()).overlay(nil, layout.Frame{}, b).toldNotes() {
		got = append(got, n.text)
	}
	if want := []string{"Barrage", "Air strike", "Left the map", "Attack", "Bombardment"}; !slices.Equal(got, want) {
		t.Errorf("explained are %q, want %q", got, want)
	}
}

// What one side comes to alone is explained by a column of its own table, for it has no odds.
func TestASampleWithoutOdds(t *testing.T) {
	b := rendertest.Moves()
	for alone, want := range map[bool]string{true: "11", false: "3:1"} {
		b.Told = []view.Line{{Reckoned: &view.Reckoning{Side: "blue", Target: rendertest.At("7.02"), Sign: view.Burst, Note: "Bombardment", Column: "11", Result: "D", Alone: alone}}}
		notes := brushOf(t, b, Paper()).overlay(nil, layout.Frame{}, b).toldNotes()
		if len(notes) != 1 || notes[0].scene.Told[0].Reckoned.Column != want {
			t.Errorf("alone %v: %+v", alone, notes)
		}
	}
}

// Every shape of a form is drawn, under the counters or over them, and a form without hexes
// is nothing but a veil over all.
func TestEveryShapeIsDrawn(t *testing.T) {
	plain := rendertest.Board(rendertest.Map(5, 3, hex.Even))
	p := painter(t)
	bare := shot(t, p, plain, Options{})
	for _, s := range []view.Shape{view.SolidLine, view.DashedLine, view.DottedLine, view.Tint, view.FineHatch, view.BroadHatch, view.CrossHatch,
		view.Border, view.Veil, view.Ring, view.Label, view.LabelPlated} {
		f := view.Form{Shape: s, Side: "blue", Text: "7"}
		drawn := func(f view.Form) bool {
			b := *plain
			b.Overlays = []view.Overlay{{Forms: []view.Form{f}}}
			return !bytes.Equal(bare, shot(t, p, &b, Options{}))
		}
		if got := drawn(f); got != (s == view.Veil) {
			t.Errorf("a %s of no hexes is drawn: %v", s, got)
		}
		f.Hexes = rendertest.Path("2.02", "3.02")
		if !drawn(f) {
			t.Errorf("a %s is not drawn", s)
		}
		if f.Over = true; !drawn(f) {
			t.Errorf("a %s over the counters is not drawn", s)
		}
		f.Hexes = rendertest.Path("2.02")
		drawn(f) // a line of one hex has no length, and is no reason to draw nothing at all
	}
}

// What several lines have in common is explained once.
func TestNotesOfFormsAreExplainedOnce(t *testing.T) {
	b := rendertest.Forms()
	_, notes := brushOf(t, b, Paper()).overlay(nil, layout.Frame{}, b).explained()
	if len(notes) != 1 || notes[0].text != "Line of fire" {
		t.Errorf("two lines of fire are explained by %+v", notes)
	}
}

// A close-up of a fire shows where it came from.
func TestFocusHoldsWhatIsDrawn(t *testing.T) {
	b := &view.Board{Map: &view.Map{Grid: hex.Grid{Cols: 60, Odd: hex.Rows{First: 1, Last: 30}, Even: hex.Rows{First: 1, Last: 30}}},
		Told: []view.Line{{Forms: []view.Form{{Shape: view.DottedLine, Hexes: rendertest.Path("20.10", "22.11")}}}}}
	o, ok := Focus(b)
	if !ok {
		t.Fatal("no close-up")
	}
	for _, h := range rendertest.Path("20.10", "22.11") {
		if b.Map.Grid.Distance(h, o.Around) > o.Radius {
			t.Errorf("%v is not within %d of %v", h, o.Radius, o.Around)
		}
	}
}
