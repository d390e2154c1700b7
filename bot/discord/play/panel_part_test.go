package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/modules"
)

// heap returns a drill in which Blue has so many units in 7.06: one of infantry, one of cavalry, and militia.
func heap(t *testing.T, n int) modules.Folder {
	units, ids := "units:\n", ""
	for i := range n - 2 {
		ids += fmt.Sprintf(", b-%d", 100+i)
		units += fmt.Sprintf("  b-%d: {type: blue-militia, name: %d Guard}\n", 100+i, i+1)
	}
	return discordtest.Drill(t, map[string]string{"units.yaml": units,
		"game.yaml": strings.Replace(discordtest.DrillFile(t, "game.yaml"), "limit: 3", "limit: 30", 1)},
		"[b-1-inf, b-1-cav]", "[b-1-inf, b-1-cav"+ids+"]")
}

// goes holds that a page is one of the cavalry alone, which then goes.
func goes(f *discordtest.Fixture, t *testing.T, ways player.Message) {
	t.Helper()
	f.Has(ways, "from 7.06: 1 Cavalry 2-2-8 (8 MP)\n")
	moved := f.TapStarting(f.Anna, ways, "A ")
	if !strings.HasPrefix(moved.Content, "Blue: 1 Cavalry moved from 7.06 to ") {
		t.Errorf("the cavalry is moved by %q", moved.Content)
	}
}

// The units of a stack that do not fit a row are chosen by buttons on a page of their own, and those that do not fit a
// page of buttons from a menu.
func TestAPartOfALargeStackGoes(t *testing.T) {
	t.Parallel()
	for _, n := range []int{5, 6, 20, 21} {
		f := discordtest.New(t, discordtest.With(heap(t, n)))
		ways := f.Tap(f.Anna, f.Begin(), "Orders", fmt.Sprintf("7.06 ×%d", n))
		if n == 5 {
			goes(f, t, f.Tap(f.Anna, ways, "1 Cavalry"))
			continue
		}
		part := f.Tap(f.Anna, ways, "Part of the stack")
		if n == 21 {
			goes(f, t, f.Choose(f.Anna, part, f.Menu(part), "1 Cavalry 2-2-8, 8 MP"))
			continue
		}
		f.HasLabel(part, "Show where they can go", false)
		units := slices.DeleteFunc(discordtest.Parts(part), func(c wire.Component) bool {
			return !strings.HasPrefix(c.CustomID, "panel-part:")
		})
		if len(units) != n {
			t.Errorf("%d of %d units have a button", len(units), n)
		}
		part = f.Tap(f.Anna, part, "1 Cavalry", "1 Infantry")
		f.Restart()
		part = f.Tap(f.Anna, part, "✓ 1 Infantry")
		goes(f, t, f.Tap(f.Anna, part, "Show where they can go"))
	}
}

// The button of a message still chooses a part when so many units have gone that the others have buttons on the page of
// their stack.
func TestAPartOfAStackThatWasLarge(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(heap(t, 6)))
	ways := f.Tap(f.Anna, f.Started, "Orders", "7.06 ×6")
	f.Say(f.Anna, "/move units:b-1-inf to:8.06")
	page := f.Tap(f.Anna, ways, "Part of the stack")
	f.Reads(page, "from 7.06: 1 Cavalry (8 MP), ")
	goes(f, t, f.Tap(f.Anna, page, "1 Cavalry"))
}

// A unit that cannot go with those that are chosen is chosen instead of them.
func TestAUnitThatCannotGoWithTheOthers(t *testing.T) {
	f := discordtest.Begun(t)
	f.Say(f.Anna, "/move units:b-1-mot to:5.10")
	f.Say(f.Anna, "/move units:b-1-mot to:5.09")
	panel := f.Tap(f.Anna, f.Started, "Orders")
	page := f.Choose(f.Anna, panel, f.Menu(panel), "5.09 ×2")
	if _, ok := discordtest.Labelled(page, "✓ 1 Armour"); !ok ||
		!strings.Contains(page.Content, "from 5.09: 1 Armour 8-6-8 (8 MP)\n") {
		t.Errorf("of a stack that cannot go together goes %q", page.Content)
	}
	page = f.Tap(f.Anna, page, "1 Motorised")
	if _, ok := discordtest.Labelled(page, "✓ 1 Armour"); ok || !strings.Contains(page.Content, "from 5.09: 1 Motorised") {
		t.Errorf("in place of the armour goes %q", page.Content)
	}
}

// In place of the page of a stack that can go nowhere any more the panel says why.
func TestAStackThatCanGoNowhere(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(mire(t)))
	f.Say(f.Anna, "/move units:b-1-inf to:8.07")
	panel := f.Tap(f.Anna, f.Started, "Orders")
	f.Reads(f.Choose(f.Anna, panel, f.Menu(panel), "8.07 ×1"), "1 Infantry can't go on from here",
		"What you can order now")
}

// mire returns a drill in which each hex costs Blue two movement points.
func mire(t *testing.T) modules.Folder {
	const was = `open: {move: "1"`
	charts := discordtest.DrillFile(t, "charts.yaml")
	if !strings.Contains(charts, was) {
		t.Fatalf("the drill has no %s", was)
	}
	return discordtest.Drill(t, map[string]string{"charts.yaml": strings.Replace(charts, was, `open: {move: "2"`, 1)})
}
