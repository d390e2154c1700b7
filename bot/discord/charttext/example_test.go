package charttext_test

import (
	"fmt"

	"grognard/bot/discord/charttext"
	"grognard/rules/view"
)

// Equal results of neighbouring columns stand together, so that none has to be counted.
func Example() {
	t := view.Table{Columns: []string{"1:1", "2:1", "3:1"}, Rows: []view.TableRow{
		{Roll: 2, Entries: []string{"A1", "A1", "D1"}}, {Roll: 3, Entries: []string{"A1", "D1", "D2"}}}}
	words := charttext.OfTable(t)
	fmt.Println(words)
	// Output:
	// 2 · 1:1–2:1 A1 · 3:1 D1
	// 3 · 1:1 A1 · 2:1 D1 · 3:1 D2
}
