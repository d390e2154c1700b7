package board

import (
	"bytes"
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

// crowded puts stacks of some heights beside one another, of which more or less is known, with markers.
func crowded(t *rapid.T, b *view.Board) {
	b.Stacks = nil
	for h := range b.Map.Grid.All() {
		n := rapid.OneOf(rapid.IntRange(0, 4), rapid.IntRange(0, 30)).Draw(t, "height")
		if n == 0 {
			continue
		}
		s := view.Stack{Hex: h, Side: []order.Side{"blue", "red"}[h.Col%2], Height: n}
		for i := range rapid.IntRange(0, n).Draw(t, "known") {
			u := rendertest.Unit(strconv.Itoa(i), "infantry", "division")
			u.Side, u.Marks = s.Side, rapid.SampledFrom([][]string{nil, {"oos"}, {"oos", "dg"}}).Draw(t, "marks")
			s.Known = append(s.Known, u)
		}
		b.Stacks = append(b.Stacks, s)
	}
}

// In a close-up every number shows, printed or on a plate, however high the stacks are, and within its hex
// but for a little.
func TestStacksHideNoNumber(t *testing.T) {
	v := rendertest.Board(rendertest.Map(5, 4, hex.Even))
	v.Marks = []view.MarkLegend{{ID: "oos", Name: "Out of Supply"}, {ID: "dg", Name: "Disorganized"}}
	for i, h := range []string{"2.02", "3.03", "4.02", "5.04"} {
		v.Map.Places = append(v.Map.Places, geography.Place{Hex: rendertest.At(h), Name: "Smolensk", Kind: "village", VP: i})
	}
	var sheets []canvas
	for _, s := range style.All() {
		a := spritetest.Atlas(t, v, s)
		for _, size := range []int{60, 97, 150} {
			part := hex.Part{Around: rendertest.At("3.02"), Radius: 2}
			g := must.Get(ground.Print(a, v, layout.Options{Part: part, HexSize: size}))(t)
			sheets = append(sheets, canvas{Atlas: a, Sheet: g})
		}
		sheets = append(sheets, canvas{Atlas: a, Sheet: numberedSheet(t, a, v)})
	}
	rapid.Check(t, func(t *rapid.T) {
		crowded(t, v)
		c := sheets[rapid.IntRange(0, len(sheets)-1).Draw(t, "sheet")]
		pic := drawn(c.Atlas, c.Sheet, v)
		c.Scene = scene.Of(v)
		for _, st := range v.Stacks {
			if printed, ok := printedNumber(c, st.Hex); ok && printed.In(c.Body) {
				numberShows(t, c, pic, st)
				labelsKeepClear(t, c, st)
			}
		}
		for _, place := range v.Map.Places {
			cost, at := labelIn(c, view.Form{Shape: view.Label, Text: "2½", Under: true}, place.Hex)
			if !c.Occupied(place.Hex) && slices.ContainsFunc(c.Names, cost.Rect.Add(sprite.Corner(cost.Rect, at)).Overlaps) {
				t.Fatalf("at hexes of %v pixels the cost in %v covers a name", c.HexSize, place.Hex)
			}
		}
	})
}

// labelsKeepClear fails if a letter or a mark on the hex of a stack covers the ratings at the foot of the counters, if the
// letter stands in another hex, or if the mark covers a printed number.
func labelsKeepClear(t *rapid.T, c canvas, st view.Stack) {
	p := pileOf(c, st)
	foot := c.Centre(st.Hex).Add(p.Top).Offset(0, float64(p.Px)).Pixel()
	kept := []image.Rectangle{image.Rect(foot.X, foot.Y-int(p.Scale*c.Px(10)), foot.X+p.Px, foot.Y-int(c.Px(3)))}
	for _, large := range []bool{true, false} {
		label, at := labelIn(c, view.Form{Shape: view.LabelPlated, Side: "blue", Text: map[bool]string{true: "W", false: "OBJ"}[large], Large: large}, st.Hex)
		in, _ := c.HexAt(at)
		for _, r := range kept {
			both := r.Intersect(label.Rect.Add(sprite.Corner(label.Rect, at)))
			if both.Dx() > 1 && both.Dy() > int(c.Px(3)) || large && in != st.Hex {
				t.Fatalf("the label of %v at %v in %v covers %v", st.Hex, at, in, r)
			}
		}
		kept = append(kept, c.Numbers...)
	}
}

// numberedSheet is the printed map of a close-up of a report.
func numberedSheet(t *testing.T, a sprite.Atlas, v *view.Board) ground.Sheet {
	t.Helper()
	whole, ok := layout.NewSheet(v.Map.Grid)
	if !ok {
		t.Fatal("the map is too large")
	}
	f := must.Get(layout.NewNear(v.Map.Grid, hex.Part{Around: rendertest.At("3.02"), Radius: 2}, whole.HexSize))(t)
	return ground.PrintBoard(a, whole, v.Map).Cut(a, f)
}

// A high stack in a close-up of a report has the number of its hex on top.
func TestAHighStackCarriesItsNumber(t *testing.T) {
	v := rendertest.Board(rendertest.Map(5, 4, hex.Even))
	v.Stacks = []view.Stack{{Hex: rendertest.At("3.02"), Side: "blue", Height: 12}}
	a := spritetest.Atlas(t, v, style.All()[0])
	c := canvas{Atlas: a, Sheet: numberedSheet(t, a, v), Scene: scene.Of(v)}
	if _, _, moved := movedNumber(c, v.Stacks[0]); !moved {
		t.Error("a stack of 12 hides the number of its hex")
	}
}

// numberShows checks that all of a number is to be seen, where the map has it or on its plate.
func numberShows(t *rapid.T, c canvas, pic *image.Paletted, s view.Stack) {
	box, _ := printedNumber(c, s.Hex)
	want := c.Picture
	if plate, at, moved := movedNumber(c, s); moved {
		box = plate.Rect.Add(at)
		want = image.NewPaletted(pic.Rect, pic.Palette)
		copy(want.Pix, pic.Pix)
		sprite.Stamp(want, plate, at)
	}
	if y := c.Centre(s.Hex).Y - float64(box.Min.Y); y > 0.65*c.HexSize {
		t.Errorf("the number of %v stands %v above the middle of a hex of %v", s.Hex, y, c.HexSize)
	}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if pic.ColorIndexAt(x, y) != want.ColorIndexAt(x, y) {
				t.Fatalf("something hides the number of %v in a hex of %v", s.Hex, c.HexSize)
			}
		}
	}
}

