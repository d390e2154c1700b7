package sprite_test

import (
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite"
	"grognard/render/internal/sprite/spritetest"
	"grognard/render/internal/style"
	"grognard/render/scene"
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

// A die of more pips is darker; of one that has no pips the figure shows.
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

// Every arm has a sign of its own, but that cavalry and reconnaissance share one; an
// arm without a drawing keeps its letters.
func TestArmsDiffer(t *testing.T) {
	a := spritetest.Atlas(t, rendertest.Counters(), style.Paper())
	for _, px := range []int{144, 38, 27, 22} {
		seen := map[string]string{}
		for _, arm := range append(rendertest.Arms(), "elephant", "giraffe") {
			print := string(sprite.Counter(a, view.Counter{Side: "blue", Symbol: arm}, px).Pix)
			if other := seen[print]; other != "" && (other != "cavalry" || arm != "reconnaissance") {
				t.Errorf("%s looks like %s in %d pixels", arm, other, px)
			}
			seen[print] = arm
		}
	}
}

// Arms have the signs of staff maps: a motorised unit has wheels below its frame, a headquarters stands on a staff,
// the letter of engineers lies on its back, artillery has a ball. The points are in tenths of a counter's unit of
// measure.
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
