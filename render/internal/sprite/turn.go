package sprite

import (
	"image"
	"math"
	"strconv"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/render/scene"

	"github.com/fogleman/gg"
)

// TurnLook is a cell of the turn track.
type TurnLook struct {
	scene.Turn
	W, H float64
	Size float64 // of the type
}

// TurnCell returns a cell of the turn track.
func TurnCell(a Atlas, l TurnLook) *image.Paletted { return Cached(a, l, drawTurn) }

// drawTurn draws a cell: a past turn is dark and ticked off, the present one has the colour of the side to
// play, a future one is an outline.
func drawTurn(a Atlas, l TurnLook) *image.RGBA {
	img, dc := NewSheet(l.W, l.H, a.Style.Paper)
	gap := math.Round(0.2 * l.Size)
	w, h := math.Floor(l.W)-gap, math.Floor(l.H)-gap
	ground, ink, edge := a.Style.Paper, a.Style.Ink, max(1, 0.06*l.Size)
	switch l.Tense {
	case scene.Past:
		ground, ink = a.Style.Built, a.Style.On(a.Style.Built)
	case scene.Present:
		s := a.SideStyle(l.Side)
		ground, ink, edge = s.Base, s.Ink, 0.2*l.Size
	}
	dc.DrawRectangle(0, 0, w, h)
	Fill(dc, a.Style.Ink)
	dc.DrawRectangle(edge, edge, w-2*edge, h-2*edge)
	Fill(dc, ground)
	number, y := typeset.Pen{Face: typeset.Bold, Size: 1.25 * l.Size, Ink: ink}, h-0.55*l.Size
	if l.H >= layout.DatedCell*l.Size { // the cell has its dates
		number.Size, y = 1.5*l.Size, 1.75*l.Size
		days := l.Dates
		d := a.Types.Fit(typeset.Pen{Face: typeset.Regular, Size: 0.95 * l.Size, Ink: ink}, days, w-0.8*l.Size)
		a.Types.Write(img, d, days, w/2, h-0.55*l.Size, typeset.Middle)
	}
	text := strconv.Itoa(l.N)
	a.Types.Write(img, a.Types.Fit(number, text, w-0.6*l.Size), text, w/2, y, typeset.Middle)
	if l.Tense == scene.Past {
		r := 0.13 * h
		x, y := w-2.2*r, 1.6*r // the middle of the tick
		dc.MoveTo(x-0.6*r, y)
		dc.LineTo(x-0.1*r, y+0.6*r)
		dc.LineTo(x+r, y-0.8*r)
		dc.SetLineCapRound()
		Stroke(dc, ink, 0.36*r)
	}
	dueUnits(a, dc, img, l, w)
	return img
}

// dueUnits draws a sign for each side with units due on the turn, from the right corner of a cell of width w.
func dueUnits(a Atlas, dc *gg.Context, img *image.RGBA, l TurnLook, w float64) {
	r := 0.14 * l.H
	x, y := w-1.5*r, 1.5*r
	for i, s := range a.Sides {
		if l.Arriving>>i&1 == 1 {
			DueSign(a, dc, img, geom.Pt(x, y), r, a.SideStyle(s))
			x -= 2.3 * r
		}
	}
}

// DueSign draws the sign of units that are due: a plate of their side with its letter, and a point downward.
func DueSign(a Atlas, dc *gg.Context, img *image.RGBA, at geom.Point, r float64, l style.SideStyle) {
	addPolygon(dc, at.X, at.Y, r, geom.Points(-1, -1, 1, -1, 1, 0.5, 0, 1.3, -1, 0.5))
	Framed(dc, l.Base, a.Style.Ink, 1)
	a.Types.Write(img, typeset.Pen{Face: typeset.Bold, Size: 1.5 * r, Ink: l.Ink}, l.Letter, at.X, at.Y+0.4*r,
		typeset.Middle)
}
