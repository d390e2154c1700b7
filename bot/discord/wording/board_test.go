package wording

import (
	"strings"
	"testing"

	"grognard/rules/order"
	"grognard/rules/view"
)

// A line for a side tells what it has, and none tells of nothing.
func TestStocks(t *testing.T) {
	b := &view.Board{Turn: 3, Turns: 10, Map: &view.Map{Title: "Autumn",
		Sides: []order.Nation{{ID: "german", Name: "German"}}},
		Stocks: []view.Stock{{Side: "german", Dead: 1,
			Items: []view.Item{{What: "air-strike", N: 1}, {What: "breakdown", N: 2}, {What: "replacement", N: 1},
				{What: "garrison", N: 7}}}, {Side: "soviet"}}}
	loc := english(t).On(b.Map)
	const want = "\nGerman: 1 air strike, 2 breakdowns, 1 replacement, 7 garrisons left, 1 unit destroyed"
	if got := loc.Header(b); !strings.HasSuffix(got, want) {
		t.Errorf("the header is %q, want it to end in %q", got, want)
	}
	if got := loc.Alt(b); !strings.Contains(got, want[1:]+".") {
		t.Errorf("the picture's words lack what the header shows: %q", got)
	}
}

// A factor that is not printed is a dash on its own, neither a hyphen nor a minus before the next.
func TestFactors(t *testing.T) {
	for want, c := range map[string]view.Counter{
		"9-5-10": {Ratings: factorsOf(9, 5, 10)}, "– 4-0": {Ratings: factorsOf(view.Blank, 4, 0)},
		"2 – 6": {Ratings: factorsOf(2, view.Blank, 6)},
	} {
		if got := english(t).Factors(c); got != want {
			t.Errorf("factors %q, want %q", got, want)
		}
	}
}
