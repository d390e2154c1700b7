package style_test

import (
	"fmt"
	"image"

	"grognard/render/internal/rendertest"
	"grognard/render/internal/style"
	"grognard/rules/hex"
)

func Example() {
	m := rendertest.Map(5, 3, hex.Even)
	drawing := image.NewRGBA(image.Rect(0, 0, 2, 1))
	drawing.Set(0, 0, style.Dark().Paper)
	p, err := style.New(style.Dark(), m.Sides)
	if err != nil {
		fmt.Println(err)
		return
	}
	pic := p.Quantize(drawing) // full colours become palette entries
	fmt.Println(pic.Palette[pic.Pix[0]] == style.Dark().Paper, pic.Pix[1] == style.Clear)
	// Output: true true
}
