package style

import (
	"image/color"
	"strings"

	"grognard/rules/order"
)

// TintSteps is into how many steps a side's tints are parted so that each has a colour of its
// own; others are the nearest that there are.
const TintSteps = 4

// Tint is a colour of the map in step i of n of a side's tints, the strongest first.
func (l SideStyle) Tint(c color.RGBA, i, n int) color.RGBA { return Mix(c, l.Base, 1+n-i, 4*n) }

// Dashes are how a side's lines are drawn.
func (s Shape) Dashes(px float64) []float64 {
	switch s {
	case Clipped:
		return []float64{5 * px, 3 * px}
	case Rounded:
		return []float64{2 * px, 2 * px}
	}
	return nil
}

// SideStyle is how a side shows: its colours, and its letter and sign for those who
// cannot tell them apart.
type SideStyle struct {
	Base, Light, Trim, Lit, Shade, Ink color.RGBA
	Shape
	Letter, Name string
}

func newSideStyle(s Style, base color.RGBA, shape Shape, name string) SideStyle {
	base = s.legible(base, shape)
	l := SideStyle{Base: base, Shape: shape, Name: name, Light: Mix(base, s.Box, 1, 2), Ink: s.On(base)}
	l.Trim, l.Lit, l.Shade = Mix(base, l.Ink, 2, 5), Mix(base, s.Light, 1, 4), Mix(base, s.Dark, 1, 4)
	if Contrast(s.Dark, s.Ground) < 3 { // the dark edge of a counter does not show: its rim must
		l.Lit = Mix(base, s.Light, 1, 2)
		l.Shade = l.Lit
	}
	for _, r := range name {
		l.Letter = strings.ToUpper(string(r))
		break
	}
	return l
}

// legible darkens or lightens a side's colour until one of the inks can be read on
// it: on the middle tones neither can. Where a style holds the sides apart, the
// first, third … become dark ones and the others light ones.
func (s Style) legible(c color.RGBA, side Shape) color.RGBA {
	ways := []color.RGBA{s.Dark, s.Light}
	if s.Apart {
		ways = ways[side%2 : side%2+1]
	}
	for i := range 32 {
		for _, way := range ways {
			if t := Mix(c, way, i, 32); Contrast(t, s.On(t)) >= s.Legible && (!s.Apart || s.On(t) != way) {
				return t
			}
		}
	}
	return s.Dark
}

// SideStyle of a side; none, and a side that the map does not name, is grey.
func (d *Palette) SideStyle(s order.Side) SideStyle {
	if l, ok := d.SideStyles[s]; ok {
		return l
	}
	return neutral(d.Style, string(s))
}

func neutral(s Style, name string) SideStyle {
	return newSideStyle(s, Mix(s.Dark, s.Light, 2, 5), Square, name)
}

// Shape is what tells a side from the others where colours fail: the outline of
// its counters, flags and bars, and the bars at their ends. Sides have them in
// the order in which the game names them.
type Shape int8

const (
	Square  Shape = iota // plain
	Clipped              // its corners cut off; upright bars
	Rounded              // its corners round; level bars
	Shapes
)
