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
	"grognard/rules/must"
)

// whereabouts returns the answer to /units: where the units of the player's side are.
func whereabouts(f *discordtest.Fixture, p *player.Player) string {
	return f.Say(p, "/units").Content
}

// A stack is moved by three taps: Orders, the stack, the letter of where it goes. The panel comes back in place, with
// what happened, and goes on with the other stacks.
func TestPanel_StackMoves(t *testing.T) {
	f := discordtest.Begun(t)
	panel := f.Tap(f.Anna, f.Started, "Orders")
	discordtest.Contains(t, f.Picture(f.Anna, panel), "Close-up of Drill around 9.08", "7.06 1 Infantry ×2",
		"13.10 3 Infantry ×2")
	discordtest.Equal(t, "the stacks are %q", stacksOf(panel), []string{"1 Infantry +1 7.06", "2 Infantry 7.08",
		"3 Infantry +1 7.10", "4 Infantry 7.12 ↑", "5 Infantry +1 7.14 ↑", "1 Armour +1 5.09", "2 Armour +1 5.12 ↑"})
	f.Has(panel, "An arrow on a button points to a hex outside the picture")
	ways := f.Tap(f.Anna, panel, "1 Infantry +1 7.06")
	discordtest.Equal(t, "the page of a stack is message %s", ways.ID, panel.ID)
	f.Has(ways, "from 7.06: 1 Cavalry (8 MP), 1 Infantry (5 MP). A letter gives the order at once. To send only some, choose them first.\n",
		"\n**east**: A 2 MP · B, C 3 MP · D 4 MP\n")
	moved := f.TapStarting(f.Anna, ways, "A ")
	discordtest.Equal(t, "the panel after the move is message %s", moved.ID, panel.ID)
	f.Reads(moved, "You can give orders now", "Blue: 1 Infantry, 1 Cavalry moved from 7.06 to ", "1 Cavalry still has ")
	discordtest.Contains(t, f.Picture(f.Anna, moved), "around 8.06")
	f.HasLabel(moved, "1 Infantry +1 7.06", false)
	back := f.Tap(f.Anna, moved, "Undo")
	discordtest.Equal(t, "the panel after the undo is message %s", back.ID, panel.ID)
	f.HasLabel(back, "1 Infantry +1 7.06", true)
}

// The panel that comes back when a phase has ended shows and names the next one.
func TestPanel_NamesThePhaseBeingPlayed(t *testing.T) {
	f := discordtest.Begun(t)
	ended := f.Tap(f.Anna, f.Started, "Orders", "End the phase", "End the phase")
	discordtest.Contains(t, f.Picture(f.Anna, ended), "turn 1 of 10, Blue combat")
	f.HasLabel(ended, "Undo what ended the phase", true)
	discordtest.Excludes(t, f.Picture(f.Anna, ended), "turn 1 of 10, Blue movement")
}

// A part of a stack goes where it is told, and the rest stays. A single unit takes one tap more than its stack: as long
// as no unit is chosen, all go.
func TestPanel_PartOfAStack(t *testing.T) {
	f := discordtest.Begun(t)
	whole := f.Tap(f.Anna, f.Started, "Orders", "1 Infantry +1 7.06")
	ways := f.Tap(f.Anna, whole, "1 Cavalry")
	discordtest.Equal(t, "it has %d pictures", len(f.Has(ways, "from 7.06: 1 Cavalry 2-2-8 (8 MP); 1 stays. A letter gives the order at once.\n").Attachments), 1)
	f.HasLabel(ways, "✓ 1 Cavalry", true)
	back := f.Tap(f.Anna, ways, "1 Infantry")
	discordtest.Equal(t, "with both the page is %q", back.Content, whole.Content)
	back = f.Tap(f.Anna, back, "1 Cavalry", "✓ 1 Cavalry")
	discordtest.Equal(t, "with none the page is %q", back.Content, whole.Content)
	f.Restart()
	moved := goes(f, f.Tap(f.Anna, back, "1 Cavalry"))
	f.HasLabel(moved, "1 Infantry 7.06", true)
}

