package fightodds_test

import (
	"context"
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/fightodds"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/ordering"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

func Example() {
	words, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	loc := wording.New(words.In(catalogue.Default))
	option := []order.Option{{Name: "target", Kind: order.Hex}}
	board := &view.Board{Map: &view.Map{Orders: []order.Spec{{Verb: "attack", Fight: true, Options: option},
		{Verb: "overrun", Fight: true, Options: option}}}}
	read := func(_ context.Context, v order.Verb, options map[string]string) (p ordering.FightOdds, err error) {
		if v == "overrun" || options["target"] != "9.04" {
			return p, &view.Denial{Rule: "7.2", Why: view.T("deny.not-adjacent-unit", "unit", "7 Pz", "from", hex.Hex{Col: 6, Row: 5}, "hex", hex.Hex{Col: 9, Row: 5})}
		}
		p.Odds.Order = order.Order{Verb: v}
		return p, nil
	}
	question := fightodds.Question{Loc: loc, Board: board, Side: "blue", Planned: "odds", Read: read}
	ctx, options := context.Background(), map[string]string{"target": "9.04", "units": "7 Pz"}
	plans, err := question.Plans(ctx, options)
	fmt.Println(len(plans), plans[0].Odds.Order.Verb, err)
	_, err = question.Plans(ctx, map[string]string{"target": "9.05", "units": "7 Pz"})
	fmt.Println(loc.Text(err.(ask.TextError).Text))
	// Output:
	// 1 attack <nil>
	// **Refused.** 6.05 (7 Pz) is not adjacent to 9.05 (7.2). Odds are for units where they stand. To plan a move, compare printed strengths, such as `/odds attack:9+4 defence:8`, with the target's terrain (`/terrain`).
}
