package play_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/bot/discord/discordtest"
)

// An activation of the Battalion Combat Series takes taps alone: each hex has a letter on a picture. A tap here is the
// beginning of a label or, if it begins with a space, the end of one.
func TestActivation_ByTaps(t *testing.T) {
	f := &thumb{Fixture: discordtest.New(t)}
	f.m = f.Open("module:bcs-drill scenario:kessing side:blue", "red")
	f.End(f.Anna, f.Boris) // the assignment of assets
	f.p, f.m = f.Boris, discordtest.OpenOrders(f.Fixture, f.Boris)
	for _, tap := range []string{"Activate", " Hussar Brigade", "Roll for SNAFU", "Give the order",
		"Objective", " 6.09", "Done with objectives", "Hussar Scouts 5.13", " 5.10", "1 Hussars +1 6.13", " 6.10",
		" 6.09", "Give the order", "Move Trains", " 6.14", "End the activation", "End the activation", "Pass"} {
		f.taps++
		if tap[0] == ' ' {
			discordtest.Equal(t, tap+" is chosen on %d pictures", len(f.m.Attachments), 1)
			f.m = f.TapLetter(f.p, f.m, tap)
		} else {
			f.m = f.TapStarting(f.p, f.m, tap)
		}
		if tap == " 5.10" { // where the units went, not the whole formation
			discordtest.Contains(t, f.Picture(f.p, f.m), "BCS Drill around 7.10")
		}
	}
	f.Has(f.m, "The activation of Hussar Brigade ends")
	discordtest.Equal(t, "the activation took %d taps", f.taps, 18)
	f.HasLabel(f.m, "Undo pass", true)
	f.m = f.Tap(f.p, f.m, "Undo pass", "Roll for a second activation")
	if denied := strings.Index(f.m.Content, "denied"); denied > 100 || denied >= 0 && len(f.m.Attachments) != 1 {
		t.Errorf("the roll does not come first, or without a picture: %q", f.m.Content)
	}
	levels := []string{"Blue VP at the end of the game (8 turns): Major Blue Victory: 9 or more, ", "Draw: exactly 5"}
	f.Says(f.p, "/game status", levels...)
	f.Has(f.AwaitPosted(f.p, "The game begins"), levels...)
	f.Has(f.AwaitPosted(f.p, "proof of fair dice"), levels...)
}

