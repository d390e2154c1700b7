package render

import (
	"bytes"
	"image"
	"testing"

	"grognard/render/internal/geom"
	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/scene"
	"grognard/render/internal/sprite"
	"grognard/render/internal/style"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Signs of different hexes do not cover one another while there is room.
func TestSignsKeepClear(t *testing.T) {
	for name, v := range map[string]*view.Board{"fights": rendertest.Fights(), "moves": rendertest.Moves()} {
		b := brushOf(t, v, Paper())
		f, err := layout.New(v.Map.Grid, Options{HexSize: 80}, layout.Contents{})
		if err != nil {
			t.Fatal(err)
		}
		tab := newOverlay(b, image.NewPaletted(image.Rectangle{Max: f.Size}, b.Entries), f, scene.Of(v)).signs()
		for i, r := range tab.Taken {
			if !r.In(f.Body) {
				t.Errorf("%s: a sign at %v leaves the map %v", name, r, f.Body)
			}
			for _, q := range tab.Taken[:i] {
				if r.Overlaps(q) {
					t.Errorf("%s: signs at %v and %v", name, r, q)
				}
			}
		}
	}
}

// A decision that is owed in the hex of a fight does not cross out its odds and result.
func TestTheRingLiesUnderTheSigns(t *testing.T) {
	v, o := rendertest.Fights(), Options{HexSize: 80}
	b := brushOf(t, v, Paper())
	g, err := ground.Print(b, v, o)
	if err != nil {
		t.Fatal(err)
	}
	signs := newOverlay(b, image.NewPaletted(g.Picture.Bounds(), b.Entries), g.Frame, scene.Of(v)).signs().Taken
	p := painter(t)
	v.Due = nil
	without := decode(t, shot(t, p, v, o))
	v.Due = &view.Prompt{Hex: rendertest.At("5.01"), Side: "blue"}
	with := decode(t, shot(t, p, v, o))
	if _, n := differ(without, with); n == 0 {
		t.Fatal("no ring is drawn")
	}
	for _, r := range signs {
		r = r.Inset(r.Dy() / 4) // signs have round corners
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				if without.At(x, y) != with.At(x, y) {
					t.Fatalf("the ring covers the sign at %v", r)
				}
			}
		}
	}
}

func brushOf(t testing.TB, v *view.Board, s Style) sprite.Atlas {
	t.Helper()
	b, err := painter(t).brush(v, s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Of a loss without a name nothing shows but its side: a picture for the public does
// not tell who died under a top.
func TestUnnamedLossesAreBacks(t *testing.T) {
	told := func(units []view.Counter) []byte {
		b := rendertest.Board(rendertest.Map(5, 3, hex.Even))
		l := rendertest.Deed(view.Died, "blue", "3.02")
		l.Deed.Units = units
		b.Told = []view.Line{l}
		return shot(t, painter(t), b, Options{})
	}
	if bytes.Equal(told(nil), told([]view.Counter{rendertest.Unit("7", "armour", "division")})) {
		t.Error("a known unit is drawn as an unknown one")
	}
	v, lost := rendertest.Board(rendertest.Map(5, 3, hex.Even)), scene.Loss{At: rendertest.At("3.02"), Side: "blue", Count: 1}
	b := brushOf(t, v, Paper())
	f, err := layout.New(v.Map.Grid, Options{}, layout.Contents{})
	if err != nil {
		t.Fatal(err)
	}
	o := newOverlay(b, nil, f, scene.Of(v))
	px := int(sprite.GhostWide*o.HexSize + 0.5)
	if got, want := sprite.Ghosts(o.Atlas, lost, o.HexSize), sprite.Ghost(b, sprite.GhostLook{CounterLook: sprite.CounterLook{Side: "blue", Px: px}}); !bytes.Equal(got.Pix, want.Pix) {
		t.Error("a loss without a name is not the ghost of a back")
	}
}

// The printed map of a picture is the same with layers as without, and comes from the
// same kept one.
func TestLayersLeaveTheGroundAlone(t *testing.T) {
	plain := rendertest.Moves()
	plain.Told = nil
	for name, layered := range map[string]*view.Board{"moves": rendertest.Moves(), "fights": rendertest.Fights(), "reach": rendertest.Reach(), "supply": rendertest.Supply()} {
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
		if n := p.grounds.Len(); n != 1 {
			t.Errorf("%s: %d maps kept", name, n)
		}
		a, b := decode(t, want).Bounds(), decode(t, first).Bounds()
		if a.Dx() != b.Dx() || a.Dy() >= b.Dy() {
			t.Errorf("%s: a picture of %v, without layers of %v", name, b, a)
		}
	}
}

// What a hex costs can be read on every step of the tints, in every style, and the
// steps grow lighter or darker one after the other.
func TestCostsCanBeRead(t *testing.T) {
	for _, s := range Styles() {
		b := brushOf(t, rendertest.Reach(), s)
		for _, side := range []order.Side{"blue", "red"} {
			l, last := b.SideStyle(side), 0.0
			for i := range style.TintSteps {
				tint := l.Tint(s.Ground, i, style.TintSteps)
				if c := style.Contrast(s.Ink, tint); c < s.Legible {
					t.Errorf("%s, %s: step %d is only %.1f from the ink", s.Name, side, i, c)
				}
				if c := style.Contrast(l.Base, tint); c <= last {
					t.Errorf("%s, %s: step %d is no farther from the side's colour than the one before", s.Name, side, i)
				} else {
					last = c
				}
			}
		}
	}
}

// Every hex is tinted and hatched pixel by pixel, and no pixel belongs to two.
func TestRowsOfHexes(t *testing.T) {
	for _, d := range []float64{24, 37, 58.5, 111} {
		g := hex.Grid{Cols: 5, Odd: hex.Rows{First: 1, Last: 5}, Even: hex.Rows{First: 1, Last: 5}}
		o := overlay{Frame: layout.Frame{Plane: geom.Plane{Grid: g, HexSize: d, X: 3.3, Y: 6 * d}, Body: image.Rect(0, 0, 900, 900)}}
		seen := map[image.Point]int{}
		for h := range g.All() {
			o.rows(h, func(y, x0, x1 int) {
				for x := x0; x < x1; x++ {
					seen[image.Pt(x, y)]++
				}
			})
		}
		mid := o.Centre(hex.Hex{Col: 3, Row: 3})
		for y := int(mid.Y - d); y < int(mid.Y+d); y++ {
			for x := int(mid.X - d); x < int(mid.X+d); x++ {
				if n := seen[image.Pt(x, y)]; n != 1 {
					t.Fatalf("hexes of %v: pixel %d, %d lies in %d of them", d, x, y, n)
				}
			}
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
		moves.Told = append(moves.Told, view.Line{Deed: &view.Deed{Kind: view.Marched, Side: "blue", Path: way, Count: 1}})
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
	reach.Overlays = []view.Overlay{{Forms: []view.Form{{Shape: view.Tint, Most: 4, Hexes: reached}, {Shape: view.Veil, Hexes: reached},
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
