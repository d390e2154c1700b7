package fightways_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// The panel of an activation compares all ways to fight, target by target, and says why one is missing; the page of a
// fight compares it with the others.
func TestPanel_ComparesFights(t *testing.T) {
	f := discordtest.New(t)
	m := f.Open("module:bcs-drill scenario:kessing side:blue", "red")
	f.End(f.Anna, f.Boris)
	m = discordtest.OpenOrders(f, f.Boris)
	for _, step := range []struct {
		tap   string
		wants []string
		lacks string
	}{
		{"Activate", nil, ""},
		{" Hussar Brigade", []string{"**SNAFU to roll** · fail 17%, partial 25%, full 58%"}, "now: "},
		{"Roll for SNAFU", nil, ""},
		{"Give the order", []string{"need one within 2 hexes"}, "SNAFU if"},
		{"Objective", nil, "1 Lancers AV"}, // the button names it
		{" 6.09", nil, ""},
		{"Done with objectives", []string{"**Turn 1, Hussar Brigade:** Fatigue Fresh, full SNAFU, 1 Artillery Point left, 2 steps of Support, 1 objective\n3 stacks unmoved"},
			"not possible"}, // no enemy is near
		{"1 Hussars +1 6.13", nil, ""},
		{" 6.10", nil, "instead"},
		{" 6.09", nil, "instead"}, // it is owed
		{"Give the order", []string{
			"\n-# Not possible at 6.09. **Shock Attack**: 1 Hussars stopped on entering a zone of enemy AV: no more moves or Shock Attacks (6.0-4).\n-#"}, ""},
		{"Attack by Fire", nil, ""},
		{" 6.09", []string{"\n-# Instead, by 1 Hussars: Engage: target step loss 8%, own loss 58% · Barrage: target step loss 33% · " +
			"Attack: target step loss 17%, retreat 17%, own loss 42%"}, "not possible"},
		{"Back", nil, ""}, {"Back", nil, ""}, {"Barrage", nil, ""},
		{" 6.09", []string{" target:6.09`", "\ntarget step loss 33%\nWhich unit spots; it stops"}, "stops if"},
		{" 1 Hussars", []string{" arty:1`", "\nTarget step losses: 1 step 33%\n1 Hussars spots for the mission; it has stopped already (8.0-14)\n" +
			"Hits 1 Lancers, the uppermost in 6.09, neither hard nor in a city or Prepared Defense: step loss on a roll of 5, 6 (8.0-4)"}, ""},
		{"Use 1 Air Point", []string{" air:1`", "\n-# Instead, by 1 Hussars: Engage: target step loss 8%, own loss 58%"}, "not possible"},
	} {
		if step.tap[0] == ' ' {
			m = f.TapLetter(f.Boris, m, step.tap)
		} else {
			m = f.TapStarting(f.Boris, m, step.tap)
		}
		f.Has(m, step.wants...)
		if step.lacks != "" && strings.Contains(m.Content, step.lacks) {
			t.Errorf("after %s the page says %q: %s", step.tap, step.lacks, m.Content)
		}
	}
	// without units /odds is about one of those that stand beside the target
	f.Says(f.Boris, "/odds target:6.09", "/attack", "1 Hussars", "/engage")
	f.Says(f.Boris, "/odds", "Tap a fight for its odds", "1 Hussars: **6.09** target step loss 17%")
	m = f.Has(f.Ask(f.Boris, "/attack unit:1 Hussars target:6.09 mission:suppression arty:2"), "Instead: `/attack")
	f.Has(f.TapStarting(f.Boris, m, "/attack unit:1 Hussars target:6.09"), "Nothing is committed yet")
	f.Refused(f.Boris, "/odds target:1.01", "None of your units is adjacent to 1.01")
	f.Refused(f.Boris, "/odds units:6.10", "name the enemy's hex")
	f.Refused(f.Boris, "/odds target:6.09 units:hussars-scouts", "\n• Shock Attack: ")
}
