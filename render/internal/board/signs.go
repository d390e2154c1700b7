package board

import (
	"image"
	"image/draw"
	"math"
	"slices"

	"grognard/render/internal/geom"
	"grognard/render/internal/sprite"
	"grognard/render/scene"
	"grognard/rules/first"
	"grognard/rules/hex"
)

// drawSigns draws what is told of hexes, beside their stacks: fights, strikes, losses, captured places, lost steps and
// arrivals. Signs that belong into their hex are placed first. The words of fights and strikes keep clear of those, of
// one another and of what must be legible; where there is no room they lie on top.
func drawSigns(c canvas) *signLayout {
	s := newSignLayout(c)
	if len(c.Board.Told) == 0 {
		return s
	}
	for _, t := range c.Captures {
		if t.Changed() {
			s.put(t.At, sprite.Capture(c.Atlas, sprite.CaptureLook{By: t.By, From: t.From, VP: c.worth(t.At),
				Px: c.Px(1)}), geom.Pt(0.42*c.FlagSide(t.At), 0.03))
		}
	}
	for _, n := range c.Steps {
		s.put(n.At, sprite.Badge(c.Atlas,
			sprite.BadgeLook{BadgeKind: sprite.LostSteps, Text: sprite.Signed(-n.N), Px: 1.25 * c.Px(1)}),
			geom.Pt(-0.4, -0.06), geom.Pt(-0.4, -0.2), geom.Pt(-0.4, 0.1), geom.Pt(0.4, 0.2), geom.Pt(0.4, 0.1))
	}
	for i, l := range c.Losses {
		beside := c.Occupied(l.At)
		firstHere := !slices.ContainsFunc(c.Losses[:i], func(k scene.Loss) bool { return k.At == l.At })
		s.put(l.At, sprite.Ghosts(c.Atlas, l, c.HexSize, beside), ghostPlaces(beside, firstHere)...)
	}
	middle, above := geom.Point{}, geom.Points(0, 0.5, 0, -0.5, 0.2, 0.5, -0.2, 0.5, 0.2, -0.5, -0.2, -0.5)
	beside := geom.Points(0.57, 0.25, -0.57, 0.25, 0.57, -0.25, -0.57, -0.25, 0.56, 0, -0.56, 0)
	corners := geom.Points(0.3, -0.53, -0.3, -0.53, 0.3, 0.53, -0.3, 0.53)
	far := geom.Points(0, 0.8, 0, -0.8, 0.6, 0.6, -0.6, 0.6, 0.6, -0.6, -0.6, -0.6)
	for _, battle := range slices.Backward(c.Fights) { // the last ones have the best places
		s.write(battle.At, sprite.Battle(c.Atlas, battle, c.Px(1)),
			slices.Concat([]geom.Point{middle}, above, beside, far)...)
	}
	for _, r := range c.Strikes {
		s.write(r.At, sprite.Strike(c.Atlas, sprite.StrikeLook{Side: r.Side, Sign: r.Sign, Hits: r.Hits,
			Text: r.Words(c.Labels), Px: c.Px(1)}), slices.Concat([]geom.Point{middle}, corners, beside)...)
	}
	for _, n := range c.Arrivals {
		s.put(n.At, sprite.Tally(c.Atlas, sprite.TallyLook{Side: n.Side, N: n.N, Px: c.Px(1)}),
			geom.Pt(-0.36, -0.3), geom.Pt(-0.36, 0.3), geom.Pt(0.36, 0.36), geom.Pt(0, 0.5))
	}
	s.draw()
	return s
}

// ghostPlaces returns where the units that died in a hex are drawn: the first ones in its middle, later ones around it,
// or with beside all of them beside the stack that is there now. All places lie in the hex.
func ghostPlaces(beside, firstHere bool) []geom.Point {
	switch {
	case beside:
		return geom.Points(0.41, 0.14, -0.41, 0.14, -0.41, -0.14, 0.41, -0.14, 0.34, 0.32, -0.34, 0.32)
	case firstHere:
		return []geom.Point{{}}
	}
	return geom.Points(-0.3, 0, 0.3, 0, -0.24, 0.2, 0.24, 0.2)
}

// worth returns how many victory points the place in a hex is worth, 0 for none.
func (c canvas) worth(h hex.Hex) int {
	flag, _ := first.In(c.Flags, func(f scene.Flag) bool { return f.Hex == h })
	return flag.VP
}

