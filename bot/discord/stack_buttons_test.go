package discord_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/bot/localtable/player"
	"grognard/rules/modules"
)

// stacksOf are the stacks that have buttons.
func stacksOf(m player.Message) (labels []string) {
	for _, c := range parts(m) {
		if strings.HasPrefix(c.CustomID, "panel-stack:") && c.Label != "" {
			labels = append(labels, c.Label)
		}
	}
	return labels
}

// The row of stacks goes on from the one that was ordered or looked at last, and is turned by a button; after the last
// stack comes the first. What an undo puts back has its button again. All of this stands in the buttons.
func TestTheRowOfStacksGoesOn(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	panel := h.tap(h.anna, h.begin(), "Orders")
	m, all := panel, linesOf(menuOf(t, panel))
	shows := func(what string, from ...int) {
		t.Helper()
		var want []string
		for _, i := range from {
			want = append(want, all[i])
		}
		if got := stacksOf(m); !slices.Equal(got, want) {
			t.Errorf("%s the row has %q, want %q of %q", what, got, want, all)
		}
		if n := utf8.RuneCountInString(menuOf(t, m).Placeholder); n > 35 {
			t.Errorf("the name of the menu has %d characters", n)
		}
	}
	if got := menuOf(t, panel).Placeholder; got != "7 stacks: 7.06 – 5.12" {
		t.Errorf("the menu is called %q", got)
	}
	shows("at first", 0, 1, 2, 3, 4)
	m = h.tap(h.anna, m, "More stacks")
	shows("turned", 5, 6, 0, 1, 2)
	h.close()
	h.open()
	m = h.tap(h.anna, m, "More stacks")
	shows("turned twice", 3, 4, 5, 6, 0)
	m = h.tap(h.anna, h.tap(h.anna, m, all[3]), "Back")
	shows("after a stack that was left", 4, 5, 6, 0, 1)
	ways := h.tap(h.anna, m, all[5])
	m = h.tap(h.anna, ways, startingWith(t, ways, "A "))
	shows("after a stack that went", 6, 0, 1, 2, 3)
	m = h.tap(h.anna, m, "Undo")
	shows("after a stack that came back", 5, 6, 0, 1, 2)
	m = h.tap(h.anna, h.say(h.anna, "/due"), "Orders")
	shows("opened anew", 0, 1, 2, 3, 4)
}

// A menu of stacks of many pages has each stack once, and an order from its last page is carried out.
func TestStacksOfManyPages(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{crowd(t)} })
	m := h.tap(h.anna, h.begin(), "Orders")
	seen := map[string]bool{}
	last := ""
	for pages := 1; ; pages++ {
		for _, label := range linesOf(menuOf(t, m)) {
			if seen[label] {
				t.Errorf("%q is on two pages", label)
			}
			seen[label], last = true, label
		}
		if _, more := labelled(m, "▶"); !more {
			if pages != 10 || len(seen) != 234 {
				t.Errorf("%d pages have %d stacks", pages, len(seen))
			}
			break
		}
		m = h.tap(h.anna, m, "▶")
	}
	if got := h.choose(h.anna, m, menuOf(t, m), last); !strings.Contains(got.Content, "from "+strings.Fields(last)[0]) {
		t.Errorf("%s of the last page leads to %q", last, got.Content)
	}
}
