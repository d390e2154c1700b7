package board

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"grognard/render/internal/geom"
	"grognard/render/internal/sprite"
	"grognard/render/internal/style"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// Measures of arrows in parts of a hex's height.
const (
	laneWide  = 0.125 // from one lane to the next
	shaftWide = 0.095
	headWide  = 0.27
	headLong  = 0.20
	besides   = 0.34 // from a hex's centre to where a counter in it ends
	shortest  = 0.28 // the least length of an arrow into the next hex, even if its ends then lie on counters
	crowd     = 30   // more moves than this are drawn thinner; a number, not a measure
)

// drawMoves draws the moves and attacks of one rank as arrows.
func drawMoves(c canvas, rank scene.Rank) {
	isOfRank := func(m scene.Move) bool { return m.Rank() == rank }
	if !slices.ContainsFunc(c.Moves, isOfRank) {
		return
	}
	counts := countsOf(c)
	for i := range c.Moves {
		if m := &c.Moves[i]; isOfRank(*m) {
			drawMove(c, m, counts, packed(c, i))
		}
	}
}

// countsOf returns the signs that arrows must not hide: flags, and the badges on stacks (heights, losses, markers).
func countsOf(c canvas) (all []laidSign) {
	for _, f := range c.Flags {
		// The sign of a captured place replaces its flag.
		taken := slices.ContainsFunc(c.Captures, func(t scene.Capture) bool { return t.At == f.Hex && t.Changed() })
		if c.Shows(f.Hex) && !taken {
			s := flagOf(c, f)
			all = append(all, laidSign{s, sprite.Corner(s.Rect, c.FlagAt(f.Hex)), f.Hex})
		}
	}
	for _, s := range c.Board.Stacks {
		if c.Shows(s.Hex) {
			for badge, at := range badgesOf(c, s, pileOf(c, s)) {
				all = append(all, laidSign{badge, at, s.Hex})
			}
		}
	}
	return all
}

// packed reports whether move i is short and at least two short moves before it lie on the same counters.
func packed(c canvas, i int) bool {
	n, m := 0, c.Moves[i]
	for _, o := range c.Moves[:i] {
		meets := func(h hex.Hex) bool { return c.Occupied(h) && slices.Contains(m.Path, h) }
		if o.Rank() != scene.RankLongMoves && slices.ContainsFunc(o.Path, meets) {
			n++
		}
	}
	return n > 1 && m.Rank() != scene.RankLongMoves
}

// drawMove draws the path of a move, or an attack, as an arrow. The names and numbers of the map and the signs of
// countsOf stay in front of the arrow; if behind is true, the counters too.
func drawMove(c canvas, m *scene.Move, counts []laidSign, behind bool) {
	l := c.Path(m.Path)
	if m.Kind == view.Came && c.Grid.Edge(m.Path[0]) {
		l = append(geom.Line{c.Outside(m.Path[0])}, l...)
	}
	if len(l) < 2 {
		return
	}
	from, to := 0.1*c.HexSize, 0.05*c.HexSize
	if c.Occupied(m.Path[len(m.Path)-1]) {
		to = besides * c.HexSize
	}
	if m.Kind == scene.Attack {
		from, to = 0.3*c.HexSize, 0.3*c.HexSize
	}
	if m.Rank() != scene.RankLongMoves || m.Far { // the arrow lies only between the counters
		from = max(from, extentOf(c, m.Path[0], l[1]))
		to = max(min(to, 0.3*c.HexSize), extentOf(c, m.Path[1], l[len(l)-2]))
		if room := l.Length() - shortest*c.HexSize; from+to > room {
			from, to = from*room/(from+to), to*room/(from+to)
		}
	}
	l = l.Trim(from, to).Parallel(float64(m.Lane) * laneWide * c.HexSize)
	p, ok := newPatch(c, l.Bounds(headWide*c.HexSize))
	if !ok || len(l) < 2 {
		return
	}
	s := c.SideStyle(m.Side)
	switch k := arrowScale(c); m.Kind {
	case view.Retreated:
		drawDots(c, p, l, k, s)
		if len(m.Path) > 2 { // a short retreat lies between two counters already
			spareStacks(c, p)
		}
	case view.Advanced:
		drawArrow(c, p, l, k, s.Ink, s.Base, s.Light)
	case scene.Attack:
		drawArrow(c, p, l, 1.15*k, c.Style.On(c.Style.Ring), c.Style.Ring, c.Style.Ring)
	default:
		drawArrow(c, p, l, k, s.Ink, s.Base, s.Base)
		drawCore(c, p, l, k, s)
	}
	if behind {
		spareStacks(c, p)
	}
	spareNames(c, p)
	spareCounts(c, p, counts)
	layPatch(c, p)
}

// extentOf returns how far in pixels the counters in hex h reach from its centre toward a point; 0 if there are none.
func extentOf(c canvas, h hex.Hex, toward geom.Point) float64 {
	i := slices.IndexFunc(c.Board.Stacks, func(s view.Stack) bool { return s.Hex == h })
	if i < 0 {
		return 0
	}
	s, at := c.Board.Stacks[i], c.Centre(h)
	r, far := boundsOf(c, s, pileOf(c, s)), math.Hypot(toward.X-at.X, toward.Y-at.Y)
	along := func(way, least, most float64) float64 { // until the line leaves the box on one axis
		switch {
		case way > 0:
			return most * far / way
		case way < 0:
			return least * far / way
		}
		return far
	}
	return min(along(toward.X-at.X, float64(r.Min.X)-at.X, float64(r.Max.X)-at.X),
		along(toward.Y-at.Y, float64(r.Min.Y)-at.Y, float64(r.Max.Y)-at.Y))
}

