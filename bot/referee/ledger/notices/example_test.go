package notices_test

import (
	"fmt"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/notices"
)

func Example() {
	game := ledger.Game{Frame: ledger.Frame{Seats: []ledger.Seat{{Side: "german", User: "anna"}, {Side: "soviet"}}}}
	joined := ledger.Body{Version: ledger.BodyVersion, Joined: &ledger.Joined{Side: "soviet"}}
	row := notices.NewRow{Seq: 2, By: "boris", Body: joined}
	for _, n := range notices.Of(&game, &row) {
		fmt.Println(n.Audience, n.Kind)
	}

	// Output: public joined
}
