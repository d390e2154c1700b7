package typeset

import (
	"math"

	"grognard/render/internal/geom"
	"grognard/rules/letters"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Curve is a text along a line, letter by letter.
type Curve struct {
	Pen     Pen
	Letters []PlacedLetter
	Bends   float64 // the sum of the angles between letters, in radians
}

// PlacedLetter is a turned letter in its place.
type PlacedLetter struct {
	Rune     rune
	At       geom.Point // the start of its baseline
	Sin, Cos float64    // of the angle by which it is turned
	Box      geom.Box
}

// Turned returns where a point of the letter lies, given from the start of the baseline of the upright letter.
func (g PlacedLetter) Turned(x, y float64) geom.Point {
	return g.At.Offset(x*g.Cos-y*g.Sin, x*g.Sin+y*g.Cos)
}

// Letter is a letter on a straight baseline, with its width, and its box from the start of the baseline.
type Letter struct {
	rune
	wide float64
	box  geom.Box
}

// Measure measures a text letter by letter.
func (t *Writer) Measure(p Pen, text string) (out []Letter) {
	for _, r := range letters.Shown(text) {
		out = append(out, Letter{r, t.Width(p, string(r)), t.Bounds(p, string(r)).Grow(0.3)})
	}
	return out
}

// Along places a text along a line. Its baseline begins at the distance far from the line's start and runs at the
// distance off to the right of the line.
func Along(p Pen, text []Letter, c geom.Measured, far, off float64) Curve {
	out := Curve{Pen: p, Letters: make([]PlacedLetter, len(text))}
	last := 0.0
	for i, r := range text {
		a, b := c.At(far), c.At(far+r.wide)
		angle := math.Atan2(b.Y-a.Y, b.X-a.X)
		sin, cos := math.Sincos(angle)
		g := PlacedLetter{Rune: r.rune, At: a.Offset(-off*sin, off*cos), Sin: sin, Cos: cos}
		g.Box = g.around(r.box)
		if i > 0 {
			out.Bends += math.Abs(math.Remainder(angle-last, 2*math.Pi))
		}
		last, out.Letters[i] = angle, g
		far += 1.06 * r.wide // more than the width, because a bend brings the letters' feet or heads together
	}
	return out
}

// around returns the upright box round s turned as the letter.
func (g PlacedLetter) around(s geom.Box) geom.Box {
	a, b, c, d := g.Turned(s.X0, s.Y0), g.Turned(s.X1, s.Y0), g.Turned(s.X0, s.Y1), g.Turned(s.X1, s.Y1)
	return geom.Box{X0: min(a.X, b.X, c.X, d.X), Y0: min(a.Y, b.Y, c.Y, d.Y), X1: max(a.X, b.X, c.X, d.X),
		Y1: max(a.Y, b.Y, c.Y, d.Y)}
}

// Outline returns the shape of a letter, nil if its font fails to load it.
func (t *Writer) Outline(p Pen, letter rune) sfnt.Segments {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b sfnt.Buffer
	f := t.droid.For(t.fonts[p.Face], letter)
	i, err := f.GlyphIndex(&b, letter)
	if err != nil {
		return nil
	}
	s, err := f.LoadGlyph(&b, i, fixed.Int26_6(p.Size*64), nil)
	if err != nil {
		return nil
	}
	return s
}
