package outcome_test

import (
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/outcome"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

func Example() {
	words, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	lines, err := order.ReadList("1 Cav > 8.07", nil)
	if err != nil {
		log.Fatal(err)
	}
	loc := wording.New(words.In(catalogue.Default))
	tried := view.Tried{Line: lines[0], Err: &view.Denial{Rule: "3.3a",
		Why: view.T("deny.enemy-there", "hex", hex.Hex{Col: 8, Row: 7})}}

	line := outcome.Line(loc, tried, nil)
	fmt.Println(line)
	// Output: **1** `1 Cav > 8.07` ✗ **Refused.** The enemy is in 8.07 (3.3a).
}
