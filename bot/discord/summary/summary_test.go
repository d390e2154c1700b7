package summary_test

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/summary"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// The report in which a turn ends says so, with what the turn has cost.
func TestTurn_InTheReport(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	f.Say(f.Anna, "/pass")
	f.End(f.Anna, f.Anna)
	f.AwaitPosted(f.Olga, "\n**What happened:**\n• **13.10: D1r3**, 5:1; Red 1 Militia destroyed\n")
	f.End(f.Boris, f.Boris, f.Boris)
	f.AwaitPosted(f.Olga, "\n**Turn 1 of 10 is over.** 1 fight or strike.\nLosses: Red 1 Militia destroyed\n"+
		"**Turn 2 of 10 begins**: Blue movement.\n")
}

// Hits of kill rolls on units that nobody was told of count among the losses.
func TestTurn_HitsOnUnseenUnits(t *testing.T) {
	loc, b := table(t)
	at := hex.Hex{Col: 25, Row: 10}
	event := func(kind view.MapEventKind, side order.Side, units ...view.Counter) *view.MapEvent {
		return &view.MapEvent{Kind: kind, Side: side, Path: []hex.Hex{at}, Hit: true, Count: 1, Units: units}
	}
	lines := []view.Line{{Turn: 1, MapEvent: event(view.Struck, "german")},
		{Turn: 1, Text: view.T("told.kill", "hex", at, "n", 3, "hit", 2)},
		{Turn: 1, MapEvent: event(view.Died, "soviet", view.Counter{Name: "50 Cav Div"})}}
	for name, words := range map[string]string{"fights": summary.Fights(loc, b, lines), "turn": summary.Turn(loc, b, 1, lines)} {
		if !strings.Contains(words, "Soviet 50 Cav Div destroyed; 1 hit on an unseen unit") {
			t.Errorf("%s: %s", name, words)
		}
	}
	lines = append(lines, view.Line{Turn: 1, Reckoned: &view.Reckoning{Target: at, Column: "1:1", Result: "D1"}},
		view.Line{Turn: 1, MapEvent: event(view.Reduced, "soviet")})
	if words := summary.Turn(loc, b, 1, lines); !strings.Contains(words, "destroyed, 1 step; 1 hit on an unseen unit") {
		t.Errorf("after another fight there: %s", words)
	}
}

func table(t *testing.T) (wording.Localizer, *view.Board) {
	t.Helper()
	m := &view.Map{Sides: []order.Nation{{ID: "german", Name: "German"}, {ID: "soviet", Name: "Soviet"}}}
	b := &view.Board{Map: m, Turn: 2, Turns: 10, Phase: view.Phase{Side: "german", Name: "movement"}}
	return wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default)).On(m), b
}

// A place that units took in an advance after a fight stands below that fight.
func TestFights_PlaceTaken(t *testing.T) {
	loc, b := table(t)
	at := hex.Hex{Col: 25, Row: 13}
	words := summary.Fights(loc, b, []view.Line{{Reckoned: &view.Reckoning{Side: "german", Target: at, Column: "6:1", Result: "D4r3"}},
		{Text: view.T("told.control", "side", order.Side("german"), "hex", at, "vp", 1), MapEvent: &view.MapEvent{Kind: view.Taken, Path: []hex.Hex{at}}}})
	if !strings.Contains(words, "• **25.13: D4r3**, 6:1\n• The German player takes 25.13: 1 VP") {
		t.Error(words)
	}
}

