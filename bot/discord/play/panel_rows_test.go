package play

import (
	"errors"
	"strings"
	"testing"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/rules/hex"

	"github.com/bwmarrin/discordgo"
)

// made are so many buttons, or rows of one button, that are told apart by their labels.
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
func TestAPanelFitsItsRows(t *testing.T) {
	for name, c := range map[string]struct {
		room, stacks, orders, looks, begun, plan int
		want                                     string
	}{
		"all fits":                           {5, 2, 6, 3, 0, 0, "stack|stack|order 5|order look 3"},
		"a menu in place of buttons":         {4, 2, 6, 2, 1, 0, "stack|order 5|order look 2|begun"},
		"looks go before buttons of stacks":  {4, 2, 5, 2, 1, 0, "stack|stack|order 5|begun"},
		"few stacks, a list and a plan":      {4, 1, 5, 2, 1, 1, "stack|order 5|begun|plan"},
		"looks go before the plan":           {4, 1, 4, 3, 1, 1, "stack|order 4 look|begun|plan"},
		"more orders than a row, and a plan": {4, 1, 7, 2, 1, 1, "stack|order 5|order 2 look 2|begun"},
		"more orders than there is room for": {4, 1, 12, 0, 1, 0, "stack|order 5|order 5|begun"},
		"no stacks":                          {4, 0, 7, 2, 1, 1, "order 5|order 2 look 2|begun|plan"},
		"nothing but orders":                 {5, 0, 3, 1, 0, 0, "order 3 look"},
	} {
		parts := PanelParts{Stacks: made("stack", c.stacks, true), Buttons: made("order", c.orders, false),
			Looks: made("look", c.looks, false), Begun: made("begun", c.begun, true), Plan: made("plan", c.plan, true)}
		var got []string
		for _, r := range parts.Fitted(c.room) {
			got = append(got, counts(r.(discordgo.ActionsRow)))
		}
		if is := strings.Join(got, "|"); is != c.want {
			t.Errorf("%s: the rows are %s, want %s", name, is, c.want)
		}
	}
}

// The custom ID of a page of the panel is read as it is written, one of before too; what is none is stale.
func TestAPageOfThePanel(t *testing.T) {
	at := hex.Hex{Col: 12, Row: 14}
	for text, want := range map[string]ask.Beginning{"2": {}, "2/12.14": {At: at, Past: true}, "2=12.14": {At: at,
		Past: false}} {
		number, begin, err := ReadPanelPage(text)
		if number != 2 || begin != want || err != nil {
			t.Errorf("%q is read as %d, %+v, %v", text, number, begin, err)
		}
		if id := PanelPageID("g1", number, begin); id != PressPanel+":g1:"+text {
			t.Errorf("%q is written as %q", text, id)
		}
	}
	for _, text := range []string{"", "x", "/12.14", "2/", "2/x", "2/12.14/1", "2="} {
		if _, _, err := ReadPanelPage(text); !errors.Is(err, page.ErrStale) {
			t.Errorf("%q is read: %v", text, err)
		}
	}
}

// Whatever a fight offers, its page has room for buttons of units, menus, the menu of pages and a row of other buttons;
// the units have buttons only where all else has a menu.
func TestAFightFitsItsRows(t *testing.T) {
	for units := range MostToggles + 1 {
		for menus := range 5 {
			for pages := 1; pages <= 3; pages++ {
				toggled, shown := RoomOf(len(page.Rows(made("unit", units, false))), menus, pages)
				all := shown + 1
				if pages > FewPages && shown > 0 {
					all++
				}
				if toggled {
					all += len(page.Rows(made("unit", units, false)))
				}
				switch {
				case all > RowsLimit, shown > menus:
					t.Errorf("%d units, %d menus of %d pages: %d rows", units, menus, pages, all)
				case toggled && shown < menus:
					t.Errorf("%d units, %d menus of %d pages: an option has no menu", units, menus, pages)
				case units <= 2*page.RowLimit && menus == 1 && !toggled:
					t.Errorf("%d units, %d menus of %d pages: the units have no buttons", units, menus, pages)
				}
			}
		}
	}
}

// counts is a row in words: order 2 look.
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