// spareCounts makes a patch transparent over those pixels of counts that the picture still shows.
func spareCounts(c canvas, p patch, counts []laidSign) {
	for _, s := range counts {
		p.spare(c, s.Rect.Add(s.at), func(x, y int) bool {
			ink := s.ColorIndexAt(x-s.at.X, y-s.at.Y)
			return ink != style.Clear && c.pic.ColorIndexAt(x, y) == ink
		})
	}
}

// spare makes a patch transparent over the pixels in a box of the picture that shown accepts.
func (p patch) spare(c canvas, r image.Rectangle, shown func(x, y int) bool) {
	r = r.Intersect(p.img.Rect.Add(p.at)).Intersect(c.Body)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if shown(x, y) {
				p.img.SetRGBA(x-p.at.X, y-p.at.Y, color.RGBA{})
			}
		}
	}
}

// spareStacks makes a patch transparent over the counters on the map, so that they stay readable.
func spareStacks(c canvas, p patch) {
	for _, s := range c.Board.Stacks {
		if c.Shows(s.Hex) {
			draw.Draw(p.img, boundsOf(c, s, pileOf(c, s)).Sub(p.at), image.Transparent, image.Point{}, draw.Src)
		}
	}
}

// spareNames makes a patch transparent over those pixels of the map's names and numbers, with their halos, that the
// picture still shows: an arrow runs on behind them.
func spareNames(c canvas, p patch) {
	for _, name := range c.Letters {
		p.spare(c, name.Rect, func(x, y int) bool {
			return name.AlphaAt(x, y).A > 0 && c.pic.ColorIndexAt(x, y) == c.Picture.ColorIndexAt(x, y)
		})
	}
}

// arrowScale returns the factor from the measures of arrows to pixels: a hex's height, less if there are many moves.
func arrowScale(c canvas) float64 {
	if len(c.Moves) > crowd {
		return 0.8 * c.HexSize
	}
	return c.HexSize
}

// drawArrow draws an arrow along l, scaled by k: a shaft that grows toward its head, outlined by edge and, inside, rim.
func drawArrow(c canvas, p patch, l geom.Line, k float64, edge, rim, fill color.RGBA) {
	shaft := l.Trim(0, min(headLong*k, 0.7*l.Length()))
	tip, neck := l[len(l)-1], shaft[len(shaft)-1]
	n := len(shaft)
	p.NewSubPath()
	for i := range n {
		q := shaft.OffsetAt(i, taper(i, n)*k)
		p.LineTo(q.X, q.Y)
	}
	a, b := neck.Aside(tip, headWide/2*k), neck.Aside(tip, -headWide/2*k)
	p.LineTo(a.X, a.Y)
	p.LineTo(tip.X, tip.Y)
	p.LineTo(b.X, b.Y)
	for i := n - 1; i >= 0; i-- {
		q := shaft.OffsetAt(i, -taper(i, n)*k)
		p.LineTo(q.X, q.Y)
	}
	p.ClosePath()
	p.SetLineJoinRound()
	w := c.Px(2.6) * c.Style.Line
	sprite.Outline(p.Context, edge, 2.4*w)
	sprite.Outline(p.Context, rim, 1.2*w)
	sprite.Fill(p.Context, fill)
}

// taper returns half the width of a shaft at point i of n, before it is scaled.
func taper(i, n int) float64 { return shaftWide / 2 * (0.45 + 0.55*float64(i)/float64(max(1, n-1))) }

// drawCore draws the line in the middle of an arrow, which differs from side to side: none, broken or whole.
func drawCore(c canvas, p patch, l geom.Line, k float64, s style.SideStyle) {
	if s.Shape == style.Square {
		return
	}
	l = l.Trim(0, headLong*k)
	if s.Shape == style.Clipped {
		p.SetDash(0.09*k, 0.12*k)
	}
	for _, q := range l {
		p.LineTo(q.X, q.Y)
	}
	p.SetLineCapButt()
	sprite.Stroke(p.Context, s.Ink, 0.03*k*c.Style.Line)
	p.SetDash()
}

// drawDots draws a retreat as dots with a small head.
func drawDots(c canvas, p patch, l geom.Line, k float64, s style.SideStyle) {
	way := geom.Measure(l)
	all := way.Length()
	head := min(0.16*k, all)
	for at := 0.04 * k; at < all-head; at += 0.15 * k {
		q := way.At(at)
		p.DrawCircle(q.X, q.Y, 0.048*k)
	}
	tip, neck := l[len(l)-1], way.At(all-head)
	p.wedge(neck.Aside(tip, 0.12*k), tip, neck.Aside(tip, -0.12*k))
	outline(c, p, s, 3)
}

// wedge adds the head of an arrow to the path.
func (p patch) wedge(corners ...geom.Point) {
	p.NewSubPath()
	for _, q := range corners {
		p.LineTo(q.X, q.Y)
	}
	p.ClosePath()
}

// outline fills the path in a side's colour, with an edge that keeps it legible.
func outline(c canvas, p patch, s style.SideStyle, width float64) {
	sprite.Outline(p.Context, s.Ink, c.Px(width)*c.Style.Line)
	sprite.Fill(p.Context, s.Base)
}
