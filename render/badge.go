package render

import (
	"image"
	"math"
	"strconv"

	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// tags hangs a stack's height and the marks of its top counter at the right of
// the pile.
func (b brush) tags(pic *image.Paletted, f frame, s view.Stack, at point) {
	var tags []*image.Paletted
	if s.Height > 1 {
		tags = append(tags, b.tag(tagLook{text: strconv.Itoa(s.Height), px: f.px(1)}))
	}
	marks := s.Marks
	if top, ok := s.At(0); ok {
		marks = top.Marks
	}
	for _, m := range marks {
		tags = append(tags, b.tag(tagLook{text: abbreviate(m), px: f.px(1), mark: true}))
	}
	high := float64(len(tags) - 1)
	for _, t := range tags {
		high += float64(t.Rect.Dy())
	}
	y := at.y + min(-f.px(1), f.px(25)-high) // above the factors, however many there are
	for _, t := range tags {
		w := float64(t.Rect.Dx())
		x := at.x - w/2 + f.px(2)
		if w > f.px(13) {
			x = at.x + f.px(12) - w
		}
		stamp(pic, t, point{x, y}.pixel())
		y += float64(t.Rect.Dy()) + 1
	}
}

// abbreviate is a marker's name on the map: "oos" is OOS.
func abbreviate(mark string) string {
	r := []rune(upper(mark))
	return string(r[:min(3, len(r))])
}

// tagLook is a small label: a number on light ground, or a mark on dark. Its
// measures are multiples of px.
type tagLook struct {
	text string
	px   float64
	mark bool
}

func (b brush) tag(l tagLook) *image.Paletted {
	return sprite(b, l, func(b brush, l tagLook) *image.RGBA {
		ground := b.style.Tag
		if l.mark {
			ground = b.style.Mark
		}
		p := pen{face: bold, size: 8.6 * l.px, ink: b.style.on(ground)}
		w, h := math.Ceil(max(b.types.width(p, l.text)+5*l.px, 11*l.px)), math.Ceil(10.5*l.px)
		img := image.NewRGBA(image.Rect(0, 0, int(w), int(h)))
		dc := gg.NewContextForRGBA(img)
		dc.DrawRoundedRectangle(0.5, 0.5, w-1, h-1, 2.5*l.px)
		dc.SetColor(ground)
		dc.FillPreserve()
		dc.SetColor(b.style.Dark)
		dc.SetLineWidth(max(1, l.px))
		dc.Stroke()
		b.types.write(img, p, l.text, w/2, h/2+3.1*l.px, middle)
		return img
	})
}

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
		dc.DrawRegularPolygon(6, float64(n)/2, float64(n)/2, r, math.Pi/6)
		dc.SetColor(b.style.Ring)
		dc.SetLineWidth(f.px(3))
		dc.SetLineJoinRound()
		dc.Stroke()
		return img
	})
	half := float64(s.Rect.Dx()) / 2
	stamp(pic, s, f.centre(d.Hex).plus(-half, -half).pixel())
}
