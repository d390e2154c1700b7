package render

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"sync"

	"grognard/render/internal/geom"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// face is a cut of the typeface.
type face int8

const (
	regular face = iota
	bold
	slanted // bold, for values that are estimates
	italic  // for waters
)

// anchor says which part of a text stands at its point: 0 its left end, 1 its right end.
type anchor float64

const (
	left   anchor = 0
	middle anchor = 0.5
	right  anchor = 1
)

// typeset writes texts. A font.Face keeps buffers that two goroutines must not
// share, so every text is written under a lock: it takes microseconds.
type typeset struct {
	mu    sync.Mutex
	fonts [4]*sfnt.Font
	faces map[cut]font.Face
	kept  *letters
}

// cut is a face at a size in quarters of a pixel.
type cut struct {
	face face
	size int
}

func newTypeset() (*typeset, error) {
	t := &typeset{faces: map[cut]font.Face{}, kept: &letters{drawn: map[sort]letter{}}}
	for i, ttf := range [][]byte{goregular.TTF, gobold.TTF, gobolditalic.TTF, goitalic.TTF} {
		f, err := opentype.Parse(ttf)
		if err != nil {
			return nil, fmt.Errorf("built-in font %d: %w", i, err)
		}
		t.fonts[i] = f
	}
	return t, nil
}

// pen is what a text is written with. Size is the em in pixels.
type pen struct {
	face   face
	size   float64
	ink    color.RGBA
	halo   color.RGBA // the zero colour: none
	spread float64    // the halo's width in pixels
}

const (
	maxSize   = 120
	keepFaces = 200 // of some 20 KB each, most of them for texts that were fitted
)

func (t *typeset) cut(p pen) font.Face {
	k := cut{p.face, int(math.Round(4 * min(max(p.size, 4), maxSize)))}
	f, ok := t.faces[k]
	if !ok {
		// NewFace returns an error for its interface's sake alone.
		face, _ := opentype.NewFace(t.fonts[p.face], &opentype.FaceOptions{Size: float64(k.size) / 4, DPI: 72, Hinting: font.HintingNone})
		f = &fount{face, k, t.kept}
		if len(t.faces) >= keepFaces {
			clear(t.faces)
		}
		t.faces[k] = f
	}
	return f
}

// width is the length of a text in pixels.
func (t *typeset) width(p pen, s string) float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return float64(font.MeasureString(t.cut(p), s)) / 64
}

// bounds is the box of a text whose baseline begins at 0, 0.
func (t *typeset) bounds(p pen, s string) geom.Box {
	t.mu.Lock()
	defer t.mu.Unlock()
	b, _ := font.BoundString(t.cut(p), s)
	f := func(v fixed.Int26_6) float64 { return float64(v) / 64 }
	return geom.Box{X0: f(b.Min.X), Y0: f(b.Min.Y), X1: f(b.Max.X), Y1: f(b.Max.Y)}
}

// fit makes a pen small enough for a text to be at most so wide.
func (t *typeset) fit(p pen, s string, wide float64) pen {
	if w := t.width(p, s); w > wide && wide > 0 {
		p.size *= wide / w
	}
	return p
}

// clip shortens a text that would have to be too small to be read in so narrow
// a room.
func (t *typeset) clip(p pen, s string, wide float64) string {
	r := []rune(s)
	for len(r) > 1 && t.width(p, string(r)) > 1.3*wide {
		r = r[:len(r)-1]
	}
	return string(r)
}

// wrap breaks a text between its words, where it would have to be plainly smaller to
// fit.
func (t *typeset) wrap(p pen, s string, wide float64) (lines []string) {
	if t.width(p, s) <= 1.15*wide {
		return []string{s}
	}
	for w := range strings.FieldsSeq(s) {
		if n := len(lines) - 1; n >= 0 && t.width(p, lines[n]+" "+w) <= wide {
			lines[n] += " " + w
		} else {
			lines = append(lines, w)
		}
	}
	return lines
}

// write puts a text with its baseline at y.
func (t *typeset) write(dst *image.RGBA, p pen, s string, x, y float64, a anchor) {
	x -= float64(a) * t.width(p, s)
	t.mu.Lock()
	defer t.mu.Unlock()
	f := t.cut(p)
	put := func(c image.Image, dx, dy float64) {
		d := font.Drawer{Dst: dst, Src: c, Face: f, Dot: fixed.Point26_6{X: fixed.Int26_6((x + dx) * 64), Y: fixed.Int26_6((math.Round(y) + dy) * 64)}}
		d.DrawString(s)
	}
	if p.halo.A != 0 {
		halo := image.NewUniform(p.halo)
		for i := range 8 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 4)
			put(halo, p.spread*cos, p.spread*sin)
		}
	}
	put(image.NewUniform(p.ink), 0, 0)
}

func upper(s string) string { return strings.ToUpper(s) }

// spell makes a label of an identifier: "light-woods" becomes "Light woods".
func spell(id string) string {
	s := strings.ReplaceAll(id, "-", " ")
	for i, r := range s {
		return upper(string(r)) + s[i+len(string(r)):]
	}
	return s
}
