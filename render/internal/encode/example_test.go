package encode_test

import (
	"fmt"

	"grognard/render/internal/encode"
	"grognard/render/internal/rendertest"
)

func Example() {
	pic := rendertest.Noise(40, 30, 8, 1)
	e, err := encode.NewPNG() // one for the whole program
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := e.Encode(pic)
	fmt.Printf("%q %v\n", file[:4], err)
	// Output: "\x89PNG" <nil>
}
