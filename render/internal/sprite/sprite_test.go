package sprite

import (
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/render/internal/scene"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/view"
)

// atlas has the sprites of a board, with nothing kept yet.
func atlas(t *testing.T, v *view.Board, s style.Style) Atlas {
	t.Helper()
	types, err := typeset.New()
	if err != nil {
		t.Fatal(err)
	}
	p, err := style.New(s, v.Map.Sides)
	if err != nil {
		t.Fatal(err)
	}
	return NewAtlas(p, types, NewCache(1<<20), v.Marks)
}

// Past, present and future turns differ in what is drawn, not in tone alone.
func TestTurnsDifferInShape(t *testing.T) {
	for _, s := range style.All() {
		a := atlas(t, rendertest.Surround(), s)
		shapes := map[scene.Tense][]bool{}
		for _, k := range []scene.Tense{scene.Past, scene.Present, scene.Future} {
			m := TurnCell(a, TurnLook{Turn: scene.Turn{N: 3, Tense: k, Side: "blue"}, W: 90, H: 60, Size: 17})
			ground := m.ColorIndexAt(12, 30)
			for _, i := range m.Pix {
				shapes[k] = append(shapes[k], i != ground)
			}
		}
		for _, pair := range [][2]scene.Tense{{scene.Past, scene.Present}, {scene.Past, scene.Future}, {scene.Present, scene.Future}} {
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
	a := atlas(t, rendertest.Stacks(), style.Paper())
	dark := func(face int) (n int) {
		for _, i := range Die(a, DieLook{face, 34}).Pix {
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
