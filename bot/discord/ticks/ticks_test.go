package ticks_test

import (
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/bot/catalogue"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/ticks"
	"grognard/bot/discord/wording"
	"grognard/bot/localtable/player"
	"grognard/bot/lookup"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/playeraid"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// kiev is a module with tables alone.
func kiev() modules.Folder {
	file := `title: Crossing at Kiev
series: scs
tables:
  Combat:
    below: A4
    rows: |
      2d6  1:2 1:1  2:1   3:1+
      0-5  A2  A1*  A1D1  NE
      6-9  A1  A1D1 D1r1  D1r2
      10+  NE  D1r1 D2r2* D3r3
  Weather: |
    d6   | Summer | Winter
    1-5  | Clear  | Deep snow
    6    | Storm  | Mud
terrain:
  German: {Woods: {move: 2, shift: -1}, River: {move: +1, attack: 1/2, rule: "4.2"}}
  Soviet: {Woods: {move: 1, shift: -1}, River: {move: +1, attack: 1/2, rule: "4.2"}}
  Romanian: {Woods: {move: 1, shift: -1}}
modifiers:
  Armour: {shift: +1, rule: "7.1"}
  Fog: {roll: -2, tables: [Combat, Weather]}
results:
  NE: no effect
  "*": {means: the defender loses one more step, defender: 1}
`
	return modules.Folder{ID: "kiev", Where: "kiev", Files: fstest.MapFS{"tables.yaml": {Data: []byte(file)}}}
}

// A game of which there are tables alone is listed and looked up, by option and by button, and no game of it is opened.
func TestTables_LookedUp(t *testing.T) {
	f := discordtest.New(t, discordtest.Everywhere, discordtest.With(kiev()))
	games := f.Reads(f.Ask(f.Anna, "/games"), "**Crossing at Kiev** (`kiev`): for look-ups only, not for play; tables: Combat, Weather.")
	f.Reads(f.Tap(f.Anna, games, "Look up Crossing at Kiev"), "Your look-ups use this game")
	f.Refused(f.Anna, "/game new module:kiev", "no such game")

	odds := f.Reads(f.Ask(f.Anna, "/odds attack:9 defence:4 modifiers:armour, river"), "With **Armour** →1 (7.1) · **River** attack ×½ (4.2)",
		"Modified strengths: 4½ against 4", "column **1:1**, shifted +1 to **2:1**", "**D2r2\\*** 17% (6/36)",
		"defender loses steps: 1+ 100%, 2+ 17% (6/36), 3+ 17% (6/36)", "\\*: the defender loses one more step")
	for _, label := range []string{"Woods ←1", "✓ River attack ×½", "✓ Armour →1", "Fog −2 to the dice"} {
		f.HasLabel(odds, label, true)
	}
	odds = f.Reads(f.Tap(f.Anna, odds, "✓ River attack ×½"), "column **2:1**, shifted +1 to **3:1+**")
	odds = f.Reads(f.Tap(f.Anna, odds, "Woods ←1"), "With **Woods** ←1 · **Armour** →1 (7.1)\n", "column **2:1**\n")
	odds = f.Reads(f.Tap(f.Anna, odds, "Fog −2 to the dice"), "**A1D1** 58% (21/36)")
	f.Tap(f.Anna, odds, "Share")
	f.Await(f.Boris, player.Posted(f.Channel, "`/odds attack:9 defence:4`", "**Fog** −2 to the dice"))

	f.Reads(f.Ask(f.Anna, "/odds attack:1 defence:9"), "Below 1:2, the first column: no die is rolled.\n**A4** 100%")
	f.Suggests(f.Anna, "/crt modifiers:arm", "Armour")
	f.Suggests(f.Anna, "/roll dice:wea", "d6")
	f.Suggests(f.Anna, "/crt modifiers:Fog, wo", "Fog, Woods")
	f.Suggests(f.Anna, "/crt modifiers:Fog，wo", "Fog, Woods")
	f.Refused(f.Anna, "/odds attack:9 defence:4 modifiers:forest", "There is no modifier “forest” for this table (try")
	f.Refused(f.Anna, "/crt table:weather modifiers:Armour", "There is no modifier “Armour” for this table (try Fog)")

	table := f.Reads(f.Ask(f.Anna, "/crt odds:3:1 roll:7 modifiers:Fog"), "Column 3:1+, roll 0-5: **NE**", "58% (21/36)", "NE: no effect")
	thrown := f.Reads(f.Tap(f.Anna, table, "Try a roll of 2d6 · counts in no game"), "Column 3:1+, roll ")
	sum := regexp.MustCompile(`= \*\*(\d+)\*\*`).FindStringSubmatch(thrown.Content)
	if sum == nil {
		t.Fatalf("no dice were thrown: %s", thrown.Content)
	}
	f.Tap(f.Anna, thrown, "Share")
	f.Await(f.Boris, player.Posted(f.Channel, "rolled in private with `/crt odds:3:1 roll:2d6 modifiers:Fog`", "= **"+sum[1]+"**"))
	weather := f.Reads(f.Ask(f.Anna, "/crt table:weather"), "choose a column by its heading", "Columns: Summer, Winter")
	f.HasLabel(weather, "Armour →1", false)
	f.Reads(f.Tap(f.Anna, weather, "Fog −2 to the dice"), "With **Fog** −2 to the dice")
	terrain := f.Reads(f.Ask(f.Anna, "/terrain kind:river"), "Soviet\n- **River** (4.2): move +1 · Combat attackers ×½")
	for name, m := range map[string]player.Message{"odds.png": odds, "terrain.png": terrain} {
		discordtest.Equal(t, name+" are %d pictures", len(m.Attachments), 1)
	}
	if alt := f.Alt(f.Anna, table, "results.png"); strings.Contains(alt, "\\") || !strings.Contains(alt, "0-5 · 1:2 A2 · 1:1 A1* · 2:1 A1D1 · 3:1+ NE") {
		t.Errorf("the table is described as %q", alt)
	}
}

// A game that ships has dice to roll on its tables too, and its terrain to tick.
func TestTables_OfAWholeGame(t *testing.T) {
	f := discordtest.New(t, discordtest.Everywhere)
	table := f.Tap(f.Anna, f.Ask(f.Anna, "/crt odds:3:1"), "Autumn for Barbarossa")
	f.Reads(f.Tap(f.Anna, table, "Try a roll of 2d6 · counts in no game"), " = **", "Column 3:1, roll ")
	f.Refused(f.Anna, "/odds attack:9 defence:4 modifiers:woods", "There is no modifier “woods” for this table (try")
	odds := f.Reads(f.Ask(f.Anna, "/odds attack:9 defence:4 modifiers:Light Woods, minor-river"),
		"With **light woods** ←1 (7.3) · **minor river** attack ×½ (7.3)", "Modified strengths: 4½ against 4",
		"column **1:1**, shifted −1 to **1:2**")
	f.Reads(f.Tap(f.Anna, odds, "✓ minor river attack ×½"), "column **2:1**, shifted −1 to **1:1**")
	f.Refused(f.Anna, "/crt table:air-strike modifiers:swamp", "This game has no named modifiers for Air Strikes")
}

// A button of an older module names modifiers by numbers that may be gone.
func TestRead_Stale(t *testing.T) {
	aid := must.Get(playeraid.Read(kiev()))(t)
	loc := wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default))
	for ticked, want := range map[string]string{"99.-1.x.": "", "3": "Fog", "": "", "0.0.2": "Woods Armour"} {
		all := must.Get(ticks.Read(loc, lookup.OfAid(aid), aid.Reference().Tables[0], ask.TypedCommand{Verb: "crt",
			Values: map[string]string{"ticked": ticked, "modifiers": "River"}}))(t)
		var names []string
		for _, m := range all {
			names = append(names, m.Name)
		}
		discordtest.Equal(t, "the modifiers "+ticked+" are %s", strings.Join(names, " "), want)
	}
}
