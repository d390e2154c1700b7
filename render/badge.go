package render

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/scene"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// badge is a kind of small label, with an outline of its own.
type badge int8

const (
	count badge = iota // of the units in a stack
	lost               // steps that the counter's face does not show
	first              // a marker of the game, and after it the next ones
)

// badgeLook is a badge with its text, which a marker's is made of. Its measures are
// multiples of px.
type badgeLook struct {
	badge
	text string
	px   float64
}

// marker is a unit's marker. Which outline it has depends on the game alone.
func (b brush) marker(id string, px float64) badgeLook {
	i := slices.IndexFunc(b.markers, func(m view.MarkLegend) bool { return m.ID == id })
	return badgeLook{first + badge(max(0, i)%style.MarkOutlines), id, px}
}

// badges hangs a stack's height, the steps that its top unit has lost and the
// markers on it at the right of the pile.
func (b brush) badges(pic *image.Paletted, f layout.Frame, s view.Stack, at geom.Point) {
	var room [8]*image.Paletted // in place: a picture has many stacks
	hung := room[:0]
	if s.Height > 1 {
		hung = append(hung, b.badge(badgeLook{count, strconv.Itoa(s.Height), f.Px(1)}))
	}
	marks := s.Marks
	if top, ok := s.At(0); ok {
		marks = top.Marks
		if n := scene.HiddenLoss(top); n > 0 {
			hung = append(hung, b.badge(badgeLook{lost, strconv.Itoa(-n), f.Px(1)}))
		}
	}
	for _, m := range marks {
		hung = append(hung, b.badge(b.marker(m, f.Px(1))))
	}
	high := float64(len(hung) - 1)
	for _, t := range hung {
		high += float64(t.Rect.Dy())
	}
	y := at.Y + min(-f.Px(1), f.Px(25)-high) // above the factors, however many there are
	for _, t := range hung {
		w := float64(t.Rect.Dx())
		x := at.X - w/2 + f.Px(2)
		if w > f.Px(13) {
			x = at.X + f.Px(13.5) - w
		}
		stamp(pic, t, geom.Pt(x, y).Pixel())
		y += float64(t.Rect.Dy()) + 1
	}
}

func (b brush) badge(l badgeLook) *image.Paletted {
	return sprite(b, l, func(b brush, l badgeLook) *image.RGBA {
		ground, text := b.Style.Tag, l.text
		if l.badge >= first {
			ground, text = b.Style.Marks[l.badge-first], scene.Abbreviation(text)
		}
		p := typeset.Pen{Face: typeset.Bold, Size: 8.3 * l.px, Ink: b.Style.On(ground)}
		h := math.Ceil(10.4 * l.px)
		w := math.Ceil(max(b.types.Width(p, text)+l.pad(h), h))
		img := image.NewRGBA(image.Rect(0, 0, int(w), int(h)))
		b.outlined(gg.NewContextForRGBA(img), l, ground, w, h)
		y := h/2 + 0.36*p.Size
		if l.badge == lost {
			y -= 0.1 * h
		}
		b.types.Write(img, p, text, w/2, y, typeset.Middle)
		return img
	})
}

// outlined fills a badge and its dark edge.
func (b brush) outlined(dc *gg.Context, l badgeLook, ground color.RGBA, w, h float64) {
	edge := max(1, l.px*b.Style.Line)
	l.outline(dc, 0, 0, w, h)
	dc.SetColor(b.Style.Dark)
	dc.Fill()
	l.outline(dc, edge, edge, w-2*edge, h-2*edge)
	dc.SetColor(ground)
	dc.Fill()
}

// pad is the room beside a text that an outline takes.
func (k badge) pad(h float64) float64 {
	switch k {
	case first, first + 2:
		return 0.6 * h
	}
	return 0.5 * h
}

// outline adds a badge's to a path: markers have pointed ends, round ones, notched
// ones and straight ones, and lost steps a point below.
func (k badge) outline(dc *gg.Context, x, y, w, h float64) {
	var corners []geom.Point
	switch k {
	case lost:
		corners = []geom.Point{geom.Pt(0, 0), geom.Pt(w, 0), geom.Pt(w, 0.7*h), geom.Pt(w/2, h), geom.Pt(0, 0.7*h)}
	case first:
		corners = []geom.Point{geom.Pt(0, h/2), geom.Pt(0.36*h, 0), geom.Pt(w-0.36*h, 0), geom.Pt(w, h/2), geom.Pt(w-0.36*h, h), geom.Pt(0.36*h, h)}
	case first + 2:
		corners = []geom.Point{geom.Pt(0, 0), geom.Pt(w, 0), geom.Pt(w-0.28*h, h/2), geom.Pt(w, h), geom.Pt(0, h), geom.Pt(0.28*h, h/2)}
	case first + 3:
		corners = []geom.Point{geom.Pt(0, 0), geom.Pt(w, 0), geom.Pt(w, h), geom.Pt(0, h)}
	case first + 1:
		dc.DrawRoundedRectangle(x, y, w, h, h/2)
		return
	default:
		dc.DrawRoundedRectangle(x, y, w, h, h/4)
		return
	}
	dc.NewSubPath()
	for _, c := range corners {
		dc.LineTo(x+c.X, y+c.Y)
	}
	dc.ClosePath()
}
