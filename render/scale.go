package render

import (
	"image"
	"math"
	"strconv"

	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// metres in the units of a map.
var metres = map[string]float64{"km": 1000, "miles": 1609.344}

// scaleBar draws two bars, for kilometres and for miles, as long as they are on the map.
func (b brush) scaleBar(dc *gg.Context, img *image.RGBA, f frame, l view.Length) {
	at, hexMetres := f.footing.scale, float64(l.Tenths)/10*metres[l.Unit]
	if at == (point{}) || hexMetres == 0 {
		return
	}
	p := pen{face: regular, size: min(18, 0.8*f.footing.size), ink: b.style.Ink}
	for i, unit := range []string{"km", "miles"} {
		pixels := f.d / hexMetres * metres[unit]
		step := roundNumber(scaleLong / 3 / pixels)
		n := min(5, int(scaleLong/(step*pixels)))
		x, y := at.x+10, at.y+26+14*float64(i)
		for k := range n {
			dc.DrawRectangle(x+float64(k)*step*pixels, y-5, step*pixels, 10)
			dc.SetColor(b.style.Paper)
			if (k+i)%2 == 0 {
				dc.SetColor(b.style.Ink)
			}
			dc.FillPreserve()
			dc.SetColor(b.style.Ink)
			dc.SetLineWidth(1)
			dc.Stroke()
		}
		ty := y - 9
		if i == 1 {
			ty = y + 9 + capital*p.size
		}
		for k := range n + 1 {
			text := strconv.FormatFloat(float64(k)*step, 'f', -1, 64)
			left := x + float64(k)*step*pixels - b.types.width(p, text)/2
			if k == n {
				text += " " + unit
			}
			b.types.write(img, p, text, left, ty, 0)
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
