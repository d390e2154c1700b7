package play_test

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules/modules"

	"github.com/bwmarrin/discordgo"
)

// If some units may advance farther than others, the prompt says of each how far it may still go.
func TestAdvance_HowFar(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	for _, step := range []struct{ order, want string }{
		{"", ", advance after the fight at 13.10, or pass: 1 Armour up to 3 hexes; 3 Infantry 1 hex (10.0)"},
		{"/advance units:b-1-arm path:13.10", "or pass: 1 Armour up to 2 hexes; 3 Infantry 1 hex (10.0)"},
		{"/advance units:b-1-arm path:14.10",
			", advance 1 hex after the fight at 13.10, or pass: 1 Armour, 3 Infantry (10.0)"},
		{"/advance units:b-3-inf path:13.10", ", advance 1 hex after the fight at 13.10, or pass: 1 Armour (10.0)"},
	} {
		if step.order != "" {
			f.Say(f.Anna, step.order)
		}
		f.Says(f.Olga, "/due", step.want)
	}
}

// A player who ends an advance by the button beside letters of farther hexes is not asked about those, but again after
// an undo. If he was offered none, because a unit went along that goes no farther, he is asked.
func TestAdvance_StopsWhereItIsGiven(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm")
	m := f.Has(f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Decide"), "The green button stops in 13.10. "+
		"A letter goes on from there, up to 2 hexes farther; it gives the order where")
	m = f.TapStarting(f.Anna, m, "Advance to 13.10: 1 Armour")
	f.Lacks(f.Has(m, "1 Armour advanced from 12.10 to 13.10", "no further advance"), "advance 2")
	f.Lacks(f.Say(f.Olga, "/due"), "advance")
	m = f.TapLetter(f.Anna, f.Has(f.TapStarting(f.Anna, m, "Undo"), "advance up to 2 hexes"), "")
	m = f.TapLetter(f.Anna, f.Has(m, "goes one hex farther, the last, and gives the order."), "")
	f.Has(f.TapStarting(f.Anna, f.Has(m, "1 Armour advanced from 13.10"), "Undo"), "advance up to 2 hexes")

	f = discordtest.Begun(t, discordtest.With(discordtest.Breach(t, `{at: "13.12", units: [r-4-inf, r-3-inf]}`,
		`{at: "14.09", units: [r-4-inf, r-3-inf]}`)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	m = f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Decide")
	f.Has(f.Tap(f.Anna, m, "Advance to 13.10: 1 Armour, 3 Infantry · no exploitation as things stand"), "advance up to 2 hexes")
}

// The button to pass an advance says what staying there costs, and the panel then shows the map where the fight was.
func TestAdvance_PanelStaysAfterAPass(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t, `{at: "12.10", units: [b-3-inf, b-1-arm]}`,
		`{at: "11.10", units: [b-3-inf, b-1-arm]}`, `{at: "13.12", units: [r-4-inf, r-3-inf]}`,
		`{at: "14.09", units: [r-4-inf, r-3-inf]}`)))
	f.Say(f.Anna, "/move units:b-1-arm to:12.10")
	ended := f.Says(f.Anna, "/end", "1 unit that had moved could still have overrun: 1 Armour (6.0)")
	f.TapStarting(f.Anna, ended, "Undo")
	f.Says(f.Anna, "/overrun units:b-1-arm target:13.10", "to 13.10: an overrun must advance into the hex (10.0d)")
	m := f.TapStarting(f.Anna, f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Decide"), "Pass · stay in 13.10: no exploitation as things stand")
	discordtest.Contains(t, f.Picture(f.Anna, m), "13.10")
}

