package render

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/scene"
	"grognard/render/internal/sprite"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// drawBadges hangs a stack's height, the steps that its top unit has lost and the
// markers on it at the right of the pile.
func drawBadges(b sprite.Atlas, pic *image.Paletted, f layout.Frame, s view.Stack, at geom.Point) {
	var room [8]*image.Paletted // in place: a picture has many stacks
	hung := room[:0]
	if s.Height > 1 {
		hung = append(hung, sprite.Badge(b, sprite.BadgeLook{BadgeKind: sprite.Height, Text: strconv.Itoa(s.Height), Px: f.Px(1)}))
	}
	marks := s.Marks
	if top, ok := s.At(0); ok {
		marks = top.Marks
		if n := scene.HiddenLoss(top); n > 0 {
			hung = append(hung, sprite.Badge(b, sprite.BadgeLook{BadgeKind: sprite.LostSteps, Text: strconv.Itoa(-n), Px: f.Px(1)}))
		}
	}
	for _, m := range marks {
		hung = append(hung, sprite.Badge(b, sprite.Marker(b, m, f.Px(1))))
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
		sprite.Stamp(pic, t, geom.Pt(x, y).Pixel())
		y += float64(t.Rect.Dy()) + 1
	}
}

// drawPiles draws the stacks. A lower counter peeks out above the one on it: its
// name where it is known, else the edge of its back.
func drawPiles(b sprite.Atlas, pic *image.Paletted, f layout.Frame, stacks []view.Stack) {
	for _, s := range stacks {
		if f.Shows(s.Hex) && f.Meets(pic, s.Hex) {
			drawPile(b, pic, f, s)
		}
	}
}

func drawPile(b sprite.Atlas, pic *image.Paletted, f layout.Frame, s view.Stack) {
	px := int(math.Round(0.66 * f.HexSize))
	n := max(s.Height, len(s.Known), 1)
	named := len(s.Known)
	if _, ok := s.At(0); ok {
		named--
	}
	names, edge := layout.Peeks(named, n)
	rise := (float64(names)*layout.PeekName + float64(n-1-names)*edge) * f.HexSize
	at := f.Centre(s.Hex).Offset(-float64(px)/2, -float64(px)/2+math.Min(rise/2, f.Px(4)))
	for i := n - 1; i >= 0; i-- {
		q := at.Offset(rise*0.3, -rise).Pixel()
		if u, ok := s.At(i); ok {
			sprite.Stamp(pic, sprite.Counter(b, u, px), q)
		} else {
			sprite.Stamp(pic, sprite.Back(b, s.Side, px), q)
		}
		if i <= names {
			rise -= layout.PeekName * f.HexSize
		} else {
			rise -= edge * f.HexSize
		}
	}
	drawBadges(b, pic, f, s, at.Offset(float64(px), 0))
}

func (p *Painter) stack(v *view.Board, s Style, h hex.Hex) ([]byte, error) {
	if v == nil || v.Map == nil {
		return nil, errNoMap
	}
	b, err := p.brush(v, s)
	if err != nil {
		return nil, fmt.Errorf("render %s: %w", v.Map.Key, err)
	}
	i := slices.IndexFunc(v.Stacks, func(s view.Stack) bool { return s.Hex == h })
	if i < 0 {
		return nil, fmt.Errorf("render %s: no stack in %v", v.Map.Key, h)
	}
	return p.press.Encode(stackTray(b, v.Map, v.Stacks[i]))
}

// stackTray lays a stack's counters side by side, from the top down.
func stackTray(b sprite.Atlas, m *view.Map, s view.Stack) *image.Paletted {
	title := s.Hex.String()
	if i := slices.IndexFunc(m.Places, func(p geography.Place) bool { return p.Hex == s.Hex }); i >= 0 {
		title += "  " + m.Places[i].Name
	}
	var items []item
	for i := range max(s.Height, len(s.Known), 1) {
		if u, ok := s.At(i); ok {
			items = append(items, item{unit: &u, marks: u.Marks, lines: []string{u.Name, u.Formation, scene.Steps(u)}})
			continue
		}
		it := item{lines: []string{"Hidden"}}
		if i == 0 { // nothing but the markers is known of the top
			it.marks = s.Marks
		}
		items = append(items, it)
	}
	return drawTray(b, title, s.Side, items, stackRow)
}
