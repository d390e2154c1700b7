package render

import (
	"image"
	"math"
	"strconv"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/scene"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// turnLook is a box of the turn track.
type turnLook struct {
	scene.Turn
	w, h float64
	size float64
}

// track shows which turns are past, which one is played and which are to come, with a
// sign on those in which somebody's units are due, as far as the viewer knows.
func (b brush) track(pic *image.Paletted, f layout.Frame, v *view.Board) {
	s := f.Footer.Track
	for i := range s.N {
		l := turnLook{scene.TurnOf(v, i+1), s.W, s.H, f.Footer.Size}
		stamp(pic, sprite(b, l, brush.drawTurn), s.At(i).Pixel())
	}
}

// drawTurn draws a box: a past turn is sunk and ticked off, the present one stands out in
// the colour of the side to play, a future one is an outline.
func (b brush) drawTurn(l turnLook) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, int(l.w), int(l.h)))
	dc := gg.NewContextForRGBA(img)
	dc.SetColor(b.Style.Paper)
	dc.Clear()
	gap := math.Round(0.2 * l.size)
	w, h := math.Floor(l.w)-gap, math.Floor(l.h)-gap
	ground, ink, edge := b.Style.Paper, b.Style.Ink, max(1, 0.06*l.size)
	switch l.Tense {
	case scene.Past:
		ground, ink = b.Style.Built, b.Style.On(b.Style.Built)
	case scene.Present:
		s := b.SideStyle(l.Side)
		ground, ink, edge = s.Base, s.Ink, 0.2*l.size
	}
	dc.SetColor(b.Style.Ink)
	dc.DrawRectangle(0, 0, w, h)
	dc.Fill()
	dc.SetColor(ground)
	dc.DrawRectangle(edge, edge, w-2*edge, h-2*edge)
	dc.Fill()
	number, y := typeset.Pen{Face: typeset.Bold, Size: 1.25 * l.size, Ink: ink}, h-0.55*l.size
	if l.h >= layout.DatedCell*l.size {
		number.Size, y = 1.5*l.size, 1.75*l.size
		days := l.Dates()
		d := b.types.Fit(typeset.Pen{Face: typeset.Regular, Size: 0.95 * l.size, Ink: ink}, days, w-0.8*l.size)
		b.types.Write(img, d, days, w/2, h-0.55*l.size, typeset.Middle)
	}
	text := strconv.Itoa(l.N)
	b.types.Write(img, b.types.Fit(number, text, w-0.6*l.size), text, w/2, y, typeset.Middle)
	if l.Tense == scene.Past {
		r := 0.13 * h
		tick(dc, w-2.2*r, 1.6*r, r)
		dc.SetColor(ink)
		dc.SetLineWidth(0.36 * r)
		dc.SetLineCapRound()
		dc.Stroke()
	}
	b.arrivals(dc, img, l, w)
	return img
}

func tick(dc *gg.Context, x, y, r float64) {
	dc.MoveTo(x-0.6*r, y)
	dc.LineTo(x-0.1*r, y+0.6*r)
	dc.LineTo(x+r, y-0.8*r)
}

// arrivals draws a sign for each side whose units are due.
func (b brush) arrivals(dc *gg.Context, img *image.RGBA, l turnLook, w float64) {
	r := 0.14 * l.h
	x, y := w-1.5*r, 1.5*r
	for i, s := range b.Sides {
		if l.Arriving>>i&1 == 1 {
			b.arrival(dc, img, geom.Pt(x, y), r, b.SideStyle(s))
			x -= 2.3 * r
		}
	}
}

// arrival is the sign of a side's reinforcements: its plate with its letter, and a
// point that leads in.
func (b brush) arrival(dc *gg.Context, img *image.RGBA, at geom.Point, r float64, l style.SideStyle) {
	dc.NewSubPath()
	dc.MoveTo(at.X-r, at.Y-r)
	dc.LineTo(at.X+r, at.Y-r)
	dc.LineTo(at.X+r, at.Y+0.5*r)
	dc.LineTo(at.X, at.Y+1.3*r)
	dc.LineTo(at.X-r, at.Y+0.5*r)
	dc.ClosePath()
	dc.SetColor(l.Base)
	dc.FillPreserve()
	dc.SetColor(b.Style.Ink)
	dc.SetLineWidth(1)
	dc.Stroke()
	b.types.Write(img, typeset.Pen{Face: typeset.Bold, Size: 1.5 * r, Ink: l.Ink}, l.Letter, at.X, at.Y+0.4*r, typeset.Middle)
}
