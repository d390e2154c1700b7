package render

import (
	"image"
	"image/color"
	"math"

	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// due rings the hex of the decision that is owed.
func (b brush) due(pic *image.Paletted, f frame, d *view.Prompt) {
	if d != nil && f.grid.Contains(d.Hex) {
		b.ring(pic, f, d.Hex, b.style.Ring)
	}
}

// ringLook is the outline of a hex of height d.
type ringLook struct {
	ink color.RGBA
	d   float64
}

func (b brush) ring(pic *image.Paletted, f frame, h hex.Hex, ink color.RGBA) {
	if !f.shows(h) {
		return
	}
	s := sprite(b, ringLook{ink, f.d}, func(b brush, l ringLook) *image.RGBA {
		p := plane{d: l.d}
		n := int(math.Ceil(2*p.radius())) + 8
		img := image.NewRGBA(image.Rect(0, 0, n, n))
		dc := gg.NewContextForRGBA(img)
		mid := p.centre(hex.None)
		dc.Translate(float64(n)/2-mid.x, float64(n)/2-mid.y)
		for i := range 6 {
			c := p.corner(hex.None, i)
			dc.LineTo(c.x, c.y)
		}
		dc.ClosePath()
		dc.SetColor(l.ink)
		dc.SetLineWidth(p.px(3))
		dc.SetLineJoinRound()
		dc.Stroke()
		return img
	})
	half := float64(s.Rect.Dx()) / 2
	stamp(pic, s, f.centre(h).plus(-half, -half).pixel())
}
