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

// heap is a drill in which Blue has so many militia in 7.06, and nothing else there.
func heap(t *testing.T, n int) modules.Folder {
	t.Helper()
	drill, err := modules.Files("drill")
	if err != nil {
		t.Fatal(err)
	}
	units, setup := strings.Builder{}, string(drill["setup.yaml"])
	units.WriteString("units:\n")
	ids := []string{"b-1-inf", "b-1-cav"}
	for i := range n - len(ids) {
		ids = append(ids, fmt.Sprintf("b-%d", 100+i))
		fmt.Fprintf(&units, "  %s: {type: blue-militia, name: %d Guard}\n", ids[len(ids)-1], i+1)
	}
	const was = `{at: "7.06", units: [b-1-inf, b-1-cav]}`
	if !strings.Contains(setup, was) {
		t.Fatalf("the drill is set up otherwise than by %s", was)
	}
	game := strings.Replace(string(drill["game.yaml"]), "limit: 3", "limit: 30", 1)
	return modules.Folder{ID: "drill", Where: "own/drill", Files: fstest.MapFS{
		"game.yaml":  {Data: []byte(game)},
		"units.yaml": {Data: []byte(units.String())},
		"setup.yaml": {Data: []byte(strings.Replace(setup, was,
			fmt.Sprintf(`{at: "7.06", units: [%s]}`, strings.Join(ids, ", ")), 1))}}}
}

// goes holds that a page is one of the cavalry alone, which then goes.
func (h *house) goes(t *testing.T, ways player.Message) {
	t.Helper()
	if !strings.Contains(ways.Content, "from 7.06: 1 Cavalry 2-2-8 (8 MP)\n") {
		t.Errorf("a part of the stack is %q", ways.Content)
	}
	moved := h.tap(h.anna, ways, startingWith(t, ways, "A "))
	if !strings.HasPrefix(moved.Content, "Blue: 1 Cavalry moved from 7.06 to ") {
		t.Errorf("the cavalry is moved by %q", moved.Content)
	}
}

// The units of a stack that do not fit a row are chosen by buttons on a page of their own, and those that do not fit a
// page of buttons from a menu.
func TestAPartOfALargeStackGoes(t *testing.T) {
	t.Parallel()
	for _, n := range []int{5, 6, 20, 21} {
		h := newHouse(t, func(h *house) { h.own = []modules.Folder{heap(t, n)} })
		ways := h.tap(h.anna, h.tap(h.anna, h.begin(), "Orders"), fmt.Sprintf("7.06 ×%d", n))
		if n == 5 {
			h.goes(t, h.tap(h.anna, ways, "1 Cavalry"))
			continue
		}
		part := h.tap(h.anna, ways, "Part of the stack")
		if n == 21 {
			h.goes(t, h.choose(h.anna, part, menuOf(t, part), "1 Cavalry 2-2-8, 8 MP"))
			continue
		}
		if _, ok := labelled(part, "Show where they can go"); ok {
			t.Error("nobody can be shown where nobody can go")
		}
		units := slices.DeleteFunc(parts(part), func(c wire.Component) bool {
			return !strings.HasPrefix(c.CustomID, "panel-part:")
		})
		if len(units) != n {
			t.Errorf("%d of %d units have a button", len(units), n)
		}
		part = h.tap(h.anna, h.tap(h.anna, part, "1 Cavalry"), "1 Infantry")
		h.close()
		h.open()
		part = h.tap(h.anna, part, "✓ 1 Infantry")
		h.goes(t, h.tap(h.anna, part, "Show where they can go"))
	}
}

// The button of a message still chooses a part when so many units have gone that the others have buttons on the page of
// their stack.
func TestAPartOfAStackThatWasLarge(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{heap(t, 6)} })
	ways := h.tap(h.anna, h.tap(h.anna, h.begin(), "Orders"), "7.06 ×6")
	h.say(h.anna, "/move units:b-1-inf to:8.06")
	page := h.tap(h.anna, ways, "Part of the stack")
	h.reads(page, "from 7.06: 1 Cavalry (8 MP), ")
	h.goes(t, h.tap(h.anna, page, "1 Cavalry"))
}

// A unit that cannot go with those that are chosen is chosen instead of them.
func TestAUnitThatCannotGoWithTheOthers(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	started := h.begin()
	h.say(h.anna, "/move units:b-1-mot to:5.10")
	h.say(h.anna, "/move units:b-1-mot to:5.09")
	panel := h.tap(h.anna, started, "Orders")
	page := h.choose(h.anna, panel, menuOf(t, panel), "5.09 ×2")
	if _, ok := labelled(page, "✓ 1 Armour"); !ok ||
		!strings.Contains(page.Content, "from 5.09: 1 Armour 8-6-8 (8 MP)\n") {
		t.Errorf("of a stack that cannot go together goes %q", page.Content)
	}
	page = h.tap(h.anna, page, "1 Motorised")
	if _, ok := labelled(page, "✓ 1 Armour"); ok || !strings.Contains(page.Content, "from 5.09: 1 Motorised") {
		t.Errorf("in place of the armour goes %q", page.Content)
	}
}

// In place of the page of a stack that can go nowhere any more the panel says why.
func TestAStackThatCanGoNowhere(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{mire(t)} })
	started := h.begin()
	h.say(h.anna, "/move units:b-1-inf to:8.07")
	panel := h.tap(h.anna, started, "Orders")
	h.reads(h.choose(h.anna, panel, menuOf(t, panel), "8.07 ×1"), "1 Infantry can't go on from here",
		"What you can order now")
}

// mire is a drill in which each hex costs Blue two movement points.
func mire(t *testing.T) modules.Folder {
	t.Helper()
	drill, err := modules.Files("drill")
	if err != nil {
		t.Fatal(err)
	}
	const was = `open: {move: "1"`
	charts := string(drill["charts.yaml"])
	if !strings.Contains(charts, was) {
		t.Fatalf("the drill has no %s", was)
	}
	return modules.Folder{ID: "drill", Where: "own/drill", Files: fstest.MapFS{
		"charts.yaml": {Data: []byte(strings.Replace(charts, was, `open: {move: "2"`, 1))}}}
}
