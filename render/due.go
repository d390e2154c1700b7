package render

import (
	"image"
	"image/color"
	"math"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// due rings the hex of the decision that is owed.
func (b brush) due(pic *image.Paletted, f layout.Frame, d *view.Prompt) {
	if d != nil && f.Grid.Contains(d.Hex) {
		b.ring(pic, f, d.Hex, b.Style.Ring)
	}
}

// ringLook is the outline of a hex of height d.
type ringLook struct {
	ink color.RGBA
	d   float64
}

func (b brush) ring(pic *image.Paletted, f layout.Frame, h hex.Hex, ink color.RGBA) {
	if !f.Shows(h) {
		return
	}
	s := sprite(b, ringLook{ink, f.HexSize}, func(b brush, l ringLook) *image.RGBA {
		p := geom.Plane{HexSize: l.d}
		n := int(math.Ceil(2*p.Radius())) + 8
		img := image.NewRGBA(image.Rect(0, 0, n, n))
		dc := gg.NewContextForRGBA(img)
		mid := p.Centre(hex.None)
		dc.Translate(float64(n)/2-mid.X, float64(n)/2-mid.Y)
		for i := range 6 {
			c := p.Corner(hex.None, i)
			dc.LineTo(c.X, c.Y)
		}
		dc.ClosePath()
		dc.SetColor(l.ink)
		dc.SetLineWidth(p.Px(3))
		dc.SetLineJoinRound()
		dc.Stroke()
		return img
	})
	half := float64(s.Rect.Dx()) / 2
	stamp(pic, s, f.Centre(h).Offset(-half, -half).Pixel())
}
