package orders_test

import (
	"fmt"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/orders"
	"grognard/storage"
)

func Example() {
	game := ledger.Game{Frame: ledger.Frame{Seats: []ledger.Seat{{Side: "german", User: "anna"}, {Side: "soviet"}}}}
	accepted := ledger.Body{Version: ledger.BodyVersion, Accepted: &ledger.Accepted{Round: 12}}
	orders.Follow(&game, ledger.Step{Row: storage.Row{Seq: 7, By: "anna"}, Body: accepted})
	fmt.Println("anna gave row", orders.LastOwnOrder(&game, "german", "anna"))

	// Output: anna gave row 7
}
