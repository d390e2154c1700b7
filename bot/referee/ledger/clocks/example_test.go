package clocks_test

import (
	"fmt"
	"time"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
	"grognard/rules/order"
)

func Example() {
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	left := map[order.Side]time.Duration{"german": 24 * time.Hour}
	game := ledger.Game{Frame: ledger.Frame{Clock: &ledger.Clocks{Side: "german", From: noon, Left: left}}}
	fmt.Println(clocks.Remaining(&game, noon.Add(time.Hour)), "left")

	// Output: 23h0m0s left
}
