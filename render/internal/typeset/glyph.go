package typeset

import (
	"image"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// cachedFace is a font.Face that keeps the glyphs it drew, in steps of a quarter of a pixel. A map writes the same few
// letters thousands of times, and filling an outline takes ten times as long as copying the result.
type cachedFace struct {
	font.Face
	cut   fontSize
	cache *glyphCache
}

// glyphCache has the glyphs of all faces. It is emptied when they take more than keepGlyphs bytes.
type glyphCache struct {
	drawn map[glyphKey]cachedGlyph
	size  int
}

// glyphKey is all that a glyph's pixels depend on.
type glyphKey struct {
	cut  fontSize
	r    rune
	x, y fixed.Int26_6 // the place of its dot within a pixel
}

// cachedGlyph is what font.Face.Glyph returned.
type cachedGlyph struct {
	box     image.Rectangle // relative to the pixel of its dot
	mask    *image.Alpha
	advance fixed.Int26_6
	ok      bool
}

const (
	keepGlyphs = 2 << 20 // bytes
	glyphCost  = 256     // bytes of a glyph beside its pixels
)

// Glyph implements font.Face, but rounds the dot to a quarter of a pixel.
func (f *cachedFace) Glyph(dot fixed.Point26_6, r rune) (image.Rectangle, image.Image, image.Point, fixed.Int26_6,
	bool) {
	const quarter = 64 / 4
	x, y := (dot.X+quarter/2)&^(quarter-1), (dot.Y+quarter/2)&^(quarter-1)
	k := glyphKey{f.cut, r, x & 63, y & 63}
	l, found := f.cache.drawn[k]
	if !found {
		l = f.draw(k)
	}
	return l.box.Add(image.Pt(x.Floor(), y.Floor())), l.mask, image.Point{}, l.advance, l.ok
}

// draw draws a glyph and keeps it.
func (f *cachedFace) draw(k glyphKey) cachedGlyph {
	box, mask, from, advance, ok := f.Face.Glyph(fixed.Point26_6{X: k.x, Y: k.y}, k.r)
	l := cachedGlyph{box, image.NewAlpha(image.Rectangle{Max: box.Size()}), advance, ok}
	if ok {
		draw.Draw(l.mask, l.mask.Rect, mask, from, draw.Src)
	}
	if f.cache.size += len(l.mask.Pix) + glyphCost; f.cache.size > keepGlyphs {
		*f.cache = glyphCache{drawn: map[glyphKey]cachedGlyph{}}
	}
	f.cache.drawn[k] = l
	return l
}
