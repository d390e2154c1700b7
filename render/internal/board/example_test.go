package board_test

import (
	"fmt"
	"image"

	"grognard/render/internal/board"
	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite/spritetest"
	"grognard/render/internal/style"
	"grognard/render/scene"
)

func Example() {
	v := rendertest.Moves()
	atlas, err := spritetest.New(v, style.Paper())
	if err != nil {
		fmt.Println(err)
		return
	}
	sheet, err := ground.Print(atlas, v, layout.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	copyOfTheMap := image.NewPaletted(sheet.Picture.Rect, sheet.Picture.Palette)
	copy(copyOfTheMap.Pix, sheet.Picture.Pix)
	board.Draw(atlas, sheet, scene.Of(v), copyOfTheMap, true)
	fmt.Println(copyOfTheMap.Rect.Dy() > sheet.Size.Y) // there are notes below
	// Output: true
}
