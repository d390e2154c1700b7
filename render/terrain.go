package render

import (
	"image"
	"image/color"
	"math"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// canvas is a drawing of the printed map. Shapes of one colour are gathered
// into one path and filled together: each fill walks the whole height.
type canvas struct {
	brush
	frame
	dc  *gg.Context
	img *image.RGBA
	m   *view.Map
}

// ground is a printed map, and how it is laid out.
type ground struct {
	frame
	pic *image.Paletted
}

// print draws all that a position does not change.
func (b brush) print(v *view.Board, o Options) (ground, error) {
	entries := b.legend(v)
	f, err := newFrame(v.Map.Grid, o, furnish(v, entries))
	if err != nil {
		return ground{}, err
	}
	return ground{f, b.printed(f, v.Map, entries)}, nil
}

func (b brush) printed(f frame, m *view.Map, entries []entry) *image.Paletted {
	img := image.NewRGBA(image.Rectangle{Max: f.size})
	c := canvas{b, f, gg.NewContextForRGBA(img), img, m}
	c.dc.SetColor(b.style.Paper)
	c.dc.Clear()
	c.terrain()
	c.lattice()
	c.water()
	c.ways()
	c.settlements()
	c.areas()
	c.sources()
	c.letter()
	b.strip(c.dc, img, f, m)
	b.scaleBar(c.dc, img, f, m.Across)
	b.drawLegend(c.dc, img, f, entries)
	return b.dip(img)
}

// hexes yields the hexes that the picture shows.
func (c canvas) hexes(yield func(hex.Hex) bool) {
	for h := range c.grid.All() {
		if c.shows(h) && !yield(h) {
			return
		}
	}
}

func (c canvas) outline(h hex.Hex) {
	c.dc.NewSubPath()
	for i := range 6 {
		p := c.corner(h, i)
		c.dc.LineTo(p.x, p.y)
	}
	c.dc.ClosePath()
}

func (c canvas) terrain() {
	c.fillHexes(c.style.Ground, func([]string) bool { return true })
	c.fillHexes(c.style.Other, func(k []string) bool { return slices.ContainsFunc(k, unknownTerrain) })
	for _, t := range []struct {
		kind string
		fill color.RGBA
	}{{"swamp", c.style.Swamp}, {"light-woods", c.style.LightWoods}, {"heavy-woods", c.style.HeavyWoods}} {
		c.fillHexes(t.fill, func(k []string) bool { return slices.Contains(k, t.kind) })
	}
	c.stroke("swamp", c.style.Reed, 1.1, c.reeds)
	c.fill("light-woods", c.style.LightTree, c.roundTrees)
	c.fill("heavy-woods", c.style.HeavyTree, c.firs)
	c.stroke("", c.style.Track, 0.9, c.hatch)
}

func unknownTerrain(kind string) bool {
	switch kind {
	case "open", "light-woods", "heavy-woods", "swamp", "village", "city":
		return false
	}
	return true
}

func (c canvas) fillHexes(col color.RGBA, in func(kinds []string) bool) {
	for h := range c.hexes {
		if in(c.m.Terrain[h]) {
			c.outline(h)
		}
	}
	c.dc.SetColor(col)
	c.dc.Fill()
}

// has says whether a texture belongs in a hex; "" is for the unknown kinds.
func (c canvas) has(h hex.Hex, kind string) bool {
	if kind == "" {
		return slices.ContainsFunc(c.m.Terrain[h], unknownTerrain)
	}
	return slices.Contains(c.m.Terrain[h], kind)
}

func (c canvas) fill(kind string, col color.RGBA, shape func(at point, seed uint32)) {
	for h := range c.hexes {
		if c.has(h, kind) {
			shape(c.centre(h), seed(h))
		}
	}
	c.dc.SetColor(col)
	c.dc.Fill()
}

func (c canvas) stroke(kind string, col color.RGBA, width float64, shape func(at point, seed uint32)) {
	for h := range c.hexes {
		if c.has(h, kind) {
			shape(c.centre(h), seed(h))
		}
	}
	c.dc.SetColor(col)
	c.dc.SetLineWidth(c.px(width))
	c.dc.SetLineCapButt()
	c.dc.Stroke()
}

// px scales a length meant for hexes of the usual size.
func (p plane) px(v float64) float64 { return v * p.d / defaultHex }

// seed makes textures differ from hex to hex, the same at every drawing.
func seed(h hex.Hex) uint32 {
	s := uint32(h.Col)*73856093 ^ uint32(h.Row)*19349663
	s ^= s >> 13
	return s * 2654435761
}

// scatter yields n points spread over a hex below its number, in rings round
// the centre that a seed turns.
func (c canvas) scatter(at point, seed uint32, n int, yield func(point)) {
	for i := range n {
		r := 0.40 * c.d * math.Sqrt((float64(i)+0.5)/float64(n))
		a := float64(i)*2.39996 + float64(seed%628)/100 // the golden angle spreads evenly
		sin, cos := math.Sincos(a)
		if q := at.plus(r*cos, r*sin*0.9+c.px(3)); q.y > at.y-c.px(17) {
			yield(q)
		}
	}
}

func (c canvas) roundTrees(at point, seed uint32) {
	c.scatter(at, seed, 13, func(q point) { c.dc.DrawCircle(q.x, q.y, c.px(3.2)) })
}

func (c canvas) firs(at point, seed uint32) {
	w, h := c.px(3.4), c.px(8.5)
	c.scatter(at, seed, 19, func(q point) {
		c.dc.NewSubPath()
		c.dc.MoveTo(q.x, q.y-h/2)
		c.dc.LineTo(q.x+w, q.y+h/2)
		c.dc.LineTo(q.x-w, q.y+h/2)
		c.dc.ClosePath()
	})
}

func (c canvas) reeds(at point, seed uint32) {
	w, h := c.px(4.5), c.px(4.5)
	c.scatter(at, seed, 9, func(q point) {
		c.dc.DrawLine(q.x-w, q.y, q.x+w, q.y)
		c.dc.DrawLine(q.x, q.y, q.x, q.y-h)
		c.dc.DrawLine(q.x-w/2, q.y, q.x-w*0.8, q.y-h*0.8)
		c.dc.DrawLine(q.x+w/2, q.y, q.x+w*0.8, q.y-h*0.8)
	})
}

func (c canvas) hatch(at point, _ uint32) {
	for i := -2; i <= 2; i++ {
		x, y := c.px(9)*float64(i), c.px(12)
		c.dc.DrawLine(at.x+x-y/2, at.y+y, at.x+x+y/2, at.y-y)
	}
}

func (c canvas) lattice() {
	for h := range c.hexes {
		c.outline(h)
	}
	c.dc.SetColor(c.style.Grid)
	c.dc.SetLineWidth(max(0.8, c.px(1)))
	c.dc.Stroke()
}
