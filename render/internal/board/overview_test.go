package board

import (
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
	"grognard/rules/order"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

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
		f := must(layout.NewOverview(b.Map.Grid, head, foot))(t)
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
	p := must(style.New(style.Paper(), rendertest.Map(5, 4, hex.Even).Sides))(t)
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
		f := must(layout.New(v.Map.Grid, layout.Options{}, layout.Contents{}))(t)
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
