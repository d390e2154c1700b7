package board

import (
	"image"
	"math"
	"strconv"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/render/scene"
	"grognard/rules/view"
)

// drawPiles draws the stacks. A lower counter shows above the one on it: its name if it is known, else the
// edge of its back.
func drawPiles(c canvas, pic *image.Paletted) {
	for _, s := range c.Board.Stacks {
		if c.Shows(s.Hex) && c.Meets(pic, s.Hex) {
			drawPile(c, pic, s)
		}
	}
}

// drawPile draws a stack, from the bottom up.
func drawPile(c canvas, pic *image.Paletted, s view.Stack) {
	px := int(math.Round(0.66 * c.HexSize))
	n := max(s.Height, len(s.Known), 1)
	named := len(s.Known)
	if _, ok := s.At(0); ok {
		named--
	}
	names, edge := layout.Peeks(named, n)
	rise := (float64(names)*layout.PeekName + float64(n-1-names)*edge) * c.HexSize
	at := c.Centre(s.Hex).Offset(-float64(px)/2, -float64(px)/2+math.Min(rise/2, c.Px(4)))
	for i := n - 1; i >= 0; i-- {
		q := at.Offset(rise*0.3, -rise).Pixel()
		if u, ok := s.At(i); ok {
			sprite.Stamp(pic, sprite.Counter(c.Atlas, u, px), q)
		} else {
			sprite.Stamp(pic, sprite.Back(c.Atlas, s.Side, px), q)
		}
		if i <= names {
			rise -= layout.PeekName * c.HexSize
		} else {
			rise -= edge * c.HexSize
		}
	}
	drawBadges(c, pic, s, at.Offset(float64(px), 0))
}

// drawBadges draws the height of a stack, the steps that its top unit has lost and the markers on it at the
// right of the pile.
func drawBadges(c canvas, pic *image.Paletted, s view.Stack, at geom.Point) {
	var room [8]*image.Paletted // in place: a picture has many stacks
	hung := room[:0]
	if s.Height > 1 {
		hung = append(hung, sprite.Badge(c.Atlas,
			sprite.BadgeLook{BadgeKind: sprite.Height, Text: strconv.Itoa(s.Height), Px: c.Px(1)}))
	}
	marks := s.Marks
	if top, ok := s.At(0); ok {
		marks = top.Marks
		if n := scene.HiddenLoss(top); n > 0 {
			hung = append(hung, sprite.Badge(c.Atlas,
				sprite.BadgeLook{BadgeKind: sprite.LostSteps, Text: strconv.Itoa(-n), Px: c.Px(1)}))
		}
	}
	for _, m := range marks {
		hung = append(hung, sprite.Badge(c.Atlas, sprite.Marker(c.Atlas, m, c.Px(1))))
	}
	high := float64(len(hung) - 1)
	for _, t := range hung {
		high += float64(t.Rect.Dy())
	}
	y := at.Y + min(-c.Px(1), c.Px(25)-high) // above the factors, however many there are
	for _, t := range hung {
		w := float64(t.Rect.Dx())
		x := at.X - w/2 + c.Px(2)
		if w > c.Px(13) {
			x = at.X + c.Px(13.5) - w
		}
		sprite.Stamp(pic, t, geom.Pt(x, y).Pixel())
		y += float64(t.Rect.Dy()) + 1
	}
}
