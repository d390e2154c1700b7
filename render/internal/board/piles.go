package board

import (
	"image"
	"strconv"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/render/scene"
	"grognard/rules/hex"
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
	p, at := pileOf(c, s), c.Centre(s.Hex)
	for i := heightOf(s) - 1; i >= 0; i-- {
		q := at.Add(p.Counter(i)).Pixel()
		if u, ok := s.At(i); ok {
			sprite.Stamp(pic, sprite.Counter(c.Atlas, u, p.Px), q)
		} else {
			sprite.Stamp(pic, sprite.Back(c.Atlas, s.Side, p.Px), q)
		}
	}
	drawBadges(c, pic, s, at.Add(p.Top).Offset(float64(p.Px), 0), p.Scale)
}

// heightOf is how many counters are drawn of a stack.
func heightOf(s view.Stack) int { return max(s.Height, len(s.Known), 1) }

// pileOf is where the counters of a stack lie.
func pileOf(c canvas, s view.Stack) layout.Pile {
	named := len(s.Known)
	if _, ok := s.At(0); ok {
		named--
	}
	return layout.NewPile(named, heightOf(s), c.HexSize, roomOf(c, s.Hex))
}

// roomOf is the room for a stack between the number of its hex and a name that is printed at its foot, in a close-up.
func roomOf(c canvas, h hex.Hex) *layout.Room {
	number, ok := printedNumber(c, h)
	if !ok {
		return nil
	}
	at := c.Centre(h)
	room := layout.Room{Over: float64(number.Max.Y) - at.Y, Under: c.HexSize}
	foot := image.Rectangle{Min: at.Offset(-0.3*c.HexSize, 0.33*c.HexSize).Pixel(),
		Max: at.Offset(0.3*c.HexSize, c.HexSize/2).Pixel()}
	for _, name := range c.Names {
		if name.Overlaps(foot) {
			room.Under = min(room.Under, float64(name.Min.Y)-at.Y)
		}
	}
	return &room
}

// drawBadges draws the height of a stack, the steps that its top unit has lost and the markers on it at the
// right of the pile, whose counters are drawn at a scale.
func drawBadges(c canvas, pic *image.Paletted, s view.Stack, at geom.Point, scale float64) {
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
	y := at.Y + min(-c.Px(1), scale*c.Px(25)-high) // above the factors, however many there are
	for _, t := range hung {
		w := float64(t.Rect.Dx())
		x := at.X - w/2 + c.Px(2)
		if w > c.Px(13) {
			x = at.X + c.Px(13.5) - w
		}
		if number, ok := printedNumber(c, s.Hex); ok && y < float64(number.Max.Y) {
			x = max(x, float64(number.Max.X))
		}
		sprite.Stamp(pic, t, geom.Pt(x, y).Pixel())
		y += float64(t.Rect.Dy()) + 1
	}
}