// Each page of an activation says what its order does and what it costs, with a picture of where, before it is given;
// formations and assets bear the names that are printed.
func TestActivation_PagesSayWhatTheyCost(t *testing.T) {
	f := discordtest.New(t)
	f.Open("module:bcs-drill scenario:kessing side:blue", "red")
	f.AwaitPosted(f.Olga, "In each turn the Red player activates first, as the scenario says: no initiative is rolled")
	m := f.Has(f.Tap(f.Anna, discordtest.OpenOrders(f, f.Anna), "Assign"), "Artillery, Support",
		"**A**: 9 Sappers · assigned to Fusilier Brigade")
	m = f.Has(f.Tap(f.Anna, m, "Blue Corps Artillery · 2 Artillery Points; assigned to Fusilier Brigade"), "Choose a Formation, by the letter of its HQ; the tap gives the order", "**A**: Lancer Brigade",
		"Blue Corps Artillery: 2 Artillery Points; assigned to Fusilier Brigade\nAn asset stays with its Formation until you assign it")
	discordtest.Equal(t, "an assignment is shown with %d pictures", len(m.Attachments), 1)
	f.Has(f.TapLetter(f.Anna, m, " Lancer Brigade"), "assigned to Lancer Brigade")
	f.End(f.Anna, f.Boris)
	m = discordtest.OpenOrders(f, f.Boris)
	for _, step := range []struct {
		tap   string
		wants []string
	}{
		{"Activate", []string{"**A**: Hussar Brigade · SNAFU now: fail 17%, partial 25%, full 58% (Fresh +1, Trains optimal +1)\n**B**: Rifle Brigade · "}},
		{" Hussar Brigade", []string{"1 Artillery Point left"}},
		{"Recovery", []string{"The activation ends: no SNAFU roll, no activities (10.4-4)", "Once a turn (10.4-9)"}},
		{"Back", nil},
		{"Roll for SNAFU", []string{"Chances now: fail", "Fresh +1 (10.4-13), Trains at Optimal Distance +1 (10.3-17)",
			"can't take the roll back"}},
		{"Give the order", nil},
		{"Objective", []string{"0 set; any number or none, whatever the SNAFU roll (4.3-1)"}},
		{" 6.09", nil},
		{"Done with objectives", []string{"**Turn 1, Hussar Brigade:** Fatigue Fresh, full SNAFU, 1 Artillery Point left, ",
			"\n3 stacks unmoved"}},
		{"Barrage", []string{"\n**A**: Hussar Scouts ", "\n**B**: 1 Hussars ", "\n**B**: 3 Hussars "}}, // no letter without words
		{"Back", nil}, {"Hussar Scouts 5.13", nil},
		{" 5.10", []string{"Not possible at 6.09. **Attack**: Hussar Scouts shows no Assault Arrow"}},
		{"Undo", []string{"\n3 stacks unmoved"}},
		{"Hussar Scouts 5.13", nil}, {" 7.11", nil}, {"Recon · 50%", []string{"at most 3 on one die"}}, {"Back", nil}, {"Undo", nil},
		{"More…", nil}, {"Back", nil}, {"More…", nil}, {"Hussar Brigade", []string{"**Hussar Brigade** · Red\nFatigue Fresh, MSR to its Trains 5 hexes, Trains optimal, Command Radius 6, ",
			"2 steps of Support, Support of its own (2 steps, AV 4)",
			"**6.13** 1 Hussars AV 4, range 2, AR 3, move 7 tactical", " (4 steps), 7 MP; 3 Hussars AR 3",
			"\n**6.19** Hussar Trains\n", "**Due on turn 3, entry area north** 2 Hussars"}},
		{"My side", []string{"Red Rifle Brigade: Fatigue 0, Prepared Defense", "the Red stacks, top unit first"}},
		{"Back", nil}, {"Flip", []string{"Other side: 1 Hussars", "(Move side) · 10 MP"}}, {"1 Hussars", []string{"Other side: 1 Hussars AV", "Other side: 3 Hussars AR"}}, {"Undo", []string{"Other side: 1 Hussars"}},
		{"Back", nil}, {"Move Trains", []string{"/trains formation:Hussar Brigade", "Where they are now: **at Optimal Distance**. Trains that move flip to Ghost at the end of the activation", "**O Hartow**: Optimal Distance · 2 VP"}},
		{"Back", nil}, {"Fall back", []string{"Each unit loses 1 step and is Finished"}},
		{"Back", nil},
		{"1 Hussars +1 6.13", []string{"must engage 6.09 at Net −2 (AV and AR 7 to 9), 8.09 at Net +1 (AV and AR 7 to 6) (one Engagement; you choose the target",
			"10 of the 40 hexes in reach (outlined)"}},
		{" 6.10", []string{"**A**: target step loss 8%, own loss 58% · 1 Lancers"}},
		{" 6.09", []string{"both can lose steps (7.1)", "a unit stops at its second Fire Event (7.0d-1)"}},
		{"Back", []string{"make an Engagement"}},
		{" 6.09", nil}, {"Give the order", nil},
		{"Attack by Fire", []string{"only the target can lose a step (8.3)"}},
		{"Back", nil},
		{"Attack ·", []string{"Action Rating against Action Rating",
			"\n• 3 Hussars AR 3 (4 steps, Stopped, Has Support) at 6.10 · **6.09** target step loss 17%, retreat 17%, own loss 42%"}},
		{"1 Hussars", nil}, // its letter would be that of 3 Hussars too
		{" Assist: 3 Hussars · +1, however many assist", []string{"assist:3 Hussars"}},
		{"✓ A · Assist: 3 Hussars", []string{"Can also assist: 3 Hussars",
			"a mission can be added (8.0). Suppression (1 point) adds +1 to the roll; Destruction (1 point) fires first. 1 Hussars would spot for it (8.0-14)"}},
		{"Suppression", []string{"mission:suppression"}},
		{"A · Assist: 3 Hussars", []string{"assist:3 Hussars mission:suppression"}}, // who assists can be chosen after a mission, too
		{"✓ A · Assist: 3 Hussars", nil},
		{"✓ Suppression", []string{"a mission can be added (8.0)"}}, {"Suppression", nil},
		{"Destruction", []string{"mission:destruction"}},
		{"Also: Use 1 Air Point", []string{" arty:1 air:1`"}},
		{"✓ Use 1 Air Point", []string{" arty:1`"}},
	} {
		_, exact := discordtest.Labelled(m, step.tap)
		switch {
		case exact:
			m = f.Tap(f.Boris, m, step.tap)
		case step.tap[0] == ' ':
			m = f.TapLetter(f.Boris, m, step.tap)
		default:
			m = f.TapStarting(f.Boris, m, step.tap)
		}
		discordtest.Equal(t, step.tap+" is shown with %d pictures", len(m.Attachments), 1)
		f.Lacks(f.Has(m, step.wants...), "odds 0:0")
		if _, undo := discordtest.Labelled(m, "Undo"); step.tap == "Back" && strings.Contains(m.Content,
			"make an Engagement") && !undo {
			t.Error("the move that forced the Engagement can no longer be taken back")
		}
		if strings.HasPrefix(m.Content, "**Turn 1, Hussar Brigade:**") {
			ways := strings.Count(m.Content, "AV · ") + strings.Count(m.Content, "Air · ")
			if n := phoneLines(m.Content); n > 13+3*ways+3*strings.Count(m.Content, "ot possible at ") {
				t.Errorf("after %s the panel has %d lines on a phone: %q", step.tap, n, m.Content)
			}
		}
	}
	f.HasLabel(m, "Give the order · 6.09 · loss 44%, retreat 17%, own loss 42%", true)
}

