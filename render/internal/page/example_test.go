package page_test

import (
	"fmt"

	"grognard/render/internal/page"
	"grognard/render/internal/rendertest"
	"grognard/render/internal/sprite/spritetest"
	"grognard/render/internal/style"
)

func Example() {
	atlas, err := spritetest.New(rendertest.Stacks(), style.Paper())
	if err != nil {
		fmt.Println(err)
		return
	}
	table := page.Table{
		Head:  []page.Cell{{Text: "1d6"}, {Text: "1:1"}},
		Rows:  [][]page.Cell{{{Text: "6"}, {Text: "D1"}}},
		Leads: 1, LitColumn: -1, LitRow: -1,
	}
	p := page.New(atlas)
	p.Heading("Combat Results", "7.4")
	p.Grid(table)
	pic, err := p.Draw()
	fmt.Println(pic.Rect.Dx(), err)
	// Output: 900 <nil>
}
