package droid_test

import (
	"crypto/sha256"
	"fmt"

	"grognard/render/internal/droid"

	"golang.org/x/image/font/sfnt"
)

func Example() {
	f, err := sfnt.Parse(droid.TTF)
	if err != nil {
		fmt.Println(err)
		return
	}
	i, err := f.GlyphIndex(&sfnt.Buffer{}, '第')
	fmt.Println(i > 0, err)
	fmt.Printf("%x\n", sha256.Sum256(droid.TTF)) // as its README says
	// Output:
	// true <nil>
	// 56d3edfb377a8bc3c4b77f4476405c770173c0e31221ad7c77d0a8e1f3039a3e
}
