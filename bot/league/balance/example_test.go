package balance_test

import (
	"fmt"

	"grognard/bot/league/balance"
)

func Example() {
	e := balance.Of([]balance.Game{{First: 1700, Second: 1500, Points: [2]int{2, 0}}})
	fmt.Printf("%.0f %% (%.0f to %.0f), known: %t\n", e.Chance, e.Low, e.High, e.Known)
	// Output: 65 % (6 to 98), known: false
}
