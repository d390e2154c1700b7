package geom

import (
	"math"
	"slices"
)

// Line is a line from point to point. A closed one returns from its last point to its first, which is not repeated.
type Line []Point

// Tangent is a point and the direction of a curve in it; the longer the direction, the more it shapes the curve.
type Tangent struct{ At, Dir Point }

// Curve returns the cubic Hermite curve from one tangent to another, cut into stretches of about three pixels.
func Curve(a, b Tangent) Line {
	n := max(4, int(Distance(a.At, b.At)/3))
	l := make(Line, 0, n+1)
	for i := range n + 1 {
		t := float64(i) / float64(n)
		h0, h1 := (1+2*t)*(1-t)*(1-t), t*(1-t)*(1-t)
		h2, h3 := t*t*(3-2*t), t*t*(t-1)
		l = append(l, Point{
			h0*a.At.X + h1*a.Dir.X + h2*b.At.X + h3*b.Dir.X,
			h0*a.At.Y + h1*a.Dir.Y + h2*b.At.Y + h3*b.Dir.Y,
		})
	}
	return l
}

// Bend returns a curve that rounds a corner, from point a on one leg of the corner to point b on the other.
func Bend(a, corner, b Point) Line {
	return Curve(Tangent{a, Lerp(a, corner, 2).Sub(a)}, Tangent{b, Lerp(corner, b, 2).Sub(corner)})
}

