package emoji_test

import (
	"fmt"

	"grognard/render/emoji"
	"grognard/render/internal/rendertest"
)

func Example() {
	board := rendertest.Stacks()
	signs := emoji.Signs(board) // all that can stand beside the words of a game
	p, err := emoji.NewPainter()
	if err != nil {
		fmt.Println(err)
		return
	}
	picture, err := p.Paint(signs[0])
	name := picture.Name // changes with the pixels, and with nothing else
	fmt.Println(name, err)
	// Output: grog_oos_a88448fd <nil>
}
