package board

import (
	"image"
	"slices"
	"strconv"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/render/scene"
	"grognard/rules/hex"
)

// drawSigns draws what is told of a hex beside its stack: fights, strikes, losses, lost steps and arrivals.
// The signs keep clear of one another, and of counters where they can.
func drawSigns(c canvas) *signLayout {
	s := newSignLayout(c)
	if len(c.Board.Told) == 0 {
		return s
	}
	for _, n := range c.Steps {
		s.put(n.At, sprite.Badge(c.Atlas,
			sprite.BadgeLook{BadgeKind: sprite.LostSteps, Text: "−" + strconv.Itoa(n.N), Px: 1.25 * c.Px(1)}),
			geom.Pt(-0.4, -0.06), geom.Pt(-0.4, -0.2), geom.Pt(-0.4, 0.1))
	}
	middle, above := geom.Point{}, geom.Points(0, 0.5, 0, -0.5, 0.2, 0.5, -0.2, 0.5, 0.2, -0.5, -0.2, -0.5)
	beside := geom.Points(0.57, 0.25, -0.57, 0.25, 0.57, -0.25, -0.57, -0.25, 0.56, 0, -0.56, 0)
	corners := geom.Points(0.3, -0.53, -0.3, -0.53, 0.3, 0.53, -0.3, 0.53)
	far := geom.Points(0, 0.8, 0, -0.8, 0.6, 0.6, -0.6, 0.6, 0.6, -0.6, -0.6, -0.6)
	for _, battle := range slices.Backward(c.Fights) { // the last ones have the best places
		s.put(battle.At, sprite.Battle(c.Atlas, battle, c.Px(1)),
			slices.Concat([]geom.Point{middle}, above, beside, far)...)
	}
	for _, r := range c.Strikes {
		s.put(r.At, sprite.Strike(c.Atlas, sprite.StrikeLook{Side: r.Side, Sign: r.Sign, Hits: r.Hits, All: r.All,
			Text: r.Words(c.Labels), Px: c.Px(1)}),
			slices.Concat([]geom.Point{middle}, corners, beside)...)
	}
	for _, l := range c.Losses {
		s.put(l.At, sprite.Ghosts(c.Atlas, l, c.HexSize),
			slices.Concat([]geom.Point{middle}, beside, above, corners)...)
	}
	for _, n := range c.Arrivals {
		s.put(n.At, sprite.Appeared(c.Atlas, sprite.AppearedLook{Side: n.Side, N: n.N, Px: c.Px(1)}),
			geom.Pt(-0.36, -0.3), geom.Pt(-0.36, 0.3), geom.Pt(0.36, 0.36), geom.Pt(0, 0.5))
	}
	return s
}

// signLayout is where the signs lie on a picture.
type signLayout struct {
	canvas
	layout.Signs
}

// newSignLayout is a layout without signs. Signs should not cover the counters, their badges, and the
// arrows that lie on counters.
func newSignLayout(c canvas) *signLayout {
	t := &signLayout{c, layout.Signs{Body: c.Body}}
	box := func(at geom.Point, x0, y0, x1, y1 float64) {
		from, to := at.Offset(x0*c.HexSize, y0*c.HexSize).Pixel(), at.Offset(x1*c.HexSize, y1*c.HexSize).Pixel()
		t.Counters = append(t.Counters, image.Rectangle{Min: from, Max: to})
	}
	for _, s := range c.Board.Stacks {
		if !c.Shows(s.Hex) {
			continue
		}
		box(c.Centre(s.Hex), -0.33, -0.33, 0.33, 0.33)
		if top, ok := s.At(0); s.Height > 1 || len(s.Marks) > 0 || ok && len(top.Marks) > 0 { // its badges
			box(c.Centre(s.Hex), 0.3, -0.33, 0.5, 0.1)
		}
	}
	for _, s := range c.Board.Stacks {
		if plate, at, ok := movedNumber(c, s); ok {
			t.Counters = append(t.Counters, plate.Rect.Add(at))
		}
	}
	for _, m := range c.Moves {
		if m.Rank() != scene.RankLongMoves { // such arrows lie on counters, and are not to be covered
			box(geom.Lerp(c.Centre(m.Path[0]), c.Centre(m.Path[1]), 0.5), -0.14, -0.14, 0.14, 0.14)
		}
	}
	return t
}

// put draws a sign on the best of some places.
func (s *signLayout) put(h hex.Hex, sign *image.Paletted, places ...geom.Point) {
	if !s.Shows(h) {
		return
	}
	if s.Occupied(h) { // a stack that is still there is not covered
		places = slices.DeleteFunc(places, func(at geom.Point) bool { return at == geom.Point{} })
	}
	sprite.Stamp(s.pic, sign, s.Place(s.Centre(h), s.HexSize, sign.Rect.Size(), places).Min)
}
