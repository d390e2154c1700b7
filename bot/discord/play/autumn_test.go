package play_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules/modules"
	"grognard/rules/must"
)

// TestAutumn_LongLists plays the beginning of Autumn for Barbarossa, where lists are longer than messages and menus.
func TestAutumn_LongLists(t *testing.T) {
	f := discordtest.New(t)
	started := f.Open("module:afb side:german", "soviet")
	alt := f.Picture(f.Olga, started)
	discordtest.Contains(t, alt, "Soviet, 55 stacks: 5.26")
	discordtest.Excludes(t, alt, "…") // no stack is left out
	// A side's page only counts stacks that are many, in so few lines that a phone has room for the map.
	side := f.Has(f.Tap(f.Boris, started, "My side"), "On the map: 55 units in 55 stacks")
	if lines := strings.Count(side.Content, "\n") + 1; lines > 8 || len(side.Attachments) != 1 {
		t.Errorf("%d lines and %d pictures are behind the button: %q", lines, len(side.Attachments), side.Content)
	}
	f.HasLabel(f.Has(f.Tap(f.Boris, side, "My units by place"), "5.26"), "Orders", true)

	for _, c := range []struct {
		who  *player.Player
		unit string
		want []string
	}{
		{f.Anna, "g-137-inf", []string{"German infantry division",
			"**8-9-6 (estimate)** · reduced **4-5-6 (estimate)**", "Due on turn 1, entry area J: 1.14, 1.13, 1.15"}},
		{f.Boris, "11 mtr inf rgt", []string{"14 Mot Div",
			"**3-5-10** · reduced **1-3-10 (estimate)** · 2 steps · can exploit", "Due on turn 3, entry area L: ",
			"once German units control 20.26, its lettered hex"}},
		{f.Anna, "s-102-tk", []string{"Due on turn 2 at Vyazma (42.15)"}},
		{f.Boris, "s-4-abn", []string{"Reduced side up: 1 step left", "At Bykhov (9.04)"}},
	} {
		f.Picture(c.who, f.Says(c.who, "/unit show unit:"+c.unit, c.want...))
	}
	// Words of a picture that have no room for every hex end with how many they leave out, and the file with all.
	for _, unit := range []string{"g-25-pz", "g-29-pz"} {
		if far := f.Picture(f.Anna, f.Say(f.Anna, "/reach unit:"+unit)); !strings.Contains(far, "MP: ") ||
			!strings.HasSuffix(far, " more. (reach.txt)") {
			t.Errorf("the words of a far way are %q", far)
		}
	}
	// Suggestions end so, too: more units have this name than Discord lists.
	list := must.Get(f.Anna.Complete(f.Ctx, f.Channel, "/unit show unit:inf"))(t)
	if last := list[len(list)-1]; len(list) != 25 || last.Value != "inf" ||
		!strings.HasSuffix(last.Name, " more: keep typing to narrow") {
		t.Errorf("%d suggestions, the last one %v", len(list), last)
	}
	f.Has(f.Say(f.Olga, "/game status"), "German: 10 reserve garrisons", "Soviet: 10 reserve garrisons", "Module: as shipped", "Soviet, Not drawn yet: ", "Smolensk (25.13) 1, Smolensk (25.14) 2")
	f.Say(f.Anna, "/end")
	f.Says(f.Olga, "/due", "German reinforcements. `/end` ends the phase, once 11 units have been brought on. Last move")
	m := f.Tap(f.Anna, started, "Orders")
	end, _ := discordtest.Labelled(m, "End the phase · 11 units must be brought on first")
	discordtest.Equal(t, "the end of the phase says why it can't be pressed: %t", end.Disabled, true)
	m = f.Reads(f.Tap(f.Anna, m, "Reinforce"), "**G1, G2, G3**: 255 Inf Div 8-9-6\n")
	discordtest.Equal(t, "the letters begin with %q", discordtest.Labels(m)[0], "G1 1.01")
	m = f.Has(f.Pick(f.Anna, m, "137 Inf Div 8-9-6"), "`/reinforce units:137 Inf Div`")
	f.HasLabel(m, "Add 292 Inf Div 8-9-6 · Due on turn 1, entry area J", true)
	m = f.TapStarting(f.Anna, f.Has(f.Tap(f.Anna, m, "Back"), "`/reinforce`"), "▶ near ")
	m = f.TapStarting(f.Anna, m, "▶ near ")
	m = f.Reads(f.TapLetter(f.Anna, m, "K2 1.21"), "1 unit too many in 1.21")
	m = f.Has(f.Tap(f.Anna, m, "✓ 26 Inf Div", "26 Inf Div", "Give the order"), "26 Inf Div, 35 Inf Div, 5 Inf Div, 6 Inf Div entered at 1.21")
	f.HasLabel(m, "G2 1.02", true) // the page stays while others are to come
	f.HasLabel(m, "Undo", true)
	reinforce(f, f.Anna)
	f.Tap(f.Anna, f.Has(f.Ask(f.Anna, "/end"), " air strike", " may be split", "but not after this phase (afb 1.9b)"), "End the phase")
	f.Has(f.Pick(f.Anna, f.Tap(f.Anna, started, "Orders"), "26 Inf +3 1.21"), // a hex takes three of the four
		"from 1.21: 26 Inf Div 8-9-6, 35 Inf Div 8-9-6, 5 Inf Div 8-9-6 (6 MP); 1 stays.")
	m = f.Has(f.Tap(f.Anna, f.Tap(f.Anna, started, "Orders"), "Air strike"), "less, 33%: +1 on the die for") // first near the stack looked at
	hexes := corner.FindAllString(strings.Join(discordtest.Labels(m)[:10], " "), -1)                         // a menu follows
	discordtest.Equal(t, "the first targets are %s", strings.Join(hexes, " "), "5.26 8.23 6.25 13.20 13.21 14.19 14.20 14.21 15.26")
	f.Says(f.Anna, "/airstrike hex:9.04 strikes:6", "destroyed (afb 1.9a)\n5 strikes were not needed")
}