// A press on a panel of an earlier position does nothing and shows the panel as it is now, with the reason.
func TestPanel_Stale(t *testing.T) {
	f := discordtest.Begun(t)
	panel := f.Tap(f.Anna, f.Started, "Orders")
	ways := f.Tap(f.Anna, f.Started, "Orders", "1 Infantry +1 7.06")
	second := f.Tap(f.Anna, f.Started, "Orders", "1 Infantry +1 7.06")
	f.Restart()
	f.Has(f.TapStarting(f.Anna, ways, "A "), "Blue: 1 Infantry, 1 Cavalry moved from 7.06 to ") // a page from before the restart
	before := whereabouts(f, f.Anna)
	anew := func(what string, m player.Message) {
		t.Helper()
		f.Has(m, "The position has changed", "Blue ")
		discordtest.Equal(t, what+" leaves nothing to press: %t", len(m.Parts()) == 0, false)
		discordtest.Equal(t, what+" does something: %q", whereabouts(f, f.Anna), before)
	}
	anew("the same letter of another page", f.TapStarting(f.Anna, second, "A "))
	anew("a stack that has gone", f.Tap(f.Anna, panel, "1 Infantry +1 7.06"))
	stale := f.Tap(f.Anna, f.Started, "Orders", "2 Infantry 7.08")
	steps := f.Tap(f.Anna, f.Started, "Orders", "2 Infantry 7.08", "Step by step")
	f.Say(f.Anna, "/end")
	before = whereabouts(f, f.Anna)
	anew("a letter of a phase that has ended", f.TapStarting(f.Anna, stale, "A "))
	anew("a menu of a phase that has ended", f.Click(f.Anna, steps, steps.Parts()[len(steps.Parts())-1].CustomID))
}

// Two taps at the same moment move a stack once, whichever letters they are on.
func TestDoubleTap_OneMove(t *testing.T) {
	t.Parallel()
	for _, second := range []string{"A ", "J "} {
		t.Run("letters A and "+second, func(t *testing.T) {
			f := discordtest.Begun(t)
			started := f.Started
			ways := f.Tap(f.Anna, started, "Orders", "1 Infantry +1 7.06")
			other := f.Tap(f.Anna, started, "Orders", "1 Infantry +1 7.06")
			answers := make(chan player.Message, 2)
			for m, label := range map[*player.Message]string{&ways: "A ", &other: second} {
				b, _ := discordtest.Labelled(*m, discordtest.LabelStarting(f, *m, label))
				go func() { answers <- f.Click(f.Anna, *m, b.CustomID) }()
			}
			moved := 0
			for range 2 {
				if m := <-answers; strings.Contains(m.Content, "Blue: 1 Infantry, 1 Cavalry moved from 7.06") {
					moved++
				} else {
					f.Has(m, "The position has changed")
				}
			}
			discordtest.Equal(t, "two taps at once moved a stack %d times", moved, 1)
		})
	}
}

// In a combat phase the panel counts the attacks and has a button for each target, which begins the order.
func TestPanel_Targets(t *testing.T) {
	f := discordtest.Begun(t)
	f.Has(f.Tap(f.Anna, f.Started, "Orders"), "\n7 stacks unmoved\n")
	f.Say(f.Anna, "/move units:b-1-arm to:11.07")
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/move units:b-1-arm to:12.07")
	for _, who := range []*player.Player{f.Anna, f.Boris, f.Boris, f.Boris, f.Anna} {
		f.Say(who, "/end")
	}
	panel := f.Has(f.Tap(f.Anna, f.Started, "Orders"), "\n1 attack possible\n")
	f.Has(f.TapStarting(f.Anna, panel, "Attack 13."), "target:13.")
}

// Targets come by their rows on the panel, the hopeless last, and by odds on the page of letters, the best first. Back
// leads to the panel.
func TestPanel_BestTargetFirst(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t, `{at: "5.12", units: [b-2-arm, b-2-mot]}`,
		`{at: "12.12", units: [b-2-arm, b-2-mot, b-1-mot]}`, `[b-1-mil, b-1-mot]}`, `[b-1-mil, b-1-inf]}`,
		`{at: "7.06", units: [b-1-inf, `, `{at: "12.02", units: [`, `{at: "13.06"`, `{at: "13.02"`)))
	f.Say(f.Anna, "/end")
	panel := f.Has(f.Tap(f.Anna, f.Started, "Orders"), "\n3 attacks possible\n", "arrow on a button points to a hex outside")
	targets := slices.DeleteFunc(discordtest.Labels(panel), func(l string) bool { return !strings.HasPrefix(l, "Attack 1") })
	discordtest.Equal(t, "the targets are %q", targets, []string{
		"Attack 13.10 (1 Militia) · 2 units, 5:1", "Attack 13.12 (4 Infantry) · 3 units, 1:1 to 2:1 (1 unit unseen)",
		"Attack 13.02 (1 Infantry) · 1 unit, below 1:3 ↓"})
	f.Has(f.Tap(f.Anna, f.TapStarting(f.Anna, panel, "Attack 13.12"), "Back"), "\n3 attacks possible\n")
	letters := f.Tap(f.Anna, panel, "Attack")
	discordtest.Equal(t, "the first letter is %q", discordtest.Labels(letters)[0], "A 13.10 · 1 Militia")
	f.Has(letters, "**B**: 3 units can take part · odds 1:1 to 2:1 (1 unit unseen) · 4 Infantry 6-7-5")
	f.Has(f.TapStarting(f.Anna, f.Tap(f.Anna, f.Started, "Orders"), "Attack 13.12"), "units:1 Motorised,2 Armour,2 Motorised`")
}

