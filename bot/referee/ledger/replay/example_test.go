package replay_test

import (
	"fmt"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/replay"
	"grognard/storage"
)

func Example() {
	game := ledger.Game{Frame: ledger.Frame{Seats: []ledger.Seat{{Side: "german", User: "anna"}, {Side: "soviet"}}}}
	joined := ledger.Body{Version: ledger.BodyVersion, Joined: &ledger.Joined{Side: "soviet"}}
	replay.Follow(&game, ledger.Step{Row: storage.Row{Seq: 2, By: "boris"}, Body: joined})
	fmt.Println(game.Player("soviet"))
	// Output: boris
}
