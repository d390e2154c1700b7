package render

import (
	"errors"
	"fmt"
	"image"
	"math"

	"grognard/rules/hex"
)

// plane lays hexes on pixels: flat-topped, columns left to right, rows bottom
// to top, y growing downwards.
type plane struct {
	grid hex.Grid
	d    float64 // from flat side to flat side
	x, y float64 // where column 0, row 0 of a low column would lie
}

type point struct{ x, y float64 }

func (p point) plus(x, y float64) point { return point{p.x + x, p.y + y} }

func between(a, b point, t float64) point { return point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t} }

// pixel is the nearest pixel.
func (p point) pixel() image.Point { return image.Pt(int(math.Round(p.x)), int(math.Round(p.y))) }

// radius is from the centre to a corner.
func (p plane) radius() float64 { return p.d / math.Sqrt(3) }

func (p plane) centre(h hex.Hex) point {
	y := float64(h.Row)
	if hex.Parity(h.Col&1) == p.grid.High {
		y += 0.5
	}
	return point{p.x + float64(h.Col)*p.d*math.Sqrt(3)/2, p.y - y*p.d}
}

// corner i of a hex; hexside i of hex.Grid.Around lies between corners i and i+1.
func (p plane) corner(h hex.Hex, i int) point {
	sin, cos := math.Sincos(float64(i-2) * math.Pi / 3)
	return p.centre(h).plus(p.radius()*cos, p.radius()*sin)
}

// side is the two ends of a hexside; false when its hexes do not touch.
func (p plane) side(s hex.Side) (a, b point, ok bool) {
	for i, n := range p.grid.Around(s.A) {
		if n == s.B {
			return p.corner(s.A, i), p.corner(s.A, i+1), true
		}
	}
	return point{}, point{}, false
}

// frame is the parts of a picture: a header, the board, and a legend under a
// whole map.
type frame struct {
	plane
	size             image.Point
	head, body, foot image.Rectangle
}

// Limits of a picture, in pixels.
const (
	defaultHex = 58
	minHex     = 24
	maxHex     = 200
	minWidth   = 440
	maxPixels  = 9 << 20
)

var errTooLarge = fmt.Errorf("a picture of more than %d pixels", maxPixels)

// newFrame lays out a picture whose legend has so many cells, and whose header so
// many sides' stocks. Unless a size is
// asked for, hexes are as large as fits, up to the usual size.
func newFrame(g hex.Grid, o Options, legend, stocks int) (frame, error) {
	if o.HexSize != 0 {
		return layOut(g, o, o.HexSize, legend, stocks)
	}
	f, err := layOut(g, o, defaultHex, legend, stocks)
	for d := defaultHex - 1; errors.Is(err, errTooLarge) && d >= minHex; d-- {
		f, err = layOut(g, o, d, legend, stocks)
	}
	return f, err
}

func layOut(g hex.Grid, o Options, d, legend, stocks int) (frame, error) {
	whole := o.Around == hex.None
	if d < minHex || d > maxHex {
		return frame{}, fmt.Errorf("hexes of %d pixels: from %d to %d can be drawn", d, minHex, maxHex)
	}
	if !whole && (!g.Contains(o.Around) || o.Radius < 0) {
		return frame{}, fmt.Errorf("%d hexes round %v are not on the map", o.Radius, o.Around)
	}
	f := frame{plane: plane{grid: g, d: float64(d)}}
	box, any := f.bounds(o)
	if !any {
		return frame{}, fmt.Errorf("a map of %d columns has no hexes", g.Cols)
	}
	margin := 0.1 * f.d
	if whole {
		margin = 0.62 * f.d // room for the letters of entry areas
	}
	w := max(minWidth, int(math.Ceil(box.w()+2*margin)))
	h := int(math.Ceil(box.h() + 2*margin))
	f.head = image.Rect(0, 0, w, headHeight(w, stocks))
	f.body = image.Rect(0, f.head.Max.Y, w, f.head.Max.Y+h)
	f.foot = image.Rect(0, f.body.Max.Y, w, f.body.Max.Y)
	if whole && !o.film {
		f.foot.Max.Y += legendHeight(w, legend)
	}
	f.size = f.foot.Max
	if w*f.size.Y > maxPixels {
		return frame{}, errTooLarge
	}
	f.x = (float64(w)-box.w())/2 - box.x0
	f.y = float64(f.body.Min.Y) + margin - box.y0
	return f, nil
}

type span struct{ x0, y0, x1, y1 float64 }

func (s span) w() float64 { return s.x1 - s.x0 }
func (s span) h() float64 { return s.y1 - s.y0 }

// bounds is the box of the hexes that a picture must show.
func (p plane) bounds(o Options) (box span, any bool) {
	for h := range p.grid.All() {
		if o.Around != hex.None && p.grid.Distance(h, o.Around) > o.Radius {
			continue
		}
		c := p.centre(h)
		b := span{c.x - p.radius(), c.y - p.d/2, c.x + p.radius(), c.y + p.d/2}
		if any {
			b = span{min(box.x0, b.x0), min(box.y0, b.y0), max(box.x1, b.x1), max(box.y1, b.y1)}
		}
		box, any = b, true
	}
	return box, any
}

// shows says whether any of a hex, or of a name in it, can lie in the picture.
func (f frame) shows(h hex.Hex) bool {
	c := f.centre(h)
	m := 1.5 * f.d
	return c.x > -m && c.x < float64(f.size.X)+m && c.y > float64(f.body.Min.Y)-m && c.y < float64(f.body.Max.Y)+m
}