// If units can attack from several hexes, a tap takes off all units of one hex, and another brings them back.
func TestPanel_HexTakenOffAnAttack(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t, `{at: "5.12", units: [b-2-arm, b-2-mot]}`,
		`{at: "12.12", units: [b-2-arm, b-2-mot]}`, `{at: "5.09", units: [b-1-mil, b-1-mot]}`,
		`{at: "12.11", units: [b-1-mil, b-1-mot]}`)))
	f.Say(f.Anna, "/end")
	page := f.TapStarting(f.Anna, f.Tap(f.Anna, f.Started, "Orders"), "Attack 13.12")
	const all = "units:1 Militia,1 Motorised,2 Armour,2 Motorised`"
	f.Has(page, all)
	page = f.Tap(f.Anna, page, "✓ 12.12: both units")
	f.Has(page, "units:1 Militia,1 Motorised`")
	f.Has(f.Tap(f.Anna, page, "12.12: both units"), all)
}

// The panel of a side is made from what that side knows: it is the same to the byte whatever the other side has hidden.
func TestPanel_Twins(t *testing.T) {
	panel := func(orders ...string) string {
		f := discordtest.New(t)
		started := f.Begin()
		for _, o := range orders {
			f.Say(f.Anna, o)
		}
		f.End(f.Anna, f.Anna, f.Anna)
		m := f.Tap(f.Boris, started, "Orders")
		ways := f.Tap(f.Boris, m, "1 Infantry +1 13.06")
		picture := must.Get(f.Boris.Picture(f.Ctx, ways.Attachments[0]))(t)
		words := fmt.Sprintf("%s %+v %s %+v %s %x", m.Content, m.Components, ways.Content, ways.Components,
			ways.Attachments[0].Description, picture)
		return words
	}
	plain := panel("/move units:b-1-arm,b-1-mot to:10.08")
	hidden := panel("/stack order hex:7.10 units:b-3-inf,b-1-mil", "/move units:b-1-arm,b-1-mot to:10.08",
		"/stack order hex:10.08 units:b-1-arm,b-1-mot")
	discordtest.Equal(t, "the panel tells what lies hidden in a stack: %t", plain != hidden, false)
	if other := panel("/move units:b-1-arm,b-1-mot to:10.09"); other == plain {
		t.Error("the test could not fail")
	}
}

// stacksOf returns the labels of the stacks that have buttons.
func stacksOf(m player.Message) (labels []string) {
	for _, c := range m.Parts() {
		if strings.HasPrefix(c.CustomID, "panel-stack:") && c.Label != "" {
			labels = append(labels, c.Label)
		}
	}
	return labels
}

// A pair of buttons turns pages of stacks, each under a name of its own; a menu has them all. The panel comes back with
// the stacks round the one that was ordered or looked at last. Pages can be turned after a restart.
func TestPanel_RowsOfStacks(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(crowd(t)))
	m := f.TapStarting(f.Anna, f.Tap(f.Anna, f.Started, "Orders"), "▶ ")
	earlier, _ := discordtest.Turning(m, "◀")
	later, _ := discordtest.Turning(m, "▶")
	discordtest.Contains(t, earlier.Label, "◀ near ")
	discordtest.Contains(t, later.Label, "▶ near ")
	second := stacksOf(m)
	pages := discordtest.Menu(f, m)
	i := slices.IndexFunc(pages.Options, func(o wire.MenuOption) bool { return strings.Contains(o.Label, ": "+corner.FindString(second[0])+", ") })
	discordtest.Equal(t, "the page has %q", stacksOf(discordtest.ChooseValue(f, f.Anna, m, pages, pages.Options[i].Value)), second)
	f.Restart()
	one := second[1]
	m = f.Tap(f.Anna, m, earlier.Label)
	f.HasLabel(m, one, false)
	m = f.TapStarting(f.Anna, m, "▶ ")
	discordtest.Equal(t, "turned on the buttons are %q", stacksOf(m), second)
	m = f.Tap(f.Anna, f.Tap(f.Anna, m, one), "Back")
	f.HasLabel(m, one, true)
	m = f.Tap(f.Anna, f.TapLetter(f.Anna, f.TapStarting(f.Anna, f.Tap(f.Anna, m, one), "▶ "), " · overstacks"), "Yes, give it")
	f.HasLabel(m, one, false)
	discordtest.Contains(t, stacksOf(m)[0], "overstacked")
	m = f.Tap(f.Anna, m, "Undo")
	f.HasLabel(m, one, true)
	m = f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Orders")
	f.HasLabel(m, one, true) // also on a panel that is opened anew
}

