package verify_test

import (
	"fmt"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/verify"
	"grognard/storage"
)

func Example() {
	game := ledger.Game{Frame: ledger.Frame{Seats: []ledger.Seat{{Side: "german", User: "anna"}, {Side: "soviet"}}}}
	forged := ledger.Body{Version: ledger.BodyVersion, Joined: &ledger.Joined{Side: "soviet"}}
	_, err := verify.Expected(&game, ledger.Step{Row: storage.Row{Seq: 2, By: "anna"}, Body: forged})
	fmt.Println(err)
	// Output: you have a seat already
}
