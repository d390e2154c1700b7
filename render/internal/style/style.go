// Package style has the colours of pictures: styles, the palette of a game in a style, and how sides look.
//
//	p, err := style.New(style.Dark(), m.Sides)
//	pic := p.Quantize(drawing) // full colours become palette entries
//
// To add a style, write a function such as Paper and list it in All; the tests then hold it to the contrasts
// of WCAG 2.2 and to what the colour-blind can tell apart. A palette has 256 entries. They come from the
// style and the sides alone, never from a position, which they would give away.
package style

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"grognard/rules/first"
	"grognard/rules/order"
)

// Style is the look of a picture. It is a value that can be compared and be a key. Its colours are opaque.
type Style struct {
	Name string

	Paper, Ground, Grid, Number, Ink, Halo color.RGBA // the sheet and what is printed on it
	Banner, BannerInk                      color.RGBA // the strip above the map
	LightWoods, LightTree                  color.RGBA
	HeavyWoods, HeavyTree                  color.RGBA
	Swamp, Reed                            color.RGBA
	Other                                  color.RGBA // terrain of kinds that the style does not know
	Built, Roof                            color.RGBA // villages and cities
	River, Lake                            color.RGBA
	Road, RoadEdge, Track, Rail            color.RGBA
	// what is printed on counters and badges: whichever reads better there
	Dark, Light      color.RGBA
	Box, Lit, Turned color.RGBA // on counters
	// badges, what is crossed out, and the ring round the hex of a decision
	Tag, Mark, Ring color.RGBA
	Marks           [MarkOutlines]color.RGBA // of markers, one for each outline

	Line        float64 // the factor on the thickness of lines
	Type        float64 // the factor on the size of type on the map, on pages and in captions
	ByLightness bool    // the sides must differ in lightness
	Legible     float64 // the least contrast of text: WCAG 2.2, 1.4.3 asks for 4.5, 1.4.6 for 7
}

// All returns all styles, the usual one first.
func All() []Style { return []Style{Paper(), Dark(), HighContrast()} }

func Named(name string) (Style, bool) {
	all := All()
	return first.In(all, func(s Style) bool { return s.Name == name })
}

// MarkOutlines is how many outlines markers have. A game with more markers uses them again.
const MarkOutlines = 4

// Paper looks like a printed map on cream paper. Its kinds of terrain differ in lightness and in texture,
// so that nothing rests on hue alone.
func Paper() Style {
	return Style{
		Name:  "paper",
		Paper: RGB(0xf6f0e0), Ground: RGB(0xf0e6c6), Grid: RGB(0xb5a680),
		Number: RGB(0x6f6246), Ink: RGB(0x1d1a16), Halo: RGB(0xfdf9ec), Banner: RGB(0x1d1a16), BannerInk: RGB(0xfdf9ec),
		LightWoods: RGB(0xd3e2a6), LightTree: RGB(0x8bab5e), HeavyWoods: RGB(0xa6bf7a), HeavyTree: RGB(0x46743a),
		Swamp: RGB(0xd3e0d6), Reed: RGB(0x4d827f), Other: RGB(0xdccaa4), Built: RGB(0xcdbfb0), Roof: RGB(0x6a5546),
		River: RGB(0x27639c), Lake: RGB(0x8cc0e0),
		Road: RGB(0xf4b95c), RoadEdge: RGB(0x74471c), Track: RGB(0x6b4a2a), Rail: RGB(0x35302c),
		Dark: RGB(0x1d1a16), Light: RGB(0xfdf9ec), Box: RGB(0xf7f3e6), Lit: RGB(0xffe03a), Turned: RGB(0xfff6cf),
		Tag: RGB(0xfdf9ec), Mark: RGB(0xb3261e), Ring: RGB(0xbe2406),
		Marks: [MarkOutlines]color.RGBA{RGB(0xb3261e), RGB(0x5a2d91), RGB(0x0a5f5a), RGB(0x2b2b2b)},
		Line:  1, Type: 1, Legible: 4.5,
	}
}

// Dark is for reading at night, in Discord's dark theme: no large part of a picture is bright, and the
// counters are its brightest parts.
func Dark() Style {
	return Style{
		Name:  "dark",
		Paper: RGB(0x1c1e21), Ground: RGB(0x33342f), Grid: RGB(0x55564d),
		Number: RGB(0xa3a394), Ink: RGB(0xe8e4d8), Halo: RGB(0x17181a), Banner: RGB(0x101113), BannerInk: RGB(0xe8e4d8),
		LightWoods: RGB(0x42553a), LightTree: RGB(0x66875a), HeavyWoods: RGB(0x1b331c), HeavyTree: RGB(0x4c8a4a),
		Swamp: RGB(0x2d4a58), Reed: RGB(0x6fa5a2), Other: RGB(0x4a4233), Built: RGB(0x5c5349), Roof: RGB(0xbba68f),
		River: RGB(0x6cb0e6), Lake: RGB(0x2f6690),
		Road: RGB(0xd6963f), RoadEdge: RGB(0x5b3c18), Track: RGB(0xbd9b74), Rail: RGB(0xcfcabd),
		Dark: RGB(0x121314), Light: RGB(0xf6f2e7), Box: RGB(0xdcd7c8), Lit: RGB(0xeed23c), Turned: RGB(0xeee9da),
		Tag: RGB(0xdcd7c8), Mark: RGB(0xe0584e), Ring: RGB(0xff7a3d),
		Marks: [MarkOutlines]color.RGBA{RGB(0xf08a80), RGB(0xb89af0), RGB(0x6fcfc4), RGB(0xf2f2f2)},
		Line:  1, Type: 1, Legible: 4.5,
	}
}

