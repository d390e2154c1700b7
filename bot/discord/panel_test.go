package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
)

// menuOf is the first menu of a message.
func menuOf(t *testing.T, m player.Message) wire.Component {
	t.Helper()
	for _, c := range parts(m) {
		if c.Type == wire.Menu {
			return c
		}
	}
	t.Fatalf("no menu below %q", m.Content)
	return wire.Component{}
}

// startingWith finds a button by the beginning of its label.
func startingWith(t *testing.T, m player.Message, label string) string {
	t.Helper()
	for _, c := range parts(m) {
		if strings.HasPrefix(c.Label, label) {
			return c.Label
		}
	}
	t.Fatalf("no button %q below %q: %+v", label, m.Content, parts(m))
	return ""
}

// whereabouts is where the side of a player stands, as he reads it.
func (h *house) whereabouts(p *player.Player) string {
	h.t.Helper()
	return h.say(p, "/units").Content
}

// A stack is moved by three taps: Orders, the stack, the letter of where it goes. The panel comes back in place, with
// what happened, and goes on with the other stacks.
func TestAStackGoesByThreeTaps(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	panel := h.tap(h.anna, h.begin(), "Orders")
	if _, ok := labelled(panel, "5.09 ×2"); ok {
		t.Error("a stack of the second line has a button before those of the first")
	}
	if menu := menuOf(t, panel); len(menu.Options) != 7 || menu.Options[0].Label != "7.06 ×2" ||
		menu.Options[0].Description != "1 Infantry 6-7-5, 5 MP; 1 Cavalry 2-2-8, 8 MP" {
		t.Errorf("the menu of stacks is %+v", menu.Options)
	}
	ways := h.tap(h.anna, panel, "7.06 ×2")
	if ways.ID != panel.ID {
		t.Error("the page of a stack is another message")
	}
	for _, want := range []string{"from 7.06: 1 Cavalry 2-2-8, 8 MP; 1 Infantry 6-7-5, 5 MP", "**A** ", "**T** "} {
		if !strings.Contains(ways.Content, want) {
			t.Errorf("the page of a stack lacks %q: %q", want, ways.Content)
		}
	}
	moved := h.tap(h.anna, ways, startingWith(t, ways, "A "))
	if moved.ID != panel.ID || !strings.HasPrefix(moved.Content, "Blue: 1 Infantry, 1 Cavalry 7.06 → ") ||
		!strings.Contains(moved.Content, "Left: 1 Cavalry") || !strings.Contains(moved.Content, "What you can order now") {
		t.Errorf("after the move the panel is %q", moved.Content)
	}
	if _, ok := labelled(moved, "7.06 ×2"); ok {
		t.Error("a stack that has gone still has a button")
	}
	back := h.tap(h.anna, moved, "Undo")
	if _, ok := labelled(back, "7.06 ×2"); !ok || back.ID != panel.ID {
		t.Errorf("after the undo the panel is %q", back.Content)
	}
}

// The destinations that do not fit four rows of buttons are on further pages, each with its own letters.
func TestAllDestinationsAreOnSomePage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	panel := h.tap(h.anna, h.begin(), "Orders")
	m := h.choose(h.anna, panel, menuOf(t, panel), "5.09 ×2")
	seen := map[string]bool{}
	for range 20 {
		for _, c := range parts(m) {
			if letter, hex, ok := strings.Cut(c.Label, " "); ok && len(letter) == 1 {
				if seen[hex] {
					t.Errorf("%s is on two pages", hex)
				}
				seen[hex] = true
			}
		}
		if _, ok := labelled(m, "▶"); !ok {
			break
		}
		m = h.tap(h.anna, m, "▶")
	}
	if len(seen) < 40 || !seen["8.08"] {
		t.Errorf("on all pages are %d destinations", len(seen))
	}
	if _, ok := labelled(m, "◀"); !ok {
		t.Error("no way back to the page before")
	}
}

