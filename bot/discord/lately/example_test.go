package lately_test

import (
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/lately"
	"grognard/bot/discord/wording"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

func Example() {
	texts, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	english := texts.In(catalogue.Default)
	m := &view.Map{Sides: []order.Nation{{ID: "german", Name: "German"}, {ID: "soviet", Name: "Soviet"}}}
	loc, board := wording.New(english).On(m), &view.Board{Map: m}
	board.Overlays = append(board.Overlays, lately.Under(loc, board, "Done."))
	fmt.Println(scene.Say(english, board.Overlays[0].Head))

	for _, hit := range []bool{true, false} {
		board.Told = append(board.Told, view.Line{MapEvent: &view.MapEvent{Kind: view.Struck, Side: "german", Hit: hit,
			Path: []hex.Hex{{Col: 8, Row: 23}}, Note: view.T("sign.air-strike")}})
	}
	fmt.Println(scene.Say(english, lately.Under(loc, board, "").Head))
	// Output:
	// Done.
	// Air strike on 8.23: 1 of 2 hit
}
