package play_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules/modules"
)

// TestAUnitIsGivenUpAndComesBack: a unit gives up both of its steps for garrisons, is
// drawn from the cup on the next turn and placed by taps; what can be typed is
// suggested.
func TestAUnitIsGivenUpAndComesBack(t *testing.T) {
	t.Parallel()
	f := discordtest.New(t)
	givesUp(f, "1 replacement")
	m := f.Say(f.Anna, "/draw")
	f.Has(m, "German draws one of 2: number ", "German: place ",
		", drawn from the cup (afb 1.11)")
	f.Says(f.Boris, "/due", ", place ")
	m = f.Tap(f.Anna, m, "Decide")
	menu := discordtest.Parts(m)[0] // of hexes, as only one unit can be placed
	m, err := f.Anna.Choose(t.Context(), m.ID, menu.CustomID, menu.Options[0].Value)
	if err != nil {
		t.Fatal(err)
	}
	m = f.Has(f.Tap(f.Anna, m, "Give the order"), "back at")
	f.Say(f.Anna, "/end")
	f.AwaitPosted(f.Olga, "German draws ", "back at")
	f.AwaitPosted(f.Olga, "German movement")
}

// givesUp plays Autumn for Barbarossa until a German unit that was given up can come back, on the second turn, and is the
// message that opens its panels.
func givesUp(f *discordtest.Fixture, replacements string) player.Message {
	f.T.Helper()
	started := beginAutumn(f)
	reinforce(f, f.Anna)
	f.Say(f.Anna, "/end")

	unit := f.Suggested(f.Anna, "/garrison unit:")
	for _, want := range []string{"leaves Garrison 1 in", "goes to the dead pile"} {
		f.Says(f.Anna, "/garrison unit:"+unit, want, "(afb 1.10)")
	}
	f.Refused(f.Anna, "/move units:garrison-german-1 to:10.10", "can't move")
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/remove units:"+f.Suggested(f.Anna, "/remove units:")) // area K has room for three
	f.AwaitPosted(f.Olga, " 8 garrisons left, 2 units destroyed", "goes to the dead pile")

	for _, p := range []*player.Player{f.Anna, f.Anna, f.Boris, f.Boris, f.Boris, f.Boris} {
		f.Say(p, "/end")
	}
	f.AwaitPosted(f.Olga, "German has "+replacements+" (afb 1.11)")
	reinforce(f, f.Anna)
	f.Refused(f.Anna, "/end", "First use your ")
	return started
}

// reinforce brings on all that is due, as it is suggested.
func reinforce(f *discordtest.Fixture, p *player.Player) {
	f.T.Helper()
	for units := f.Suggested(p, "/reinforce units:"); units != ""; units = f.Suggested(p, "/reinforce units:") {
		order := "/reinforce units:" + units + " hex:"
		f.Say(p, order+f.Suggested(p, order))
	}
}

// retiring returns a drill in which Blue's exploit-capable units leave on turn 1 and three of them come back.
func retiring(t *testing.T) modules.Folder {
	const arrivals = "\n    arrivals: [{turn: 1, side: blue, withdrawal: [1, 2, 3, 4, 5, 6]}]\n"
	return discordtest.Drill(t, map[string]string{"setup.yaml": discordtest.DrillFile(t, "setup.yaml") + arrivals, "game.yaml": `
rules: {withdrawal: "2.1", keepers: "2.1a"}
withdrawal: {side: blue, keep: [{count: 1, type: blue-armour}, {count: 2, type: blue-motorised}]}`})
}

// What comes back after a withdrawal is chosen by taps alone: who, where, one order
// after the other until nothing is owed.
func TestTheWithdrawalByTaps(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(retiring(t)))
	f.AwaitPosted(f.Olga, "Blue: the withdrawal takes place (drill 2.1)", "Blue withdraws")
	for _, owed := range []string{"bring back 3 withdrawn units (drill 2.1a)", "bring back 2 withdrawn units",
		"bring back 1 withdrawn unit"} {
		asked := f.AwaitPosted(f.Olga, owed)
		m := f.Tap(f.Anna, asked, "Decide")
		if !strings.Contains(owed, "back 1 ") { // a list of one is not asked
			m = f.PickFirst(f.Anna, m, "Choose a unit")
		}
		m = f.PickFirst(f.Anna, m, "Choose a hex")
		m = f.Has(f.Tap(f.Anna, m, "Give the order"), "back at")
	}
	f.Refused(f.Anna, "/withdraw units:b-1-arm hex:7.07", "There are no withdrawn units to bring back")
	f.Says(f.Olga, "/due", "Blue movement")
}
