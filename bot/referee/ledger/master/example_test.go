package master_test

import (
	"fmt"
	"log"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/master"
)

func Example() {
	game := ledger.Game{Frame: ledger.Frame{Seats: []ledger.Seat{{Side: "german", User: "anna"}, {Side: "soviet"}}}}
	move := api.Intervention{Measure: api.Move, Reason: "a thread of its own", Channel: "c2"}
	body, err := master.Intervene(&game, "carla", move)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("moved to", body.NewChannel())
	// Output: moved to c2
}
