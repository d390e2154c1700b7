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

// The shades between a style's colours that the map is drawn with. Stream is the colour in the middle of a broad river.
func (s Style) Stream() color.RGBA { return Mix(s.Lake, s.River, 1, 3) }

// Sunny is the light on trees of light woods.
func (s Style) Sunny() color.RGBA { return Mix(s.LightTree, s.LightWoods, 2, 5) }

// SunnyFir is the light on trees of heavy woods.
func (s Style) SunnyFir() color.RGBA { return Mix(s.HeavyTree, s.HeavyWoods, 1, 3) }

// Eaves is the lit half of a roof.
func (s Style) Eaves() color.RGBA { return Mix(s.Roof, s.Built, 2, 5) }

// Border is the edge of the map.
func (s Style) Border() color.RGBA { return Mix(s.Grid, s.Ink, 1, 3) }
