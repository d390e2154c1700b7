package ground_test

import (
	"fmt"

	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite/spritetest"
	"grognard/render/internal/style"
)

func Example() {
	board := rendertest.Country()
	atlas, err := spritetest.New(board, style.Paper())
	if err != nil {
		fmt.Println(err)
		return
	}
	sheet, err := ground.Print(atlas, board, layout.Options{}) // the whole map
	fmt.Println(sheet.Picture.Rect.Max == sheet.Size, err)
	// Output: true <nil>
}
