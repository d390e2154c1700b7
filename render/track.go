package render

import (
	"image"
	"math"
	"slices"
	"strconv"
	"time"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// tense is where a turn of the track lies.
type tense int8

const (
	past tense = iota
	present
	future
)

// turnLook is a box of the turn track.
type turnLook struct {
	turn     int
	w, h     float64
	size     float64
	tense    tense
	side     order.Side // whose phase it is
	first    string     // the calendar
	days     int
	arriving uint8 // a bit for each side of the game for whom units come
}

// track shows which turns are past, which one is played and which are to come, with a
// sign on those in which somebody's units are due, as far as the viewer knows.
func (b brush) track(pic *image.Paletted, f layout.Frame, v *view.Board) {
	s := f.Footer.Track
	for i := range s.N {
		l := turnLook{turn: i + 1, w: s.W, h: s.H, size: f.Footer.Size, tense: future, first: v.Map.FirstDay, days: v.Map.TurnDays}
		switch {
		case l.turn < v.Turn || v.Over:
			l.tense = past
		case l.turn == v.Turn:
			l.tense, l.side = present, v.Phase.Side
		}
		for _, p := range v.OffMap {
			if p.Turn == l.turn && p.Count > 0 && l.tense != past {
				l.arriving |= 1 << max(0, slices.Index(b.Sides, p.Side))
			}
		}
		stamp(pic, sprite(b, l, brush.turn), s.At(i).Pixel())
	}
}

// turn draws a box: a past turn is sunk and ticked off, the present one stands out in
// the colour of the side to play, a future one is an outline.
func (b brush) turn(l turnLook) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, int(l.w), int(l.h)))
	dc := gg.NewContextForRGBA(img)
	dc.SetColor(b.Style.Paper)
	dc.Clear()
	gap := math.Round(0.2 * l.size)
	w, h := math.Floor(l.w)-gap, math.Floor(l.h)-gap
	ground, ink, edge := b.Style.Paper, b.Style.Ink, max(1, 0.06*l.size)
	switch l.tense {
	case past:
		ground, ink = b.Style.Built, b.Style.On(b.Style.Built)
	case present:
		s := b.SideStyle(l.side)
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
		days := dates(l.first, l.days, l.turn, "")
		d := b.types.Fit(typeset.Pen{Face: typeset.Regular, Size: 0.95 * l.size, Ink: ink}, days, w-0.8*l.size)
		b.types.Write(img, d, days, w/2, h-0.55*l.size, typeset.Middle)
	}
	text := strconv.Itoa(l.turn)
	b.types.Write(img, b.types.Fit(number, text, w-0.6*l.size), text, w/2, y, typeset.Middle)
	if l.tense == past {
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
		if l.arriving>>i&1 == 1 {
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

// dates are the days of a turn as "29 Jul–3 Aug", with the year after a gap where one is
// asked for.
func dates(first string, days, turn int, gap string) string {
	from, err := time.Parse(time.DateOnly, first)
	if err != nil || days <= 0 || turn <= 0 {
		return ""
	}
	from = from.AddDate(0, 0, days*(turn-1))
	to := from.AddDate(0, 0, days-1)
	out := to.Format("2 Jan")
	switch {
	case from.Month() != to.Month():
		out = from.Format("2 Jan") + "–" + out
	case days > 1:
		out = from.Format("2") + "–" + out
	}
	if gap != "" {
		out += gap + to.Format("2006")
	}
	return out
}
