package undo_test

import (
	"fmt"
	"log"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/undo"
)

func Example() {
	game := ledger.Game{Frame: ledger.Frame{Seats: []ledger.Seat{
		{Side: "german", User: "anna"}, {Side: "soviet", User: "boris"}}}}
	game.UndoRequest = &ledger.UndoRequest{UndoAsked: ledger.UndoAsked{Side: "german", To: 4}}
	const theOpenOne, consents = 0, false
	body, err := undo.Answer(&game, "boris", theOpenOne, consents)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(body.UndoDenied.Answer)
	// Output: declined
}
