package board

import (
	"image"
	"iter"
	"strconv"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// drawPiles draws the stacks. Each lower counter sticks out above the one that lies on it, so that its name
// can be read, or the edge of its back if it is not known.
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
	for badge, at := range badgesOf(c, s, p) {
		sprite.Stamp(pic, badge, at)
	}
}

// heightOf returns the number of counters that are drawn for a stack.
func heightOf(s view.Stack) int { return max(s.Height, len(s.Known), 1) }

// pileOf returns how the counters of a stack are laid out, relative to its hex's centre.
func pileOf(c canvas, s view.Stack) layout.Pile {
	named := len(s.Known)
	if _, ok := s.At(0); ok {
		named--
	}
	return layout.NewPile(named, heightOf(s), c.HexSize, roomOf(c, s.Hex))
}

// boundsOf returns the box on the picture that has all counters of a stack.
func boundsOf(c canvas, s view.Stack, p layout.Pile) image.Rectangle {
	size, at := image.Pt(p.Px, p.Px), c.Centre(s.Hex)
	top, low := at.Add(p.Counter(0)).Pixel(), at.Add(p.Counter(heightOf(s)-1)).Pixel()
	return image.Rectangle{Min: top, Max: top.Add(size)}.Union(image.Rectangle{Min: low, Max: low.Add(size)})
}

// roomOf returns the room in a close-up for a stack between its hex's number and a name printed at its foot; else nil.
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

// badgesOf yields the badges that hang at the right of a stack, with their upper left corners: its height, the steps
// that its top unit has lost, and the markers on it.
func badgesOf(c canvas, s view.Stack, p layout.Pile) iter.Seq2[*image.Paletted, image.Point] {
	return func(yield func(*image.Paletted, image.Point) bool) {
		var room [8]*image.Paletted // in place: a picture has many stacks
		hung := appendBadges(c, s, room[:0])
		high := float64(len(hung) - 1)
		for _, t := range hung {
			high += float64(t.Rect.Dy())
		}
		at := c.Centre(s.Hex).Add(p.Top).Offset(float64(p.Px), 0)
		y := at.Y + min(-c.Px(1), p.Scale*c.Px(25)-high) // above the ratings at the foot, however many badges hang
		for _, t := range hung {
			w := float64(t.Rect.Dx())
			x := at.X - w/2 + c.Px(2)
			if w > c.Px(13) {
				x = at.X + c.Px(13.5) - w
			}
			if number, ok := printedNumber(c, s.Hex); ok && y < float64(number.Max.Y) {
				x = max(x, float64(number.Max.X))
			}
			if !yield(t, geom.Pt(x, y).Pixel()) {
				return
			}
			y += float64(t.Rect.Dy()) + 1
		}
	}
}

func appendBadges(c canvas, s view.Stack, hung []*image.Paletted) []*image.Paletted {
	if s.Height > 1 {
		hung = append(hung, sprite.Badge(c.Atlas,
			sprite.BadgeLook{BadgeKind: sprite.Height, Text: strconv.Itoa(s.Height), Px: c.Px(1)}))
	}
	marks := s.Marks
	if top, ok := s.At(0); ok {
		marks = top.Marks
		if n := top.LostUnseen(); n > 0 {
			hung = append(hung, sprite.Badge(c.Atlas,
				sprite.BadgeLook{BadgeKind: sprite.LostSteps, Text: strconv.Itoa(-n), Px: c.Px(1)}))
		}
	}
	for _, m := range marks {
		hung = append(hung, sprite.Badge(c.Atlas, sprite.Marker(c.Atlas, m, c.Px(1))))
	}
	return hung
}
