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

// metres is how long the units of a scale bar are.
var metres = map[string]float64{"km": 1000, "miles": 1609.344}

// ruler is a bar that is a round number of units long, in steps of a round number.
type ruler struct {
	unit   string
	step   int // in tenths, ones, tens … of a unit: ten to the power of ten
	ten    int
	n      int
	pixels float64 // of a unit
	long   float64 // a step in pixels
}

// newRuler is the longest bar of 1, 2, 5, 10, 20, 50 … units that fits on a map whose hexes are d pixels high and so
// far across. Its figures are whole numbers where it is long enough.
func newRuler(unit string, d float64, across geography.Length) ruler {
	r := ruler{unit: unit, pixels: d * metres[unit] / (float64(across.Tenths) / 10 * metres[across.Unit])}
	first, ten := roundNumber(layout.ScaleLong / r.pixels)
	switch {
	case first == 5:
		r.step, r.n, r.ten = 1, 5, ten
	case first == 1:
		r.step, r.n, r.ten = 2, 5, ten-1
	case ten > 0:
		r.step, r.n, r.ten = 5, 4, ten-1
	default:
		r.step, r.n, r.ten = 1, 2, ten
	}
	r.long = float64(r.step) * math.Pow10(r.ten) * r.pixels
	return r
}

// figure is the number at the end of step k.
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

// roundNumber is the greatest of 1, 2, 5, 10, 20, 50 … that is not greater than a number, as its first digit and
// a power of ten.
func roundNumber(v float64) (first, ten int) {
	ten = int(math.Floor(math.Log10(v)))
	for _, n := range []int{5, 2} {
		if float64(n)*math.Pow10(ten) <= v {
			return n, ten
		}
	}
	return 1, ten
}
