package chart_test

import (
	"fmt"

	"grognard/rules/chart"
)

func Example() {
	t := chart.Table{Columns: []chart.Odds{{Attack: 1, Defence: 2}, {Attack: 1, Defence: 1}, {Attack: 2, Defence: 1}}}
	halved := chart.Whole(13).Times(chart.Frac(1, 2))
	odds := chart.OddsOf(halved, chart.Whole(4))
	col, ok := t.Column(odds, -1) // one column to the left
	fmt.Println(halved, "against 4 is", odds, "and is read at", t.Columns[col], ok)
	// Output: 6.5 against 4 is 2:1 and is read at 1:1 true
}
