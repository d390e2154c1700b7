package sprite

import (
	"image"
	"math"
	"strconv"

	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/order"
)

// FlagLook is the points of a hex above the colour and letter of its holder. Its measures are multiples of Px.
type FlagLook struct {
	Side order.Side
	VP   int
	Px   float64
}

// Flag is what a hex is worth and who holds it.
func Flag(a Atlas, l FlagLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l FlagLook) *image.RGBA {
		k := l.Px
		w, half := math.Ceil(13*k), math.Round(10.5*k)
		img, dc := newDrawing(w, 2*half)
		edge := max(1, k*a.Style.Line)
		s := style.SideStyle{Base: a.Style.Grid, Ink: a.Style.Dark}
		if l.Side != "" {
			s = a.SideStyle(l.Side)
		}
		EdgedPlate(s.Shape, dc, 0, 0, w, 2*half, edge, a.Style.Dark, s.Base)
		dc.DrawRectangle(edge, 1.6*edge, w-2*edge, half-1.6*edge)
		Fill(dc, a.Style.Tag)
		if l.VP > 0 {
			text := strconv.Itoa(l.VP)
			p := a.Types.Fit(typeset.Pen{Face: typeset.Bold, Size: 10 * k, Ink: a.Style.On(a.Style.Tag)}, text,
				w-2*edge)
			a.Types.Write(img, p, text, w/2, 8.8*k, typeset.Middle)
		}
		a.Types.Write(img, typeset.Pen{Face: typeset.Bold, Size: 9.4 * k, Ink: s.Ink}, s.Letter, w/2, half+7.9*k,
			typeset.Middle)
		return img
	})
}
