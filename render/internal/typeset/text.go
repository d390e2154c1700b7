// Package typeset measures and writes texts, on a straight baseline or along a curve.
//
//	p := typeset.Pen{Face: typeset.Bold, Size: 12, Ink: ink}
//	w.Write(img, w.Fit(p, name, 80), name, x, y, typeset.Middle) // at most 80 pixels wide
//
// It has the Go fonts, with Latin, Greek and Cyrillic letters, and package droid for letters that they lack. Letters in
// neither are drawn as boxes. It does not join or reorder letters for scripts that run from right to left.
package typeset

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"sync"

	"grognard/render/internal/droid"
	"grognard/render/internal/geom"
	"grognard/rules/letters"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Face is a style of the typeface.
type Face int8

const (
	Regular Face = iota
	Bold
	BoldItalic // bold, for values that are estimates
	Italic     // for waters
)

// Anchor says which part of a text stands at its point: 0 its left end, 1 its right end.
type Anchor float64

const (
	Left   Anchor = 0
	Middle Anchor = 0.5
	Right  Anchor = 1
)

// Pen is what a text is written with. Size is the em in pixels.
type Pen struct {
	Face   Face
	Size   float64
	Ink    color.RGBA
	Halo   color.RGBA // the zero colour: none
	Spread float64    // the halo's width in pixels
}

// Layer returns the pen that draws only a text's halo, or only its letters.
func (p Pen) Layer(halo bool) Pen {
	if halo {
		p.Ink = p.Halo
	} else {
		p.Halo = color.RGBA{}
	}
	return p
}

// CapHeight is the height of capitals and figures as a fraction of the size of type.
const CapHeight = 0.73

// Writer measures and writes texts. A font.Face has buffers that two goroutines must not share, so every
// text is written under a lock; that takes microseconds.
type Writer struct {
	mu     sync.Mutex
	fonts  [4]*sfnt.Font
	droid  droid.Font // for letters that the fonts lack
	faces  map[fontSize]font.Face
	glyphs *glyphCache
}

// New returns a writer with the Go fonts.
func New() (*Writer, error) {
	t := &Writer{faces: map[fontSize]font.Face{}, glyphs: &glyphCache{drawn: map[glyphKey]cachedGlyph{}}}
	for i, ttf := range [][]byte{goregular.TTF, gobold.TTF, gobolditalic.TTF, goitalic.TTF} {
		f, err := opentype.Parse(ttf)
		if err != nil {
			return nil, fmt.Errorf("built-in font %d: %w", i, err)
		}
		t.fonts[i] = f
	}
	return t, nil
}

// fontSize is a face at a size in quarters of a pixel.
type fontSize struct {
	face Face
	size int
}

const (
	maxSize   = 120
	keepFaces = 200 // of about 20 KB each, most of them for texts that Fit made smaller
)

// font returns the face for a pen. Faces are kept until there are keepFaces. The caller holds the lock.
func (t *Writer) font(p Pen) font.Face {
	k := fontSize{p.Face, int(math.Round(4 * min(max(p.Size, 4), maxSize)))}
	f, ok := t.faces[k]
	if !ok {
		// NewFace returns an error for its interface's sake alone.
		size, own := float64(k.size)/4, t.fonts[p.Face]
		face, _ := opentype.NewFace(own, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
		f = &cachedFace{t.droid.Beside(face, own, size), k, t.glyphs}
		if len(t.faces) >= keepFaces {
			clear(t.faces)
		}
		t.faces[k] = f
	}
	return f
}

// Width returns the length of a text in pixels.
func (t *Writer) Width(p Pen, s string) float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return float64(font.MeasureString(t.font(p), letters.Shown(s))) / 64
}

// Bounds returns the box of a text whose baseline begins at 0, 0.
func (t *Writer) Bounds(p Pen, s string) geom.Box {
	t.mu.Lock()
	defer t.mu.Unlock()
	b, _ := font.BoundString(t.font(p), letters.Shown(s))
	f := func(v fixed.Int26_6) float64 { return float64(v) / 64 }
	return geom.Box{X0: f(b.Min.X), Y0: f(b.Min.Y), X1: f(b.Max.X), Y1: f(b.Max.Y)}
}

// Fit returns the pen, made smaller if needed so that a text is at most that wide.
func (t *Writer) Fit(p Pen, s string, wide float64) Pen {
	if w := t.Width(p, s); w > wide && wide > 0 {
		p.Size *= wide / w
	}
	return p
}

// Clip shortens a text that Fit would make illegibly small (over 1.3 times too wide), and ends it with a full stop.
func (t *Writer) Clip(p Pen, s string, wide float64) string {
	const squeezed = 1.3
	if t.Width(p, s) <= squeezed*wide {
		return s
	}
	r := []rune(s)
	for len(r) > 1 && t.Width(p, string(r)+".") > squeezed*wide {
		r = r[:len(r)-1]
	}
	return strings.TrimRight(string(r), " .") + "."
}

// Wrap breaks a text between words if it is more than 1.15 times as wide as wide. Less than that is left to Fit.
func (t *Writer) Wrap(p Pen, s string, wide float64) (lines []string) {
	if t.Width(p, s) <= 1.15*wide {
		return []string{s}
	}
	for w := range strings.FieldsSeq(s) {
		if n := len(lines) - 1; n >= 0 && t.Width(p, lines[n]+" "+w) <= wide {
			lines[n] += " " + w
		} else {
			lines = append(lines, w)
		}
	}
	return lines
}

// Write writes a text with its baseline at y and its anchor a at x.
func (t *Writer) Write(dst *image.RGBA, p Pen, s string, x, y float64, a Anchor) {
	x -= float64(a) * t.Width(p, s)
	t.mu.Lock()
	defer t.mu.Unlock()
	f := t.font(p)
	put := func(c image.Image, dx, dy float64) {
		d := font.Drawer{Dst: dst, Src: c, Face: f,
			Dot: fixed.Point26_6{X: fixed.Int26_6((x + dx) * 64), Y: fixed.Int26_6((math.Round(y) + dy) * 64)}}
		d.DrawString(letters.Shown(s))
	}
	if p.Halo.A != 0 {
		halo := image.NewUniform(p.Halo)
		for i := range 8 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 4)
			put(halo, p.Spread*cos, p.Spread*sin)
		}
	}
	put(image.NewUniform(p.Ink), 0, 0)
}
