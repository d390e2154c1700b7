package destinations_test

import (
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/destinations"
	"grognard/bot/discord/wording"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/view"
)

// A list is called by its ends.
func TestSpan_Words(t *testing.T) {
	loc := wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default))
	for want, ends := range map[string][2]string{"9.20 Minsk – 12.14": {"9.20 Minsk", "12.14"}, "9.20": {"9.20", "9.20"}} {
		if got := destinations.Span(loc, ends[0], ends[1]); got != want {
			t.Errorf("a list is called %q, want %q", got, want)
		}
	}
}

// A hex that counts for victory is called with its points, whoever holds it; any other has no such words.
func TestPrize_Words(t *testing.T) {
	loc := wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default))
	city, bridge, village := hex.Hex{Col: 10, Row: 10}, hex.Hex{Col: 2, Row: 3}, hex.Hex{Col: 4, Row: 4}
	b := &view.Board{Map: &view.Map{Places: []geography.Place{{Name: "Kessing", Hex: city}, {Name: "Sandry",
		Hex: village}}}, Control: []view.Held{{Hex: city, Side: "red", VP: 3}, {Hex: bridge, VP: 1}, {Hex: village}}}
	for h, want := range map[hex.Hex][2]string{city: {"Kessing 3 VP", "3 VP"}, bridge: {"1 VP", "1 VP"}, village: {}} {
		if got := [2]string{destinations.Prize(loc, b, h), destinations.Worth(loc, b, h)}; got != want {
			t.Errorf("%v is called %q, want %q", h, got, want)
		}
	}
}

// A hex is called by its place and where it lies from another.
func TestHexFrom_Words(t *testing.T) {
	rows := hex.Rows{First: 1, Last: 20}
	m := &view.Map{Grid: hex.Grid{Cols: 20, Odd: rows, Even: rows},
		Places: []geography.Place{{Hex: hex.Hex{Col: 11, Row: 11}, Name: "Orsha"}}}
	loc := wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default)).On(m)
	from := hex.Hex{Col: 10, Row: 10}
	for to, want := range map[hex.Hex]string{
		{Col: 11, Row: 11}: "Orsha (11.11) to the northeast", {Col: 12, Row: 10}: "12.10 to the east", from: "10.10",
		{Col: 10, Row: 1}: "10.01 to the south", hex.None: "–",
	} {
		if got := destinations.HexFrom(loc, m.Grid, from, to); got != want {
			t.Errorf("%v is called %q from %v, want %q", to, got, from, want)
		}
	}
}
