package ground

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite/spritetest"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// campaign is Autumn for Barbarossa as everybody sees it when it begins.
func campaign(t testing.TB) *view.Board {
	t.Helper()
	d := must.Get(rules.Modules().Load("afb"))(t)
	pos := must.Get(rules.Setup(d, ""))(t)
	m := must.Get(rules.New(d, pos))(t)
	return m.Public().Board()
}

// written is a board's lettering in hexes of a size; all of the map for a radius of 0.
func written(t *testing.T, v *view.Board, s style.Style, d int, around hex.Hex, radius int) (canvas, lettering) {
	t.Helper()
	m := v.Map
	a := spritetest.Atlas(t, v, s)
	f := layout.Frame{Plane: geom.Plane{Grid: m.Grid, HexSize: float64(d)}}
	box, _ := f.Bounds(hex.Part{Around: around, Radius: radius})
	f.X, f.Y = f.HexSize-box.X0, f.HexSize-box.Y0
	f.Body = image.Rect(0, 0, int(box.W()+2*f.HexSize), int(box.H()+2*f.HexSize))
	f.Size = f.Body.Max
	c := canvas{a, f, nil, nil, m} // nil: nothing is drawn
	return c, placeLettering(c)
}

func (l lettering) labels() []label { return slices.Concat(l.numbers, l.names) }

// inked is a box with ink in it, and the label that it is a part of.
type inked struct {
	geom.Box
	label int
}

func (l lettering) boxes() (out []inked) {
	for i, b := range l.labels() {
		out = append(out, inked{b.box, i})
	}
	for i, k := range l.curves {
		for _, g := range k.Letters {
			out = append(out, inked{g.Box, len(l.labels()) + i})
		}
	}
	return out
}

func (l lettering) count(text string) (n int) {
	for _, b := range l.labels() {
		if b.text == text {
			n++
		}
	}
	return n
}

// Numbers and names never meet nor leave the sheet, at any size and in any close-up;
// in hexes of full size nothing is left out.
func TestLabelsNeverMeet(t *testing.T) {
	m := campaign(t)
	type part struct {
		d      int
		around hex.Hex
		radius int
	}
	parts := []part{{d: 24}, {d: 40}, {d: 44}, {d: 58}, {d: 110}}
	for _, h := range []string{"25.13", "14.21", "46.26", "1.01", "30.23", "39.02"} {
		parts = append(parts, part{110, rendertest.At(h), 4}, part{58, rendertest.At(h), 6},
			part{150, rendertest.At(h), 2})
	}
	for i := range 2 * len(parts) {
		p, s := parts[i/2], style.Paper()
		if i%2 > 0 {
			s = style.HighContrast() // its type is the largest
		}
		t.Run(fmt.Sprint(p, s.Name), func(t *testing.T) {
			t.Parallel()
			c, l := written(t, m, s, p.d, p.around, p.radius)
			boxes := l.boxes()
			slices.SortFunc(boxes, func(a, b inked) int { return cmp.Compare(a.X0, b.X0) })
			for i, a := range boxes {
				if a.X0 < 0 || a.Y0 < 0 || a.X1 > float64(c.Size.X) || a.Y1 > float64(c.Size.Y) {
					t.Errorf("a label at %v leaves a sheet of %v", a, c.Size)
				}
				for _, b := range boxes[i+1:] {
					if b.X0 > a.X1 {
						break
					}
					if a.label != b.label && a.Overlaps(b.Box) {
						t.Errorf("labels meet: %v and %v", a.Box, b.Box)
					}
				}
			}
			if p.d >= fullSize {
				c.complete(t, l)
			}
		})
	}
}

// complete checks that each hex has its number and each place its name, once.
func (c canvas) complete(t *testing.T, l lettering) {
	for h := range c.Grid.All() {
		at := c.Centre(h)
		whole := image.Rect(int(at.X-c.Radius()), int(at.Y-c.HexSize/2)-2, int(at.X+c.Radius()),
			int(at.Y+c.HexSize/2)).In(c.Body)
		if n := l.count(h.String()); whole && n != 1 {
			t.Errorf("hex %v has its number %d times", h, n)
		}
	}
	for _, v := range townsOf(c) {
		if n := l.count(v.Name); n != 1 {
			t.Errorf("%s stands %d times", v.Name, n)
		}
	}
}

// In small hexes every fifth column and row is numbered, and no other.
func TestEveryFifthNumber(t *testing.T) {
	c, l := written(t, campaign(t), style.Paper(), 40, hex.None, 0)
	for h := range c.Grid.All() {
		want := 0
		if h.Col%5 == 0 && h.Row%5 == 0 {
			want = 1
		}
		if n := l.count(h.String()); n != want {
			t.Errorf("%v stands %d times, want %d", h, n, want)
		}
	}
}

// What is drawn of a label lies in its box: only so do boxes that do not meet mean letters that do not.
func TestBoxesHoldTheirLetters(t *testing.T) {
	c, l := written(t, campaign(t), style.Paper(), 58, hex.None, 0)
	check := func(what string, boxes []inked, draw func(canvas)) {
		img := image.NewRGBA(c.Body)
		c.img, c.dc = img, gg.NewContextForRGBA(img)
		draw(c)
		n := 0
		for y := range img.Rect.Dy() {
			for x := range img.Rect.Dx() {
				if img.RGBAAt(x, y) == (color.RGBA{}) {
					continue
				}
				n++
				in := geom.Box{X0: float64(x), Y0: float64(y), X1: float64(x + 1), Y1: float64(y + 1)}
				if !slices.ContainsFunc(boxes, func(b inked) bool { return b.Grow(1).Contains(in) }) {
					t.Fatalf("%s: ink at %d, %d, outside of %v", what, x, y, boxes)
				}
			}
		}
		if n == 0 {
			t.Errorf("%s: nothing is drawn", what)
		}
	}
	all := l.labels()
	named := slices.IndexFunc(all, func(b label) bool { return strings.HasPrefix(b.text, "Yel") })
	for _, b := range []label{all[0], all[named], all[len(all)-1]} {
		check(b.text, []inked{{b.box, 0}},
			func(c canvas) { c.Types.Write(c.img, b.pen.Layer(false), b.text, b.at.X, b.at.Y, typeset.Left) })
	}
	if len(l.curves) < 20 {
		t.Fatalf("%d rivers have room for a name", len(l.curves))
	}
	for _, k := range l.curves[:3] {
		check("a river", lettering{curves: []typeset.Curve{k}}.boxes(),
			func(c canvas) { drawCurves(c, []typeset.Curve{k}, false) })
	}
}

// A name in letters of another script stands like any other, once for a town of two hexes, but not if the foot of the
// hex is cut off: higher up it would seem to be the next hex's.
func TestTownsOfTwoHexes(t *testing.T) {
	m := rendertest.Map(8, 6, hex.Even)
	m.Places = []geography.Place{{Hex: rendertest.At("3.03"), Name: "Смоленск", Kind: "city"},
		{Hex: rendertest.At("3.04"), Name: "Смоленск", Kind: "city"},
		{Hex: rendertest.At("6.02"), Name: "Смоленск", Kind: "village"}}
	c, l := written(t, rendertest.Board(m), style.Paper(), 58, hex.None, 0)
	c.Body.Max.Y = c.Centre(rendertest.At("6.02")).Offset(0, 20).Pixel().Y
	if n, cut := l.count("Смоленск"), placeLettering(c).count("Смоленск"); n != 2 || cut != 1 {
		t.Errorf("two towns are named %d times, and one of them %d times", n, cut)
	}
}
