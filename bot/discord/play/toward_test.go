package play

import (
	"slices"
	"strings"
	"testing"

	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// facing is a board on which Blue's stacks face Red's only one that Blue sees, in 12.10.
func facing() *view.Board {
	rows := hex.Rows{First: 1, Last: 20}
	unit := func(id order.UnitID) []view.Counter {
		return []view.Counter{{ID: id, Name: "Unit " + string(id), Side: "blue"}}
	}
	return &view.Board{
		Map: &view.Map{Grid: hex.Grid{Cols: 20, Odd: rows, Even: rows},
			Places: []geography.Place{{Hex: hex.Hex{Col: 11, Row: 11}, Name: "Orsha"}}},
		Stacks: []view.Stack{
			{Hex: hex.Hex{Col: 2, Row: 10}, Side: "blue", Height: 1, Known: unit("a")},
			{Hex: hex.Hex{Col: 11, Row: 10}, Side: "blue", Height: 1, Known: unit("b")},
			{Hex: hex.Hex{Col: 12, Row: 10}, Side: "red", Height: 2},
		},
		OffMap: []view.Pile{{Side: "blue", Known: unit("c")}},
	}
}

// Lists begin with what is nearest to the enemy, then go on by hex; what is off the map comes last.
func TestTowardTheEnemyFirst(t *testing.T) {
	f := FrontOf(facing(), "blue")
	at := func(s string) hex.Hex {
		h, err := hex.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	got := f.Hexes([]hex.Hex{at("1.01"), at("12.08"), at("12.12"), at("12.11"), at("3.10"), at("12.10")})
	want := []hex.Hex{at("12.10"), at("12.11"), at("12.08"), at("12.12"), at("3.10"), at("1.01")}
	if !slices.Equal(got, want) {
		t.Errorf("the hexes are sorted as %v; want %v", got, want)
	}
	units := f.Picks([]view.Pick{{Unit: "c"}, {Unit: "a"}, {Unit: "b"}})
	if !slices.Equal(units, []view.Pick{{Unit: "b"}, {Unit: "a"}, {Unit: "c"}}) {
		t.Errorf("the units are sorted as %v", units)
	}
	numbers := []view.Pick{{N: 3}, {N: 1}, {N: 2}}
	if kept := f.Picks(numbers); !slices.Equal(kept, numbers) {
		t.Errorf("numbers lose their order: %v", kept)
	}
	alone := facing()
	alone.Stacks = alone.Stacks[:2] // no enemy is seen
	if got := FrontOf(alone, "blue").Hexes(want); !slices.IsSortedFunc(got, hex.Compare) {
		t.Errorf("without an enemy the hexes are sorted as %v", got)
	}
}

func TestWhereAHexLies(t *testing.T) {
	b := facing()
	loc := inEnglish(t).On(b.Map)
	from := hex.Hex{Col: 10, Row: 10}
	for to, want := range map[hex.Hex]string{
		{Col: 11, Row: 11}: "Orsha (11.11), north-east", {Col: 12, Row: 10}: "12.10, east", from: "10.10",
		{Col: 10, Row: 1}: "10.01, south", hex.None: "–",
	} {
		if got := HexFrom(loc, b.Map.Grid, from, to); got != want {
			t.Errorf("%v is called %q from %v, want %q", to, got, from, want)
		}
	}
	if got := Spanned(loc, "9.20 Minsk", "12.14"); got != "9.20 Minsk – 12.14" {
		t.Errorf("a page is called %q", got)
	}
	if got := Spanned(loc, "9.20", "9.20"); strings.Contains(got, "–") {
		t.Errorf("a page of one is called %q", got)
	}
}
