package render

import (
	"image"
	"math"

	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// due rings the hex of the decision that is owed.
func (b brush) due(pic *image.Paletted, f frame, d *view.Prompt) {
	if d == nil || !f.grid.Contains(d.Hex) || !f.shows(d.Hex) {
		return
	}
	type ring struct{ px float64 }
	s := b.sprite(ring{f.px(1)}, func() *image.RGBA {
		r := f.radius()
		n := int(math.Ceil(2*r)) + 8
		img := image.NewRGBA(image.Rect(0, 0, n, n))
		dc := gg.NewContextForRGBA(img)
		dc.DrawRegularPolygon(6, float64(n)/2, float64(n)/2, r, 0)
		dc.SetColor(b.style.Ring)
		dc.SetLineWidth(f.px(3))
		dc.SetLineJoinRound()
		dc.Stroke()
		return img
	})
	half := float64(s.Rect.Dx()) / 2
	stamp(pic, s, f.centre(d.Hex).plus(-half, -half).pixel())
}
