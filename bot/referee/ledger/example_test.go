package ledger_test

import (
	"fmt"
	"log"

	"grognard/bot/referee/ledger"
)

func Example() {
	game := ledger.Game{Frame: ledger.Frame{Seats: []ledger.Seat{{Side: "german", User: "anna"}, {Side: "soviet"}}}}
	side, err := game.Side("anna")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("anna plays", side)
	// Output: anna plays german
}
