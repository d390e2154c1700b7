package board

import (
	"image"

	"grognard/render/internal/sprite"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// printedNumber returns where a hex's number is printed; false outside of close-ups, where stacks may hide numbers.
func printedNumber(c canvas, h hex.Hex) (image.Rectangle, bool) {
	if !c.Close || !c.Grid.Contains(h) || len(c.Numbers) == 0 {
		return image.Rectangle{}, false
	}
	r := c.Numbers[c.Grid.Index(h)]
	return r, !r.Empty()
}

// movedNumber returns the number of a stack's hex on a plate, and the plate's upper left corner, above the stack. ok is
// false if the stack does not reach over the printed number.
func movedNumber(c canvas, s view.Stack) (plate *image.Paletted, at image.Point, ok bool) {
	printed, ok := printedNumber(c, s.Hex)
	roof := c.Centre(s.Hex).Offset(0, pileOf(c, s).Roof()).Pixel().Y
	if !ok || roof >= printed.Max.Y {
		return nil, image.Point{}, false
	}
	plate = sprite.HexNumber(c.Atlas, sprite.HexNumberLook{Hex: s.Hex, Px: c.Px(1)})
	left := (printed.Min.X + printed.Max.X - plate.Rect.Dx()) / 2
	return plate, image.Pt(left, max(c.Body.Min.Y, roof-plate.Rect.Dy())), true
}

// drawNumbers draws the numbers of hexes whose stacks hide what is printed.
func drawNumbers(c canvas, pic *image.Paletted) {
	for _, s := range c.Board.Stacks {
		if plate, at, ok := movedNumber(c, s); ok && c.Shows(s.Hex) {
			sprite.Stamp(pic, plate, at)
		}
	}
}
