package board

import (
	"image"
	"slices"
	"strconv"
	"testing"

	"grognard/render/internal/geom"
	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite"
	"grognard/render/internal/sprite/spritetest"
	"grognard/render/internal/style"
	"grognard/render/scene"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

// battlefield is a board with places, stacks, markers and up to six fights of which some units die, lose steps, retreat
// and advance.
func battlefield(t *rapid.T) *view.Board {
	b := rendertest.Results()
	b.Stacks, b.Told, b.Control = nil, nil, nil
	var hexes []hex.Hex
	for h := range b.Map.Grid.All() {
		hexes = append(hexes, h)
	}
	for i := range rapid.IntRange(0, 5).Draw(t, "places") {
		h := rapid.SampledFrom(hexes).Draw(t, "place")
		b.Map.Places = append(b.Map.Places, geography.Place{Hex: h, Name: "Novo Selo " + strconv.Itoa(i),
			Kind: "village", VP: rapid.IntRange(0, 3).Draw(t, "points")})
		b.Map.Terrain[h] = []string{"village"}
	}
	b.Map.Key = "battlefield " + strconv.Itoa(len(b.Map.Places))
	for _, h := range hexes {
		if rapid.IntRange(0, 3).Draw(t, "stack") > 0 {
			continue
		}
		u := rendertest.Unit(h.String(), "infantry", "division")
		u.Side = rapid.SampledFrom([]order.Side{"blue", "red"}).Draw(t, "side")
		if rapid.Bool().Draw(t, "marked") {
			u.Marks = []string{"oos"}
		}
		b.Stacks = append(b.Stacks, view.Stack{Hex: h, Side: u.Side, Height: rapid.IntRange(1, 4).Draw(t, "height"),
			Known: []view.Counter{u}})
	}
	for range rapid.IntRange(1, 6).Draw(t, "fights") {
		target := rapid.SampledFrom(hexes).Draw(t, "target")
		around := slices.Collect(b.Map.Grid.Neighbours(target))
		from := rapid.SampledFrom(around).Draw(t, "from")
		f := rendertest.Fight(target.String(), from.String())
		f.Reckoned.Result = rapid.SampledFrom([]string{"-", "D1r2", "A1D1r2"}).Draw(t, "result")
		b.Told = append(b.Told, f)
		for _, kind := range []view.MapEventKind{view.Died, view.Reduced, view.Taken} {
			if rapid.IntRange(0, 2).Draw(t, string(kind)) == 0 {
				b.Told = append(b.Told, rendertest.MapEvent(kind, "red", target.String()))
			}
		}
		if rapid.Bool().Draw(t, "advances") {
			b.Told = append(b.Told, rendertest.MapEvent(view.Advanced, "blue", from.String(), target.String()))
		}
	}
	return b
}

// readable is what the results of fights must leave free: the counts and markers of stacks, flags, the names of places,
// and the numbers of the hexes that are told of.
func readable(c canvas) (all []image.Rectangle) {
	for _, s := range c.Board.Stacks {
		for badge, at := range badgesOf(c, s, pileOf(c, s)) {
			all = append(all, badge.Rect.Add(at))
		}
	}
	for _, f := range c.Flags {
		if slices.ContainsFunc(c.Captures, func(t scene.Capture) bool { return t.At == f.Hex }) {
			continue // its sign is among those of the hex
		}
		at := c.FlagAt(f.Hex).Pixel()
		all = append(all, image.Rectangle{Min: at, Max: at}.Inset(-int(c.Px(5))))
	}
	for _, l := range c.Board.Told {
		hexes := []hex.Hex{}
		if l.Reckoned != nil {
			hexes = append(l.Reckoned.From, l.Reckoned.Target)
		} else {
			hexes = append(hexes, l.MapEvent.Path...)
		}
		for _, h := range hexes {
			all = append(all, c.Numbers[c.Grid.Index(h)])
		}
	}
	return append(all, c.Names...)
}

// The result of a fight lies over nothing that is to be read, as long as there is room near its hex.
func TestResultsOfFightsLeaveFreeWhatIsToBeRead(t *testing.T) {
	sheets := map[string]ground.Sheet{}
	a := spritetest.Atlas(t, rendertest.Results(), style.Paper())
	rapid.Check(t, func(t *rapid.T) {
		v := battlefield(t)
		key := ""
		for _, p := range v.Map.Places {
			key += p.Hex.String() + strconv.Itoa(p.VP)
		}
		g, printed := sheets[key]
		if !printed {
			var err error
			if g, err = ground.Print(a, v, layout.Options{HexSize: 60, Film: true}); err != nil {
				t.Fatal(err)
			}
			sheets[key] = g
		}
		c := canvas{a, g, scene.Of(v), image.NewPaletted(g.Picture.Rect, a.Entries)}
		keep := readable(c)
		s := drawSigns(c)
		began := len(s.signs.Taken) - len(c.Fights) - len(c.Strikes) - len(c.Arrivals)
		for i, battle := range slices.Backward(c.Fights) {
			at := began + len(c.Fights) - 1 - i
			label, earlier := s.signs.Taken[at], s.signs.Taken[:at]
			if size := sprite.Battle(a, battle, c.Px(1)).Rect.Size(); label.Size() != size {
				t.Fatalf("the label of %v is of %v, not of %v", battle.At, label.Size(), size)
			}
			covers := slices.ContainsFunc(slices.Concat(keep, earlier), label.Overlaps) || !label.In(g.Body)
			if covers && roomNear(s, earlier, battle.At, label.Size()) {
				i := slices.IndexFunc(slices.Concat(keep, earlier), label.Overlaps)
				t.Fatalf("the result at %v covers %v at %v, though there is room", battle.At,
					slices.Concat(keep, earlier, []image.Rectangle{g.Body})[max(i, 0)], label)
			}
		}
	})
}

// roomNear says whether a sign could lie near its hex without covering anything.
func roomNear(s *signLayout, earlier []image.Rectangle, h hex.Hex, size image.Point) bool {
	free := layout.Signs{Body: s.signs.Body, Counters: s.signs.Counters, Kept: s.signs.Kept, Taken: slices.Clone(earlier)}
	r := free.PlaceWithin(s.c.Centre(h), s.c.HexSize, size, nil)
	return r.In(s.signs.Body) && !slices.ContainsFunc(slices.Concat(s.signs.Counters, s.signs.Kept, earlier), r.Overlaps)
}

// A ghost stands in the hex where the unit died, and so do the signs of places that were taken.
func TestGhostsStandWhereUnitsDied(t *testing.T) {
	a := spritetest.Atlas(t, rendertest.Results(), style.Paper())
	f := must.Get(layout.New(rendertest.Results().Map.Grid, layout.Options{HexSize: 60}, layout.Contents{}))(t)
	rapid.Check(t, func(t *rapid.T) {
		v := battlefield(t)
		c := canvas{a, ground.Sheet{Frame: f}, scene.Of(v), image.NewPaletted(image.Rectangle{Max: f.Size}, a.Entries)}
		hexes := []hex.Hex{}
		for _, t := range c.Captures {
			if t.Changed() {
				hexes = append(hexes, t.At)
			}
		}
		steps := len(hexes)
		for _, n := range c.Steps {
			hexes = append(hexes, n.At)
		}
		for _, l := range c.Losses {
			hexes = append(hexes, l.At)
		}
		for i, h := range hexes {
			r := drawSigns(c).signs.Taken[i]
			mid := geom.Pt(float64(r.Min.X+r.Max.X)/2, float64(r.Min.Y+r.Max.Y)/2)
			if got, ok := c.HexAt(mid); !ok || got != h {
				t.Fatalf("sign %d (%d are of places) of %v stands in %v", i, steps, h, got)
			}
		}
	})
}
