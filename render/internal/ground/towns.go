package ground

import (
	"slices"

	"grognard/render/internal/geom"
	"grognard/rules/first"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// house is a block of a settlement in a hex of the usual size: its middle from the hex's centre, its width, its height.
type house struct{ x, y, w, h float64 }

// village returns where the houses of a village may stand, the best places first; those that ways block stay empty.
func village() []house {
	return []house{
		{-7, -5, 6.5, 5}, {7, 5, 6, 5}, {6, -6, 5, 6}, {-6, 6, 6, 5}, {-13, 2, 5, 5}, {13, -1, 5, 5},
		{0, -10, 6, 5}, {0, 10, 6, 5}, {-12, -9, 5, 5}, {12, 10, 5, 5},
	}
}

// villageHouses is how many houses a village has at most.
const villageHouses = 5

// city returns where the blocks of a city stand.
func city() []house {
	return []house{
		{-14, -10, 7, 7}, {-5, -13, 8, 6}, {4, -13, 7, 7}, {13, -9, 7, 7},
		{-19, -2, 6, 7}, {-11, -2, 7, 6}, {-3.5, -4.5, 6, 6}, {4.5, -4.5, 6, 6}, {12, -1, 7, 6}, {19.5, 0, 5, 7},
		{-16, 6, 7, 6}, {-7.5, 5, 7, 7}, {0.5, 4, 6, 6}, {8, 6, 6, 6}, {16, 8, 6, 6},
		{-11, 13, 7, 6}, {-2, 12.5, 7, 6}, {6, 14, 7, 6},
	}
}

// isTown reports whether a hex has a kind of town, "city" or "village".
func isTown(m *view.Map, h hex.Hex, kind string) bool {
	return slices.Contains(m.Terrain[h], kind) || placeAt(m, h).Kind == kind
}

// placeAt returns the place in a hex; the zero place if there is none.
func placeAt(m *view.Map, h hex.Hex) geography.Place {
	place, _ := first.In(m.Places, func(p geography.Place) bool { return p.Hex == h })
	return place
}

// drawCities draws built-up ground with its blocks under waters and ways, which become embankments and
// streets. A city in two hexes continues from one into the other.
func drawCities(s *sketch) {
	var built []shape
	var blocks settlement
	for h := range s.Hexes {
		if !isTown(s.m, h, "city") {
			continue
		}
		at := s.Centre(h)
		var edge geom.Line
		for i, p := range geom.Circle(at, s.Px(23), 14) {
			edge = append(edge, geom.Lerp(at, p, 1+0.07*geom.Jitter(hex.Between(h, hex.None), i)))
		}
		built = append(built, newShape(geom.Rounded(edge)))
		blocks.build(s, h, city()...)
		for i, n := range s.Grid.Around(h) {
			if i < 3 && isTown(s.m, n, "city") && placeAt(s.m, h).Name == placeAt(s.m, n).Name { // each pair once
				built = append(built, newShape(geom.Line{at, s.Centre(n)}.Ribbon(s.Px(16), s.Px(16))))
				blocks.build(s, h, suburb(s.Centre(n).Sub(at).Mul(0.5/s.Px(1)))...)
			}
		}
	}
	s.fill(s.Style.Built, built...)
	blocks.draw(s)
}

// drawVillages draws some houses in each village, clear of ways and rivers.
func drawVillages(s *sketch, w *network, r rivers) {
	var p settlement
	for h := range s.Hexes {
		if !isTown(s.m, h, "village") || isTown(s.m, h, "city") {
			continue
		}
		taken := takenNear(s, h, w, r)
		free := slices.DeleteFunc(village(), func(b house) bool {
			return taken(s.Centre(h).Offset(s.Px(b.x), s.Px(b.y)), s.Px(max(b.w, b.h))/2)
		})
		p.build(s, h, free[:min(villageHouses, len(free))]...)
	}
	p.draw(s)
}

// settlement has houses as shapes: their roofs, and the lit halves of the roofs.
type settlement struct{ roofs, lit []shape }

func (p *settlement) build(s *sketch, h hex.Hex, houses ...house) {
	for _, b := range houses {
		at := s.Centre(h).Offset(s.Px(b.x), s.Px(b.y))
		x, y := s.Px(b.w)/2, s.Px(b.h)/2
		p.roofs = append(p.roofs, newShape(geom.Rectangle(at, x, y)))
		p.lit = append(p.lit, newShape(geom.Rectangle(at.Offset(0, -y/2), x-s.Px(0.8), y/2-s.Px(0.4))))
	}
}

func (p settlement) draw(s *sketch) {
	s.fill(s.Style.Roof, p.roofs...)
	s.fill(s.Style.Eaves(), p.lit...)
}

// suburb returns houses round a point between two hexes of a city.
func suburb(at geom.Point) (out []house) {
	for _, x := range []float64{-11, -3.5, 4, 11} {
		for _, y := range []float64{-4, 4} {
			out = append(out, house{at.X + x, at.Y + y, 6, 6})
		}
	}
	return out
}

// takenNear returns a function that reports whether a way or river comes closer than room to a point near hex h.
func takenNear(s *sketch, h hex.Hex, w *network, r rivers) func(at geom.Point, room float64) bool {
	type strip struct {
		geom.Line
		half float64
	}
	var strips []strip
	for l := range lanes {
		for _, b := range w.pieces[l] {
			if s.Grid.Distance(b.in, h) < 2 {
				strips = append(strips, strip{b.Line, laneHalf(s, l)})
			}
		}
	}
	for _, p := range r.pieces {
		if geom.Distance(p.Line[0], s.Centre(h)) < 2*s.HexSize {
			strips = append(strips, strip{p.Line, max(p.from, p.to)})
		}
	}
	return func(at geom.Point, room float64) bool {
		return slices.ContainsFunc(strips, func(t strip) bool {
			return slices.ContainsFunc(t.Line,
				func(q geom.Point) bool { return geom.Distance(q, at) < t.half+room+s.Px(0.5) })
		})
	}
}
