package barred_test

import (
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/barred"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/view"
)

func Example() {
	words, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	loc, wood, town := wording.New(words.In(catalogue.Default)), hex.Hex{Col: 13, Row: 13}, hex.Hex{Col: 14, Row: 13}
	var list barred.List
	for _, d := range []struct {
		order string
		rule  view.Rule
		why   view.Text
		at    hex.Hex
	}{
		{"Engage", "7.1-4", view.T("bcs.stand-off-used", "unit", "3 Fusiliers"), wood},
		{"Attack", "7.2-1", view.T("bcs.attacked", "hex", wood), wood},
		{"Attack", "7.2", view.T("bcs.not-beside", "unit", "9 Sappers", "hex", wood), wood}, // the first is enough
		{"Barrage", "8.0-1", view.T("bcs.barraged", "hex", town), town},
		{"Barrage", "8.0-1", view.T("bcs.barraged", "hex", wood), wood},
	} {
		denials, target := []*view.Denial{{Rule: d.rule, Why: d.why}}, d.at
		list.Add(d.order, denials, target)
	}
	lines := list.InWords(loc)
	for _, line := range append(lines, barred.Short(loc, []string{"-# Not possible at 13.13. **A**: a. **B**: b. **C**: c. **D**: d."})...) {
		fmt.Println(line)
	}
	// Output:
	// -# Not possible at 13.13. **Engage**: The Stand Off Support of 3 Fusiliers has made all its Engagements (7.1-4). **Attack**: 13.13 has been attacked in this activation, which is allowed once, Shock Attacks apart (7.2-1).
	// -# Not possible at 14.13, 13.13. **Barrage**: A mission has already been fired at 14.13, 13.13: each hex takes only one per activation, Destruction or Suppression (8.0-1).
	// -# Not possible at 13.13. **A**: a. **B**: b. **C**: c.
	// -# More that is not possible: `/odds`
}
