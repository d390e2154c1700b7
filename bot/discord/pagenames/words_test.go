package pagenames_test

import (
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/pagenames"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/must"
)

// A page is called by the direction, the distance and a hex.
func TestArea_Words(t *testing.T) {
	rows, from, away := hex.Rows{First: 1, Last: 30}, hex.Hex{Col: 10, Row: 10}, hex.Hex{Col: 12, Row: 13}
	loc := wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default))
	grid := hex.Grid{Cols: 30, Odd: rows, Even: rows}
	for want, ends := range map[string][2]hex.Hex{
		"northeast, 4 hexes away: near 12.13": {from, away}, "south, 1 hex away: near 10.09": {from, {Col: 10, Row: 9}},
		"near 12.13": {hex.None, away},
	} {
		if got := pagenames.Area(loc, grid, ends[0], ends[1]); got != want {
			t.Errorf("a page is called %q, want %q", got, want)
		}
	}
}
