package geom_test

import (
	"fmt"

	"grognard/render/internal/geom"
	"grognard/render/internal/rendertest"
	"grognard/rules/hex"
)

func Example() {
	m := rendertest.Map(5, 3, hex.Even)
	hexes := rendertest.Path("1.01", "2.01", "3.01")
	p := geom.Plane{Grid: m.Grid, HexSize: geom.UsualHex}
	road := p.Path(hexes).Ribbon(3, 3) // the outline of a road that is 6 pixels wide
	fmt.Printf("%v %.0f\n", road[0].Pixel(), geom.Distance(road[0], road[len(road)-1]))
	// Output: (48,-61) 6
}
