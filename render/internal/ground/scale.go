package ground

import (
	"image"
	"math"
	"strconv"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/render/internal/typeset"
	"grognard/render/scene"
	"grognard/rules/geography"

	"github.com/fogleman/gg"
)

// metres has the length of each unit of a scale bar.
var metres = map[string]float64{"km": 1000, "miles": 1609.344}

// ruler is a bar of n steps, each of step·10^ten units. Both its length and its steps are round numbers of units.
type ruler struct {
	unit   string
	step   int
	ten    int
	n      int
	pixels float64 // the length of a unit
	long   float64 // the length of a step in pixels
}

// newRuler returns the longest bar of 1, 2, 5, 10, 20, 50 … units that has room, on a map whose hexes are d pixels high
// and measure across from side to side. The figures at its steps are whole numbers if it is long enough.
func newRuler(unit string, d float64, across geography.Length) ruler {
	r := ruler{unit: unit, pixels: d * metres[unit] / (float64(across.Tenths) / 10 * metres[across.Unit])}
	first, ten := roundNumber(layout.ScaleLong / r.pixels)
	switch {
	case first == 5:
		r.step, r.n, r.ten = 1, 5, ten
	case first == 1:
		r.step, r.n, r.ten = 2, 5, ten-1
	case ten > 0: // first is 2, as it is below
		r.step, r.n, r.ten = 5, 4, ten-1
	default:
		r.step, r.n, r.ten = 1, 2, ten
	}
	r.long = float64(r.step) * math.Pow10(r.ten) * r.pixels
	return r
}

// figure returns the number at the end of step k.
func (r ruler) figure(k int) string {
	return strconv.FormatFloat(float64(k*r.step)*math.Pow10(r.ten), 'f', max(0, -r.ten), 64)
}

// drawScaleBar draws two bars, for kilometres and for miles, as long as these are on the map.
func drawScaleBar(a sprite.Atlas, dc *gg.Context, img *image.RGBA, f layout.Frame, across geography.Length) {
	if f.Footer.Scale == (geom.Point{}) {
		return
	}
	p := typeset.Pen{Face: typeset.Regular, Size: min(18, 0.8*f.Footer.Size), Ink: a.Style.Ink}
	for i, unit := range []string{"km", "miles"} {
		r := newRuler(unit, f.HexSize, across)
		x, y := f.Footer.Scale.X+10, f.Footer.Scale.Y+26+14*float64(i)
		for k := range r.n {
			dc.DrawRectangle(x+float64(k)*r.long, y-5, r.long, 10)
			ground := a.Style.Paper
			if (k+i)%2 == 0 {
				ground = a.Style.Ink
			}
			sprite.Framed(dc, ground, a.Style.Ink, 1)
		}
		base := y - 9
		if i == 1 {
			base = y + 9 + typeset.CapHeight*p.Size
		}
		for k := range r.n + 1 {
			text := r.figure(k)
			at := x + float64(k)*r.long - a.Types.Width(p, text)/2
			if k == r.n {
				text = scene.Length(a.Labels, text, unit)
			}
			a.Types.Write(img, p, text, at, base, typeset.Left)
		}
	}
}

// roundNumber returns the greatest of 1, 2, 5, 10, 20, 50 … that is at most v, as its first digit and the exponent
// of a power of ten; v below 1 gives negative exponents.
func roundNumber(v float64) (first, ten int) {
	ten = int(math.Floor(math.Log10(v)))
	for _, n := range []int{5, 2} {
		if float64(n)*math.Pow10(ten) <= v {
			return n, ten
		}
	}
	return 1, ten
}
