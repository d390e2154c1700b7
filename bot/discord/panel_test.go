package discord_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/modules"
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
	for _, want := range []string{
		"from 7.06: 1 Cavalry (8 MP), 1 Infantry (5 MP). To send only some, tap them.\n",
		"\n**east**: A, B 3 MP · C, D, E 4 MP · F 5 MP\n", "; **south**: I 1 MP\n"} {
		if !strings.Contains(ways.Content, want) {
			t.Errorf("the page of a stack lacks %q: %q", want, ways.Content)
		}
	}
	moved := h.tap(h.anna, ways, startingWith(t, ways, "A "))
	if moved.ID != panel.ID || !strings.HasPrefix(moved.Content, "Blue: 1 Infantry, 1 Cavalry moved from 7.06 to ") ||
		!strings.Contains(moved.Content, "Left: 1 Cavalry") || !strings.Contains(moved.Content,
		"What you can order now") {
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

// Destinations that do not fit the rows of buttons are on further pages, each with its own letters. The pages are named
// by what is on them, and the first has the hexes around the stack as well as those nearest to the enemy.
func TestAllDestinationsAreOnSomePage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	panel := h.tap(h.anna, h.begin(), "Orders")
	m := h.choose(h.anna, panel, menuOf(t, panel), "5.09 ×2")
	seen := map[string]bool{}
	destinations := func() (n int) {
		for _, c := range parts(m) {
			if letter, hex, ok := strings.Cut(c.Label, " "); ok && strings.HasPrefix(c.CustomID, "panel-go:") {
				if want := string(rune('A' + n)); seen[hex] || letter != want {
					t.Errorf("%s %s is on two pages, or should be %s", letter, hex, want)
				}
				seen[hex] = true
				n++
			}
		}
		return n
	}
	for n := destinations(); n > 0; n = destinations() {
		if n != len(seen) {
			startingWith(t, m, "◀ ")
		}
		for _, near := range []string{"5.10", "6.09", "6.08", "5.08", "4.08", "4.09", "11.05"} {
			if !seen[near] {
				t.Errorf("%s is not on the first page", near)
			}
		}
		on := slices.IndexFunc(parts(m), func(c wire.Component) bool { return strings.HasPrefix(c.Label, "▶ ") })
		if on < 0 {
			break
		}
		name := strings.Fields(parts(m)[on].Label)
		m = h.tap(h.anna, m, parts(m)[on].Label)
		for _, hex := range []string{name[1], name[3]} {
			if !strings.Contains(fmt.Sprint(m.Components), " "+hex+" ") {
				t.Errorf("the page that is called %q has no %s", name, hex)
			}
		}
	}
	if len(seen) < 40 || !seen["8.08"] {
		t.Errorf("on all pages are %d destinations", len(seen))
	}
}

