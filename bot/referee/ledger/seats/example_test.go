package seats_test

import (
	"fmt"
	"log"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/seats"
)

func Example() {
	game := ledger.Game{Frame: ledger.Frame{Seats: []ledger.Seat{{Side: "german", User: "anna"}, {Side: "soviet"}}}}
	body, err := seats.Join(&game, "boris", "soviet", "heron")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("boris takes", body.Joined.Side)
	// Output: boris takes soviet
}