// An arrow into the hex of a stack does not hide its number either.
func TestArrowsHideNoNumberOfAStack(t *testing.T) {
	v := rendertest.Board(rendertest.Map(5, 4, hex.Even))
	tall := view.Stack{Hex: rendertest.At("3.02"), Side: "blue", Height: 30}
	v.Stacks = []view.Stack{tall}
	v.Told = []view.Line{rendertest.MapEvent(view.Marched, "blue", "3.03", "3.02"),
		rendertest.MapEvent(view.Advanced, "blue", "3.03", "3.02")}
	a := spritetest.Atlas(t, v, style.Paper())
	for _, size := range []int{60, 97, 150} {
		g := must.Get(ground.Print(a, v, layout.Options{Part: hex.Part{Around: tall.Hex, Radius: 2}, HexSize: size}))(t)
		c := canvas{Atlas: a, Sheet: g, Scene: scene.Of(v)}
		plate, at, moved := movedNumber(c, tall)
		if !moved || len(c.Moves) == 0 {
			t.Fatalf("in hexes of %d the number moved: %t, and there are %d arrows", size, moved, len(c.Moves))
		}
		pic := drawn(a, g, v)
		want := image.NewPaletted(pic.Rect, pic.Palette)
		copy(want.Pix, pic.Pix)
		sprite.Stamp(want, plate, at)
		if !bytes.Equal(want.Pix, pic.Pix) {
			t.Errorf("in hexes of %d an arrow hides the number", size)
		}
	}
}

// An arrow that crosses the name of a place runs on behind it: each of its letters is to be seen, in a picture that is
// printed whole and in one that is cut from a sheet.
func TestArrowsSpareNames(t *testing.T) {
	v := rendertest.Board(rendertest.Map(9, 9, hex.Even))
	for h := range v.Map.Grid.All() { // wherever the arrow runs there are names
		v.Map.Places = append(v.Map.Places, geography.Place{Hex: h, Name: "Town " + h.String(), Kind: "village"})
	}
	a := spritetest.Atlas(t, v, style.Paper())
	whole := must.Get(ground.Print(a, v, layout.Options{HexSize: 80}))(t)
	near := must.Get(layout.NewNear(v.Map.Grid, hex.Part{Around: rendertest.At("5.05"), Radius: 3}, 80))(t)
	v.Told = []view.Line{rendertest.MapEvent(view.Marched, "blue", "4.03", "4.04", "4.05", "4.06")}
	for name, g := range map[string]ground.Sheet{"whole": whole, "cut": whole.Cut(a, near)} {
		pic := *g.Picture
		pic.Pix = slices.Clone(pic.Pix)
		c := canvas{a, g, scene.Of(v), &pic}
		drawMoves(c, scene.RankLongMoves)
		differs := func(x, y int) bool { return pic.ColorIndexAt(x, y) != g.Picture.ColorIndexAt(x, y) }
		crossed := false
		for _, l := range g.Letters {
			r := l.Rect.Intersect(g.Body)
			for x := r.Min.X; x < r.Max.X; x++ {
				crossed = crossed || differs(x, r.Min.Y-2) && differs(x, r.Max.Y+2)
			}
			for y := r.Min.Y; y < r.Max.Y; y++ {
				for x := r.Min.X; x < r.Max.X; x++ {
					if l.AlphaAt(x, y).A > 0 && differs(x, y) {
						t.Fatalf("%s: the arrow covers a name at %v", name, image.Pt(x, y))
					}
				}
			}
		}
		if !crossed {
			t.Errorf("%s: the arrow crosses no name", name)
		}
	}
}

// battlefield is a board with places, stacks, markers and up to six fights of which some units die, lose steps, retreat
// and advance.
func battlefield(t *rapid.T) *view.Board {
	b := rendertest.Results()
	b.Stacks, b.Told, b.Control = nil, nil, nil
	hexes := slices.Collect(b.Map.Grid.All())
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
		began := len(s.signs.Taken) - len(c.Fights) - len(c.Strikes) - len(c.Arrivals) // those of fights begin here
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
		for _, taken := range c.Captures {
			if taken.Changed() {
				hexes = append(hexes, taken.At)
			}
		}
		places := len(hexes)
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
				t.Fatalf("sign %d (%d are of places) of %v stands in %v", i, places, h, got)
			}
		}
	})
}
