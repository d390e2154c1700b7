package wording_test

import (
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/wording"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

func Example() {
	kiev := hex.Hex{Col: 9, Row: 7}
	board := &view.Board{
		Map: &view.Map{Title: "Autumn", Sides: []order.Nation{{ID: "german", Name: "German"}},
			Places: []geography.Place{{Hex: kiev, Name: "Kiev"}}},
		Turn: 2, Turns: 10, Phase: view.Phase{Name: "movement", Side: "german"},
		Told: []view.Line{{Text: view.T("told.march", "units", []view.Name{{ID: "g-6", Name: "6 Pz Rgt"}}, "more", 0,
			"side", order.Side("german"), "from", hex.Hex{Col: 8, Row: 7}, "to", kiev), Rule: "3.0"}},
	}

	c, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	loc := wording.New(c.In("en-GB")).On(board.Map)
	fmt.Println(loc.Header(board))
	fmt.Println(loc.Account(board.Told))
	fmt.Println(loc.Say("error.no-unit", "unit", wording.Quoted("**<@1>**")))
	// Output:
	// **Autumn** · turn 2 of 10, German movement
	// German: 6 Pz Rgt moved from 8.07 to Kiev (9.07) (3.0)
	// This game has no unit “   @1   ”.
}