// Each of many stacks is on a page, and the last one shows where it can go.
func TestPanel_ManyStacks(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(crowd(t)))
	m := f.Tap(f.Anna, f.Started, "Orders")
	for _, more := discordtest.Turning(m, "◀"); more; _, more = discordtest.Turning(m, "◀") {
		m = f.TapStarting(f.Anna, m, "◀")
	}
	seen := map[string]bool{}
	last := ""
	for pages := 1; ; pages++ {
		for _, label := range stacksOf(m) {
			seen[label], last = true, label
		}
		if _, more := discordtest.Turning(m, "▶"); !more {
			discordtest.Equal(t, "there are %d pages", pages, 30)
			discordtest.Equal(t, "they have %d stacks", len(seen), 234)
			break
		}
		m = f.TapStarting(f.Anna, m, "▶")
	}
	f.Has(f.Tap(f.Anna, m, last), "from "+last[strings.LastIndex(last, " ")+1:])
}

// heap returns a drill in which Blue has n units in 7.06: one of infantry, one of cavalry, and militia.
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

// goes fails the test unless a page is about the cavalry alone. It moves the cavalry and returns the answer.
func goes(f *discordtest.Fixture, ways player.Message) player.Message {
	f.T.Helper()
	f.Has(ways, "from 7.06: 1 Cavalry 2-2-8 (8 MP); ", ". A letter gives the order at once.\n")
	return f.Has(f.TapStarting(f.Anna, ways, "A "), "Blue: 1 Cavalry moved from 7.06 to ")
}

// The units of a stack that do not fit a row are chosen from a menu, several at once.
func TestPanel_PartOfALargeStack(t *testing.T) {
	t.Parallel()
	for _, n := range []int{5, 6, 21} {
		t.Run(fmt.Sprint(n, " units"), func(t *testing.T) {
			f := discordtest.Begun(t, discordtest.With(heap(t, n)))
			ways := f.Tap(f.Anna, f.Started, "Orders", fmt.Sprintf("1 Infantry +%d 7.06", n-1))
			if n == 5 {
				goes(f, f.Tap(f.Anna, ways, "1 Cavalry"))
				return
			}
			f.Restart()
			units := discordtest.Menu(f, ways)
			discordtest.Equal(t, "%d units are in the menu", len(units.Options), n)
			goes(f, f.Pick(f.Anna, ways, "1 Cavalry 2-2-8 at 7.06"))
		})
	}
}

// A unit that is taken from the menu of a large stack and cannot go with the others is said to stay, and why.
func TestPanel_PartThatCannotGoTogether(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(heap(t, 6)))
	f.Say(f.Anna, "/move units:b-1-cav to:7.07")
	f.Say(f.Anna, "/move units:b-1-cav to:7.06")
	ways := f.Tap(f.Anna, f.Started, "Orders", "1 Infantry +5 7.06")
	menu := discordtest.Menu(f, ways)
	var both []string
	for _, o := range menu.Options {
		if strings.HasPrefix(o.Label, "1 Cavalry") || strings.HasPrefix(o.Label, "1 Infantry") {
			both = append(both, o.Value)
		}
	}
	got := must.Get(f.Anna.Choose(f.Ctx, ways.ID, menu.CustomID, both...))(t)
	f.Has(got, "1 Infantry takes no part: 1 Infantry and 1 Cavalry have not moved together.",
		"from 7.06: 1 Cavalry 2-2-8")
}

// A unit that cannot go with those that are chosen is chosen instead of them.
func TestPanel_UnitThatCannotGoWithOthers(t *testing.T) {
	f := discordtest.Begun(t)
	f.Say(f.Anna, "/move units:b-1-mot to:5.10")
	f.Say(f.Anna, "/move units:b-1-mot to:5.09")
	panel := f.Tap(f.Anna, f.Started, "Orders")
	page := f.Has(f.Tap(f.Anna, panel, "1 Armour +1 5.09"), "from 5.09: 1 Armour 8-6-8 (8 MP); 1 stays. A letter gives the order at once.\n")
	f.HasLabel(page, "✓ 1 Armour", true)
	page = f.Has(f.Tap(f.Anna, page, "1 Motorised"), "from 5.09: 1 Motorised")
	f.HasLabel(page, "✓ 1 Armour", false)
}

// A stack that has points left but no hex that they pay for is not offered.
func TestPanel_StackThatCanGoNowhere(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(mire(t)))
	f.Say(f.Anna, "/move units:b-1-inf to:8.07")
	panel := f.Tap(f.Anna, f.Started, "Orders")
	list := stacksOf(panel)
	if len(list) != 7 || slices.ContainsFunc(list, func(l string) bool { return strings.HasSuffix(l, " 8.07") }) {
		t.Errorf("of the stacks it offers %q", list)
	}
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
