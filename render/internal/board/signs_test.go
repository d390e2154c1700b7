package board

import (
	"bytes"
	"image"
	"slices"
	"testing"

	"grognard/render/internal/geom"
	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite"
	"grognard/render/internal/sprite/spritetest"
	"grognard/render/internal/style"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/view"
)

// Signs of different hexes do not cover one another while there is room.
func TestSignsKeepClear(t *testing.T) {
	for name, v := range map[string]*view.Board{"fights": rendertest.Fights(), "moves": rendertest.Moves()} {
		c := blank(t, v, 80)
		tab := drawSigns(c)
		for i, r := range tab.signs.Taken {
			if !r.In(c.Body) {
				t.Errorf("%s: a sign at %v leaves the map %v", name, r, c.Body)
			}
			for _, q := range tab.signs.Taken[:i] {
				if r.Overlaps(q) {
					t.Errorf("%s: signs at %v and %v", name, r, q)
				}
			}
		}
	}
}

// blank is a canvas for a board, with nothing on it, not even the map.
func blank(t *testing.T, v *view.Board, size int) canvas {
	t.Helper()
	a := spritetest.Atlas(t, v, style.Paper())
	f := must.Get(layout.New(v.Map.Grid, layout.Options{HexSize: size}, layout.Contents{}))(t)
	return canvas{a, ground.Sheet{Frame: f}, scene.Of(v), image.NewPaletted(image.Rectangle{Max: f.Size}, a.Entries)}
}

// drawn is a picture of a board on a copy of its printed map.
func drawn(a sprite.Atlas, g ground.Sheet, v *view.Board) *image.Paletted {
	pic := *g.Picture
	pic.Pix = slices.Clone(pic.Pix)
	Draw(a, g, scene.Of(v), &pic, true)
	return &pic
}

// What an overlay draws in the hexes round a close-up leaves its banner alone.
func TestForms_StayOnTheMap(t *testing.T) {
	v := rendertest.Surround()
	a := spritetest.Atlas(t, v, style.Paper())
	part := hex.Part{Around: rendertest.At("3.02"), Radius: 1, Rows: 1}
	g := must.Get(ground.Print(a, v, layout.Options{Part: part}))(t)
	plain := drawn(a, g, v)
	for _, shape := range []view.Shape{view.SolidLine, view.DashedLine, view.DottedLine, view.Tint, view.FineHatch,
		view.CrossHatch, view.Border, view.Veil, view.Ring, view.LabelPlated} {
		v.Overlays = []view.Overlay{{Forms: []view.Form{{Shape: shape, Side: "blue", Text: "here",
			Hexes: slices.Collect(v.Map.Grid.All())}}}}
		with, off := drawn(a, g, v), 0
		eachPixel(plain.Rect, func(x, y int) {
			if !(image.Point{X: x, Y: y}).In(g.Body) && with.ColorIndexAt(x, y) != plain.ColorIndexAt(x, y) {
				off++
			}
		})
		if off > 0 {
			t.Errorf("%s draws %d pixels off the map", shape, off)
		}
	}
}

// A decision that is owed in the hex of a fight does not cross out its odds and result.
func TestTheRingLiesUnderTheSigns(t *testing.T) {
	v := rendertest.Fights()
	a := spritetest.Atlas(t, v, style.Paper())
	g := must.Get(ground.Print(a, v, layout.Options{HexSize: 80}))(t)
	v.Due = nil
	without := drawn(a, g, v)
	v.Due = &view.Prompt{Hex: rendertest.At("5.01"), Side: "blue"}
	with := drawn(a, g, v)
	if bytes.Equal(without.Pix, with.Pix) {
		t.Fatal("no ring is drawn")
	}
	on := map[image.Point]uint8{} // what the signs show
	for _, l := range drawSigns(canvas{a, g, scene.Of(v), image.NewPaletted(g.Picture.Bounds(), a.Entries)}).laid {
		for y := range l.Rect.Dy() {
			for x := range l.Rect.Dx() {
				if ink := l.ColorIndexAt(x, y); ink != style.Clear {
					on[l.at.Add(image.Pt(x, y))] = ink
				}
			}
		}
	}
	if len(on) == 0 {
		t.Fatal("no signs are drawn")
	}
	for at, ink := range on {
		if at.In(g.Body) && with.ColorIndexAt(at.X, at.Y) != ink {
			t.Fatalf("something lies on the sign at %v", at)
		}
	}
}

// A label that lies wholly beside its hex has a line that leads into it.
func TestALabelBesideItsHexHasALine(t *testing.T) {
	v := rendertest.Board(rendertest.Map(7, 7, hex.Even))
	s := newSignLayout(blank(t, v, 100))
	at := rendertest.At("4.04")
	mid := s.c.Centre(at)
	s.signs.Kept = append(s.signs.Kept, image.Rectangle{Min: mid.Offset(-51, -51).Pixel(), Max: mid.Offset(51, 51).Pixel()})
	s.write(at, image.NewPaletted(image.Rect(0, 0, 60, 20), s.c.Entries), geom.Pt(0, 0))
	l := s.laid[0]
	way := leader(s.c, at, l.Rect.Add(l.at))
	if l.from != at || len(way) < 2 {
		t.Fatalf("no line %v leads from %v to its hex", way, l.at)
	}
	if in, ok := s.c.HexAt(way[len(way)-1]); !ok || in != at {
		t.Errorf("the line %v does not reach %v", way, at)
	}
}

// The badge of a letter beside a stack is in its hex and leaves the factors of the counter free.
func TestALetterLeavesTheFactorsFree(t *testing.T) {
	v := rendertest.Letters()
	c := blank(t, v, 100)
	for _, st := range v.Stacks {
		p, mid := pileOf(c, st), c.Centre(st.Hex)
		badge, at := labelIn(c, view.Form{Shape: view.LabelPlated, Side: "blue", Text: "W", Large: true}, st.Hex)
		factors := mid.Y + p.Top.Y + p.Scale*c.Px(25)
		if low := at.Y + float64(badge.Rect.Dy())/2; low > factors {
			t.Errorf("the letter of %v reaches to %v, and the factors begin at %v", st.Hex, low, factors)
		}
		if in, ok := c.HexAt(at); !ok || in != st.Hex {
			t.Errorf("the letter of %v stands in %v", st.Hex, in)
		}
	}
}

// Every hex is tinted and hatched pixel by pixel, and no pixel belongs to two.
func TestRowsOfHexes(t *testing.T) {
	for _, d := range []float64{24, 37, 58.5, 111} {
		g := hex.Grid{Cols: 5, Odd: hex.Rows{First: 1, Last: 5}, Even: hex.Rows{First: 1, Last: 5}}
		c := canvas{Sheet: ground.Sheet{Frame: layout.Frame{Plane: geom.Plane{Grid: g, HexSize: d, X: 3.3, Y: 6 * d},
			Body: image.Rect(0, 0, 900, 900)}}}
		seen := map[image.Point]int{}
		for h := range g.All() {
			newBrush(c).hexRows(h, func(r pixelRow) {
				for x := r.x0; x < r.x1; x++ {
					seen[image.Pt(x, r.y)]++
				}
			})
		}
		mid := c.Centre(hex.Hex{Col: 3, Row: 3})
		for y := int(mid.Y - d); y < int(mid.Y+d); y++ {
			for x := int(mid.X - d); x < int(mid.X+d); x++ {
				if n := seen[image.Pt(x, y)]; n != 1 {
					t.Fatalf("hexes of %v: pixel %d, %d lies in %d of them", d, x, y, n)
				}
			}
		}
	}
}
