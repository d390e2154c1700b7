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
	"grognard/render/internal/style"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

// What the banner says never overlaps, on a phone's width and on a desk's.
func TestBannerHasRoomForAll(t *testing.T) {
	p := painter(t)
	long := rendertest.Stacks()
	long.Turn, long.Turns, long.Phase = 10, 10, view.Phase{Side: "red", Name: "reinforcements"}
	long.Map.FirstDay, long.Map.TurnDays = "1941-07-22", 6
	long.Facts[0].Name, long.Facts[0].N = "Massive Historic Victory of the Defenders", 140
	for _, v := range []*view.Board{rendertest.Stacks(), long, rendertest.Surround()} {
		for _, w := range []int{440, 700, 1100, 1199, 1200, 1700, 2400} {
			b, err := p.brush(v, Paper())
			if err != nil {
				t.Fatal(err)
			}
			n := layout.NewBanner(w, len(v.Stocks))
			head := image.Rect(0, 0, w, n.High)
			var laid []image.Rectangle
			bannerParts(b, n, v, func(s *image.Paletted, at geom.Point) {
				r := s.Rect.Add(at.Pixel())
				if !r.In(head) {
					t.Errorf("%d wide: %v leaves the banner %v", w, r, head)
				}
				for _, o := range laid {
					if r.Overlaps(o) {
						t.Errorf("%d wide: %v and %v overlap", w, r, o)
					}
				}
				laid = append(laid, r)
			})
			if want := 4 + len(v.Stocks); len(laid) != want {
				t.Errorf("%d wide: %d parts, want %d", w, len(laid), want)
			}
		}
	}
}

// Units that are due change the box of their turn and nothing else.
func TestTrackTellsWhenUnitsCome(t *testing.T) {
	p, with, without := painter(t), rendertest.Surround(), rendertest.Surround()
	without.OffMap = without.OffMap[:2]
	a, b := decode(t, shot(t, p, with, Options{})), decode(t, shot(t, p, without, Options{}))
	f, err := layout.New(with.Map.Grid, Options{}, ground.Furnish(with, scene.Legend(with)))
	if err != nil {
		t.Fatal(err)
	}
	box := f.Footer.Track.Box(5).Grow(1)
	changed := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) == b.At(x, y) {
				continue
			}
			changed++
			if !box.Contains(geom.Box{X0: float64(x), Y0: float64(y), X1: float64(x), Y1: float64(y)}) {
				t.Fatalf("a pixel at %d, %d differs, outside of the box of turn 6", x, y)
			}
		}
	}
	if changed == 0 {
		t.Error("units due on turn 6 do not show")
	}
	over := rendertest.Surround()
	over.Over = true
	if bytes.Equal(shot(t, p, over, Options{}), shot(t, p, with, Options{})) {
		t.Error("the end of the game does not show")
	}
}

// The front lies on the hexsides between hexes of different sides, and on no other: a
// hex is of who stands in it, else of who controls it, else of who does so nearest to
// it, of two as near the first in the order of play.
func TestFrontLiesBetweenSides(t *testing.T) {
	p := painter(t)
	rapid.Check(t, func(t *rapid.T) {
		v := rendertest.Board(rendertest.Map(5, 4, hex.Even))
		own := map[hex.Hex]order.Side{}
		for h := range v.Map.Grid.All() {
			s := order.Side(rapid.SampledFrom([]string{"", "", "", "blue", "red"}).Draw(t, "side"))
			if s == "" {
				continue
			}
			own[h] = s
			if rapid.Bool().Draw(t, "with a stack") {
				v.Stacks = append(v.Stacks, view.Stack{Hex: h, Side: s, Height: 1})
				s = order.Side(rapid.SampledFrom([]string{"", "blue", "red"}).Draw(t, "control"))
			}
			if s != "" {
				v.Control = append(v.Control, view.Held{Hex: h, Side: s})
			}
		}
		held := map[hex.Hex]order.Side{}
		for h := range v.Map.Grid.All() {
			near := 99
			for _, s := range v.Map.Sides {
				for o, side := range own {
					if d := v.Map.Grid.Distance(h, o); side == s.ID && d < near {
						near, held[h] = d, side
					}
				}
			}
		}
		b, err := p.brush(v, Paper())
		if err != nil {
			t.Fatal(err)
		}
		f, err := layout.New(v.Map.Grid, Options{}, layout.Contents{})
		if err != nil {
			t.Fatal(err)
		}
		pic := image.NewPaletted(image.Rectangle{Max: f.Size}, b.Entries)
		drawFrontLine(b, pic, ground.Sheet{Frame: f, Picture: pic, Numbers: make([]image.Rectangle, v.Map.Grid.Size())}, scene.Of(v).Front)
		for h := range v.Map.Grid.All() {
			for i, n := range v.Map.Grid.Around(h) {
				at := geom.Lerp(f.Corner(h, i), f.Corner(h, i+1), 0.5).Pixel()
				drawn := pic.ColorIndexAt(at.X, at.Y) != style.Clear
				if want := held[h] != "" && held[n] != "" && held[h] != held[n]; drawn != want {
					t.Fatalf("between %v of %q and %v of %q: a front is %v", h, held[h], n, held[n], drawn)
				}
			}
		}
	})
}
