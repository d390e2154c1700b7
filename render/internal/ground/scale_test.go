package ground

import (
	"fmt"
	"testing"

	"grognard/render/internal/layout"
	"grognard/rules/geography"
)

// A bar is as long on the picture as its numbers say: 7 miles to the hex.
func TestScaleBar(t *testing.T) {
	across := geography.Length{Tenths: 70, Unit: "miles"}
	for _, d := range []float64{24, 40, 58, 110, 200} {
		for unit, hexes := range map[string]float64{"miles": 7, "km": 7 * 1.609344} {
			r := newRuler(unit, d, across)
			if long := float64(r.n) * r.long; r.n < 3 || r.n > 5 || long > layout.ScaleLong ||
				long < layout.ScaleLong/3 {
				t.Errorf("hexes of %v: a bar of %d steps and %v pixels", d, r.n, long)
			}
			if want := r.step / hexes * d; r.long < want*0.999 || r.long > want*1.001 {
				t.Errorf("hexes of %v: %v %s are %v pixels, want %v", d, r.step, unit, r.long, want)
			}
		}
	}
	for v, want := range map[float64]float64{1: 1, 1.9: 1, 2: 2, 7: 5, 13.5: 10, 49: 20, 0.3: 0.2} {
		if got := roundNumber(v); fmt.Sprintf("%.3f", got) != fmt.Sprintf("%.3f", want) {
			t.Errorf("roundNumber(%v) = %v, want %v", v, got, want)
		}
	}
}
