package style

import (
	"image/color"
	"math"
)

// Contrast is that of two colours as WCAG 2.2 defines it: 1 for equal ones, 21 for black and white.
func Contrast(a, b color.RGBA) float64 {
	x, y := Luminance(a), Luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Luminance is the relative luminance of an sRGB colour as WCAG defines it.
func Luminance(c color.RGBA) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// linear is the light of a channel of sRGB.
func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// Mix is a colour between two: part/of of the way from a to b.
func Mix(a, b color.RGBA, part, of int) color.RGBA {
	m := func(x, y uint8) uint8 { return uint8((int(x)*(of-part) + int(y)*part + of/2) / of) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}
