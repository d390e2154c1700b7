package ask_test

import (
	"fmt"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
)

func Example() {
	m := ask.TypedCommand{Verb: "roll", Values: map[string]string{"dice": "2d6"}}
	fmt.Println(m.With("label", "supply").ID(page.PressShare))
	// Output: share:roll|dice=2d6|label=supply true
}
