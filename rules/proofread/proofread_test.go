package proofread_test

import (
	"strings"
	"testing"

	"grognard/rules/modules"
)

// What does nothing in a game of the Standard Combat Series is warned of, each at its place.
func TestProofread_StandardCombatSeries(t *testing.T) {
	const both = "movement, combat, exploitation, supply]\n  red: [movement, combat, exploitation, supply]"
	each(t, ford, []slip{
		{"game.yaml", "first-day: \"1941-06-22\"\n", "",
			[]string{"game.yaml:6:12: warning: turn-days without first-day, the date of turn 1: turns have no dates"}},
		{"game.yaml", "turn-days: 3\n", "", []string{
			"game.yaml:6:12: warning: first-day without turn-days, the days that a turn lasts: turns have no dates"}},
		{"game.yaml", "marks:\n", "marks:\n  tired: {name: Tired, attack: \"1/2\"}\n",
			[]string{"game.yaml:17:3: warning: nothing puts the mark tired on a unit"}},
		{"game.yaml", "{limit: 2}", "{limit: 2, retreat: oos}", nil},
		{"game.yaml", both, "movement, combat, exploitation]\n  red: [movement, combat, exploitation]",
			[]string{"game.yaml:17:3: warning: nothing puts the mark oos on a unit"}},
		{"game.yaml", both, "movement, combat, supply]\n  red: [movement, combat, exploitation, supply]", []string{
			"units.yaml:2:103: warning: the type blue-infantry exploits, and side blue has no phase exploitation"}},
		{"game.yaml", both + "\nstacking: {limit: 2}\noverrun: any", "movement, combat, supply]\n" +
			"  red: [movement, combat, exploitation, supply]\nstacking: {limit: 2}\noverrun: exploit",
			[]string{"game.yaml:15:10: warning: overrun: exploit, and side blue has no phase exploitation"}},
		{"units.yaml", "symbol: infantry", "symbol: air", []string{"units.yaml:2:39: warning: " +
			"the series has no rules for the symbol air: units of the type blue-infantry play as infantry"}},
		{"units.yaml", "symbol: militia", "symbol: headquarters", []string{"units.yaml:3:36: warning: " +
			"the series has no rules for the symbol headquarters: units of the type red-militia play as infantry"}},
		{"map.yaml", "ground: open", "ground: open\nplaces: [{hex: \"3.01\", name: Ford, kind: woods, vp: 2}," +
			" {hex: \"3.02\", name: Mill, kind: woods, vp: 1}]", []string{
			"map.yaml:5:53: warning: vp without victory in game.yaml: nobody counts the points of Ford, Mill"}},
		{"charts.yaml", "  rows:\n", "  rows:\n    0: [A2, A2]\n    1: [A2, A2]\n", []string{"charts.yaml:8:5: warning: " +
			"nothing reaches 0, 1: these rolls are none of 2d6, and nothing modifies a roll for combat"}},
		{"charts.yaml", `["1:1", "2:1+"]`, `["10:1", "20:1+"]`, []string{"charts.yaml:6:13: warning: nothing reaches 10:1, 20:1+: " +
			"with all that multiplies strengths, the odds of these units go from 1:12 to 4:1"}},
		{"charts.yaml", `["1:1", "2:1+"]`, `["4:1", "5:1+"]`, []string{"charts.yaml:6:20: warning: nothing reaches 5:1+: " +
			"with all that multiplies strengths, the odds of these units go from 1:12 to 4:1"}},
	})
}

// A table of a rule that only some games have has columns that its guns do not reach.
func TestProofread_RangedFire(t *testing.T) {
	each(t, batteries, []slip{
		{"units.yaml", "barrage: 9-2", "barrage: 3-2", []string{"charts.yaml:21:16: warning: nothing reaches 5, 9:" +
			" all guns of a side have a strength of 3 together"}},
		{"charts.yaml", "columns: [1, 5, 9]", "columns: [1, 9]", []string{
			"charts.yaml:21:13: the table of ranged fire has 2 columns, and each of its 6 rows has 3 results: a heading too few"}},
		{"charts.yaml", "[1, K, K]", "[1, k, K]", []string{`charts.yaml:28:12: "k" is not a result of ranged fire:` +
			` -, D, 1, 2, D1, D2, K, DK: perhaps "K" is meant`}},
	})
}

// batteries is the game of ford with guns.
func batteries() modules.Source {
	src := ford()
	for file, lines := range map[string]string{
		"game.yaml": "rules: {ranged-fire: \"1.4\", spotting: \"1.5\"}\n",
		"charts.yaml": `ranged-fire:
  dice: 1d6
  columns: [1, 5, 9]
  rows:
    1: ["-", "-", "-"]
    2: ["-", "-", 1]
    3: ["-", 1, 1]
    4: ["-", 1, 1]
    5: [1, 1, K]
    6: [1, K, K]
`} {
		src[file] = append(src[file], lines...)
	}
	for file, change := range map[string][2]string{
		"game.yaml":  {"blue: [movement,", "blue: [movement, barrage,"},
		"units.yaml": {"full: 4-4-5,", "full: 4-4-5, barrage: 9-2,"},
	} {
		src[file] = []byte(strings.Replace(string(src[file]), change[0], change[1], 1))
	}
	return src
}

// What does nothing in a game of the Battalion Combat Series is warned of, each at its place.
func TestProofread_BattalionCombatSeries(t *testing.T) {
	each(t, drill, []slip{
		{"game.yaml", "turns: 10", "turns: 10\nmarks: {tired: {name: Tired}}",
			[]string{"game.yaml:7:9: warning: nothing puts the mark tired on a unit"}},
		{modules.Overlay + "game.yaml", "", "victory: ~", []string{"map.yaml:11:51: warning: vp without victory in" +
			" game.yaml: nobody counts the points of Kessing, Overmill, Hartow, Lowcross, Sandry"}},
		{"charts.yaml", "{2-7: denied, 8-12: granted}", "{1: denied, 2-7: denied, 8-12: granted, 13: denied, 14: granted}",
			[]string{"charts.yaml:50:9: warning: nothing reaches 1, 14: with the modifiers of the table second rolls go from" +
				" 2 to 13"}},
		{"charts.yaml", "city: 6,", "city: 8,", []string{
			"charts.yaml:68:28: warning: nothing reaches city: with the modifiers of the table barrage rolls go from 1 to 6"}},
	})
}
