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
	"grognard/rules/order"
	"grognard/rules/view"

	"pgregory.net/rapid"
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
	label := image.NewPaletted(image.Rect(0, 0, 60, 20), s.c.Entries)
	s.write(at, label, geom.Pt(0, 0))
	l := s.laid[0]
	in, _ := s.c.HexAt(geom.Pt(float64(l.at.X+30), float64(l.at.Y+10)))
	s.c.Moves, s.signs.Taken = []scene.Move{{Path: []hex.Hex{in}}}, nil
	if s.write(at, label, geom.Pt(0, 0)); s.laid[1].at == l.at {
		t.Errorf("the sign of %v lies over units that move through %v", at, in)
	}
	way := leader(s.c, at, l.Rect.Add(l.at))
	if l.from != at || len(way) < 2 {
		t.Fatalf("no line %v leads from %v to its hex", way, l.at)
	}
	if in, ok := s.c.HexAt(way[len(way)-1]); !ok || in != at {
		t.Errorf("the line %v does not reach %v", way, at)
	}
	below, _ := s.c.HexAt(mid.Offset(-87, 50)) // whose units are nearer to a sign in the empty hex above it
	s.c.Moves[0].Path, s.signs.Taken, s.signs.Kept = []hex.Hex{below}, nil, nil
	s.signs.Body = image.Rectangle{Min: mid.Offset(-105, -24).Pixel(), Max: mid.Offset(-44, -3).Pixel()}
	if s.write(at, label, geom.Pt(0, 0)); s.laid[2].from != at {
		t.Errorf("the sign at %v seems to be of %v", s.laid[2].at, below)
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

// An overview has lines for what it says, and explains only marks that it has.
func TestLinesOfAnOverview(t *testing.T) {
	mid := rendertest.At("5.05")
	list := []scene.Cluster{{Number: 1, Part: hex.Part{Around: mid, Radius: 3}, At: mid}}
	for name, c := range map[string]struct {
		facts      []view.Fact
		told       []view.Line
		list       []scene.Cluster
		head, foot int
		want       marks
	}{
		"nothing":       {head: 2, foot: 1},
		"points":        {facts: []view.Fact{{Side: order.Side("blue")}}, head: 3, foot: 1},
		"a fight":       {told: []view.Line{rendertest.Fight("5.05")}, head: 2, foot: 2, want: marks{fights: true}},
		"with a number": {list: list, head: 2, foot: 2, want: marks{closeUps: true}},
		"a loss": {told: []view.Line{rendertest.MapEvent(view.Died, "red", "5.05")}, head: 2, foot: 2,
			want: marks{losses: true}},
		"arrivals": {told: []view.Line{rendertest.MapEvent(view.Came, "blue", "1.05"),
			rendertest.MapEvent(view.Placed, "blue", "5.05")}, head: 2, foot: 2, want: marks{came: scene.Spot{Side: "blue"}}},
		"units that only went": {told: []view.Line{rendertest.MapEvent(view.Gone, "red", "5.05")}, head: 2, foot: 1},
	} {
		b := rendertest.Board(rendertest.Map(9, 9, hex.Even))
		b.Facts, b.Told = c.facts, c.told
		s := scene.Of(b)
		if head, foot := OverviewLines(s, c.list); head != c.head || foot != c.foot {
			t.Errorf("%s: %d lines above and %d below, want %d and %d", name, head, foot, c.head, c.foot)
		}
		if got := marksOf(s, c.list); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// The numbers of close-ups cover no stack, no name and no mark of what happened, though there are many of them, and
// lie on the map.
func TestNumbersOfAnOverviewKeepClear(t *testing.T) {
	large := rendertest.Board(rendertest.Map(46, 30, hex.Even))
	a := spritetest.Atlas(t, large, style.Paper())
	rapid.Check(t, func(t *rapid.T) {
		b := rendertest.Board(large.Map)
		at := func() hex.Hex {
			return hex.Hex{Col: rapid.Int8Range(4, 40).Draw(t, "column"), Row: rapid.Int8Range(4, 26).Draw(t, "row")}
		}
		for range rapid.IntRange(0, 20).Draw(t, "stacks") {
			b.Stacks = append(b.Stacks, view.Stack{Hex: at(), Side: "blue", Height: 2})
		}
		var list []scene.Cluster
		for n := range rapid.IntRange(1, 4).Draw(t, "close-ups") {
			h := at()
			b.Told = append(b.Told, rendertest.Fight(h.String()))
			list = append(list, scene.Cluster{Number: n + 1, Part: hex.Part{Around: h, Radius: 3}, At: h})
		}
		head, foot := OverviewLines(scene.Of(b), list)
		f := must.Get(layout.NewOverview(b.Map.Grid, head, foot))(t)
		pic := image.NewPaletted(image.Rectangle{Max: f.Size}, a.Entries)
		o := &overview{canvas{a, ground.Sheet{Frame: f}, scene.Of(b), pic}, list, layout.Signs{Body: f.Body},
			layout.TypeOf(f.Size.X)}
		o.draw()
		first := len(o.signs.Taken) - len(list)
		for i, r := range o.signs.Taken[first:] {
			if !r.In(f.Body) {
				t.Fatalf("number %d at %v leaves %v", i+1, r, f.Body)
			}
			for _, k := range slices.Concat(o.signs.Counters, o.signs.Taken[:first+i]) {
				if r.Overlaps(k) {
					t.Fatalf("number %d at %v covers %v", i+1, r, k)
				}
			}
		}
	})
}

// The front lies on the hexsides between hexes of different sides, and on no other: a hex is of who stands in it, else
// of who controls it, else of who does so nearest to it, of two as near the first in the order of play.
func TestFrontLiesBetweenSides(t *testing.T) {
	p := must.Get(style.New(style.Paper(), rendertest.Map(5, 4, hex.Even).Sides))(t)
	sprites := sprite.NewCache(1 << 20)
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
		a := sprite.NewAtlas(p, nil, sprites, nil, nil, nil)
		f := must.Get(layout.New(v.Map.Grid, layout.Options{}, layout.Contents{}))(t)
		pic := image.NewPaletted(image.Rectangle{Max: f.Size}, a.Entries)
		drawFrontLine(canvas{a, ground.Sheet{Frame: f, Picture: pic,
			Numbers: make([]image.Rectangle, v.Map.Grid.Size())}, scene.Of(v), pic}, pic)
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
