package endings_test

import (
	"fmt"
	"log"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/endings"
)

func Example() {
	game := ledger.Game{Frame: ledger.Frame{Seats: []ledger.Seat{{Side: "german", User: "anna"}, {Side: "soviet"}}}}
	body, err := endings.Leave(&game, "anna")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(body.Left.Side, "is free")
	// Output: german is free
}
