package losses_test

import (
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/losses"
	"grognard/bot/discord/wording"
	"grognard/rules"
	"grognard/rules/view"
)

func Example() {
	texts, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	d, err := rules.Modules().Load("drill")
	if err != nil {
		log.Fatal(err)
	}
	pos, err := rules.Setup(d, "")
	if err != nil {
		log.Fatal(err)
	}
	match, err := rules.New(d, pos)
	if err != nil {
		log.Fatal(err)
	}
	board := match.View("blue").Board()
	loc := wording.New(texts.In(catalogue.Default)).On(board.Map)

	words := losses.Words(loc, board, view.Pick{Unit: "b-1-arm", N: 1}, "1 Armour 8-6-8", nil)
	fmt.Println(words)
	// Output: 1 Armour 8-6-8 −1 step → 4-3-8
}
