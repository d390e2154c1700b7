package render

import (
	"image"
	"math"
	"strconv"

	"grognard/render/internal/layout"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// flags shows what a victory hex is worth and who holds it.
func (b brush) flags(pic *image.Paletted, f layout.Frame, flags []view.Held) {
	for _, h := range flags {
		if f.Shows(h.Hex) {
			s := b.flag(flagLook{h.Side, h.VP, f.Px(1)})
			stamp(pic, s, f.FlagAt(h.Hex).Offset(-float64(s.Rect.Dx())/2, -float64(s.Rect.Dy())/2).Pixel())
		}
	}
}

// flagLook is a hex's points over the colour and letter of its holder. Its
// measures are multiples of px.
type flagLook struct {
	side order.Side
	vp   int
	px   float64
}

func (b brush) flag(l flagLook) *image.Paletted {
	return sprite(b, l, func(b brush, l flagLook) *image.RGBA {
		k := l.px
		w, half := math.Ceil(13*k), math.Round(10.5*k)
		img := image.NewRGBA(image.Rect(0, 0, int(w), int(2*half)))
		dc := gg.NewContextForRGBA(img)
		edge := max(1, k*b.Style.Line)
		s := style.SideStyle{Base: b.Style.Grid, Ink: b.Style.Dark}
		if l.side != "" {
			s = b.SideStyle(l.side)
		}
		addPlate(s.Shape, dc, 0, 0, w, 2*half)
		dc.SetColor(b.Style.Dark)
		dc.Fill()
		addPlate(s.Shape, dc, edge, edge, w-2*edge, 2*half-2*edge)
		dc.SetColor(s.Base)
		dc.Fill()
		dc.DrawRectangle(edge, 1.6*edge, w-2*edge, half-1.6*edge)
		dc.SetColor(b.Style.Tag)
		dc.Fill()
		if l.vp > 0 {
			text := strconv.Itoa(l.vp)
			p := b.types.Fit(typeset.Pen{Face: typeset.Bold, Size: 10 * k, Ink: b.Style.On(b.Style.Tag)}, text, w-2*edge)
			b.types.Write(img, p, text, w/2, 8.8*k, typeset.Middle)
		}
		b.types.Write(img, typeset.Pen{Face: typeset.Bold, Size: 9.4 * k, Ink: s.Ink}, s.Letter, w/2, half+7.9*k, typeset.Middle)
		return img
	})
}
