package render

import (
	"math"

	"grognard/render/internal/geom"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// curve is a text that follows a line, letter by letter.
type curve struct {
	pen    pen
	glyphs []glyph
	bends  float64 // how much it turns in all
}

// glyph is a letter that stands on its line at a point, turned.
type glyph struct {
	letter   rune
	at       geom.Point
	sin, cos float64
	box      geom.Box
}

// turned is where a point of an upright letter, from the begin of its baseline, comes
// to lie.
func (g glyph) turned(x, y float64) geom.Point {
	return g.at.Offset(x*g.cos-y*g.sin, x*g.sin+y*g.cos)
}

// upright is a letter as it stands on a straight line: its box and the way to the next one.
type upright struct {
	rune
	wide float64
	box  geom.Box
}

// spellOut measures a text letter by letter.
func (t *typeset) spellOut(p pen, text string) (out []upright) {
	for _, r := range text {
		out = append(out, upright{r, t.width(p, string(r)), t.bounds(p, string(r)).Grow(0.3)})
	}
	return out
}

// along sets a text beside a course, its baseline beginning so far along it and so far
// off to the right as one walks it.
func along(p pen, text []upright, c geom.Measured, far, off float64) curve {
	out := curve{pen: p, glyphs: make([]glyph, len(text))}
	last := 0.0
	for i, r := range text {
		a, b := c.At(far), c.At(far+r.wide)
		angle := math.Atan2(b.Y-a.Y, b.X-a.X)
		sin, cos := math.Sincos(angle)
		g := glyph{letter: r.rune, at: a.Offset(-off*sin, off*cos), sin: sin, cos: cos}
		g.box = g.around(r.box)
		if i > 0 {
			out.bends += math.Abs(math.Remainder(angle-last, 2*math.Pi))
		}
		last, out.glyphs[i] = angle, g
		far += 1.06 * r.wide // a bend brings the letters' feet or heads together
	}
	return out
}

// around is the upright box of a turned one.
func (g glyph) around(s geom.Box) geom.Box {
	a, b, c, d := g.turned(s.X0, s.Y0), g.turned(s.X1, s.Y0), g.turned(s.X0, s.Y1), g.turned(s.X1, s.Y1)
	return geom.Box{X0: min(a.X, b.X, c.X, d.X), Y0: min(a.Y, b.Y, c.Y, d.Y), X1: max(a.X, b.X, c.X, d.X), Y1: max(a.Y, b.Y, c.Y, d.Y)}
}

// bend draws the halos or the letters of texts of one kind along their lines, as
// outlines: a font.Drawer cannot turn its letters.
func (c canvas) bend(curves []curve, halo bool) {
	for _, k := range curves {
		for _, g := range k.glyphs {
			c.trail(k.pen, g)
		}
	}
	switch {
	case len(curves) == 0:
	case halo:
		c.dc.SetColor(curves[0].pen.halo)
		c.dc.SetLineWidth(2 * curves[0].pen.spread)
		c.dc.SetLineJoinRound()
		c.dc.Stroke()
	default:
		c.dc.SetColor(curves[0].pen.ink)
		c.dc.Fill()
	}
}

// trail adds a letter's outline to the path.
func (c canvas) trail(p pen, g glyph) {
	at := func(a fixed.Point26_6) geom.Point { return g.turned(float64(a.X)/64, float64(a.Y)/64) }
	for _, s := range c.types.outline(p, g.letter) {
		to := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			c.dc.ClosePath()
			c.dc.MoveTo(to.X, to.Y)
		case sfnt.SegmentOpLineTo:
			c.dc.LineTo(to.X, to.Y)
		case sfnt.SegmentOpQuadTo:
			end := at(s.Args[1])
			c.dc.QuadraticTo(to.X, to.Y, end.X, end.Y)
		case sfnt.SegmentOpCubeTo:
			mid, end := at(s.Args[1]), at(s.Args[2])
			c.dc.CubicTo(to.X, to.Y, mid.X, mid.Y, end.X, end.Y)
		}
	}
	c.dc.ClosePath()
}

// outline is a letter's shape, none where the font has none.
func (t *typeset) outline(p pen, letter rune) sfnt.Segments {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b sfnt.Buffer
	f := t.fonts[p.face]
	i, err := f.GlyphIndex(&b, letter)
	if err != nil {
		return nil
	}
	s, err := f.LoadGlyph(&b, i, fixed.Int26_6(p.size*64), nil)
	if err != nil {
		return nil
	}
	return s
}