// phoneLines returns how many lines a text takes on a phone that is 390 pixels wide.
func phoneLines(text string) (n int) {
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "**", ""), "\n") {
		n += (utf8.RuneCountInString(line) + 43) / 44
	}
	return n
}

// After an objective others can be set by a tap each, under the letters that they had, or the step can be ended.
func TestActivation_ShowsTheObjective(t *testing.T) {
	f := discordtest.New(t)
	f.Open("module:bcs-drill scenario:kessing side:blue", "red")
	f.End(f.Anna, f.Boris)
	m := discordtest.OpenOrders(f, f.Boris)
	for _, tap := range []string{"Activate", " Hussar Brigade", "Roll for SNAFU", "Give the order", "Objective", " 8.09",
		" 14.09"} {
		if tap[0] == ' ' {
			m = f.TapLetter(f.Boris, m, tap)
		} else {
			m = f.TapStarting(f.Boris, m, tap)
		}
	}
	discordtest.Contains(t, f.Picture(f.Boris, f.Has(m, "sets an objective at 14.09")), "A: 6.07. B: 6.09. C: 8.09. D: 9.08. E: Kessing (10.10). F: Sandry (14.06). G: 14.09. H: 15.10.")
	for label, enabled := range map[string]bool{"✓ C 8.09": false, "✓ G 14.09 · too far to barrage": false, "H 15.10": true,
		"Undo": true, "Done with objectives": true} {
		b, found := discordtest.Labelled(m, label)
		discordtest.Equal(t, label+" can be tapped: %t", found && !b.Disabled, enabled)
	}
	m = f.Tap(f.Boris, m, "Undo")
	f.HasLabel(m, "G 14.09 · 1 Fusiliers and 1 more · too far to barrage", true)
	f.Tap(f.Boris, m, "Done with objectives")
	f.Says(f.Boris, "/move units:Hussar Scouts to:6.14", "moved")
	f.HasLabel(f.Tap(f.Boris, discordtest.OpenOrders(f, f.Boris), "Fall back"), "Hussar Headquarters 6.14", true)
}
