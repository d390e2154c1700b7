package render

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"
)

// outlines is how many outlines markers have. A game with more markers uses them
// again.
const outlines = 4

// Style is the look of a picture: a value, compared and kept as one. Colours
// are opaque.
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
	Dark, Light                            color.RGBA           // what is printed on counters and badges: whichever reads better there
	Box, Lit, Reduced                      color.RGBA           // on counters
	Tag, Mark, Ring                        color.RGBA           // badges, what is crossed out, and the ring round the hex of a decision
	Marks                                  [outlines]color.RGBA // of markers, with their outlines

	Line    float64 // how thick lines are, of the usual
	Type    float64 // and how large the type of the map and of captions
	Apart   bool    // the sides differ in how light they are
	Legible float64 // the contrast that text needs at least: WCAG 2.2, 1.4.3 asks for 4.5, 1.4.6 for 7
}

// Styles are the looks that there are, the usual one first.
func Styles() []Style { return []Style{Paper(), Dark(), HighContrast()} }

// StyleNamed is the look with a name.
func StyleNamed(name string) (Style, bool) {
	all := Styles()
	if i := slices.IndexFunc(all, func(s Style) bool { return s.Name == name }); i >= 0 {
		return all[i], true
	}
	return Style{}, false
}

// Paper is the look of a printed map on cream paper. Its kinds of terrain
// differ in lightness and in texture, so that nothing rests on hue alone.
func Paper() Style {
	return Style{
		Name:  "paper",
		Paper: rgb(0xf6f0e0), Ground: rgb(0xf0e6c6), Grid: rgb(0xb5a680), Number: rgb(0x6f6246), Ink: rgb(0x1d1a16), Halo: rgb(0xfdf9ec),
		Banner: rgb(0x1d1a16), BannerInk: rgb(0xfdf9ec),
		LightWoods: rgb(0xd3e2a6), LightTree: rgb(0x8bab5e),
		HeavyWoods: rgb(0xa6bf7a), HeavyTree: rgb(0x46743a),
		Swamp: rgb(0xd3e0d6), Reed: rgb(0x4d827f),
		Other: rgb(0xdccaa4),
		Built: rgb(0xcdbfb0), Roof: rgb(0x6a5546),
		River: rgb(0x27639c), Lake: rgb(0x8cc0e0),
		Road: rgb(0xf4b95c), RoadEdge: rgb(0x74471c), Track: rgb(0x6b4a2a), Rail: rgb(0x35302c),
		Dark: rgb(0x1d1a16), Light: rgb(0xfdf9ec),
		Box: rgb(0xf7f3e6), Lit: rgb(0xffe03a), Reduced: rgb(0xfff6cf),
		Tag: rgb(0xfdf9ec), Mark: rgb(0xb3261e), Ring: rgb(0xbe2406),
		Marks: [outlines]color.RGBA{rgb(0xb3261e), rgb(0x5a2d91), rgb(0x0a5f5a), rgb(0x2b2b2b)},
		Line:  1, Type: 1, Legible: 4.5,
	}
}

// Dark is for reading at night, in Discord's dark theme: no large part of a
// picture is bright, and the counters are the brightest.
func Dark() Style {
	return Style{
		Name:  "dark",
		Paper: rgb(0x1c1e21), Ground: rgb(0x33342f), Grid: rgb(0x55564d), Number: rgb(0xa3a394), Ink: rgb(0xe8e4d8), Halo: rgb(0x17181a),
		Banner: rgb(0x101113), BannerInk: rgb(0xe8e4d8),
		LightWoods: rgb(0x42553a), LightTree: rgb(0x66875a),
		HeavyWoods: rgb(0x1b331c), HeavyTree: rgb(0x4c8a4a),
		Swamp: rgb(0x2d4a58), Reed: rgb(0x6fa5a2),
		Other: rgb(0x4a4233),
		Built: rgb(0x5c5349), Roof: rgb(0xbba68f),
		River: rgb(0x6cb0e6), Lake: rgb(0x2f6690),
		Road: rgb(0xd6963f), RoadEdge: rgb(0x5b3c18), Track: rgb(0xbd9b74), Rail: rgb(0xcfcabd),
		Dark: rgb(0x121314), Light: rgb(0xf6f2e7),
		Box: rgb(0xdcd7c8), Lit: rgb(0xeed23c), Reduced: rgb(0xeee9da),
		Tag: rgb(0xdcd7c8), Mark: rgb(0xe0584e), Ring: rgb(0xff7a3d),
		Marks: [outlines]color.RGBA{rgb(0xf08a80), rgb(0xb89af0), rgb(0x6fcfc4), rgb(0xf2f2f2)},
		Line:  1, Type: 1, Legible: 4.5,
	}
}

// HighContrast is for weak eyes and bright sun: black on white, thick lines and
// strong colours.
func HighContrast() Style {
	return Style{
		Name:  "high-contrast",
		Paper: rgb(0xffffff), Ground: rgb(0xffffff), Grid: rgb(0x767676), Number: rgb(0x000000), Ink: rgb(0x000000), Halo: rgb(0xffffff),
		Banner: rgb(0x000000), BannerInk: rgb(0xffffff),
		LightWoods: rgb(0xd2f0b4), LightTree: rgb(0x3c8c14),
		HeavyWoods: rgb(0x8fc76a), HeavyTree: rgb(0x004d00),
		Swamp: rgb(0xbfe6ee), Reed: rgb(0x00646e),
		Other: rgb(0xe2d2a0),
		Built: rgb(0xc4b4a6), Roof: rgb(0x3a2214),
		River: rgb(0x0046d2), Lake: rgb(0x7db4ff),
		Road: rgb(0xffa000), RoadEdge: rgb(0x000000), Track: rgb(0x7a3c00), Rail: rgb(0x000000),
		Dark: rgb(0x000000), Light: rgb(0xffffff),
		Box: rgb(0xffffff), Lit: rgb(0xffee00), Reduced: rgb(0xffffff),
		Tag: rgb(0xffffff), Mark: rgb(0xb00000), Ring: rgb(0xb40000),
		Marks: [outlines]color.RGBA{rgb(0xa80000), rgb(0x4a0a9e), rgb(0x00524c), rgb(0x000000)},
		Line:  1.4, Type: 1.15, Legible: 7, Apart: true,
	}
}

// on is the ink that reads better on a ground.
func (s Style) on(ground color.RGBA) color.RGBA {
	if contrast(s.Light, ground) > contrast(s.Dark, ground) {
		return s.Light
	}
	return s.Dark
}

func rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

// parseColor reads "#rrggbb".
func parseColor(s string) (color.RGBA, error) {
	if len(s) == 7 && s[0] == '#' {
		if v, err := strconv.ParseUint(s[1:], 16, 32); err == nil {
			return rgb(uint32(v)), nil
		}
	}
	return color.RGBA{}, fmt.Errorf("%q is not a colour such as #7a5c3e", s)
}
