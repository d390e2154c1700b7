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
	for _, s := range []view.Shape{view.SolidLine, view.DashedLine, view.DottedLine, view.Tint, view.FineHatch,
		view.BroadHatch, view.CrossHatch,
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
	b := &view.Board{Map: &view.Map{Grid: hex.Grid{Cols: 60, Odd: hex.Rows{First: 1, Last: 30},
		Even: hex.Rows{First: 1, Last: 30}}},
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

// Of a loss without a name only the side shows: a picture for the public does not tell which units were lost
// under the top one.
func TestUnnamedLossesAreBacks(t *testing.T) {
	told := func(units []view.Counter) []byte {
		b := rendertest.Board(rendertest.Map(5, 3, hex.Even))
		l := rendertest.MapEvent(view.Died, "blue", "3.02")
		l.MapEvent.Units = units
		b.Told = []view.Line{l}
		return shot(t, painter(t), b, Options{})
	}
	if bytes.Equal(told(nil), told([]view.Counter{rendertest.Unit("7", "armour", "division")})) {
		t.Error("a known unit is drawn as an unknown one")
	}
}

// The printed map of a picture is the same with layers as without, and comes from the
// same kept one.
func TestLayersLeaveTheGroundAlone(t *testing.T) {
	plain := rendertest.Moves()
	plain.Told = nil
	for name, layered := range map[string]*view.Board{"moves": rendertest.Moves(), "fights": rendertest.Fights(),
		"reach": rendertest.Reach(), "supply": rendertest.Supply()} {
		p := painter(t)
		layered.Map = plain.Map
		want := shot(t, painter(t), plain, Options{})
		first := shot(t, p, layered, Options{})
		if !bytes.Equal(want, shot(t, p, plain, Options{})) {
			t.Errorf("%s: what was drawn before shows", name)
		}
		if !bytes.Equal(first, shot(t, p, layered, Options{})) {
			t.Errorf("%s: drawn twice, and not the same", name)
		}
		if n := p.maps.Len(); n != 1 {
			t.Errorf("%s: %d maps kept", name, n)
		}
		a, b := decode(t, want).Bounds(), decode(t, first).Bounds()
		if a.Dx() != b.Dx() || a.Dy() >= b.Dy() {
			t.Errorf("%s: a picture of %v, without layers of %v", name, b, a)
		}
	}
}

// BenchmarkLayers times a whole map with forty moves, and with the other layers.
func BenchmarkLayers(b *testing.B) {
	p := painter(b)
	moves, reach, supply := rendertest.Large(), rendertest.Large(), rendertest.Large()
	g := moves.Map.Grid
	var lines [][]hex.Hex
	for i := range 40 {
		way := []hex.Hex{{Col: int8(2 + i%36), Row: int8(3 + i*5%20)}}
		for range 6 {
			way = append(way, g.Around(way[len(way)-1])[1+len(way)%2])
		}
		moves.Told = append(moves.Told,
			view.Line{MapEvent: &view.MapEvent{Kind: view.Marched, Side: "blue", Path: way, Count: 1}})
		lines = append(lines, way)
	}
	supplied := view.Overlay{Forms: []view.Form{{Shape: view.Veil}}}
	for _, l := range lines {
		supplied.Forms = append(supplied.Forms, view.Form{Shape: view.DashedLine, Side: "blue", Hexes: l, Heads: true})
	}
	supply.Overlays = []view.Overlay{supplied}
	var reached []hex.Hex
	for h := range g.All() {
		if g.Distance(h, hex.Hex{Col: 20, Row: 14}) < 9 {
			reached = append(reached, h)
		}
	}
	reach.Overlays = []view.Overlay{{Forms: []view.Form{{Shape: view.Tint, Most: 4, Hexes: reached},
		{Shape: view.Veil, Hexes: reached},
		{Shape: view.Border, Hexes: reached}, {Shape: view.Label, Text: "0", Hexes: reached}}}}
	for _, c := range []struct {
		name  string
		board *view.Board
	}{{"none", rendertest.Large()}, {"forty moves", moves}, {"reach", reach}, {"supply", supply}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				shot(b, p, c.board, Options{})
			}
		})
	}
}