// A unit gives up both of its steps for garrisons, is drawn from the destroyed units in the next turn, and is placed by
// taps. What can be typed is suggested.
func TestAutumn_UnitGivenUpComesBack(t *testing.T) {
	f := discordtest.New(t)
	givesUp(f, "1 replacement")
	m := f.Says(f.Anna, "/draw", "German player draws one of 2 destroyed units: number ", "German: place ", ", drawn from the destroyed units (afb 1.11)")
	f.Says(f.Boris, "/due", ", place ")
	m = f.Has(f.Tap(f.Anna, m, "Decide"), "**Place the unit drawn**")
	f.HasLabel(m, "A 7.02", true)                // where most enemies are, not in the far north-west
	f.Has(f.TapLetter(f.Anna, m, ""), "back at") // only one unit can be placed
	f.Say(f.Anna, "/end")
	f.AwaitPosted(f.Olga, "German player draws ", "back at")
	f.AwaitPosted(f.Olga, "German movement")
}

// givesUp plays Autumn for Barbarossa until a German unit that was given up can come back, in the second turn. It
// returns the message whose button opens panels.
func givesUp(f *discordtest.Fixture, replacements string) player.Message {
	f.T.Helper()
	started := beginAutumn(f)
	reinforce(f, f.Anna)
	f.Say(f.Anna, "/end")
	m := f.Tap(f.Anna, started, "Orders")
	discordtest.Contains(f.T, f.Picture(f.Anna, m), corner.FindString(stacksOf(m)[3]))

	choice := f.Reads(f.Tap(f.Anna, m, "Leave a garrison"), "Choose a unit: a tap on it gives the order at once",
		"**C**: 7 Pz Rgt 9-5-10 at 11.09 · 10 MP · 10 Pz Div · → 4-3-10\n")
	f.HasLabel(choice, "C · 7 Pz 11.09 · → 4-3-10", true)
	unit := discordtest.Suggested(f, f.Anna, "/garrison unit:")
	for _, want := range []string{"leaves Garrison 1 in", "which is destroyed"} {
		f.Says(f.Anna, "/garrison unit:"+unit, want, "(afb 1.10)")
	}
	f.Refused(f.Anna, "/move units:garrison-german-1 to:10.10", "can't move")
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/remove units:"+discordtest.Suggested(f, f.Anna, "/remove units:")) // area K has room for three
	f.AwaitPosted(f.Olga, " 8 reserve garrisons, 2 units destroyed", "gives up the last step of")

	for _, p := range []*player.Player{f.Anna, f.Anna, f.Boris, f.Boris, f.Boris, f.Boris} {
		f.Say(p, "/end")
	}
	f.AwaitPosted(f.Olga, "German player has "+replacements+" (afb 1.11)")
	reinforce(f, f.Anna)
	f.Refused(f.Anna, "/end", "First use your ")
	return started
}

