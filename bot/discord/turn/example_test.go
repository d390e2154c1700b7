package turn_test

import (
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/turn"
	"grognard/bot/discord/wording"
	"grognard/rules/order"
	"grognard/rules/view"
)

func Example() {
	words, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	phases := []string{"movement", "combat"}
	board := &view.Board{Phase: view.Phase{Name: "combat"}, Map: &view.Map{Phases: [][]string{phases, phases},
		Sides: []order.Nation{{ID: "german", Name: "German"}, {ID: "soviet", Name: "Soviet"}}}}
	for _, line := range turn.Lines(wording.New(words.In(catalogue.Default)).On(board.Map), board, false) {
		fmt.Println(line)
	}
	// Output:
	// **Each turn**, the German player, then the Soviet player: movement → **combat**.
}
