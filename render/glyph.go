package render

import (
	"image"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// fount is a font.Face that keeps the letters that it drew, in steps of a quarter of a
// pixel: a map writes the same few letters thousands of times, and to fill an outline
// takes ten times as long as to copy what came of it.
type fount struct {
	font.Face
	cut  cut
	kept *letters
}

// letters are those of all faces, until they come to too many bytes: then all are
// forgotten.
type letters struct {
	drawn map[sort]letter
	size  int
}

type sort struct {
	cut  cut
	r    rune
	x, y fixed.Int26_6 // where in a pixel its dot lies
}

type letter struct {
	box     image.Rectangle // from the pixel of its dot
	mask    *image.Alpha
	advance fixed.Int26_6
	ok      bool
}

const (
	keepLetters = 2 << 20 // bytes
	letterCost  = 256     // of each, beside its pixels
)

// Glyph is as font.Face has it, but for rounding the dot.
func (f *fount) Glyph(dot fixed.Point26_6, r rune) (image.Rectangle, image.Image, image.Point, fixed.Int26_6, bool) {
	const quarter = 64 / 4
	x, y := (dot.X+quarter/2)&^(quarter-1), (dot.Y+quarter/2)&^(quarter-1)
	k := sort{f.cut, r, x & 63, y & 63}
	l, found := f.kept.drawn[k]
	if !found {
		l = f.draw(k)
	}
	return l.box.Add(image.Pt(x.Floor(), y.Floor())), l.mask, image.Point{}, l.advance, l.ok
}

func (f *fount) draw(k sort) letter {
	box, mask, from, advance, ok := f.Face.Glyph(fixed.Point26_6{X: k.x, Y: k.y}, k.r)
	l := letter{box, image.NewAlpha(image.Rectangle{Max: box.Size()}), advance, ok}
	if ok {
		draw.Draw(l.mask, l.mask.Rect, mask, from, draw.Src)
	}
	if f.kept.size += len(l.mask.Pix) + letterCost; f.kept.size > keepLetters {
		*f.kept = letters{drawn: map[sort]letter{}}
	}
	f.kept.drawn[k] = l
	return l
}
