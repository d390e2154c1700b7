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

// A page of destinations is called by a hex with its direction and distance from the stack, other pages by a hex alone.
func TestInWords_SeenFromTheStack(t *testing.T) {
	rows, beside := hex.Rows{First: 1, Last: 30}, hex.Hex{Col: 12, Row: 15}
	loc := wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default))
	w := destinations.Ways{Grid: hex.Grid{Cols: 30, Odd: rows, Even: rows}, From: hex.Hex{Col: 10, Row: 10}}
	w.Pages = [][]view.Pick{{{Hex: hex.Hex{Col: 9, Row: 12}}}}
	for want, name := range map[string]hex.Hex{
		"northeast, 4 hexes away: near 12.13": {Col: 12, Row: 13}, "south, 1 hex away: near 10.09": {Col: 10, Row: 9},
		"near 10.10": w.From,
	} {
		if got := pagenames.InWords(loc, w, 0, []hex.Hex{name}); got != want {
			t.Errorf("a page is called %q, want %q", got, want)
		}
	}
	if got := pagenames.Area(loc, beside); got != "near 12.15" {
		t.Errorf("a page of stacks is called %q", got)
	}
}
