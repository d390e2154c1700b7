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
