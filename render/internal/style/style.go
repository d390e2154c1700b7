// Package style is how pictures look: palettes, and whether what is drawn with them can be told apart.
package style

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"
)

// MarkOutlines is how many outlines markers have. A game with more markers uses them
// again.
const MarkOutlines = 4

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
	Dark, Light                            color.RGBA               // what is printed on counters and badges: whichever reads better there
	Box, Lit, Reduced                      color.RGBA               // on counters
	Tag, Mark, Ring                        color.RGBA               // badges, what is crossed out, and the ring round the hex of a decision
	Marks                                  [MarkOutlines]color.RGBA // of markers, with their outlines

	Line    float64 // how thick lines are, of the usual
	Type    float64 // and how large the type of the map and of captions
	Apart   bool    // the sides differ in how light they are
	Legible float64 // the contrast that text needs at least: WCAG 2.2, 1.4.3 asks for 4.5, 1.4.6 for 7
}

// All are the looks that there are, the usual one first.
func All() []Style { return []Style{Paper(), Dark(), HighContrast()} }

// Named is the look with a name.
func Named(name string) (Style, bool) {
	all := All()
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
		Paper: Rgb(0xf6f0e0), Ground: Rgb(0xf0e6c6), Grid: Rgb(0xb5a680), Number: Rgb(0x6f6246), Ink: Rgb(0x1d1a16), Halo: Rgb(0xfdf9ec),
		Banner: Rgb(0x1d1a16), BannerInk: Rgb(0xfdf9ec),
		LightWoods: Rgb(0xd3e2a6), LightTree: Rgb(0x8bab5e),
		HeavyWoods: Rgb(0xa6bf7a), HeavyTree: Rgb(0x46743a),
		Swamp: Rgb(0xd3e0d6), Reed: Rgb(0x4d827f),
		Other: Rgb(0xdccaa4),
		Built: Rgb(0xcdbfb0), Roof: Rgb(0x6a5546),
		River: Rgb(0x27639c), Lake: Rgb(0x8cc0e0),
		Road: Rgb(0xf4b95c), RoadEdge: Rgb(0x74471c), Track: Rgb(0x6b4a2a), Rail: Rgb(0x35302c),
		Dark: Rgb(0x1d1a16), Light: Rgb(0xfdf9ec),
		Box: Rgb(0xf7f3e6), Lit: Rgb(0xffe03a), Reduced: Rgb(0xfff6cf),
		Tag: Rgb(0xfdf9ec), Mark: Rgb(0xb3261e), Ring: Rgb(0xbe2406),
		Marks: [MarkOutlines]color.RGBA{Rgb(0xb3261e), Rgb(0x5a2d91), Rgb(0x0a5f5a), Rgb(0x2b2b2b)},
		Line:  1, Type: 1, Legible: 4.5,
	}
}

// Dark is for reading at night, in Discord's dark theme: no large part of a
// picture is bright, and the counters are the brightest.
func Dark() Style {
	return Style{
		Name:  "dark",
		Paper: Rgb(0x1c1e21), Ground: Rgb(0x33342f), Grid: Rgb(0x55564d), Number: Rgb(0xa3a394), Ink: Rgb(0xe8e4d8), Halo: Rgb(0x17181a),
		Banner: Rgb(0x101113), BannerInk: Rgb(0xe8e4d8),
		LightWoods: Rgb(0x42553a), LightTree: Rgb(0x66875a),
		HeavyWoods: Rgb(0x1b331c), HeavyTree: Rgb(0x4c8a4a),
		Swamp: Rgb(0x2d4a58), Reed: Rgb(0x6fa5a2),
		Other: Rgb(0x4a4233),
		Built: Rgb(0x5c5349), Roof: Rgb(0xbba68f),
		River: Rgb(0x6cb0e6), Lake: Rgb(0x2f6690),
		Road: Rgb(0xd6963f), RoadEdge: Rgb(0x5b3c18), Track: Rgb(0xbd9b74), Rail: Rgb(0xcfcabd),
		Dark: Rgb(0x121314), Light: Rgb(0xf6f2e7),
		Box: Rgb(0xdcd7c8), Lit: Rgb(0xeed23c), Reduced: Rgb(0xeee9da),
		Tag: Rgb(0xdcd7c8), Mark: Rgb(0xe0584e), Ring: Rgb(0xff7a3d),
		Marks: [MarkOutlines]color.RGBA{Rgb(0xf08a80), Rgb(0xb89af0), Rgb(0x6fcfc4), Rgb(0xf2f2f2)},
		Line:  1, Type: 1, Legible: 4.5,
	}
}

// HighContrast is for weak eyes and bright sun: black on white, thick lines and
// strong colours.
func HighContrast() Style {
	return Style{
		Name:  "high-contrast",
		Paper: Rgb(0xffffff), Ground: Rgb(0xffffff), Grid: Rgb(0x767676), Number: Rgb(0x000000), Ink: Rgb(0x000000), Halo: Rgb(0xffffff),
		Banner: Rgb(0x000000), BannerInk: Rgb(0xffffff),
		LightWoods: Rgb(0xd2f0b4), LightTree: Rgb(0x3c8c14),
		HeavyWoods: Rgb(0x8fc76a), HeavyTree: Rgb(0x004d00),
		Swamp: Rgb(0xbfe6ee), Reed: Rgb(0x00646e),
		Other: Rgb(0xe2d2a0),
		Built: Rgb(0xc4b4a6), Roof: Rgb(0x3a2214),
		River: Rgb(0x0046d2), Lake: Rgb(0x7db4ff),
		Road: Rgb(0xffa000), RoadEdge: Rgb(0x000000), Track: Rgb(0x7a3c00), Rail: Rgb(0x000000),
		Dark: Rgb(0x000000), Light: Rgb(0xffffff),
		Box: Rgb(0xffffff), Lit: Rgb(0xffee00), Reduced: Rgb(0xffffff),
		Tag: Rgb(0xffffff), Mark: Rgb(0xb00000), Ring: Rgb(0xb40000),
		Marks: [MarkOutlines]color.RGBA{Rgb(0xa80000), Rgb(0x4a0a9e), Rgb(0x00524c), Rgb(0x000000)},
		Line:  1.4, Type: 1.15, Legible: 7, Apart: true,
	}
}

// On is the ink that reads better on a ground.
func (s Style) On(ground color.RGBA) color.RGBA {
	if Contrast(s.Light, ground) > Contrast(s.Dark, ground) {
		return s.Light
	}
	return s.Dark
}

func Rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

// parseColor reads "#rrggbb".
func parseColor(s string) (color.RGBA, error) {
	if len(s) == 7 && s[0] == '#' {
		if v, err := strconv.ParseUint(s[1:], 16, 32); err == nil {
			return Rgb(uint32(v)), nil
		}
	}
	return color.RGBA{}, fmt.Errorf("%q is not a colour such as #7a5c3e", s)
}
