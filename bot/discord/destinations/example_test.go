package destinations_test

import (
	"fmt"

	"grognard/bot/discord/destinations"
	"grognard/rules/hex"
	"grognard/rules/view"
)

func Example() {
	grid := hex.Grid{Cols: 20, Odd: hex.Rows{First: 1, Last: 20}, Even: hex.Rows{First: 1, Last: 20}}
	distance := func(h hex.Hex) int { return grid.Distance(h, hex.Hex{Col: 9, Row: 5}) } // to the nearest enemy
	from := hex.Hex{Col: 5, Row: 5}
	offer := view.Offer{}
	for h := range grid.Neighbours(from) {
		offer.Next = append(offer.Next, view.Pick{Hex: h})
	}

	var prizes []hex.Hex // no hex here is worth points
	reachable := offer.Next
	const perPage, firstPage = 10, 0
	w := destinations.From(grid, distance, from, prizes, offer, reachable, perPage)
	first := w.Lettered(firstPage)
	fmt.Println(len(w.Pages), "page,", len(first), "letters")
	// Output: 1 page, 6 letters
}
