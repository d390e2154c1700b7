package sprite_test

import (
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite"
	"grognard/render/internal/sprite/spritetest"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/render/scene"
	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Past, present and future turns differ in what is drawn, not in tone alone.
func TestTurnsDifferInShape(t *testing.T) {
	for _, s := range style.All() {
		a := spritetest.Atlas(t, rendertest.Surround(), s)
		shapes := map[scene.Tense][]bool{}
		for _, k := range []scene.Tense{scene.Past, scene.Present, scene.Future} {
			m := sprite.TurnCell(a, sprite.TurnLook{Turn: scene.Turn{N: 3, Tense: k, Side: "blue"}, W: 90, H: 60,
				Size: 17})
			ground := m.ColorIndexAt(12, 30)
			for _, i := range m.Pix {
				shapes[k] = append(shapes[k], i != ground)
			}
		}
		for _, pair := range [][2]scene.Tense{{scene.Past, scene.Present}, {scene.Past, scene.Future},
			{scene.Present, scene.Future}} {
			n := 0
			for i, ink := range shapes[pair[0]] {
				if ink != shapes[pair[1]][i] {
					n++
				}
			}
			if n < 30 {
				t.Errorf("%s: turns %v differ in %d pixels", s.Name, pair, n)
			}
		}
	}
}

// A face with more pips is darker; a face that has no pips shows its number.
func TestDice(t *testing.T) {
	a := spritetest.Atlas(t, rendertest.Stacks(), style.Paper())
	dark := func(face int) (n int) {
		for _, i := range sprite.Die(a, sprite.DieLook{face, 34}).Pix {
			n += int(255 - a.RGBA[i].R)
		}
		return n
	}
	for face := 2; face <= 6; face++ {
		if dark(face) <= dark(face-1) {
			t.Errorf("a %d is no darker than a %d", face, face-1)
		}
	}
	if dark(0) == dark(10) {
		t.Error("faces without pips look alike")
	}
}

// Every arm has its own sign, but cavalry and reconnaissance share one. An arm without a drawing keeps its letters.
func TestArmsDiffer(t *testing.T) {
	a := spritetest.Atlas(t, rendertest.Counters(), style.Paper())
	for _, px := range []int{144, 38, 27, 22} {
		seen := map[string]string{}
		for _, arm := range append(rendertest.Arms(), "elephant", "giraffe") {
			pixels := string(sprite.Counter(a, view.Counter{Side: "blue", Symbol: arm}, px).Pix)
			if other := seen[pixels]; other != "" && (other != "cavalry" || arm != "reconnaissance") {
				t.Errorf("%s looks like %s in %d pixels", arm, other, px)
			}
			seen[pixels] = arm
		}
	}
}

// Arms have the signs of staff maps: a motorised unit has wheels below its frame, a headquarters stands on a staff, the
// letter of engineers lies on its back, artillery has a ball. The points are in tenths of a counter's unit of measure.
func TestSigns(t *testing.T) {
	const px = 360
	for _, s := range style.All() {
		a := spritetest.Atlas(t, rendertest.Counters(), s)
		box, side := a.Index(s.Box), a.Index(a.SideStyle("blue").Base)
		for arm, points := range map[string]struct{ drawn, bare [][2]int }{
			"infantry":  {drawn: [][2]int{{180, 186}}, bare: [][2]int{{135, 252}, {225, 252}, {92, 252}}},
			"motorised": {drawn: [][2]int{{135, 232}, {225, 232}, {180, 169}}, bare: [][2]int{{180, 232}, {180, 140}}},
			"headquarters": {drawn: [][2]int{{92, 232}, {145, 170}},
				bare: [][2]int{{135, 232}, {225, 232}, {266, 232}}},
			"engineer":  {drawn: [][2]int{{126, 190}, {180, 190}, {234, 190}, {150, 161}}, bare: [][2]int{{150, 190}}},
			"artillery": {drawn: [][2]int{{180, 186}, {165, 186}}, bare: [][2]int{{120, 186}, {180, 145}}},
		} {
			m := sprite.Counter(a, view.Counter{Side: "blue", Symbol: arm}, px)
			for _, p := range points.drawn {
				ground := box
				if p[1] > 215 { // below the frame
					ground = side
				}
				if m.ColorIndexAt(p[0], p[1]) == ground {
					t.Errorf("%s: the sign of %s lacks its part at %v", s.Name, arm, p)
				}
			}
			for _, p := range points.bare {
				if c := m.ColorIndexAt(p[0], p[1]); c != box && c != side {
					t.Errorf("%s: the sign of %s has something at %v", s.Name, arm, p)
				}
			}
		}
	}
}

// Blocks of sides with the same colour still differ, at the size that they have on an overview, and so do stacks of
// different heights up to three.
func TestBlocksDifferWithoutColour(t *testing.T) {
	b := rendertest.Board(rendertest.Map(3, 3, hex.Even))
	b.Map.Sides = []order.Nation{{ID: "a", Name: "One", Color: "#3b6ea8"}, {ID: "b", Name: "Two", Color: "#3b6ea8"},
		{ID: "c", Name: "Three", Color: "#3b6ea8"}}
	for _, s := range style.All() {
		s.ByLightness = false // it would make their colours differ
		a := spritetest.Atlas(t, b, s)
		for _, px := range []float64{12, 18.5, 40} {
			pixels := func(side order.Side, high int) []uint8 {
				return sprite.Block(a, sprite.BlockLook{Side: side, Height: high, Px: px}).Pix
			}
			for _, pair := range [][2]order.Side{{"a", "b"}, {"a", "c"}, {"b", "c"}} {
				one, other, n := pixels(pair[0], 1), pixels(pair[1], 1), 0
				for i := range one {
					if one[i] != other[i] {
						n++
					}
				}
				if 12*n < len(one) {
					t.Errorf("%s: blocks of %v differ in %d of %d pixels", s.Name, pair, n, len(one))
				}
			}
			for high := 1; high < sprite.MostBlocks; high++ {
				if len(pixels("a", high)) >= len(pixels("a", high+1)) {
					t.Errorf("%s: a stack of %d is as large as a higher one", s.Name, high)
				}
			}
			if len(pixels("a", sprite.MostBlocks)) != len(pixels("a", 9)) {
				t.Errorf("%s: a stack of 9 is higher than %d", s.Name, sprite.MostBlocks)
			}
		}
	}
}

// Counters have room for the names of all units of the games that ship, without cutting them.
func TestNamesHaveRoom(t *testing.T) {
	w := must.Get(typeset.New())(t)
	p := typeset.Pen{Face: typeset.Bold, Size: 8.2} // as counters are printed, in a width of 29
	for _, id := range modules.Embedded() {
		d := must.Get(rules.Modules().Load(id))(t)
		for _, unit := range d.Roster {
			u := d.Units[unit]
			if got := w.Clip(p, u.Short, 29); u.Short == "" || got != u.Short {
				t.Errorf("the counter of %s shows %q of %q", u.Name, got, u.Short)
			}
		}
	}
}
