package summary_test

import (
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/summary"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

func Example() {
	texts, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	m := &view.Map{Sides: []order.Nation{{ID: "blue", Name: "Blue"}, {ID: "red", Name: "Red"}}}
	board := &view.Board{Map: m, Turn: 2, Turns: 10, Phase: view.Phase{Side: "blue", Name: "movement"}}
	at := hex.Hex{Col: 13, Row: 20}
	lost := func(kind view.MapEventKind, side order.Side, count int, names ...string) view.Line {
		e := view.MapEvent{Kind: kind, Side: side, Path: []hex.Hex{at}, Count: count}
		for _, name := range names {
			e.Units = append(e.Units, view.Counter{Name: name})
		}
		return view.Line{Turn: 1, MapEvent: &e}
	}
	board.Told = []view.Line{
		{Turn: 1, Reckoned: &view.Reckoning{Side: "blue", Target: at, Note: view.T("sign.attack"), Column: "6:1",
			Result: "D4r6"}},
		lost(view.Died, "red", 3, "217 Inf Div"),
		lost(view.Reduced, "blue", 1, "21 Pz Rgt"),
		{Turn: 2, Text: view.T("told.phase", "turn", 2, "side", order.Side("blue"), "phase", "movement")},
	}

	loc := wording.New(texts.In(catalogue.Default)).On(m)
	announced, story := board.Told, board.Told
	words := summary.Fights(loc, board, announced)
	if turn := summary.Over(board.Told); turn > 0 {
		words += "\n" + summary.Turn(loc, board, turn, story)
	}
	fmt.Println(words)
	// Output:
	// **What happened:**
	// • **13.20: D4r6**, 6:1; Blue 1 step; Red 217 Inf Div and 2 more destroyed
	// -# A, D: steps lost by attacker, defender; r: hexes retreated
	// **Turn 1 of 10 is over.** 1 fight or strike.
	// Losses: Blue 1 step; Red 217 Inf Div and 2 more destroyed
	// **Turn 2 of 10 begins**: Blue movement.
}
