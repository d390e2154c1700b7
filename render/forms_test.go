package render

import (
	"bytes"
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules/hex"
	"grognard/rules/view"
)

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
