package setout_test

import (
	"fmt"

	"grognard/bot/discord/setout"
	"grognard/rules/hex"
	"grognard/rules/view"
)

func Example() {
	all, to := []view.Pick{{Unit: "tanks"}, {Unit: "guns"}}, []view.Pick{{Hex: hex.Hex{Col: 5, Row: 2}}}
	board := &view.Board{Stacks: []view.Stack{{Hex: hex.Hex{Col: 2, Row: 2}, Height: 2,
		Known: []view.Counter{{ID: "tanks"}, {ID: "guns"}}}}}
	offer := func(picks []view.Pick) (o view.Offer, err error) {
		o.Next = to
		if len(picks) > 1 {
			o.Risks = []view.Risk{{Brief: view.T("risk.overstack-brief"), Picks: to}}
		}
		return o, nil
	}

	for _, p := range setout.First(board, all, offer) {
		fmt.Println(p.Unit) // the topmost unit alone can stop in the hex that is offered
	}
	// Output: tanks
}