// The report of an activation says that an HQ was jumped, although the channel was told of it when it happened.
func TestFights_JumpedHQ(t *testing.T) {
	f := discordtest.New(t)
	f.Open("module:bcs-drill scenario:kessing side:blue", "red")
	f.End(f.Anna, f.Boris)
	for _, given := range []string{"/activate formation:Hussar Brigade", "/snafu", "/objective hex:6.09", "/end",
		"/move units:hussars-scouts to:6.07"} {
		f.Say(f.Boris, given)
	}
	f.AwaitPosted(f.Olga, "Lancer Headquarters was jumped at 6.07 and must retreat")
	f.TapLetter(f.Anna, f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Decide"), "")
	f.Says(f.Boris, "/move units:hq-hussars to:6.12", "moved from 6.14 to 6.12") // its radius reaches the Scouts
	f.Say(f.Boris, "/end")
	f.Say(f.Boris, "/pass")
	f.AwaitPosted(f.Olga, "\n• SNAFU, Hussar Brigade: **", "\n• Lancer Headquarters was jumped at 6.07 and must retreat\n", "\n• Blue: Lancer Headquarters, which was jumped, ",
		"\n• Red: Hussar Scouts moved from 5.13 to 6.07\n")
}

// The report of an activation tells new lines and announced ones in the order of events, and of these all that befell units:
// who left the map, rolls of command, Fatigue, suppression; steps lost by isolation are no fight's.
func TestStory_InOrder(t *testing.T) {
	loc, b := table(t)
	b.Map.Groups = []view.Group{{ID: "a"}}
	at, hussars := hex.Hex{Col: 6, Row: 13}, []view.Name{{Name: "3 Hussars"}}
	lost := func(seq uint64, rule view.Rule) view.Line {
		return view.Line{Seq: seq, Rule: rule, Text: view.T("told.step", "side", order.Side("german"), "unit", hussars[0], "left", 2),
			MapEvent: &view.MapEvent{Kind: view.Reduced, Side: "german", Path: []hex.Hex{at}, Units: []view.Counter{{Name: "3 Hussars"}}}}
	}
	b.Told = []view.Line{
		{Seq: 1, Text: view.T("bcs.told.activates", "side", order.Side("german"), "formation", "Hussar Brigade")},
		{Seq: 2, Text: view.T("bcs.told.rolls-snafu", "formation", "Hussar Brigade"), Reckoned: &view.Reckoning{Target: hex.None, Result: "partial"}},
		{Seq: 2, Text: view.T("bcs.told.suppression", "side", order.Side("german"), "hex", at)},
		{Seq: 2, Reckoned: &view.Reckoning{Target: at, Side: "german", Note: view.T("bcs.sign.attack"), Alone: true, Result: "a1"}}, lost(2, "7.2-9"),
		{Seq: 2, Text: view.T("bcs.told.retreats-off-7.5-18", "side", order.Side("soviet"), "units", hussars),
			MapEvent: &view.MapEvent{Kind: view.Gone, Path: []hex.Hex{at}}},
		{Seq: 3, Text: view.T("told.idle", "side", order.Side("german"), "phase", "movement")},
		{Seq: 4, Text: view.T("bcs.told.fatigue", "formation", "Hussar Brigade", "was", "Fatigue 1", "level", "Fatigue 2")}, lost(4, "10.5-1")}
	account := func(lines []view.Line) string { return "new " + lines[0].Text.ID }
	got := summary.Story(loc, b, map[uint64]bool{2: true, 4: true}, account)
	if want := `• new bcs.told.activates
• SNAFU, Hussar Brigade: **partial**
• The German player suppresses 6.13
• **6.13: a1**, German Attack; German 1 step lost by 3 Hussars
• Soviet: 3 Hussars retreated off the map until the next Reinforcements Phase: HQ less than three hexes away
• new told.idle
• Hussar Brigade: Fatigue 1 → Fatigue 2
• German: 3 Hussars loses a step, 2 left`; got != want {
		t.Errorf("%s", got)
	}
	march, rest := b.Told[6], view.Line{Text: view.T("told.idle", "side", order.Side("german"), "phase", "combat")}
	march.MapEvent = &view.MapEvent{Kind: view.Marched, Path: []hex.Hex{at}}
	died := view.Line{MapEvent: &view.MapEvent{Kind: view.Died, Side: "german", Path: []hex.Hex{at}, Count: 1, Units: []view.Counter{{Name: "3 Hussars"}}}}
	trains := []view.Line{{Text: view.T("bcs.told.trains-illegal", "formation", "Hussar Brigade")}, {Text: view.T("bcs.told.trains-legal", "formation", "Hussar Brigade")}}
	one, _ := summary.Since(loc, b, []view.Line{march, rest}, 1, 999)
	jumped := view.Line{Text: view.T("bcs.told.retreats-jumped", "to", hex.Hex{Col: 6, Row: 17}), MapEvent: &view.MapEvent{Kind: view.Placed, Path: []hex.Hex{at}}}
	hq, _ := summary.Since(loc, b, []view.Line{jumped, march}, 1, 999)
	costs, _ := summary.Since(loc, b, append(b.Told, died, march, rest), 2, 999)
	few, left := summary.Since(loc, b, slices.Concat(b.Told[:1], trains, b.Told[1:], []view.Line{{Text: view.T("bcs.told.ends", "formation", "Hussar Brigade")}}), 24, 325)
	if !strings.Contains(one[0], "movement") || !strings.Contains(costs[0], "3 Hussars destroyed") || left == 0 ||
		strings.Contains(few[1], "no longer") || !strings.Contains(few[1], "off the map") || !strings.Contains(hq[0], "6.17") {
		t.Errorf("a move, all losses, the last word on Trains, a fight or an HQ is left out: %q, %q, %q, %q", one, costs, few, hq)
	}
	if words := summary.Turn(loc, b, 0, append(b.Told, died)); !strings.Contains(words, "German 3 Hussars destroyed\n") {
		t.Errorf("steps of a unit that is destroyed count beside it: %s", words)
	}
}
