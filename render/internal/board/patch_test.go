package board

import (
	"image"
	"testing"

	"grognard/render/internal/geom"
	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/rules/hex"
)

// Every hex is tinted and hatched pixel by pixel, and no pixel belongs to two.
func TestRowsOfHexes(t *testing.T) {
	for _, d := range []float64{24, 37, 58.5, 111} {
		g := hex.Grid{Cols: 5, Odd: hex.Rows{First: 1, Last: 5}, Even: hex.Rows{First: 1, Last: 5}}
		c := canvas{Sheet: ground.Sheet{Frame: layout.Frame{Plane: geom.Plane{Grid: g, HexSize: d, X: 3.3, Y: 6 * d},
			Body: image.Rect(0, 0, 900, 900)}}}
		seen := map[image.Point]int{}
		for h := range g.All() {
			newBrush(c).hexRows(h, func(r pixelRow) {
				for x := r.x0; x < r.x1; x++ {
					seen[image.Pt(x, r.y)]++
				}
			})
		}
		mid := c.Centre(hex.Hex{Col: 3, Row: 3})
		for y := int(mid.Y - d); y < int(mid.Y+d); y++ {
			for x := int(mid.X - d); x < int(mid.X+d); x++ {
				if n := seen[image.Pt(x, y)]; n != 1 {
					t.Fatalf("hexes of %v: pixel %d, %d lies in %d of them", d, x, y, n)
				}
			}
		}
	}
}
