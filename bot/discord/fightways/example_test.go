package fightways_test

import (
	"context"
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/fightways"
	"grognard/bot/discord/likely"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

func Example() {
	words, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	options := []order.Option{{Name: "unit", Kind: order.Units}, {Name: "target", Kind: order.Hex}}
	m := &view.Map{Orders: []order.Spec{{Verb: "engage", Fight: true, Options: options},
		{Verb: "fire", Fight: true, Options: []order.Option{options[1], options[0]}}, // as a mission begins: at a hex
		{Verb: "attack", Fight: true, Options: options}}}
	board := &view.Board{Map: m, Phase: view.Phase{Group: "guards"}, // with an objective, which missions put first
		Areas: []view.Area{{Kind: "objective", Group: "guards", Hexes: []hex.Hex{{Col: 6, Row: 9}}}}}
	offer := func(_ context.Context, v order.Verb, picks []view.Pick) (view.Offer, error) {
		switch {
		case v == "engage":
			return view.Offer{}, &view.Denial{Rule: "6.1-2", Why: view.T("bcs.which-unit")}
		case v == "fire" && len(picks) == 1, v == "attack" && len(picks) == 0:
			return view.Offer{Next: []view.Pick{{Unit: "tanks"}}}, nil
		case len(picks) < 2:
			return view.Offer{Next: []view.Pick{{Hex: hex.Hex{Col: 5, Row: 9}}, {Hex: hex.Hex{Col: 6, Row: 9}}}}, nil
		}
		return view.Offer{Done: true}, nil
	}
	attack := order.Order{Verb: "attack"}.WithUnits("unit", "tanks").With(order.Arg{Name: "target",
		Hexes: []hex.Hex{{Col: 6, Row: 9}}})
	odds := func(_ context.Context, v order.Verb, _ []view.Pick) (view.Odds, error) {
		return view.Odds{Order: attack, Gist: view.Gist{Against: 30 + len(v), Acting: 8}}, nil
	}
	ctx, loc, units := context.Background(), wording.New(words.In(catalogue.Default)), []order.UnitID{"tanks"}
	ask := likely.Ask{Offer: offer, Odds: odds} // of the player who looks
	ways := fightways.Panel(ctx, loc, board, ask, units)
	for _, line := range append(ways.Lines, fightways.Instead(ctx, loc, board, ask, attack), ways.Best["fire"]) {
		fmt.Println(line)
	}
	// Output:
	// Attack by Fire: AV · **6.09** target step loss 34%, own loss 8% · **5.09** target step loss 34%, own loss 8%
	// Attack: Action Rating, adjacent hex · **5.09** target step loss 36%, own loss 8% · **6.09** target step loss 36%, own loss 8%
	// -# Instead: Attack by Fire: target step loss 34%, own loss 8%
	// 6.09: loss 34%, own loss 8%…
}
