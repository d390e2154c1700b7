package briefly_test

import (
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/briefly"
	"grognard/bot/discord/wording"
	"grognard/rules/chart"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

func Example() {
	texts, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	at := hex.Hex{Col: 9, Row: 4}
	board := &view.Board{Map: &view.Map{Sides: []order.Nation{{ID: "german", Name: "German"},
		{ID: "soviet", Name: "Soviet"}}, Places: []geography.Place{{Hex: at, Name: "Bykhov"}}}}
	regiment := view.Counter{ID: "g-6-pz", Name: "6 Pz Rgt", Side: "german"}
	division := view.Counter{ID: "s-4-abn", Name: "4 Abn Div", Side: "soviet"}
	board.Told = []view.Line{
		{Text: view.T("told.attack", "side", order.Side("german"), "hex", at), Rule: "7.0", Dice: []int{3, 2}, Roll: 11,
			Reckoned: &view.Reckoning{Side: "german", Target: at, Note: view.T("sign.attack"), Result: "D2r2", Roll: 5,
				Attackers: []view.Counter{regiment}, Defender: []view.Counter{division},
				Odds: chart.Odds{Attack: 5, Defence: 1}, Column: "5:1"}},
		{Rule: "8.0a", MapEvent: &view.MapEvent{Kind: view.Died, Side: "soviet", Path: []hex.Hex{at}, Count: 1,
			Units: []view.Counter{division}}},
		{Rule: "10.0", MapEvent: &view.MapEvent{Kind: view.Advanced, Side: "german", Count: 1,
			Path: []hex.Hex{{Col: 8, Row: 4}, at}, Units: []view.Counter{regiment}}},
	}

	loc := wording.New(texts.In(catalogue.Default)).On(board.Map)
	fmt.Println(briefly.Account(loc, board, board.Told))
	// Output:
	// **Bykhov (9.04): D2r2**, 5:1, rolled 5 (No. 11: ⚂⚁)
	// German: 6 Pz Rgt attacked, advanced
	// Soviet: 4 Abn Div destroyed
}
