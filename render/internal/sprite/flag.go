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
		img := image.NewRGBA(image.Rect(0, 0, int(w), int(2*half)))
		dc := gg.NewContextForRGBA(img)
		edge := max(1, k*a.Style.Line)
		s := style.SideStyle{Base: a.Style.Grid, Ink: a.Style.Dark}
		if l.Side != "" {
			s = a.SideStyle(l.Side)
		}
		AddPlate(s.Shape, dc, 0, 0, w, 2*half)
		dc.SetColor(a.Style.Dark)
		dc.Fill()
		AddPlate(s.Shape, dc, edge, edge, w-2*edge, 2*half-2*edge)
		dc.SetColor(s.Base)
		dc.Fill()
		dc.DrawRectangle(edge, 1.6*edge, w-2*edge, half-1.6*edge)
		dc.SetColor(a.Style.Tag)
		dc.Fill()
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