// A part of a stack goes where it is told, and the rest stays. A single unit takes one tap more than its stack: as long
// as no unit is chosen, all go.
func TestAPartOfAStackGoes(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	whole := h.tap(h.anna, h.tap(h.anna, h.begin(), "Orders"), "7.06 ×2")
	ways := h.tap(h.anna, whole, "1 Cavalry")
	if !strings.Contains(ways.Content, "from 7.06: 1 Cavalry 2-2-8 (8 MP)\n") || len(ways.Attachments) != 1 {
		t.Errorf("a part of the stack is %q", ways.Content)
	}
	both := h.tap(h.anna, ways, "1 Infantry")
	if _, ok := labelled(both, "✓ 1 Infantry"); !ok || !strings.Contains(both.Content, "1 Infantry 6-7-5 (5 MP)") {
		t.Errorf("with another unit the part is %q", both.Content)
	}
	back := h.tap(h.anna, h.tap(h.anna, both, "✓ 1 Infantry"), "✓ 1 Cavalry")
	if back.Content != whole.Content {
		t.Errorf("with no unit chosen the page is %q", back.Content)
	}
	h.close()
	h.open()
	ways = h.tap(h.anna, back, "1 Cavalry")
	moved := h.tap(h.anna, ways, startingWith(t, ways, "A "))
	if !strings.HasPrefix(moved.Content, "Blue: 1 Cavalry moved from 7.06 to ") {
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
	if !strings.HasPrefix(moved.Content, "Blue: 1 Infantry, 1 Cavalry moved from 7.06 to ") {
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
func TestTwoTapsOnALetterAtOnce(t *testing.T) {
	t.Parallel()
	for _, second := range []string{"A ", "O "} {
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
			if m := <-answers; strings.HasPrefix(m.Content, "Blue: 1 Infantry, 1 Cavalry moved from 7.06") {
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

// In a phase of fights the panel counts them and has a button for each target, the nearest first, which begins the order.
func TestThePanelNamesTargets(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	started := h.begin()
	if panel := h.tap(h.anna, started, "Orders"); !strings.Contains(panel.Content, "\n7 stacks unmoved\n") {
		t.Errorf("the panel does not count: %q", panel.Content)
	}
	h.say(h.anna, "/move units:b-1-arm to:11.07")
	h.say(h.anna, "/end")
	h.say(h.anna, "/end")
	h.say(h.anna, "/move units:b-1-arm to:12.07")
	for _, who := range []*player.Player{h.anna, h.boris, h.boris, h.boris, h.anna} {
		h.say(who, "/end")
	}
	panel := h.tap(h.anna, started, "Orders")
	if !strings.Contains(panel.Content, "\n1 attack possible\n") {
		t.Errorf("the panel does not count: %q", panel.Content)
	}
	fight := h.tap(h.anna, panel, startingWith(t, panel, "Attack 13."))
	if !strings.Contains(fight.Content, "target:13.") {
		t.Errorf("the button of a target brings %q", fight.Content)
	}
}

// Targets come first in whose fight most units can take part, on the panel and in the menu.
func TestTheBestTargetIsFirst(t *testing.T) {
	t.Parallel()
	own := breach(t)
	setup := own.Files.(fstest.MapFS)["setup.yaml"]
	setup.Data = []byte(strings.NewReplacer(`{at: "5.12", units: [b-2-arm, b-2-mot]}`,
		`{at: "12.12", units: [b-2-arm, b-2-mot, b-1-mot]}`, `{at: "5.09", units: [b-1-mil, b-1-mot]}`,
		`{at: "5.09", units: [b-1-mil]}`).Replace(string(setup.Data)))
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{own} })
	started := h.begin()
	h.say(h.anna, "/end")
	panel := h.tap(h.anna, started, "Orders")
	var targets []string
	for _, c := range parts(panel) {
		if strings.HasPrefix(c.Label, "Attack 1") {
			targets = append(targets, c.Label)
		}
	}
	if want := []string{"Attack 13.12 (3)", "Attack 13.10 (2)"}; !slices.Equal(targets, want) {
		t.Errorf("the targets are %q, want %q", targets, want)
	}
	hexes := menuOf(t, h.tap(h.anna, panel, "Attack"))
	if o := hexes.Options[0]; !strings.HasPrefix(o.Label, "13.12") ||
		!strings.HasPrefix(o.Description, "3 units can take part · Red: ") {
		t.Errorf("the menu of targets begins with %+v", o)
	}
	fight := h.tap(h.anna, h.tap(h.anna, started, "Orders"), "Attack 13.12 (3)")
	if _, ok := labelled(fight, "All that can reach it (3 units)"); !ok {
		t.Errorf("the fight offers %+v", parts(fight))
	}
}

// The panel of a side is made from what that side knows: it is the same to the byte whatever the other side has hidden.
func TestAPanelOfTwins(t *testing.T) {
	t.Parallel()
	panel := func(orders ...string) string {
		h := newHouse(t)
		started := h.begin()
		for _, o := range orders {
			h.say(h.anna, o)
		}
		for range 3 {
			h.say(h.anna, "/end")
		}
		m := h.tap(h.boris, started, "Orders")
		ways := h.tap(h.boris, m, "13.06 ×2")
		picture, err := h.boris.Picture(h.ctx, ways.Attachments[0])
		if err != nil {
			t.Fatal(err)
		}
		words := fmt.Sprintf("%s %+v %s %+v %s %x", m.Content, m.Components, ways.Content, ways.Components,
			ways.Attachments[0].Description, picture)
		return words
	}
	plain := panel("/move units:b-1-arm,b-1-mot to:10.08")
	hidden := panel("/stack order hex:7.10 units:b-3-inf,b-1-mil", "/move units:b-1-arm,b-1-mot to:10.08",
		"/stack order hex:10.08 units:b-1-arm,b-1-mot")
	if plain != hidden {
		t.Error("the panel tells what lies hidden in a stack")
	}
	if other := panel("/move units:b-1-arm,b-1-mot to:10.09"); other == plain {
		t.Error("the test could not fail")
	}
}
