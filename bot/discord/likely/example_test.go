package likely_test

import (
	"context"
	"fmt"
	"log"

	"grognard/bot/catalogue"
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
	ctx, loc := context.Background(), wording.New(words.In(catalogue.Default))
	targets := []view.Pick{{Hex: hex.Hex{Col: 6, Row: 9}}, {Hex: hex.Hex{Col: 8, Row: 9}}, {Hex: hex.Hex{Col: 8, Row: 8}},
		{Hex: hex.Hex{Col: 9, Row: 9}}}
	offer := func(_ context.Context, _ order.Verb, picks []view.Pick) (view.Offer, error) {
		if len(picks) == 1 {
			return view.Offer{Next: targets}, nil
		}
		return view.Offer{Done: true}, nil
	}
	odds := func(_ context.Context, _ order.Verb, picks []view.Pick) (view.Odds, error) {
		if picks[1] == targets[0] {
			return view.Odds{}, nil
		}
		return view.Odds{Gist: view.Gist{Against: 42, Acting: 17}}, nil
	}
	ask := likely.Ask{Offer: offer, Odds: odds} // of the player who looks
	board := &view.Board{Map: &view.Map{Orders: []order.Spec{{Verb: "engage", Fight: true}}, Groups: []view.Group{{}}}}
	tanks := []view.Pick{{Unit: "tanks"}}
	for _, picks := range [][]view.Pick{tanks, append(tanks, targets[1])} {
		line := ask.InWords(ctx, loc, board, "engage", picks)
		fmt.Println(line)
	}
	// Output:
	// **6.09** no loss possible for the target · **8.09** target step loss 42%, own loss 17% · **8.08** target step loss 42%, own loss 17% · and 1 other hex
	// target step loss 42%, own loss 17%
}
