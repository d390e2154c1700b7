package overlay_test

import (
	"fmt"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/overlay"
	"grognard/rules/internal/series"
	"grognard/rules/view"
)

func Example() {
	at, points := hex.Hex{Col: 4, Row: 5}, chart.Whole(6)
	to, cost, rest := hex.Hex{Col: 5, Row: 5}, chart.Whole(2), chart.Whole(4)
	request := series.OverlayRequest{Layer: view.Layer{Letters: []hex.Hex{to}}, Viewer: "blue", Board: &view.Board{},
		Shown: []view.Counter{{ID: "b1", Name: "1 Inf", Side: "blue"}}}
	r := overlay.Reach{From: at, Left: points}
	r.Words = overlay.Words{Head: view.T("reach.print-left", "unit", "1 Inf", "left", "6")}
	r.Hexes = append(r.Hexes, overlay.Reached{Hex: to, Cost: cost, Left: rest})
	o := r.Overlay(request)
	fmt.Println(o.Around, o.Items)
	o, _ = overlay.Choice(request, []hex.Hex{at})
	fmt.Println(o.Around, o.Items)
	// Output:
	// [4.05 5.05] [reach.letter letter=A hex=5.05 price=move.cost cost=2 left=4]
	// [5.05 4.05] [choice.letter letter=A hex=5.05]
}
