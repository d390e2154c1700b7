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

// ruler is a bar of some steps of a round number of units.
type ruler struct {
	unit   string
	step   float64 // in units
	n      int
	pixels float64 // of a unit
	long   float64 // a step in pixels
}

// newRuler is the longest bar that fits on a map whose hexes are d pixels high and so far across.
func newRuler(unit string, d float64, across geography.Length) ruler {
	r := ruler{unit: unit, pixels: d * metres[unit] / (float64(across.Tenths) / 10 * metres[across.Unit])}
	r.step = roundNumber(layout.ScaleLong / 3 / r.pixels)
	r.long = r.step * r.pixels
	r.n = min(5, int(layout.ScaleLong/r.long))
	return r
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
			dc.SetColor(a.Style.Paper)
			if (k+i)%2 == 0 {
				dc.SetColor(a.Style.Ink)
			}
			dc.FillPreserve()
			dc.SetColor(a.Style.Ink)
			dc.SetLineWidth(1)
			dc.Stroke()
		}
		base := y - 9
		if i == 1 {
			base = y + 9 + typeset.CapHeight*p.Size
		}
		for k := range r.n + 1 {
			text := strconv.FormatFloat(float64(k)*r.step, 'f', -1, 64)
			at := x + float64(k)*r.long - a.Types.Width(p, text)/2
			if k == r.n {
				text = scene.Length(a.Labels, text, unit)
			}
			a.Types.Write(img, p, text, at, base, typeset.Left)
		}
	}
}

// roundNumber is the greatest of 1, 2, 5, 10, 20, 50 … that is not greater than a number.
func roundNumber(v float64) float64 {
	ten := math.Pow(10, math.Floor(math.Log10(v)))
	for _, n := range []float64{5, 2} {
		if n*ten <= v {
			return n * ten
		}
	}
	return ten
}
