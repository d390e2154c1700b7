package pagenames_test

import (
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/destinations"
	"grognard/bot/discord/pagenames"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/view"
)

// A page is called by the direction and the distance of its middle, and by a hex; without a stack by the hex alone.
func TestInWords_SeenFromTheStack(t *testing.T) {
	rows, beside := hex.Rows{First: 1, Last: 30}, hex.Hex{Col: 12, Row: 15}
	loc := wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default))
	w := destinations.Ways{Grid: hex.Grid{Cols: 30, Odd: rows, Even: rows}, From: hex.Hex{Col: 10, Row: 10}}
	for want, on := range map[string]hex.Hex{
		"northeast, 4 hexes away: near 12.15": {Col: 12, Row: 13}, "south, 1 hex away: near 12.15": {Col: 10, Row: 9},
	} {
		w.Pages = [][]view.Pick{{{Hex: on}}}
		if got := pagenames.InWords(loc, w, 0, []hex.Hex{beside}); got != want {
			t.Errorf("a page is called %q, want %q", got, want)
		}
	}
	if got := pagenames.Area(loc, beside); got != "near 12.15" {
		t.Errorf("a page of stacks is called %q", got)
	}
}
