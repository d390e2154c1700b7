package scene_test

import (
	"fmt"

	"grognard/render/internal/rendertest"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/view"
)

func Example() {
	board := rendertest.Board(rendertest.Map(5, 3, hex.Even))
	board.Told = []view.Line{rendertest.MapEvent(view.Marched, "blue", "1.01", "2.01"), rendertest.Fight("3.01", "2.01")}
	s := scene.Of(board)
	for _, m := range s.Moves {
		fmt.Println(m.Side, m.Path, m.Rank())
	}
	// Output:
	// blue [1.01 2.01] 7
	// blue [2.01 3.01] 8
}
