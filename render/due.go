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

// ringLook is the outline of a hex.
type ringLook struct {
	ink color.RGBA
	px  float64
}

func (b brush) ring(pic *image.Paletted, f frame, h hex.Hex, ink color.RGBA) {
	if !f.shows(h) {
		return
	}
	s := sprite(b, ringLook{ink, f.px(1)}, func(b brush, l ringLook) *image.RGBA {
		r := defaultHex / math.Sqrt(3) * l.px
		n := int(math.Ceil(2*r)) + 8
		img := image.NewRGBA(image.Rect(0, 0, n, n))
		dc := gg.NewContextForRGBA(img)
		dc.DrawRegularPolygon(6, float64(n)/2, float64(n)/2, r, 0)
		dc.SetColor(l.ink)
		dc.SetLineWidth(3 * l.px)
		dc.SetLineJoinRound()
		dc.Stroke()
		return img
	})
	half := float64(s.Rect.Dx()) / 2
	stamp(pic, s, f.centre(h).plus(-half, -half).pixel())
}
