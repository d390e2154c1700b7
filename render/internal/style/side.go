package style

import (
	"image/color"
	"strings"

	"grognard/rules/order"
)

// Shape tells a side from the others without colour: it is the outline of its counters, flags and plates,
// and decides the bars on them. Sides have shapes in the order in which the game names them.
type Shape int8

const (
	Square  Shape = iota // plain
	Clipped              // its corners cut off; upright bars
	Rounded              // its corners round; level bars
	Shapes               // the number of shapes
)

// Dashes returns the pattern of a side's lines, nil for unbroken ones. The dashes are multiples of px.
func (s Shape) Dashes(px float64) []float64 {
	switch s {
	case Clipped:
		return []float64{5 * px, 3 * px}
	case Rounded:
		return []float64{2 * px, 2 * px}
	}
	return nil
}

// SideStyle is how a side looks: its colours, and its letter and shape for those who cannot tell the colours apart.
type SideStyle struct {
	Base, Light, Trim, Lit, Shade, Ink color.RGBA
	Shape
	Letter, Name string
}

// newSideStyle derives the colours of a side from the one that the game gives it.
func newSideStyle(s Style, base color.RGBA, shape Shape, name string) SideStyle {
	base = s.legible(base, shape)
	l := SideStyle{Base: base, Shape: shape, Name: name, Light: Mix(base, s.Box, 1, 2), Ink: s.On(base)}
	l.Trim, l.Lit, l.Shade = Mix(base, l.Ink, 2, 5), Mix(base, s.Light, 1, 4), Mix(base, s.Dark, 1, 4)
	if Contrast(s.Dark, s.Ground) < 3 { // the dark edge of a counter does not show: its rim must
		l.Lit = Mix(base, s.Light, 1, 2)
		l.Shade = l.Lit
	}
	if letters := []rune(name); len(letters) > 0 {
		l.Letter = strings.ToUpper(string(letters[0]))
	}
	return l
}

// tintSteps is how many tints of a side have entries of their own in the palette. Others take the nearest entry.
const tintSteps = 4

// Tint returns a colour of the map tinted by a side. Step 0 of n is the strongest tint, n-1 the weakest.
func (l SideStyle) Tint(c color.RGBA, i, n int) color.RGBA { return Mix(c, l.Base, 1+n-i, 4*n) }

// legible makes a side's colour darker or lighter until one of the inks can be read on it: on middle tones none can.
// In a style that keeps the sides apart by lightness, the first, third … become dark and the others light.
func (s Style) legible(c color.RGBA, side Shape) color.RGBA {
	inks := []color.RGBA{s.Dark, s.Light}
	if s.ByLightness {
		inks = inks[side%2 : side%2+1]
	}
	for i := range 32 {
		for _, ink := range inks { // to mix in
			if t := Mix(c, ink, i, 32); Contrast(t, s.On(t)) >= s.Legible && (!s.ByLightness || s.On(t) != ink) {
				return t
			}
		}
	}
	return s.Dark
}

// SideStyle returns the look of a side; a grey one for "" and for a side that the game does not name.
func (d *Palette) SideStyle(s order.Side) SideStyle {
	if l, ok := d.SideStyles[s]; ok {
		return l
	}
	return neutral(d.Style, string(s))
}

// neutral returns a grey look, which belongs to no side.
func neutral(s Style, name string) SideStyle {
	return newSideStyle(s, Mix(s.Dark, s.Light, 2, 5), Square, name)
}
