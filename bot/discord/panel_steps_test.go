package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
)

// turned are the pages of a choice from the one that is shown, each by its menus and its button that gives the order.
func (h *house) turned(t *testing.T, m player.Message) player.Message {
	t.Helper()
	seen := map[string]int{}
	for page := 1; ; page++ {
		menus, longest := 0, 0
		for _, c := range parts(m) {
			if c.Type != wire.Menu || c.Placeholder == "Go to a page" {
				continue
			}
			if menus++; len(c.Options) == 0 {
				t.Errorf("page %d has an empty menu below %q", page, m.Content)
			}
			for _, o := range c.Options {
				if seen[o.Value] == 0 {
					longest++
				}
				seen[o.Value] = page
			}
		}
		if _, gives := labelled(m, "Give the order"); menus == 0 && !gives || page > 1 && longest == 0 {
			t.Errorf("page %d has nothing to choose that is on no page before: %q, %+v", page, m.Content, parts(m))
		}
		if _, ok := labelled(m, "▶"); !ok {
			return m
		}
		m = h.tap(h.anna, m, "▶")
	}
}

// No page of a path is empty: not of a stack, not of a unit that others can join, and not after a few steps.
func TestNoPageOfStepsIsEmpty(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	started := h.begin()
	for _, unit := range []string{"", "1 Armour"} {
		panel := h.tap(h.anna, started, "Orders")
		m := h.choose(h.anna, panel, menuOf(t, panel), "5.09 ×2")
		if unit != "" {
			m = h.tap(h.anna, m, unit)
		}
		m = h.tap(h.anna, m, "Step by step")
		for steps := 0; ; steps++ {
			m = h.turned(t, m)
			var list wire.Component
			for _, c := range parts(m) {
				if c.Type == wire.Menu && strings.HasPrefix(c.Placeholder, "Enter a hex") {
					list = c
				}
			}
			if len(list.Options) == 0 {
				if steps != 8 || !strings.Contains(m.Content, "path:") {
					t.Errorf("a path of 8 movement points ends after %d steps: %q", steps, m.Content)
				}
				break
			}
			m = h.choose(h.anna, m, list, list.Options[len(list.Options)-1].Label)
		}
	}
}
