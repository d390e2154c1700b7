package render

import (
	"fmt"
	"image/color"
	"strconv"
)

// Style is the look of a picture: a value, compared and kept as one. Colours
// are opaque.
type Style struct {
	Name string

	Paper, Ground, Grid, Number, Ink, Halo     color.RGBA // the sheet and what is printed on it
	LightWoods, LightTree                      color.RGBA
	HeavyWoods, HeavyTree                      color.RGBA
	Swamp, Reed                                color.RGBA
	Other                                      color.RGBA // terrain of kinds that the style does not know
	Built, Roof                                color.RGBA // villages and cities
	River, Lake                                color.RGBA
	Road, RoadEdge, Track, Rail                color.RGBA
	Box, Exploit, Reduced, Mark, MarkInk, Ring color.RGBA // counters, and what marks them
}

// Paper is the look of a printed map on cream paper. Its kinds of terrain
// differ in lightness and in texture, so that nothing rests on hue alone.
func Paper() Style {
	return Style{
		Name:  "paper",
		Paper: rgb(0xf6f0e0), Ground: rgb(0xf0e6c6), Grid: rgb(0xb5a680), Number: rgb(0x6f6246), Ink: rgb(0x1d1a16), Halo: rgb(0xfdf9ec),
		LightWoods: rgb(0xd8e2b0), LightTree: rgb(0x8bab5e),
		HeavyWoods: rgb(0xabc380), HeavyTree: rgb(0x46743a),
		Swamp: rgb(0xd3e0d6), Reed: rgb(0x4d827f),
		Other: rgb(0xdccaa4),
		Built: rgb(0xcdbfb0), Roof: rgb(0x6a5546),
		River: rgb(0x3d7fb5), Lake: rgb(0x8cc0e0),
		Road: rgb(0xf4b95c), RoadEdge: rgb(0x8a5a28), Track: rgb(0x94704a), Rail: rgb(0x35302c),
		Box: rgb(0xf7f3e6), Exploit: rgb(0xffe03a), Reduced: rgb(0xfff6cf), Mark: rgb(0xb3261e), MarkInk: rgb(0xffffff), Ring: rgb(0xe8400c),
	}
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

// mix is a colour between two: part/of of the way from a to b.
func mix(a, b color.RGBA, part, of int) color.RGBA {
	m := func(x, y uint8) uint8 { return uint8((int(x)*(of-part) + int(y)*part + of/2) / of) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}

// luma is how light a colour looks, 0 to 255.
func luma(c color.RGBA) int { return (299*int(c.R) + 587*int(c.G) + 114*int(c.B)) / 1000 }
