package play

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/page"
	"grognard/bot/discord/panelrows"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// made returns n buttons with a label, or with inRows n rows of one such button each.
func made(label string, n int, inRows bool) (list []discordgo.MessageComponent) {
	for range n {
		var b discordgo.MessageComponent = page.Button(label, label, discordgo.PrimaryButton)
		if inRows {
			b = page.Row(b)
		}
		list = append(list, b)
	}
	return list
}

// What a panel has always fits its message: a row of stacks and a list that was begun remain, whatever else there is.
func TestPanelParts_RowsWithin(t *testing.T) {
	for name, c := range map[string]struct {
		room, stacks, orders, looks, foot, begun int
		want                                     string
	}{
		"all fits":                           {5, 2, 4, 3, 3, 0, "stack|stack|order 4 look|look 2|foot 3"},
		"a menu in place of buttons":         {5, 3, 6, 2, 1, 1, "stack|order 5|order look 2 foot|begun"},
		"looks go before buttons of stacks":  {5, 2, 5, 2, 1, 1, "stack|stack|order 5|foot|begun"},
		"more orders than there is room for": {5, 1, 12, 0, 1, 1, "stack|order 5|order 5|order 2 foot|begun"},
		"far too many orders":                {4, 1, 21, 0, 2, 0, "stack|order 5|order 5|order 3 foot 2"},
		"and no stacks":                      {4, 0, 21, 0, 2, 0, "order 5|order 5|order 5|order 3 foot 2"},
		"no stacks":                          {5, 0, 7, 2, 1, 1, "order 5|order 2 look 2|foot|begun"},
		"nothing but orders":                 {5, 0, 3, 1, 0, 0, "order 3 look"},
	} {
		parts := panelrows.Parts{Stacks: made("stack", c.stacks, true), Buttons: made("order", c.orders, false),
			Looks: made("look", c.looks, false), Foot: made("foot", c.foot, false), Begun: made("begun", c.begun, true)}
		var got []string
		for _, r := range parts.RowsWithin(c.room) {
			got = append(got, counts(r.(discordgo.ActionsRow)))
		}
		if is := strings.Join(got, "|"); is != c.want {
			t.Errorf("%s: the rows are %s, want %s", name, is, c.want)
		}
	}
}

// The page of the panel in a custom ID is read as it was written, by older versions too; anything else is stale.
func TestPanelPage_CustomID(t *testing.T) {
	for _, text := range []string{"2", "2/12.14", "2=12.14"} {
		if number, err := ReadPanelPage(text); number != 2 || err != nil {
			t.Errorf("%q is read as %d, %v", text, number, err)
		}
	}
	if id := PanelPageID("g1", 2); id != PressPanel+":g1:2" {
		t.Errorf("page 2 is written as %q", id)
	}
	for _, text := range []string{"", "x", "/12.14"} {
		if _, err := ReadPanelPage(text); !errors.Is(err, page.ErrStale) {
			t.Errorf("%q is read: %v", text, err)
		}
	}
}

// counts returns the labels of a row, each with how often it stands in succession: order 2 look.
func counts(r discordgo.ActionsRow) string {
	var words []string
	for i := 0; i < len(r.Components); {
		label, n := r.Components[i].(discordgo.Button).Label, 0
		for i < len(r.Components) && r.Components[i].(discordgo.Button).Label == label {
			i, n = i+1, n+1
		}
		if n > 1 {
			label += " " + string(rune('0'+n))
		}
		words = append(words, label)
	}
	return strings.Join(words, " ")
}

// facing returns a board with two stacks of Blue and the only stack of Red that Blue sees, in 12.10.
func facing() *view.Board {
	rows := hex.Rows{First: 1, Last: 20}
	unit := func(id order.UnitID) []view.Counter {
		return []view.Counter{{ID: id, Name: "Unit " + string(id), Side: "blue"}}
	}
	return &view.Board{
		Map: &view.Map{Grid: hex.Grid{Cols: 20, Odd: rows, Even: rows}},
		Stacks: []view.Stack{
			{Hex: hex.Hex{Col: 2, Row: 10}, Side: "blue", Height: 1, Known: unit("a")},
			{Hex: hex.Hex{Col: 11, Row: 10}, Side: "blue", Height: 1, Known: unit("b")},
			{Hex: hex.Hex{Col: 12, Row: 10}, Side: "red", Height: 2},
		},
		OffMap: []view.Pile{{Side: "blue", Known: unit("c")}},
	}
}

// Lists begin with what is nearest to the enemy, then go on by hex; what is off the map comes last.
func TestFront_Order(t *testing.T) {
	f := FrontOf(facing(), "blue")
	at := func(s string) hex.Hex {
		return must.Get(hex.Parse(s))(t)
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
