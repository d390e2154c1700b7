// Package droid has the font Droid Sans Fallback, for Chinese, Japanese and Korean letters and full-width ones, which
// the Go fonts lack. README.md says where it is from.
//
//	var droid droid.Font
//	face = droid.Beside(face, own, 12) // draws the letters of its font own, and those of Droid that own lacks
//
// The font is parsed when the first letter needs it. It has only one weight, and no italics.
package droid

import (
	_ "embed"
	"image"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// TTF is the font's file. The operating system loads it into memory only as it is read.
//
//go:embed DroidSansFallback.ttf
var TTF []byte

// Font adds this font to others. Only one goroutine at a time may use it and the faces that it made.
type Font struct {
	parsed *sfnt.Font
	buf    sfnt.Buffer
}

// For returns the font that has a letter: own, or else this one.
func (f *Font) For(own *sfnt.Font, r rune) *sfnt.Font {
	if i, err := own.GlyphIndex(&f.buf, r); i != 0 && err == nil {
		return own
	}
	if f.parsed == nil {
		var err error
		if f.parsed, err = sfnt.Parse(TTF); err != nil { // it is part of the program, and a test parses it
			f.parsed = own
		}
	}
	return f.parsed
}

// Beside returns a face of the font own at a size in pixels that has the letters of this font too.
func (f *Font) Beside(face font.Face, own *sfnt.Font, size float64) font.Face {
	return &beside{Face: face, own: own, size: size, font: f}
}

type beside struct {
	font.Face // that of own
	own       *sfnt.Font
	size      float64
	font      *Font
	other     font.Face // of font; nil until a letter needs it
}

// with returns the face that has a letter.
func (b *beside) with(r rune) font.Face {
	f := b.font.For(b.own, r)
	if f == b.own {
		return b.Face
	}
	if b.other == nil {
		// NewFace returns an error for its interface's sake alone.
		b.other, _ = opentype.NewFace(f, &opentype.FaceOptions{Size: b.size, DPI: 72, Hinting: font.HintingNone})
	}
	return b.other
}

// Glyph implements font.Face.
func (b *beside) Glyph(dot fixed.Point26_6, r rune) (image.Rectangle, image.Image, image.Point, fixed.Int26_6, bool) {
	return b.with(r).Glyph(dot, r)
}

// GlyphAdvance implements font.Face.
func (b *beside) GlyphAdvance(r rune) (fixed.Int26_6, bool) { return b.with(r).GlyphAdvance(r) }

// GlyphBounds implements font.Face.
func (b *beside) GlyphBounds(r rune) (fixed.Rectangle26_6, fixed.Int26_6, bool) {
	return b.with(r).GlyphBounds(r)
}
