package sprite

import (
	"image"
	"math"
	"strconv"

	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/order"

	"github.com/fogleman/gg"
)

// MostBlocks is the greatest number of blocks that lie on one another. A higher stack looks like one of this height.
const MostBlocks = 3

// BlockLook is a stack on an overview: its side, and how high it is. Px is the height of a hex.
type BlockLook struct {
	Side   order.Side
	Height int
	Px     float64
}

// Block returns a stack as blocks that lie on one another. The sides differ in colour, in the outline of their blocks
// and in the bar on them.
func Block(a Atlas, l BlockLook) *image.Paletted {
	l.Height = min(max(l.Height, 1), MostBlocks)
	return Cached(a, l, drawBlock)
}

func drawBlock(a Atlas, l BlockLook) *image.RGBA {
	s := a.SideStyle(l.Side)
	w, step := math.Round(0.74*l.Px), math.Max(2, math.Round(0.17*l.Px))
	rise := step * float64(l.Height-1)
	img, dc := newDrawing(w+rise, w+rise)
	edge := math.Max(1, math.Round(0.06*l.Px*a.Style.Line))
	for i := range l.Height {
		x, y := rise-step*float64(i), step*float64(i)
		addBlock(s.Shape, dc, x, y, w)
		Fill(dc, a.Style.Dark)
		addBlock(s.Shape, dc, x+edge, y+edge, w-2*edge)
		dc.SetColor(s.Lit)
		if i == l.Height-1 {
			dc.SetColor(s.Base)
		}
		dc.Fill()
	}
	switch y := rise + w/2; s.Shape {
	case style.Clipped:
		dc.DrawRectangle(0.41*w, y-0.3*w, 0.18*w, 0.6*w)
	case style.Rounded:
		dc.DrawRectangle(0.2*w, y-0.09*w, 0.6*w, 0.18*w)
	}
	Fill(dc, s.Ink)
	return img
}

// addBlock adds the outline of a block to a path. It differs more from side to side than that of a counter, since it is
// smaller.
func addBlock(s style.Shape, dc *gg.Context, x, y, w float64) {
	switch s {
	case style.Clipped:
		dc.DrawRegularPolygon(8, x+w/2, y+w/2, w/2/math.Cos(math.Pi/8), math.Pi/8)
	case style.Rounded:
		dc.DrawCircle(x+w/2, y+w/2, w/2)
	default:
		dc.DrawRectangle(x, y, w, w)
	}
}

// NumberLook is the number of a close-up in type of a size.
type NumberLook struct {
	N    int
	Size float64
}

// Number returns the number of a close-up on a disc.
func Number(a Atlas, l NumberLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l NumberLook) *image.RGBA {
		d := math.Ceil(1.6 * l.Size)
		img, dc := newDrawing(d, d)
		dc.DrawCircle(d/2, d/2, d/2)
		Fill(dc, a.Style.On(a.Style.Ring))
		dc.DrawCircle(d/2, d/2, d/2-0.09*l.Size)
		Fill(dc, a.Style.Ring)
		p := typeset.Pen{Face: typeset.Bold, Size: l.Size, Ink: a.Style.On(a.Style.Ring)}
		a.Types.Write(img, p, strconv.Itoa(l.N), d/2, d/2+0.36*l.Size, typeset.Middle)
		return img
	})
}

// TargetLook is the look of a Target: its diameter in pixels.
type TargetLook struct{ Size float64 }

// Target returns a circle that marks a hex in which units fought.
func Target(a Atlas, l TargetLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l TargetLook) *image.RGBA {
		d, thick := math.Ceil(l.Size), math.Max(2.5, 0.14*l.Size)
		img, dc := newDrawing(d, d)
		dc.DrawCircle(d/2, d/2, d/2-0.75*thick)
		Outline(dc, a.Style.Halo, 1.5*thick)
		Stroke(dc, a.Style.Ring, thick)
		return img
	})
}

// PlaceLook is the name of a place on an overview with the side that holds it ("" for none), in type of a size. Taken
// says that the place changed hands: then its name stands on a plate of the side.
type PlaceLook struct {
	Text  string
	Side  order.Side
	Taken bool
	Size  float64
}

// Place returns the name of a place with the colours of the side that holds it.
func Place(a Atlas, l PlaceLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l PlaceLook) *image.RGBA {
		if l.Taken {
			return drawTaken(a, l)
		}
		return drawPlace(a, l)
	})
}

// drawPlace writes the name of a place over a bar in the colour and the pattern of the side that holds it.
func drawPlace(a Atlas, l PlaceLook) *image.RGBA {
	p := typeset.Pen{Face: typeset.Bold, Size: l.Size, Ink: a.Style.Ink, Halo: a.Style.Halo, Spread: 0.1 * l.Size}
	w, h := math.Ceil(a.Types.Width(p, l.Text)+0.3*l.Size), math.Ceil(1.3*l.Size)
	img, dc := newDrawing(w, h)
	if l.Side != "" {
		s := a.SideStyle(l.Side)
		bar := 0.2 * l.Size
		dc.DrawRectangle(0.1*l.Size, h-1.5*bar, w-0.2*l.Size, bar+2)
		Fill(dc, a.Style.Halo)
		dc.DrawLine(0.15*l.Size, h-bar, w-0.15*l.Size, h-bar)
		dc.SetLineCapButt()
		dc.SetDash(s.Dashes(1.6)...)
		Stroke(dc, s.Base, bar)
	}
	a.Types.Write(img, p, l.Text, w/2, 0.86*l.Size, typeset.Middle)
	return img
}

// drawTaken writes the name of a place that changed hands on a plate of the side that took it.
func drawTaken(a Atlas, l PlaceLook) *image.RGBA {
	s := a.SideStyle(l.Side)
	p := typeset.Pen{Face: typeset.Bold, Size: l.Size, Ink: s.Ink}
	edge := math.Round(0.16 * l.Size)
	w, h := math.Ceil(a.Types.Width(p, l.Text)+1.2*l.Size+2*edge), math.Ceil(1.4*l.Size+2*edge)
	img, dc := newDrawing(w, h)
	EdgedPlate(s.Shape, dc, 0, 0, w, h, edge, a.Style.Ring, s.Base)
	a.Types.Write(img, p, l.Text, w/2, h/2+0.36*l.Size, typeset.Middle)
	return img
}
