package standings_test

import (
	"fmt"
	"log"

	"grognard/render"
	"grognard/render/standings"
)

func Example() {
	columns := []standings.Column{{Head: "#"}, {Head: "Player", Text: true}, {Head: "Points"}}
	rows := []standings.Row{{Cells: []string{"1", "Anna", "3½"}, Mark: standings.Up},
		{Cells: []string{"2", "Boris", "2"}}}
	p, err := standings.New()
	if err != nil {
		log.Fatal(err)
	}
	pages, err := p.Draw(standings.Picture{Title: "Pool 1", Columns: columns, Rows: rows}, render.Paper())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(pages)) // PNG files
	// Output: 1
}
