package seats_test

import (
	"fmt"
	"log"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/seats"
)

func Example() {
	game := ledger.Game{Frame: ledger.Frame{Started: true,
		Seats: []ledger.Seat{{Side: "german", User: "anna"}, {Side: "soviet", User: "boris"}}}}
	body, err := seats.Grant(&game, "anna", "carla", ledger.Reseated{Side: "german"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("carla is", body.Reseated.Does, "all units of", body.Reseated.Side)
	// Output: carla is offered all units of german
}
