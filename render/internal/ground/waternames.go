package ground

import (
	"cmp"
	"math"
	"slices"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// namedWater is a river or lake with a name. Its hexsides may be of several kinds.
type namedWater struct {
	name  string
	lake  bool
	sides []hex.Side
}

// placeWaterNames places names along rivers and beside lakes if there is room, those of the longest waters first.
func placeWaterNames(c canvas, p *layout.Labels, l *lettering) {
	w := typeset.Pen{Face: typeset.Italic, Size: c.Px(11), Ink: style.Mix(c.Style.River, c.Style.Ink, 1, 4),
		Halo: c.Style.Halo, Spread: c.Px(1.3)}
	if w.Size < 8 {
		return // too small to be read on a bend
	}
	for _, v := range namedWaters(c.m) {
		if v.lake {
			if b, ok := best(p, placesAshore(c, w, v)); ok {
				p.Take(b.box)
				l.names = append(l.names, b)
			}
			continue
		}
		for _, k := range c.Courses(v.sides) {
			l.curves = append(l.curves, placeRiverName(c, p, w, v.name, k)...)
		}
	}
}

// namedWaters returns the waters of a map that have names, the longest first.
func namedWaters(m *view.Map) (out []namedWater) {
	for _, k := range m.Water {
		if k.Name == "" || !knownWater(k.Kind) {
			continue
		}
		i := slices.IndexFunc(out, func(w namedWater) bool { return w.name == k.Name })
		if i < 0 {
			i = len(out)
			out = append(out, namedWater{name: k.Name})
		}
		out[i].sides = append(out[i].sides, k.Sides...)
		out[i].lake = out[i].lake || k.Kind == "lake"
	}
	slices.SortStableFunc(out, func(a, b namedWater) int { return cmp.Compare(len(b.sides), len(a.sides)) })
	return out
}

// placesAshore lists where the name of a lake may stand beside it, the best places first.
func placesAshore(c canvas, w typeset.Pen, v namedWater) (out []candidate) {
	var box geom.Box
	for i, k := range v.sides {
		a, b, _ := c.Side(k)
		s := geom.Box{X0: min(a.X, b.X), Y0: min(a.Y, b.Y), X1: max(a.X, b.X), Y1: max(a.Y, b.Y)}
		if i > 0 {
			s = geom.Box{X0: min(box.X0, s.X0), Y0: min(box.Y0, s.Y0), X1: max(box.X1, s.X1), Y1: max(box.Y1, s.Y1)}
		}
		box = s
	}
	wide, gap, tall := c.Types.Width(w, v.name), c.Px(8), typeset.CapHeight*w.Size
	mid := geom.Pt((box.X0+box.X1)/2, (box.Y0+box.Y1)/2)
	for i, at := range []geom.Point{
		geom.Pt(box.X1+gap, mid.Y+tall/2), geom.Pt(box.X0-gap-wide, mid.Y+tall/2),
		geom.Pt(mid.X-wide/2, box.Y1+gap+tall), geom.Pt(mid.X-wide/2, box.Y0-gap),
		geom.Pt(box.X1+gap, box.Y0), geom.Pt(box.X0-gap-wide, box.Y0), geom.Pt(box.X1+gap,
			box.Y1+tall), geom.Pt(box.X0-gap-wide, box.Y1+tall),
	} {
		out = append(out, candidate{newLabel(c, w, v.name, at), i})
	}
	return out
}

// placeRiverName places a river's name along a line of it, once for each 18 hexes of its length, at least once.
func placeRiverName(c canvas, p *layout.Labels, w typeset.Pen, name string, l geom.Line) (out []typeset.Curve) {
	l = slices.Clone(l)
	if l[0].X > l[len(l)-1].X {
		slices.Reverse(l) // names are read from left to right
	}
	river, bed := geom.Measure(geom.Soften(l, 1)), geom.Measure(geom.Soften(l, 6))
	all := bed.Length()
	times := max(1, math.Round(all/(18*c.HexSize)))
	for i := range int(times) {
		from, to := all*float64(i)/times, all*float64(i+1)/times
		if k, ok := bestStretch(c, p, w, name, river, bed, from, to); ok {
			for _, g := range k.Letters {
				p.Take(g.Box)
			}
			out = append(out, k)
		}
	}
	return out
}

// bestStretch finds the cheapest place for a river's name beside it, between two distances from its start; false: none.
func bestStretch(c canvas, p *layout.Labels, w typeset.Pen, name string, river, bed geom.Measured, from,
	to float64) (best typeset.Curve, ok bool) {
	low := math.Inf(1)
	need := 1.1 * c.Types.Width(w, name)
	mid, text := (from+to)/2, c.Types.Measure(w, name)
	for far := from; far+need <= to; far += c.HexSize / 8 {
		away := 0.5 * math.Abs(far+need/2-mid) / c.HexSize
		near := river.Part(far-c.HexSize, far+need+c.HexSize)
		for _, off := range []float64{-0.6, -0.9, 1.3, 1.6} {
			k := typeset.Along(w, text, bed, far, off*w.Size)
			if price, fits := priceOf(c, p, k, near, low-away); fits {
				best, low, ok = k, price+away, true
			}
		}
	}
	return best, ok
}

// priceOf returns the price of a name in a place: for its bends, and for letters on the river, on a sign or
// where counters will lie. It fits if it costs less than limit and no letter collides.
func priceOf(c canvas, p *layout.Labels, k typeset.Curve, river geom.Line, limit float64) (price float64, fits bool) {
	price = 4 * k.Bends
	for i, g := range k.Letters {
		if price >= limit || g.Cos < 0 || !p.Free(g.Box) {
			return 0, false
		}
		if i > 0 && math.Abs(g.Sin*k.Letters[i-1].Cos-g.Cos*k.Letters[i-1].Sin) > 0.3 {
			return 0, false // the bend would press letters together
		}
		at := geom.Pt((g.Box.X0+g.Box.X1)/2, (g.Box.Y0+g.Box.Y1)/2)
		if river.Near(at, 0.55*k.Pen.Size) {
			price += 2
		}
		price += 2 * float64(p.Covered(g.Box))
		if h, ok := c.HexAt(at); ok {
			if m := c.Centre(h); max(math.Abs(at.X-m.X), math.Abs(at.Y-m.Y)) < 0.33*c.HexSize {
				price += 0.7 // a counter would hide it
			}
		}
	}
	return price, price < limit
}
