package render

import (
	"math"
	"slices"

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
	at       point
	sin, cos float64
	box      span
}

// turned is where a point of an upright letter, from the begin of its baseline, comes
// to lie.
func (g glyph) turned(x, y float64) point {
	return g.at.plus(x*g.cos-y*g.sin, x*g.sin+y*g.cos)
}

// course is a line measured along its length.
type course struct {
	line line
	far  []float64 // from its begin to each of its points
}

func measure(l line) course {
	c := course{l, make([]float64, len(l))}
	for i := 1; i < len(l); i++ {
		c.far[i] = c.far[i-1] + math.Hypot(l[i].x-l[i-1].x, l[i].y-l[i-1].y)
	}
	return c
}

func (c course) length() float64 { return c.far[len(c.far)-1] }

// at is the point so far from the begin.
func (c course) at(far float64) point {
	i, _ := slices.BinarySearch(c.far, far)
	i = min(max(1, i), len(c.far)-1)
	if i == 0 { // a course of one point
		return c.line[0]
	}
	if c.far[i] == c.far[i-1] {
		return c.line[i]
	}
	return between(c.line[i-1], c.line[i], (far-c.far[i-1])/(c.far[i]-c.far[i-1]))
}

// part is the points of a course between two of its lengths.
func (c course) part(from, to float64) line {
	i, _ := slices.BinarySearch(c.far, from)
	j, _ := slices.BinarySearch(c.far, to)
	return c.line[i:j]
}

// upright is a letter as it stands on a straight line: its box and the way to the next one.
type upright struct {
	rune
	wide float64
	box  span
}

// spellOut measures a text letter by letter.
func (t *typeset) spellOut(p pen, text string) (out []upright) {
	for _, r := range text {
		out = append(out, upright{r, t.width(p, string(r)), t.bounds(p, string(r)).grown(0.3)})
	}
	return out
}

// along sets a text beside a course, its baseline beginning so far along it and so far
// off to the right as one walks it.
func along(p pen, text []upright, c course, far, off float64) curve {
	out := curve{pen: p, glyphs: make([]glyph, len(text))}
	last := 0.0
	for i, r := range text {
		a, b := c.at(far), c.at(far+r.wide)
		angle := math.Atan2(b.y-a.y, b.x-a.x)
		sin, cos := math.Sincos(angle)
		g := glyph{letter: r.rune, at: a.plus(-off*sin, off*cos), sin: sin, cos: cos}
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
func (g glyph) around(s span) span {
	a, b, c, d := g.turned(s.x0, s.y0), g.turned(s.x1, s.y0), g.turned(s.x0, s.y1), g.turned(s.x1, s.y1)
	return span{min(a.x, b.x, c.x, d.x), min(a.y, b.y, c.y, d.y), max(a.x, b.x, c.x, d.x), max(a.y, b.y, c.y, d.y)}
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
	at := func(a fixed.Point26_6) point { return g.turned(float64(a.X)/64, float64(a.Y)/64) }
	for _, s := range c.types.outline(p, g.letter) {
		to := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			c.dc.ClosePath()
			c.dc.MoveTo(to.x, to.y)
		case sfnt.SegmentOpLineTo:
			c.dc.LineTo(to.x, to.y)
		case sfnt.SegmentOpQuadTo:
			end := at(s.Args[1])
			c.dc.QuadraticTo(to.x, to.y, end.x, end.y)
		case sfnt.SegmentOpCubeTo:
			mid, end := at(s.Args[1]), at(s.Args[2])
			c.dc.CubicTo(to.x, to.y, mid.x, mid.y, end.x, end.y)
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
