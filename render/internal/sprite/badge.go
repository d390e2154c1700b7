package sprite

import (
	"image"
	"math"
	"slices"

	"grognard/render/internal/geom"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/render/scene"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// BadgeKind is a kind of badge, with an outline of its own.
type BadgeKind int8

const (
	Height    BadgeKind = iota // the number of units in a stack
	LostSteps                  // lost steps that the counter's face does not show
	Marks                      // the first outline of markers; Marks+1 and so on are the others
)

// BadgeLook says how a badge looks.
type BadgeLook struct {
	BadgeKind
	Text string  // its text, or the ID of its marker, which is abbreviated
	Px   float64 // the factor on its measures
}

// Marker returns the look of a marker's badge. Its outline depends on the marker's place in the game's list.
func Marker(a Atlas, id string, px float64) BadgeLook {
	i := slices.IndexFunc(a.Markers, func(m view.MarkLegend) bool { return m.ID == id })
	return BadgeLook{Marks + BadgeKind(max(0, i)%style.MarkOutlines), id, px}
}

// Badge returns a small label that hangs beside a counter.
func Badge(a Atlas, l BadgeLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l BadgeLook) *image.RGBA {
		ground, text := a.Style.Tag, l.Text
		if l.BadgeKind >= Marks {
			ground, text = a.Style.Marks[l.BadgeKind-Marks], scene.Abbreviation(text)
		}
		p := typeset.Pen{Face: typeset.Bold, Size: 8.3 * l.Px, Ink: a.Style.On(ground)}
		h := math.Ceil(10.4 * l.Px)
		pad := 0.5 * h                                      // the room beside a text that an outline takes
		if l.BadgeKind == Marks || l.BadgeKind == Marks+2 { // pointed or notched
			pad = 0.6 * h
		}
		w := math.Ceil(max(a.Types.Width(p, text)+pad, h))
		img := image.NewRGBA(image.Rect(0, 0, int(w), int(h)))
		dc, edge := gg.NewContextForRGBA(img), max(1, l.Px*a.Style.Line)
		l.outline(dc, 0, 0, w, h)
		Fill(dc, a.Style.Dark)
		l.outline(dc, edge, edge, w-2*edge, h-2*edge)
		Fill(dc, ground)
		y := h/2 + 0.36*p.Size
		if l.BadgeKind == LostSteps {
			y -= 0.1 * h
		}
		a.Types.Write(img, p, text, w/2, y, typeset.Middle)
		return img
	})
}

// outline adds the outline of a badge to a path: pointed, round, notched or straight ends for markers,
// a point below for lost steps, and rounded corners for heights.
func (k BadgeKind) outline(dc *gg.Context, x, y, w, h float64) {
	var corners []geom.Point
	switch k {
	case LostSteps:
		corners = geom.Points(0, 0, w, 0, w, 0.7*h, w/2, h, 0, 0.7*h)
	case Marks: // pointed ends
		corners = geom.Points(0, h/2, 0.36*h, 0, w-0.36*h, 0, w, h/2, w-0.36*h, h, 0.36*h, h)
	case Marks + 2: // notched ends
		corners = geom.Points(0, 0, w, 0, w-0.28*h, h/2, w, h, 0, h, 0.28*h, h/2)
	case Marks + 3: // straight ends
		corners = geom.Points(0, 0, w, 0, w, h, 0, h)
	case Marks + 1: // round ends
		dc.DrawRoundedRectangle(x, y, w, h, h/2)
		return
	default:
		dc.DrawRoundedRectangle(x, y, w, h, h/4)
		return
	}
	addPolygon(dc, x, y, 1, corners)
}
