package ground

import (
	"strconv"
	"strings"
	"testing"

	"grognard/render/internal/layout"
	"grognard/rules/geography"
)

// A bar is as long on the picture as its numbers say, whatever the scale of the map; its numbers are round.
func TestScaleBar(t *testing.T) {
	for _, tenths := range []int{1, 7, 70, 75, 100, 1000, 12345} {
		across := geography.Length{Tenths: tenths, Unit: "miles"}
		for _, d := range []float64{24, 40, 58, 110, 200} {
			for unit, hexes := range map[string]float64{"miles": float64(tenths) / 10, "km": float64(tenths) / 10 * 1.609344} {
				r := newRuler(unit, d, across)
				if long := float64(r.n) * r.long; r.n < 2 || r.n > 5 || long > layout.ScaleLong*1.001 ||
					long < layout.ScaleLong/2.6 {
					t.Errorf("hexes of %v: a bar of %d steps and %v pixels", d, r.n, long)
				}
				for k := 1; k <= r.n; k++ {
					says, err := strconv.ParseFloat(r.figure(k), 64)
					want, is := says/hexes*d, float64(k)*r.long
					if err != nil || is < want*0.999 || is > want*1.001 {
						t.Errorf("hexes of %v: %s %s at %v pixels, want %v (%v)", d, r.figure(k), unit, is, want, err)
					}
				}
				if end := strings.Trim(r.figure(r.n), "0."); end != "1" && end != "2" && end != "5" {
					t.Errorf("hexes of %v: a bar of %s %s", d, r.figure(r.n), unit)
				}
				for k := range r.n + 1 {
					if f := r.figure(k); len(strings.Trim(f, "0.")) > 2 {
						t.Errorf("hexes of %v: %s %s is not round", d, f, unit)
					}
				}
			}
		}
	}
	for v, want := range map[float64][2]int{1: {1, 0}, 1.9: {1, 0}, 2: {2, 0}, 7: {5, 0}, 13.5: {1, 1}, 49: {2, 1},
		0.3: {2, -1}, 0.07: {5, -2}} {
		if first, ten := roundNumber(v); first != want[0] || ten != want[1] {
			t.Errorf("roundNumber(%v) = %v·10^%v, want %v", v, first, ten, want)
		}
	}
}
