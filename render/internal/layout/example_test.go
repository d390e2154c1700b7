package layout_test

import (
	"fmt"

	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/rules/hex"
)

func Example() {
	m, h := rendertest.Map(20, 20, hex.Even), rendertest.At("10.10")
	f, err := layout.New(m.Grid, layout.Options{Part: hex.Part{Around: h, Radius: 3}}, layout.Contents{})
	at := f.Centre(h) // where a hex of the close-up lies
	fmt.Println(at.Pixel().In(f.Body), f.Head.Overlaps(f.Body), err)
	// Output: true false <nil>
}
