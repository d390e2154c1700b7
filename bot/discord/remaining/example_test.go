package remaining_test

import (
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/remaining"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/drafts"
)

func Example() {
	words, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	loc := wording.New(words.In(catalogue.Default))
	list := &drafts.List{Total: 5, Done: 2, Next: 4, Skipped: []int{2}}

	line, rows := remaining.Of(loc, list, false)
	fmt.Println(line)
	fmt.Println(len(rows), "row of buttons")
	// Output:
	// **Your list of 5 lines is at line 4.** Line 2 was left out.
	// 1 row of buttons
}