// HighContrast is for weak eyesight and bright sunlight: black on white, thick lines and strong colours.
func HighContrast() Style {
	return Style{
		Name:  "high-contrast",
		Paper: RGB(0xffffff), Ground: RGB(0xffffff), Grid: RGB(0x767676),
		Number: RGB(0x000000), Ink: RGB(0x000000), Halo: RGB(0xffffff), Banner: RGB(0x000000), BannerInk: RGB(0xffffff),
		LightWoods: RGB(0xd2f0b4), LightTree: RGB(0x3c8c14), HeavyWoods: RGB(0x8fc76a), HeavyTree: RGB(0x004d00),
		Swamp: RGB(0xbfe6ee), Reed: RGB(0x00646e), Other: RGB(0xe2d2a0), Built: RGB(0xc4b4a6), Roof: RGB(0x3a2214),
		River: RGB(0x0046d2), Lake: RGB(0x7db4ff),
		Road: RGB(0xffa000), RoadEdge: RGB(0x000000), Track: RGB(0x7a3c00), Rail: RGB(0x000000),
		Dark: RGB(0x000000), Light: RGB(0xffffff), Box: RGB(0xffffff), Lit: RGB(0xffee00), Turned: RGB(0xffffff),
		Tag: RGB(0xffffff), Mark: RGB(0xb00000), Ring: RGB(0xb40000),
		Marks: [MarkOutlines]color.RGBA{RGB(0xa80000), RGB(0x4a0a9e), RGB(0x00524c), RGB(0x000000)},
		Line:  1.4, Type: 1.15, Legible: 7, ByLightness: true,
	}
}

// On returns the ink, Light or Dark, that reads better on a ground.
func (s Style) On(ground color.RGBA) color.RGBA {
	if Contrast(s.Light, ground) > Contrast(s.Dark, ground) {
		return s.Light
	}
	return s.Dark
}

// RGB returns the opaque colour 0xrrggbb.
func RGB(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

// parseColor reads "#rrggbb".
func parseColor(s string) (color.RGBA, error) {
	if len(s) == 7 && s[0] == '#' {
		if v, err := strconv.ParseUint(s[1:], 16, 32); err == nil {
			return RGB(uint32(v)), nil
		}
	}
	return color.RGBA{}, fmt.Errorf("%q is not a colour such as #7a5c3e", s)
}

// Contrast returns the contrast of two colours as WCAG 2.2 defines it: 1 for equal ones, 21 for black and white.
func Contrast(a, b color.RGBA) float64 {
	x, y := Luminance(a), Luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Luminance returns the relative luminance of an sRGB colour as WCAG defines it, from 0 to 1.
func Luminance(c color.RGBA) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// linear returns the linear light, from 0 to 1, of an sRGB channel.
func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// Mix returns a colour between two: part/of of the way from a to b.
func Mix(a, b color.RGBA, part, of int) color.RGBA {
	m := func(x, y uint8) uint8 { return uint8((int(x)*(of-part) + int(y)*part + of/2) / of) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}

// Stream returns the colour in the middle of a broad river. It and the next methods return shades of two colours.
func (s Style) Stream() color.RGBA { return Mix(s.Lake, s.River, 1, 3) }

// Sunny returns the light on trees of light woods.
func (s Style) Sunny() color.RGBA { return Mix(s.LightTree, s.LightWoods, 2, 5) }

// SunnyFir returns the light on trees of heavy woods.
func (s Style) SunnyFir() color.RGBA { return Mix(s.HeavyTree, s.HeavyWoods, 1, 3) }

// Eaves returns the lit half of a roof.
func (s Style) Eaves() color.RGBA { return Mix(s.Roof, s.Built, 2, 5) }

// Border returns the edge of the map.
func (s Style) Border() color.RGBA { return Mix(s.Grid, s.Ink, 1, 3) }

// LitCell returns the ground of a highlighted cell on a page. Such cells also get a frame, since some people
// see no difference in the colour.
func (s Style) LitCell() color.RGBA { return Mix(s.Paper, s.Lit, 1, 3) }

// textPairs returns the pairs of colours that touch on pages: texts and bars with their grounds.
func (s Style) textPairs() [][2]color.RGBA {
	return [][2]color.RGBA{
		{s.Paper, s.Ink}, {s.Ground, s.Ink}, {s.LitCell(), s.Ink}, {s.Banner, s.BannerInk}, {s.Lit, s.On(s.Lit)},
		{s.Paper, s.Number}, {s.Ground, s.Number}, {s.Box, s.On(s.Box)},
	}
}

// NewForPages returns a palette for pages. It has the colours of the map, for samples of the map, and the soft edges of
// texts in place of those of counters.
func NewForPages(s Style, sides []order.Nation) (*Palette, error) {
	return newPalette(s, sides, func(d *Palette, looks []SideStyle) {
		for _, c := range append(s.plain(), s.LitCell()) {
			d.add(c)
		}
		for _, l := range looks {
			d.add(l.Base)
			d.ramp(l.Base, l.Ink, 3)
		}
		for _, e := range s.textPairs() {
			d.ramp(e[0], e[1], 4)
		}
		for _, e := range s.mapPairs() {
			d.ramp(e[0], e[1], 2)
		}
		d.every.count = len(d.Entries)
	})
}
