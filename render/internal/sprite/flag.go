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

// FlagLook is a hex's points over the colour and letter of its holder. Its
// measures are multiples of px.
type FlagLook struct {
	Side order.Side
	Vp   int
	Px   float64
}

func Flag(b Atlas, l FlagLook) *image.Paletted {
	return Cached(b, l, func(b Atlas, l FlagLook) *image.RGBA {
		k := l.Px
		w, half := math.Ceil(13*k), math.Round(10.5*k)
		img := image.NewRGBA(image.Rect(0, 0, int(w), int(2*half)))
		dc := gg.NewContextForRGBA(img)
		edge := max(1, k*b.Style.Line)
		s := style.SideStyle{Base: b.Style.Grid, Ink: b.Style.Dark}
		if l.Side != "" {
			s = b.SideStyle(l.Side)
		}
		AddPlate(s.Shape, dc, 0, 0, w, 2*half)
		dc.SetColor(b.Style.Dark)
		dc.Fill()
		AddPlate(s.Shape, dc, edge, edge, w-2*edge, 2*half-2*edge)
		dc.SetColor(s.Base)
		dc.Fill()
		dc.DrawRectangle(edge, 1.6*edge, w-2*edge, half-1.6*edge)
		dc.SetColor(b.Style.Tag)
		dc.Fill()
		if l.Vp > 0 {
			text := strconv.Itoa(l.Vp)
			p := b.Types.Fit(typeset.Pen{Face: typeset.Bold, Size: 10 * k, Ink: b.Style.On(b.Style.Tag)}, text, w-2*edge)
			b.Types.Write(img, p, text, w/2, 8.8*k, typeset.Middle)
		}
		b.Types.Write(img, typeset.Pen{Face: typeset.Bold, Size: 9.4 * k, Ink: s.Ink}, s.Letter, w/2, half+7.9*k, typeset.Middle)
		return img
	})
}