// A part of a stack goes where it is told, and the rest stays.
func TestAPartOfAStackGoes(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ways := h.tap(h.anna, h.tap(h.anna, h.begin(), "Orders"), "7.06 ×2")
	part := h.tap(h.anna, ways, "Part of the stack")
	ways = h.choose(h.anna, part, menuOf(t, part), "1 Cavalry 2-2-8, 8 MP")
	if strings.Contains(ways.Content, "Infantry") {
		t.Errorf("a part of the stack is %q", ways.Content)
	}
	moved := h.tap(h.anna, ways, startingWith(t, ways, "A "))
	if !strings.HasPrefix(moved.Content, "Blue: 1 Cavalry 7.06 → ") {
		t.Errorf("the cavalry is moved by %q", moved.Content)
	}
	if _, ok := labelled(moved, "7.06 ×1"); !ok {
		t.Errorf("the infantry is not on the panel: %+v", parts(moved))
	}
}

// A press on a panel of another moment does nothing and shows the panel as it is now, with the reason.
func TestAPanelOfAnotherMoment(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	started := h.begin()
	panel := h.tap(h.anna, started, "Orders")
	ways := h.tap(h.anna, h.tap(h.anna, started, "Orders"), "7.06 ×2")
	second := h.tap(h.anna, h.tap(h.anna, started, "Orders"), "7.06 ×2")
	h.close()
	h.open()
	moved := h.tap(h.anna, ways, startingWith(t, ways, "A ")) // a panel from before the restart
	if !strings.HasPrefix(moved.Content, "Blue: 1 Infantry, 1 Cavalry 7.06 → ") {
		t.Fatalf("after a restart the letter brings %q", moved.Content)
	}
	before := h.whereabouts(h.anna)
	anew := func(what string, m player.Message) {
		t.Helper()
		if !strings.Contains(m.Content, "The position has changed") || !strings.Contains(m.Content, "Blue ") ||
			len(parts(m)) == 0 {
			t.Errorf("%s brings %q", what, m.Content)
		}
		if now := h.whereabouts(h.anna); now != before {
			t.Errorf("%s does something: %q", what, now)
		}
	}
	anew("the same letter of another page", h.tap(h.anna, second, startingWith(t, second, "A ")))
	anew("a stack that has gone", h.tap(h.anna, panel, "7.06 ×2"))
	stale := h.tap(h.anna, h.tap(h.anna, started, "Orders"), "7.08 ×1")
	steps := h.tap(h.anna, h.tap(h.anna, h.tap(h.anna, started, "Orders"), "7.08 ×1"), "Step by step")
	h.say(h.anna, "/end")
	before = h.whereabouts(h.anna)
	anew("a letter of a phase that has ended", h.tap(h.anna, stale, startingWith(t, stale, "A ")))
	anew("a menu of a phase that has ended", h.click(h.anna, steps, parts(steps)[len(parts(steps))-1].CustomID))
}

// Two taps at the same moment move a stack once, whichever letters they are on.
func TestTwoTapsAtOnce(t *testing.T) {
	t.Parallel()
	for _, second := range []string{"A ", "T "} {
		h := newHouse(t)
		started := h.begin()
		ways := h.tap(h.anna, h.tap(h.anna, started, "Orders"), "7.06 ×2")
		other := h.tap(h.anna, h.tap(h.anna, started, "Orders"), "7.06 ×2")
		answers := make(chan player.Message, 2)
		for m, label := range map[*player.Message]string{&ways: "A ", &other: second} {
			b, _ := labelled(*m, startingWith(t, *m, label))
			go func() { answers <- h.click(h.anna, *m, b.CustomID) }()
		}
		moved := 0
		for range 2 {
			if m := <-answers; strings.HasPrefix(m.Content, "Blue: 1 Infantry, 1 Cavalry 7.06") {
				moved++
			} else if !strings.Contains(m.Content, "The position has changed") {
				t.Errorf("the second of two taps brings %q", m.Content)
			}
		}
		if moved != 1 {
			t.Errorf("two taps at once moved a stack %d times", moved)
		}
	}
}
