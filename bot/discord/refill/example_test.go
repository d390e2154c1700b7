package refill_test

import (
	"fmt"

	"grognard/bot/discord/refill"
)

func Example() {
	presses := presses()

	var memory refill.Memory
	presses = memory.Presses(presses) // those that have a form, and whose button of the same name opens it
	fmt.Println(len(presses))
	// Output: 1
}
