package reports_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// files returns the files of an answer by their names.
func files(f *discordtest.Fixture, p *player.Player, m player.Message) map[string]string {
	f.T.Helper()
	list := map[string]string{}
	for _, a := range m.Attachments {
		list[a.Filename] = string(must.Get(p.Picture(f.Ctx, a))(f.T))
	}
	return list
}

// twin returns a drill in which 1 Armour has moved with the unit under below it, and other lies below 2 Armour. The
// phase has ended, and nobody else has seen which unit is where.
func twin(t *testing.T, under, other string) *discordtest.Fixture {
	f := discordtest.Begun(t, discordtest.With(discordtest.Drill(t, nil,
		`{at: "5.09", units: [b-1-arm, b-1-mot]}`, `{at: "5.09", units: [b-1-arm, `+under+`]}`,
		`{at: "5.12", units: [b-2-arm, b-2-mot]}`, `{at: "5.12", units: [b-2-arm, `+other+`]}`)),
		discordtest.ClockAt(discordtest.Noon()).On)
	f.Say(f.Anna, "/move units:b-1-arm,"+under+" to:8.08")
	f.End(f.Anna, f.Anna, f.Boris)
	f.WaitDelivered()
	return f
}

// Two games that differ in which unit lies under another have the same report while they run, for a player as for a
// spectator, to the byte of its pictures, and another one when nothing is hidden anymore.
func TestReport_HiddenStacks(t *testing.T) {
	var running, over []map[string]string
	for _, units := range [][2]string{{"b-1-mot", "b-2-mot"}, {"b-2-mot", "b-1-mot"}} {
		f := twin(t, units[0], units[1])
		own := files(f, f.Anna, f.Says(f.Anna, "/game report", "so far", "`report.html`"))
		running = append(running, own)
		if all := files(f, f.Olga, f.Say(f.Olga, "/game report")); !maps.Equal(own, all) {
			t.Error("a player's report of a running game is not a spectator's")
		}
		f.Resign()
		over = append(over, files(f, f.Olga, f.Says(f.Olga, "/game report", "Everything in it is now public.")))
	}
	if !maps.Equal(running[0], running[1]) {
		t.Error("the report of a running game depends on what is hidden")
	}
	if maps.Equal(over[0], over[1]) {
		t.Error("the report of a game that is over does not show what was hidden")
	}
	want := []string{"map-end.png", "map-start.png", "report.html", "report.md"}
	if got := slices.Sorted(maps.Keys(running[0])); !slices.Equal(got, want) {
		t.Errorf("the files are %v, want %v", got, want)
	}
}

// The end of a game is told with a button for its report, which names the players as Discord does and says who has won.
func TestReport_ByTheButton(t *testing.T) {
	f := discordtest.Begun(t)
	f.Refused(f.Anna, "/game report", "No phase of this game has ended yet")
	f.End(f.Anna)
	told := f.Resign()
	text := files(f, f.Olga, f.Tap(f.Olga, told, "Report"))["report.md"]
	for _, want := range []string{"# Drill\n", "- Blue: Anna\n", "- Red: Boris\n", "Blue player wins", "Red player resigns (Boris)",
		"- Turn: 1 of 10\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q: %s", want, text)
		}
	}
	f.Tap(f.Anna, f.AwaitDM(f.Anna, "Red player resigns"), "Report")
}

// A player who has left the server is not shown by a number.
func TestReport_PlayerHasLeft(t *testing.T) {
	f := discordtest.Begun(t)
	f.End(f.Anna)
	f.Table.Deny(localtable.GuildID, f.Boris.User().ID, 1<<10)
	for name, text := range files(f, f.Anna, f.Say(f.Anna, "/game report")) {
		if strings.HasPrefix(name, "report.") && (strings.Contains(text, f.Boris.User().ID) ||
			!strings.Contains(text, "a player whom Discord does not name")) {
			t.Errorf("%s is %.3000s", name, text)
		}
	}
}

// Of a game that was played to its end the report says the level of victory, of what points it is, and who holds them.
func TestReport_LevelOfVictory(t *testing.T) {
	f := discordtest.New(t, discordtest.With(discordtest.Drill(t, map[string]string{"game.yaml": `turns: 1
rules: {victory: "4.0", places: "4.1"}
control: {red: ["13.06"], blue: ["7.06"]}
victory: {count: red, levels: [{at-least: 3, id: won, name: Red Victory}, {at-least: 0, id: lost, name: Blue Victory}]}`,
		"map.yaml": `places:
  - {hex: "7.06", name: Ashby, kind: village, vp: 1}
  - {hex: "13.06", name: Boughton, kind: village, vp: 2}`}, "turns: 10", "turns: 1")))
	f.Open("module:drill side:blue", "red")
	f.End(f.Anna, f.Anna, f.Anna, f.Boris, f.Boris, f.Boris)
	f.AwaitPosted(f.Olga, "The game is over", "Dice secret")
	text := files(f, f.Olga, f.Say(f.Olga, "/game report"))["report.md"]
	for _, want := range []string{"Blue Victory on turn 1 of 1: all turns have been played (Red 2 VP).",
		"Blue player holds 1 VP: Ashby 1", "Red player holds 2 VP: Boughton 2", "Red Victory: 3 or more, Blue Victory: 2 or fewer",
		"| 1 | 2 (0) | 0 | 0 |"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q: %s", want, text)
		}
	}
}