// Distance returns how far apart two points are.
func Distance(a, b Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

// Add returns the sum of two vectors.
func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// Sub returns the vector from q to p.
func (p Point) Sub(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Mul returns a vector times a factor.
func (p Point) Mul(f float64) Point { return Point{p.X * f, p.Y * f} }

// Unit returns a vector's direction, as a vector of length 1.
func (p Point) Unit() Point {
	if n := math.Hypot(p.X, p.Y); n > 0 {
		return p.Mul(1 / n)
	}
	return Point{1, 0}
}

// Left returns the vector turned left by a right angle, as it looks on a picture, where y grows downwards.
func (p Point) Left() Point { return Point{p.Y, -p.X} }

// Aside returns the point at a distance to the right of p, for somebody who looks from p toward another point.
func (p Point) Aside(toward Point, by float64) Point {
	far := Distance(p, toward)
	if far == 0 {
		return p
	}
	return p.Offset(-(toward.Y-p.Y)*by/far, (toward.X-p.X)*by/far)
}

// Trim cuts the given lengths off both ends of a line, if something is left of it.
func (l Line) Trim(from, to float64) Line {
	if out := l.Cut(from, l.Length()-to); len(out) > 1 {
		return out
	}
	return l
}

// OffsetAt returns point i of a line, moved to the right by a distance.
func (l Line) OffsetAt(i int, by float64) Point {
	a, b := l[max(0, i-1)], l[min(len(l)-1, i+1)]
	far := Distance(a, b)
	if far == 0 {
		return l[i]
	}
	return l[i].Offset(-(b.Y-a.Y)*by/far, (b.X-a.X)*by/far)
}

// Parallel returns a line at a distance to the right of l. It leaves out points for which a bend has no room.
func (l Line) Parallel(by float64) Line {
	if by == 0 {
		return l
	}
	var out Line
	for i := range l {
		q, last := l.OffsetAt(i, by), i == len(l)-1
		if n := len(out); n > 0 && !last {
			a, b := l[max(0, i-1)], l[i+1]
			if (q.X-out[n-1].X)*(b.X-a.X)+(q.Y-out[n-1].Y)*(b.Y-a.Y) <= 0 {
				continue
			}
		}
		out = append(out, q)
	}
	return out
}

// Bounds returns the box of a line's points with a margin round it.
func (l Line) Bounds(margin float64) Box {
	s := Box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, p := range l {
		s = Box{min(s.X0, p.X-margin), min(s.Y0, p.Y-margin), max(s.X1, p.X+margin), max(s.Y1, p.Y+margin)}
	}
	return s
}

// Length returns the length of the whole line.
func (l Line) Length() (sum float64) {
	for i := 1; i < len(l); i++ {
		sum += Distance(l[i-1], l[i])
	}
	return sum
}

// Heading returns the direction of a line at point i, as a unit vector. At an end it is that of the parabola
// through the last three points, so that curves that meet end to end join without a notch.
func (l Line) Heading(i int) Point {
	last := len(l) - 1
	switch {
	case last == 1:
		return l[1].Sub(l[0]).Unit()
	case i == 0:
		return l[1].Mul(4).Sub(l[2]).Sub(l[0].Mul(3)).Unit()
	case i == last:
		return l[last-1].Mul(4).Sub(l[last-2]).Sub(l[last].Mul(3)).Mul(-1).Unit()
	}
	return l[i+1].Sub(l[i-1]).Unit()
}

// Ribbon returns the outline of a line with a width. From and to are half the width at its start and at its
// end. All ribbons wind in the same direction, so that overlapping ones add up.
func (l Line) Ribbon(from, to float64) Line {
	n := len(l)
	out := make(Line, 2*n)
	whole, far := l.Length(), 0.0
	for i, p := range l {
		if i > 0 {
			far += Distance(l[i-1], p)
		}
		w := from
		if whole > 0 {
			w += (to - from) * far / whole
		}
		aside := l.Heading(i).Left().Mul(w)
		out[i], out[2*n-1-i] = p.Add(aside), p.Sub(aside)
	}
	return out
}

// Disc returns the outline of a disc. It winds in the direction of ribbons, so that both add up.
func Disc(at Point, r float64) Line { return Circle(at, r, max(8, int(2*r)+6)) }

// Circle returns n points on a circle.
func Circle(at Point, r float64, n int) Line {
	out := make(Line, n)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		out[i] = at.Offset(r*cos, r*sin)
	}
	return out
}

// Dashes cuts a line into dashes of about the length on, with gaps of about off. They are scaled so that
// each end of the line has half a dash: where lines meet end to end the pattern goes on.
func (l Line) Dashes(on, off float64) (out []Line) {
	n := max(1, math.Round(l.Length()/(on+off)))
	period := l.Length() / n
	on *= period / (on + off)
	for i := 0.0; i <= n; i++ {
		if d := l.Cut(i*period-on/2, i*period+on/2); len(d) > 1 {
			out = append(out, d)
		}
	}
	return out
}

// Cut returns the part of a line between two distances from its start.
func (l Line) Cut(from, to float64) (out Line) {
	at := 0.0
	for i := 1; i < len(l); i++ {
		d := Distance(l[i-1], l[i])
		if d == 0 {
			continue
		}
		a, b := max(from, at), min(to, at+d)
		if a < b {
			if len(out) == 0 {
				out = append(out, Lerp(l[i-1], l[i], (a-at)/d))
			}
			out = append(out, Lerp(l[i-1], l[i], (b-at)/d))
		}
		at += d
	}
	return out
}

// Rectangle returns the corners of a rectangle round a point, with half its width and half its height.
func Rectangle(at Point, x, y float64) Line {
	return Line{at.Offset(-x, -y), at.Offset(x, -y), at.Offset(x, y), at.Offset(-x, y)}
}

// Near reports whether a point lies closer than a distance to one of the line's points.
func (l Line) Near(at Point, far float64) bool {
	return slices.ContainsFunc(l, func(p Point) bool { return math.Hypot(p.X-at.X, p.Y-at.Y) < far })
}

// Soften makes a line straighter, the more so the larger times is. A river along hexsides zigzags; its name should not.
func Soften(l Line, times int) Line {
	dense := Line{l[0]}
	for i := 1; i < len(l); i++ {
		dense = append(dense, Lerp(l[i-1], l[i], 0.5), l[i])
	}
	for range 2 * times {
		next := slices.Clone(dense)
		for i := 1; i < len(dense)-1; i++ {
			a, b := dense[i-1], dense[i+1]
			next[i] = Lerp(dense[i], Lerp(a, b, 0.5), 0.5)
		}
		dense = next
	}
	return dense
}

// Reversed returns the tangent in the opposite direction.
func (a Tangent) Reversed() Tangent { return Tangent{a.At, a.Dir.Mul(-1)} }

// Points returns the line through points that are given as x and y in turns.
func Points(xy ...float64) Line {
	l := make(Line, 0, len(xy)/2)
	for i := 0; i+1 < len(xy); i += 2 {
		l = append(l, Point{xy[i], xy[i+1]})
	}
	return l
}