// A fight at odds worse than the table has rolls no die. It is announced at once all the same, with its picture.
func TestFight_LeftOfTheTable(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Shore(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-mil")
	m := f.AwaitPosted(f.Olga, "**13.10: ", "1 Militia attacked, destroyed")
	discordtest.Equal(t, "it is told with %d pictures", len(m.Attachments), 1)
}

// A player who can retreat only across lakes is told so before he answers; a button that destroys units is red.
func TestRetreat_OnlyLakesBehind(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Shore(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-3-inf")
	const warning = "From 13.10 you can retreat only across a lake: hold and lose steps, or be destroyed"
	asked := f.AwaitPosted(f.Olga, ", retreat 1 hex", warning)
	f.Says(f.Boris, "/due", warning)
	m := f.Has(f.Tap(f.Boris, asked, "Decide"), warning)
	m = f.TapLetter(f.Boris, f.Tap(f.Boris, m, "1 Militia"), "")
	retreats := discordtest.LabelStarting(f, m, "Retreat 1 Militia: ")
	give, _ := discordtest.Labelled(f.Has(m, "a lake: any unit that retreats is destroyed"), retreats)
	discordtest.Equal(t, "the order is offered by a button of style %d", give.Style, int(discordgo.DangerButton))
	f.Has(f.Tap(f.Boris, m, retreats), "1 Militia can retreat from 13.10 only across a lake",
		"1 Militia destroyed", "3 Infantry destroyed")
}

// A player who may hold reads what that costs before he gives the order.
func TestHold_Cost(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Shore(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-3-inf")
	f.Tap(f.Boris, f.AwaitPosted(f.Olga, ", retreat 1 hex"), "Decide")
	discordtest.Equal(t, "who waits for the enemy is offered %v", len(f.Say(f.Anna, "/due").Parts()), 0)
	m := f.Tap(f.Boris, f.Say(f.Boris, "/due"), "Decide")
	const cost = "lose 1 step, reducing 3 Infantry"
	f.Lacks(f.Has(f.Tap(f.Boris, m, "Hold instead of 1 hex: "+cost), "3 Infantry"), cost) // not asked for
}

// A button of a decision that has been taken does nothing to the same player's next decision.
func TestDecide_ButtonOfAnEarlierDecision(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(meeting(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-3-inf")
	earlier := f.Tap(f.Boris, f.AwaitPosted(f.Olga, ", retreat 1 hex"), "Decide")
	another := f.Lacks(f.Tap(f.Boris, f.Say(f.Boris, "/due"), "Decide"), "Give each part of") // 12.10 is named with its reason
	f.Say(f.Boris, "/hold hexes:1")
	f.Say(f.Anna, "/pass")
	f.Say(f.Anna, "/attack target:12.10 units:b-1-arm")
	f.Says(f.Boris, "/due", "12.10")
	f.Has(f.TapStarting(f.Boris, earlier, "Hold"), "That decision has already been made.")
	f.Has(f.TapLetter(f.Boris, another, ""), "That decision has already been made.")
	f.Says(f.Boris, "/due", "12.10")
}

// The page of a fight names units that can stay out of it because its chances are the same without them.
func TestOdds_UnitsToSpare(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.WithFile(meeting(t), "charts.yaml", discordtest.Combat("A1"))))
	moves := f.Tap(f.Anna, f.Tap(f.Anna, f.Started, "Orders"), "3 Infantry +1 12.09")
	f.Has(moves, "1 Armour began the phase in an enemy zone of control, so it can't overrun; the same is true of 3 Infantry (2.1b)")
	f.Say(f.Anna, "/move units:b-2-arm to:11.10")
	f.Say(f.Anna, "/end")
	f.Has(f.Ask(f.Anna, "/attack target:12.10 units:b-3-inf,b-1-arm,b-2-arm"), "The chances are the same without 3 Infantry, 1 Armour.")
	m := f.Has(f.Ask(f.Anna, "/attack target:12.10 units:b-1-arm,b-2-arm"), "The chances are the same without 1 Armour.")
	f.Lacks(f.Tap(f.Anna, m, "Only the one needed"), "The chances are the same")
	table := strings.ReplaceAll(discordtest.Combat("A1"), "A1, A1, A1, A1, A1]", "D1, D1, D1, D1, D1]") // from 2:1
	hides := discordtest.Begun(t, discordtest.With(discordtest.Drill(t, map[string]string{"charts.yaml": table},
		`"7.10"`, `"12.10"`, `"7.08"`, `"12.09"`)))
	hides.Say(hides.Anna, "/end") // 13 and 12 have one column against 7.5 and 12, but not against 8.5
	hides.Lacks(hides.Ask(hides.Anna, "/attack target:13.10 units:b-2-inf,b-3-inf,b-1-mil"), "The chances are the same")
}

// meeting returns a drill in which every fight is a retreat of one hex, and Blue's 3 Infantry and 1 Armour stand
// before Red's 2 Infantry in 12.10 and a stack of two in 13.10.
func meeting(t *testing.T) modules.Folder {
	return discordtest.Drill(t, map[string]string{"charts.yaml": discordtest.Combat("Dr1")},
		`{at: "7.10", units: [b-3-inf, b-1-mil]}`, `{at: "12.09", units: [b-3-inf, b-1-arm]}`,
		`{at: "5.09", units: [b-1-arm, b-1-mot]}`, `{at: "5.09", units: [b-1-mil, b-1-mot]}`,
		`{at: "13.08", units: [r-2-inf]}`, `{at: "12.10", units: [r-2-inf]}`)
}

// A typed fight shows its odds, and a tap gives the order; for unseen units there is a range, and no name. If the odds
// have changed since, the tap shows them anew and gives nothing.
func TestOdds_BeforeAFight(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(meeting(t)))
	shows := func(m player.Message, want ...string) {
		t.Helper()
		f.Lacks(f.Has(m, want...), "Militia")
	}
	const range13 = "Defense: 3 Infantry 7 + 1 unseen unit 0.5–5 = 7.5–12\nOdds 1:2–1:1 → column **1:2–1:1** (7.4)\nThese are ranges"
	planned := f.Ask(f.Anna, "/odds target:13.10 units:3 infantry")
	shows(planned,
		"**Attack** `/attack target:13.10 units:3 Infantry`\nFor later in your turn, as things stand now:\nAttack: 3 Infantry 6\n"+range13)
	f.HasLabel(planned, "Attack", false)
	f.Refused(f.Anna, "/odds target:13.10 units:b-1-mot", "5.09 (1 Motorised) is not adjacent to 13.10 (2.1c, 7.0). Odds are for units where they stand. To plan a move, compare")
	f.Refused(f.Boris, "/odds target:12.09 units:r-2-inf", "It is the Blue movement phase")
	f.Refused(f.Olga, "/odds target:12.09 units:r-2-inf", "You don't play")
	f.Refused(f.Anna, "/attack target:13.10 units:b-3-inf", "You can't attack in the movement phase")

	f.Say(f.Anna, "/end")
	f.AwaitPosted(f.Olga, "Blue combat")
	channel := len(f.Posted(f.Olga))
	f.Suggests(f.Anna, "/odds target:13", "13.10")
	f.Suggests(f.Anna, "/odds target:13.10 units:3", "b-3-inf")
	asked := f.Ask(f.Anna, "/odds target:13.10 units:b-3-inf")
	shows(asked, "Attack: 3 Infantry 6\n"+range13)
	typed := f.Ask(f.Anna, "/attack target:13.10 units:b-3-inf")
	shows(typed, range13, "\n**Dr1** 100%\n",
		"Attacker's step losses: none\nDefender's step losses: none; survivors retreat 100%\nHex empty: 0% if the defender takes step losses instead of retreating, 100% if it retreats (9.2, 9.0)", "Nothing is committed yet")
	discordtest.Equal(t, "the button of the odds shows %q", f.Tap(f.Anna, asked, "Attack").Content, typed.Content)
	discordtest.Equal(t, "with odds there are %d messages in the channel", len(f.Posted(f.Olga)), channel)

	first := f.Say(f.Anna, "/attack target:12.10 units:b-1-arm")
	shows(first, "The Blue player attacks 12.10")
	f.Say(f.Boris, "/retreat units:r-2-inf path:13.10")
	f.Say(f.Anna, "/pass")
	const beaten = "Defense: 2 Infantry 4 ×0 [retreated here] + 2 unseen units "
	anew := f.Tap(f.Anna, typed, "Give the order")
	shows(anew, "have changed since you looked, so your order was not given", beaten, "If no unseen unit has a marker: defense")
	f.Has(f.Tap(f.Anna, anew, "Give the order"), "The Blue player attacks 13.10")
}

// The page of a fight without a roll says what it costs, and that no shift leads back onto the table; its button is red.
func TestOdds_LeftOfTheTable(t *testing.T) {
	charts := map[string]string{"charts.yaml": "terrain: {blue: {open: {shift: 1}}}\n" + discordtest.Combat("A1")}
	f := discordtest.Begun(t, discordtest.With(discordtest.Drill(t, charts, `at: "7.10"`, `at: "12.10"`)))
	f.Say(f.Anna, "/end")
	m := f.Has(f.Ask(f.Anna, "/attack target:13.10 units:b-1-mil"),
		"Odds 1:12–1:8 → column below 1:3, open ground +1 column → column **below 1:3** (7.4, 7.3)",
		"⚠ **Below 1:3: automatic A1. No die is rolled, and the attacker loses a step (7.4).**\nSteps: attacker 1, defender 3–4\n**A1** 100%",
		"Attacker's step losses: 1 step 100%\n")
	give, _ := discordtest.Labelled(m, "Give the order")
	discordtest.Equal(t, "the order is offered by a button of style %d", give.Style, int(discordgo.DangerButton))
}

// A fight picked by taps shows its odds as soon as it can be given, and anew with each unit more or less.
func TestOdds_WhilePicking(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(meeting(t)))
	f.Say(f.Anna, "/end")
	m := f.Tap(f.Anna, f.Started, "Orders", "Attack")
	m = f.TapLetter(f.Anna, m, "")
	const armour, infantry = "1 Armour 12.09", "3 Infantry 12.09"
	for _, step := range []struct{ tap, want string }{
		{"✓ " + infantry, "Attack: 1 Armour 8\n"},
		{infantry, "Attack: 1 Armour 8 + 3 Infantry 6 = 14\n"},
		{"✓ " + armour, "Attack: 3 Infantry 6\n"},
		{"✓ " + infantry, "Tap the units that take part."},
		{"All that can reach it (2 units)", "Attack: 1 Armour 8 + 3 Infantry 6 = 14\n"},
	} {
		m = f.Has(f.Tap(f.Anna, m, step.tap), step.want)
	}
	f.Has(f.Tap(f.Anna, m, "Give the order"), "The Blue player attacks 12.10")
}

// Each way to divide a few step losses has a button, which says "destroyed" only of units that would be.
func TestLosses_EachWayHasAButton(t *testing.T) {
	charts := map[string]string{"charts.yaml": discordtest.Combat("A2")}
	f := discordtest.Begun(t, discordtest.With(discordtest.Drill(t, charts, `at: "7.10"`, `at: "13.09"`, `at: "5.09"`,
		`at: "12.09"`, `at: "5.12"`, `at: "12.10"`)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-3-inf,b-1-mil,b-1-arm,b-1-mot,b-2-arm,b-2-mot")
	labels := discordtest.Labels(f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Decide"))
	dies := func(label string) bool { return strings.Contains(label, "1 Militia −1 step (destroyed)") }
	discordtest.Equal(t, "%d ways are left", len(slices.DeleteFunc(slices.Clone(labels), dies)), 7)
	discordtest.Equal(t, "%d ways have buttons", len(labels), 9)
}
