// Package layout decides where things go on a picture: its parts, the labels of the map, the signs of hexes and
// the counters of a pile. It is arithmetic on rectangles, and draws nothing.
//
//	f, err := layout.New(m.Grid, layout.Options{Part: hex.Part{Around: h, Radius: 3}}, layout.Contents{})
//	at := f.Centre(h) // where a hex of the close-up lies
//
// Signs and labels of higher rank ask for a place first; later ones do not cover them while there is room.
package layout

import (
	"errors"
	"fmt"
	"image"
	"math"

	"grognard/render/internal/geom"
	"grognard/rules/hex"
)

// Frame is where the parts of a picture are: the banner, the board, and below a whole map the turn track
// and the legend.
type Frame struct {
	geom.Plane
	Size             image.Point
	Head, Body, Foot image.Rectangle
	Banner           Banner
	Footer           Footer
	Close            bool                 // it is a close-up
	Rivers           map[hex.Side]float64 // half the width of each river
	FlagsEast        map[hex.Hex]bool     // whose flags stand at the right: at the left they would hide a river
}

// Contents is what stands round a map and takes room: the input of the layout.
type Contents struct {
	Stocks int // sides that hold something beside their units
	Turns  int
	Dated  bool              // turns have dates
	Scale  bool              // there is a scale bar
	Legend [LegendGroups]int // the number of cells of each group
}

// Options say which part of a map is drawn, and how large. The zero value is the whole map at its usual size.
type Options struct {
	hex.Part
	HexSize int // pixels from flat side to flat side; 0 is 58, or less for a very large map

	Film bool // no legend
	Bare bool // no banner: its texts stand beside the picture
}

// New lays out a picture. If o.HexSize is 0, hexes are as large as MaxPixels allows, up to the usual size.
func New(g hex.Grid, o Options, u Contents) (Frame, error) {
	if o.HexSize != 0 {
		return newSized(g, o, o.HexSize, u)
	}
	f, err := newSized(g, o, geom.UsualHex, u)
	for d := geom.UsualHex - 1; errors.Is(err, ErrTooLarge) && d >= MinHex; d-- {
		f, err = newSized(g, o, d, u)
	}
	return f, err
}

// newSized lays out a picture in hexes of d pixels.
func newSized(g hex.Grid, o Options, d int, u Contents) (Frame, error) {
	whole := o.Around == hex.None
	if d < MinHex || d > MaxHex {
		return Frame{}, fmt.Errorf("hexes of %d pixels: from %d to %d can be drawn", d, MinHex, MaxHex)
	}
	if !whole && (!g.Contains(o.Around) || o.Radius < 0) {
		return Frame{}, fmt.Errorf("%d hexes round %v are not on the map", o.Radius, o.Around)
	}
	f := Frame{Plane: geom.Plane{Grid: g, HexSize: float64(d)}, Close: !whole}
	box, ok := f.Bounds(o.Part)
	if !ok {
		return Frame{}, fmt.Errorf("a map of %d columns has no hexes", g.Cols)
	}
	margin := 0.1 * f.HexSize
	if whole {
		margin = 0.62 * f.HexSize // room for the letters of entry areas
	}
	w := max(MinWidth, int(math.Ceil(box.W()+2*margin)))
	h := int(math.Ceil(box.H() + 2*margin))
	if !o.Bare {
		f.Banner = NewBanner(w, u.Stocks)
	}
	f.Head = image.Rect(0, 0, w, f.Banner.High)
	f.Body = image.Rect(0, f.Head.Max.Y, w, f.Head.Max.Y+h)
	f.Foot = image.Rect(0, f.Body.Max.Y, w, f.Body.Max.Y)
	if whole && !o.Film {
		f.Footer = newFooter(w, f.Body.Max.Y, u)
		f.Foot.Max.Y = f.Footer.end
	}
	f.Size = f.Foot.Max
	if w*f.Size.Y > MaxPixels {
		return Frame{}, ErrTooLarge
	}
	f.X = math.Round((float64(w)-box.W())/2 - box.X0)
	f.Y = math.Round(float64(f.Body.Min.Y)+margin-box.Y0) + 0.5 // flat hexsides lie in the middle of a row of pixels
	return f, nil
}

// SourceAt returns the middle of the sign of a supply source in its hex.
func (f Frame) SourceAt(h hex.Hex) geom.Point { return f.Centre(h).Offset(f.Px(22), f.Px(4)) }

// FlagAt returns the middle of the flag of a hex that is worth points.
func (f Frame) FlagAt(h hex.Hex) geom.Point { return f.Centre(h).Offset(f.FlagSide(h)*f.Px(26), 0) }

// FlagSide returns -1 for a hex whose flag stands at the left, 1 at the right.
func (f Frame) FlagSide(h hex.Hex) float64 {
	if f.FlagsEast[h] {
		return 1
	}
	return -1
}

// Limits of a picture, in pixels.
const (
	MinHex    = 24
	MaxHex    = 200
	MinWidth  = 440
	MaxPixels = 10 << 20
)

// ErrTooLarge says that a picture would have too many pixels.
var ErrTooLarge = fmt.Errorf("a picture of more than %d pixels", MaxPixels)

// Shows reports whether any part of a hex, or of a name in it, can lie in the picture.
func (f Frame) Shows(h hex.Hex) bool {
	c := f.Centre(h)
	m := 1.5 * f.HexSize
	return c.X > -m && c.X < float64(f.Size.X)+m && c.Y > float64(f.Body.Min.Y)-m && c.Y < float64(f.Body.Max.Y)+m
}

// Meets reports whether anything in a hex, or reaching out of it, can lie in the rows of a part of the picture.
func (f Frame) Meets(part *image.Paletted, h hex.Hex) bool {
	y, far := f.Centre(h).Y, 1.5*f.HexSize
	return y > float64(part.Rect.Min.Y)-far && y < float64(part.Rect.Max.Y)+far
}

// Hexes yields the hexes that the picture shows.
func (f Frame) Hexes(yield func(hex.Hex) bool) {
	for h := range f.Grid.All() {
		if f.Shows(h) && !yield(h) {
			return
		}
	}
}
