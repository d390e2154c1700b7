package sprite_test

import (
	"fmt"
	"image"

	"grognard/render/internal/geom"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
)

func Example() {
	v := rendertest.Stacks()
	palette, err := style.New(style.Paper(), v.Map.Sides)
	if err != nil {
		fmt.Println(err)
		return
	}
	types, err := typeset.New()
	if err != nil {
		fmt.Println(err)
		return
	}
	labels, err := rendertest.Labels()
	if err != nil {
		fmt.Println(err)
		return
	}
	pic := image.NewPaletted(image.Rect(0, 0, 60, 60), palette.Entries)
	unit, marks, classes, centre := v.Stacks[0].Known[0], v.Marks, v.Map.Classes, geom.Pt(30, 30)
	a := sprite.NewAtlas(palette, types, sprite.NewCache(16<<20), labels, marks, classes)
	sprite.StampAt(pic, sprite.Counter(a, unit, 38), centre)
	fmt.Println(pic.Pix[0] == style.Clear, pic.ColorIndexAt(30, 30) == style.Clear)
	// Output: true false
}