// reinforce brings on all units that are due, each order as the suggestions complete it.
func reinforce(f *discordtest.Fixture, p *player.Player) {
	f.T.Helper()
	for {
		units := discordtest.Suggested(f, p, "/reinforce units:")
		if units == "" {
			return
		}
		order := "/reinforce units:" + units + " hex:"
		f.Say(p, order+discordtest.Suggested(f, p, order))
	}
}

// retiring returns a drill in which Blue's exploit-capable units leave on turn 1 and three of them come back.
func retiring(t *testing.T) modules.Folder {
	const arrivals = "\n    arrivals: [{turn: 1, side: blue, withdrawal: [1, 2, 3, 4, 5, 6]}]\n"
	return discordtest.Drill(t, map[string]string{"setup.yaml": discordtest.DrillFile(t, "setup.yaml") + arrivals, "game.yaml": `
rules: {withdrawal: "2.1", keepers: "2.1a"}
withdrawal: {side: blue, keep: [{count: 1, type: blue-armour}, {count: 2, type: blue-motorised}]}`})
}

// The units that come back after a withdrawal are chosen by taps alone: which and where, one order after the other
// until none is owed.
func TestWithdrawal_ByTaps(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(retiring(t)))
	f.AwaitPosted(f.Olga, "Blue: the withdrawal takes place (drill 2.1)", "Blue player withdraws")
	for _, owed := range []string{"bring back 3 withdrawn units (drill 2.1a)", "bring back 2 withdrawn units",
		"bring back 1 withdrawn unit"} {
		asked := f.AwaitPosted(f.Olga, owed)
		m := f.Tap(f.Anna, asked, "Decide")
		if !strings.Contains(owed, "back 1 ") { // the only unit left is not asked for
			m = f.TapLetter(f.Anna, m, "")
		}
		f.Has(f.TapLetter(f.Anna, m, ""), "back at")
	}
	f.Refused(f.Anna, "/withdraw units:b-1-arm hex:7.07", "There are no withdrawn units to bring back")
	f.Says(f.Olga, "/due", "Blue movement")
}

// bombing returns a drill in which Blue rolls for air strikes, and then for a withdrawal, as turn 1 begins.
func bombing(t *testing.T) modules.Folder {
	const arrivals = "\n    arrivals: [{turn: 1, side: blue, air: 2, withdrawal: [1, 2, 3]}]\n"
	return discordtest.Drill(t, map[string]string{"setup.yaml": discordtest.DrillFile(t, "setup.yaml") + arrivals,
		"units.yaml": "air: {blue: {regular: 3, breakdown: 2, estimate: yes}}\n", "game.yaml": `
rules: {air: "1.9", strikes: "1.9a", breakdowns: "1.9b", withdrawal: "2.1", keepers: "2.1a"}
marks: {dg: {name: Disorganized, attack: "1/2"}}
air: {blue: {phases: [movement], breakdowns: 6}}
withdrawal: {side: blue, keep: [{count: 1, type: blue-armour}]}`})
}

// Air strikes are split by taps before the next die is rolled. A player who passes splits no more.
func TestAirbreak_BeforeTheNextDie(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(bombing(t)))
	asked := f.AwaitPosted(f.Olga, "before the next die roll (drill 1.9b)")
	f.Refused(f.Anna, "/move units:b-1-arm to:8.08", "First decide whether to split air strikes, with /airbreak or /pass: the next die waits")
	f.Lacks(asked, "withdrawal")
	m := f.Tap(f.Anna, f.Tap(f.Anna, asked, "Decide"), "Split air strikes 1")
	f.Has(m, "splits 1 air strike into 2 breakdowns")
	f.Lacks(m, "withdrawal")
	f.Say(f.Anna, "/pass")
	f.AwaitPosted(f.Olga, "withdrawal")
	f.Refused(f.Anna, "/airbreak count:1", "drill") // too late, or withdrawn units come first
}
