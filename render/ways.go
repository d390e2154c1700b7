package render

import (
	"math"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// ways draws roads from hex to hex, the better ones over the worse.
func (c canvas) ways() {
	track, road, rail, other := c.paths("track"), c.paths("road"), c.paths("railroad"), c.paths("")
	c.dc.SetDash(c.px(2), c.px(5))
	c.trace(other, c.style.Ink, 2)
	c.dc.SetDash(c.px(7), c.px(5))
	c.trace(track, c.style.Track, 2.4)
	c.dc.SetDash()
	c.trace(road, c.style.RoadEdge, 7.4)
	c.trace(road, c.style.Road, 5)
	c.trace(rail, c.style.Rail, 3.2)
	c.dc.SetDash(c.px(6), c.px(8))
	c.trace(rail, c.style.Halo, 1.4)
	c.dc.SetDash()
}

// paths are the ways of a kind; "" is all kinds that the style does not know.
func (c canvas) paths(kind string) (out []line) {
	for _, w := range c.m.Ways {
		known := w.Kind == "track" || w.Kind == "road" || w.Kind == "railroad"
		if w.Kind != kind && (kind != "" || known) {
			continue
		}
		var l line
		for _, h := range w.Path {
			l = append(l, c.centre(h))
		}
		if n := len(w.Path); n > 1 {
			l = slices.Concat(c.beyond(w.Path[1], w.Path[0]), l, c.beyond(w.Path[n-2], w.Path[n-1]))
		}
		out = append(out, l)
	}
	return out
}

// beyond is where a way leaves the map that ends in a hex at its edge and in no town:
// as straight on as it can.
func (c canvas) beyond(from, end hex.Hex) (out line) {
	if c.place(end).Name != "" {
		return nil
	}
	at, back, far := c.centre(end), c.centre(from), 0.0
	for _, n := range c.grid.Around(end) {
		p := c.centre(n)
		if d := math.Hypot(p.x-back.x, p.y-back.y); !c.grid.Contains(n) && d > far+1 {
			out, far = line{between(at, p, 0.5)}, d
		}
	}
	return out
}

// house is a block of a settlement in a hex of the usual size: its upper left
// corner from the hex's centre, its width and its height.
type house struct{ x, y, w, h float64 }

func village() []house {
	return []house{{-8, -5, 7, 5}, {2, -7, 5, 6}, {-3, 3, 6, 5}, {6, 2, 5, 5}}
}

func city() []house {
	return []house{
		{-16, -12, 8, 7}, {-6, -13, 9, 8}, {5, -12, 7, 6}, {14, -8, 5, 7},
		{-18, -3, 6, 8}, {-10, -3, 8, 6}, {0, -3, 6, 7}, {8, -4, 5, 8}, {15, 1, 5, 6},
		{-14, 7, 8, 7}, {-4, 6, 7, 8}, {5, 6, 8, 6},
	}
}

func (c canvas) settlements() {
	for h := range c.hexes {
		p := c.place(h)
		switch {
		case c.has(h, "city") || p.Kind == "city":
			at := c.centre(h)
			c.dc.DrawCircle(at.x, at.y, c.px(21))
			c.dc.SetColor(c.style.Built)
			c.dc.Fill()
			c.blocks(at, city())
		case c.has(h, "village") || p.Kind == "village":
			c.blocks(c.centre(h), village())
		}
	}
}

func (c canvas) blocks(at point, houses []house) {
	for _, b := range houses {
		c.dc.DrawRectangle(at.x+c.px(b.x), at.y+c.px(b.y), c.px(b.w), c.px(b.h))
	}
	c.dc.SetColor(c.style.Roof)
	c.dc.Fill()
}

func (c canvas) place(h hex.Hex) view.Place {
	i := slices.IndexFunc(c.m.Places, func(p view.Place) bool { return p.Hex == h })
	if i < 0 {
		return view.Place{}
	}
	return c.m.Places[i]
}

// names writes each place's name under it, once where a town fills two hexes.
func (c canvas) names() {
	for i, p := range c.m.Places {
		again := slices.ContainsFunc(c.m.Places[:i], func(q view.Place) bool {
			return q.Name == p.Name && c.grid.Touch(q.Hex, p.Hex)
		})
		if again || !c.shows(p.Hex) {
			continue
		}
		w := pen{face: bold, size: c.px(10.5), ink: c.style.Ink, halo: c.style.Halo, spread: c.px(1.5)}
		if p.Kind == "city" {
			w.size = c.px(12)
		}
		at := c.centre(p.Hex)
		c.types.write(c.img, w, p.Name, at.x, at.y+c.px(28), middle)
	}
}

// areas draws a side's entry areas along the map's edge, each with its letter
// in the margin.
func (c canvas) areas() {
	for _, a := range c.m.Entry {
		l := c.livery(a.Side)
		for _, h := range a.Hexes {
			for i, n := range c.grid.Around(h) {
				if !c.grid.Contains(n) {
					p, q := c.corner(h, i), c.corner(h, i+1)
					c.dc.DrawLine(p.x, p.y, q.x, q.y)
				}
			}
		}
		c.dc.SetColor(l.base)
		c.dc.SetLineWidth(c.px(5))
		c.dc.SetLineCapRound()
		c.dc.Stroke()
		if len(a.Hexes) > 0 {
			at := c.outside(a.Hexes[len(a.Hexes)/2])
			c.disc(at, c.px(13), l, a.Name, c.px(17))
		}
	}
}

// outside is a point beyond the map's edge beside an edge hex.
func (c canvas) outside(h hex.Hex) point {
	at := c.centre(h)
	var dx, dy float64
	for _, n := range c.grid.Around(h) {
		if !c.grid.Contains(n) {
			p := c.centre(n)
			dx, dy = dx+p.x-at.x, dy+p.y-at.y
		}
	}
	if far := math.Hypot(dx, dy); far > 0 {
		at = at.plus(0.8*c.d*dx/far, 0.8*c.d*dy/far)
	}
	return at
}

// disc is a round badge of a side with its text.
func (c canvas) disc(at point, r float64, l livery, text string, size float64) {
	c.dc.DrawCircle(at.x, at.y, r)
	c.dc.SetColor(l.base)
	c.dc.FillPreserve()
	c.dc.SetColor(c.style.Ink)
	c.dc.SetLineWidth(c.px(1.2))
	c.dc.Stroke()
	p := c.types.fit(pen{face: bold, size: size, ink: l.ink}, text, 1.6*r)
	c.types.write(c.img, p, text, at.x, at.y+0.36*p.size, middle)
}

// sources marks supply sources: a disc of the side's colour with its letter, in
// a ring.
func (c canvas) sources() {
	for _, s := range c.m.Sources {
		if !c.shows(s.Hex) {
			continue
		}
		c.ringed(c.sourceAt(s.Hex), c.livery(s.Side))
	}
}

// sourceAt is where the sign of a supply source stands in its hex.
func (f frame) sourceAt(h hex.Hex) point { return f.centre(h).plus(f.px(22), f.px(4)) }

func (c canvas) ringed(at point, l livery) {
	c.dc.DrawCircle(at.x, at.y, c.px(8))
	c.dc.SetColor(c.style.Halo)
	c.dc.FillPreserve()
	c.dc.SetColor(c.style.Ink)
	c.dc.SetLineWidth(c.px(1))
	c.dc.Stroke()
	c.disc(at, c.px(5.6), l, l.letter, c.px(8))
}