// put places a sign on the best of some places.
func (s *signLayout) put(h hex.Hex, sign *image.Paletted, places ...geom.Point) {
	if s.c.Shows(h) {
		r := s.signs.Place(s.c.Centre(h), s.c.HexSize, sign.Rect.Size(), places)
		s.laid = append(s.laid, laidSign{sign, r.Min, hex.None})
	}
}

// write places a sign with words on the best of some places or, if all are taken, on any other near its hex h. If it
// then lies outside of h, or nearer to another hex where units stand or moved, a line leads from it to h.
func (s *signLayout) write(h hex.Hex, sign *image.Paletted, places ...geom.Point) {
	if !s.c.Shows(h) {
		return
	}
	mid := s.c.Centre(h)
	others := slices.DeleteFunc(slices.Collect(s.c.Board.Map.Grid.Within(2, h)), func(n hex.Hex) bool {
		return n == h || !s.c.Occupied(n) && !slices.ContainsFunc(s.c.Moves, func(m scene.Move) bool {
			return m.Kind != scene.Attack && slices.Contains(m.Path, n)
		})
	})
	s.signs.Foreign = func(at geom.Point) bool {
		return slices.ContainsFunc(others, func(n hex.Hex) bool {
			return geom.Distance(at, s.c.Centre(n)) < geom.Distance(at, mid)-1
		})
	}
	r := s.signs.PlaceWithin(mid, s.c.HexSize, sign.Rect.Size(), places)
	l := laidSign{sign, r.Min, hex.None}
	middle := geom.Pt(float64(r.Min.X+r.Max.X)/2, float64(r.Min.Y+r.Max.Y)/2)
	if in, ok := s.c.HexAt(nearest(r, mid)); !ok || in != h || s.signs.Foreign(middle) {
		l.from = h
	}
	s.laid, s.signs.Foreign = append(s.laid, l), nil // this Foreign is right for h alone
}

// draw draws the lines of signs, then the signs in the order in which they were placed.
func (s *signLayout) draw() {
	for _, l := range s.laid {
		if l.from == hex.None {
			continue
		}
		drawLeader(s.c, leader(s.c, l.from, l.Rect.Add(l.at)), s.c.Px(1), s.signs.Kept...)
	}
	for _, l := range s.laid {
		sprite.Stamp(s.c.pic, l.Paletted, l.at)
	}
}

// leader returns the line from a sign to the edge of its hex, short of the number there, and long enough to be seen.
func leader(c canvas, h hex.Hex, sign image.Rectangle) geom.Line {
	mid := c.Centre(h)
	from := nearest(sign, mid)
	far := math.Hypot(from.X-mid.X, from.Y-mid.Y)
	return geom.Line{from, mid}.Trim(0, min(0.5*c.HexSize, far-leaderLeast*c.HexSize))
}

// leaderLeast is the length of the shortest line from a sign to its hex, in parts of the hex's height.
const leaderLeast = 0.12

// drawLeader draws the line from a sign to what it belongs to. Thick is a factor on the width that lines have on a map
// of the usual size. Over the boxes in spared nothing is drawn.
func drawLeader(c canvas, l geom.Line, thick float64, spared ...image.Rectangle) {
	p, ok := newPatch(c, l.Bounds(5*thick))
	if !ok || len(l) < 2 {
		return
	}
	from, to := l[0], l[len(l)-1]
	p.DrawLine(from.X, from.Y, to.X, to.Y)
	sprite.Outline(p.Context, c.Style.Halo, 4.4*thick*c.Style.Line)
	sprite.Stroke(p.Context, c.Style.Ring, 2*thick*c.Style.Line)
	p.DrawCircle(to.X, to.Y, 2.6*thick)
	sprite.Fill(p.Context, c.Style.Ring)
	for _, r := range spared {
		draw.Draw(p.img, r.Sub(p.at), image.Transparent, image.Point{}, draw.Src)
	}
	layPatch(c, p)
}

// nearest returns the point of a box that is nearest to a point.
func nearest(r image.Rectangle, to geom.Point) geom.Point {
	x0, y0, x1, y1 := float64(r.Min.X), float64(r.Min.Y), float64(r.Max.X), float64(r.Max.Y)
	return geom.Pt(min(max(to.X, x0), x1), min(max(to.Y, y0), y1))
}
