package discord_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules/modules"
	"grognard/rules/must"
)

// sureBattalions is the drill of the series whose Formations are activated in turn, with tables by which every roll
// succeeds, and with more changes of its text.
func sureBattalions(t *testing.T, more ...[2]string) modules.Folder {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range must.Get(filepath.Glob("../../rules/modules/bcs-drill/*.yaml"))(t) {
		text := string(must.Get(os.ReadFile(name))(t))
		for _, change := range append([][2]string{{"{2-6: fail, 7-8: partial, 9-12: full}", "{2-12: full}"},
			{"{2-7: denied, 8-12: granted}", "{2-12: granted}"},
			{"{2-5: f1, 6-8: \"-\", 9-12: t1 / support drop}", "{2-12: t1 / support drop}"},
			{"{2-5: a1, 6-8: \"-\", 9-10: d1 situational, 11-12: d1 automatic}", "{2-12: d1 situational}"}}, more...) {
			text = strings.Replace(text, change[0], change[1], 1)
		}
		files[filepath.Base(name)] = &fstest.MapFile{Data: []byte(text)}
	}
	return modules.Folder{ID: "bcs-drill", Where: "bcs-drill", Files: files}
}

// An activation goes from /activate to a second one at the table: typed, with what is offered, foretold and told, and
// with the panel of the Formation whose activation it is.
func TestSeries_ActivationOfAFormation(t *testing.T) {
	f := discordtest.New(t, discordtest.With(sureBattalions(t)))
	f.Say(f.Anna, "/game new module:bcs-drill")
	f.Tap(f.Anna, f.AwaitPosted(f.Anna, "BCS Drill", "for example `/"), "Play Blue")
	f.Say(f.Boris, "/game join side:red")
	f.Tap(f.Boris, f.AwaitPosted(f.Boris, "A seat is taken", "Red: <@"+f.Boris.User().ID), "Start the game")
	f.AwaitPosted(f.Olga, "The game begins")
	f.Has(f.Say(f.Anna, "/move units:lancers-1 to:6.09"), "That is done in")
	f.Says(f.Anna, "/end", "turn 1 of 4, Red assignment")
	f.Has(f.Ask(f.Boris, "/end"), "can do nothing this turn: Red Corps Anti-tank")
	f.Has(f.Tap(f.Boris, f.Tap(f.Boris, discordtest.OpenOrders(f, f.Boris), "Assign"), "Red Corps Anti-tank · 1 step of Support, AV 4; not assigned yet"), "1 step of Support, AV 4, range 3, Stand Off; not assigned yet. Its Support is with each unit")
	f.Says(f.Boris, "/end", "turn 1 of 4, Blue activation")

	f.Suggests(f.Anna, "/activate formation:l", "lancers")
	f.Has(f.Say(f.Anna, "/activate formation:hussars"), "Hussar Brigade is the enemy's: name one of your own Formations.\n")
	f.Says(f.Anna, "/activate formation:lancers", "The Blue player activates Lancer Brigade")
	f.Has(f.Say(f.Olga, "/due"), "Blue activation, Lancer Brigade active, now: before the SNAFU roll")
	f.Has(f.Say(f.Anna, "/due"), "now: before the SNAFU roll", "SNAFU to roll** · full 100%")
	f.Has(f.Say(f.Anna, "/help"), "/snafu", "/recover")
	f.Has(f.Say(f.Anna, "/end"), "Roll for SNAFU first", "10.4-4")
	f.Says(f.Anna, "/snafu", "SNAFU, Lancer Brigade", "Fresh +1", "Trains optimal +1", "**full**\n")
	f.Says(f.Anna, "/objective hex:6.13", "The Blue player sets an objective at 6.13", "4.3-1")
	f.Say(f.Anna, "/end")
	f.Has(f.Say(f.Boris, "/game status"), "Lancer Brigade: Fatigue Fresh", "1 objective", "now: activities")
	f.Has(f.Say(f.Anna, "/move units:fusiliers-1 to:14.08"), "1 Fusiliers does not belong to the active Formation, Lancer Brigade.")
	f.Has(f.Say(f.Anna, "/move units:lancers-1 to:7.14"), "Refused")
	f.Says(f.Anna, "/move units:lancers-1 to:7.11", "1 Lancers moved from 6.08 to 7.11 for 4 MP",
		"1 Lancers stopped (6.0-4, 6.0-9)")
	f.Has(f.Say(f.Anna, "/end"), "6.0-10")
	f.Has(f.Say(f.Anna, "/due"), "make an Engagement (`/engage`): 1 Lancers (6.0-10). Blue activation, Lancer Brigade active, now: activities. Last move")
	f.Has(f.Say(f.Anna, "/stack show hex:7.11"), "AV 5, range 2, AR 4, move 8 tactical", "Stopped")

	m := f.Ask(f.Anna, "/engage unit:lancers-1 target:7.12") // it is foretold before it is confirmed
	b, _ := discordtest.Labelled(m, "Results table")         // it names the game, for direct messages
	discordtest.Contains(t, b.CustomID, "game=BCS Drill")
	discordtest.Equal(t, "the table replaces the order's page: %t", f.Has(f.Tap(f.Anna, m, "Results table"), "Column ", "f: steps lost by the firer").ID == m.ID, false)
	f.Has(m, "1 Lancers AV 5 +4 [Action Rating] = 9", "Net +5", "Target step losses: 1 step 100%")
	f.Has(f.Tap(f.Anna, m, "Give the order"), "The Blue player engages 7.12", "Hussar Scouts", "loses a step, 1 left")
	f.AwaitPosted(f.Olga, "**7.12: t1**, Engagement at +5, rolled ", "Blue: 1 Lancers engaged")
	m = f.Ask(f.Anna, "/attack unit:lancers-1 target:7.12")
	f.Has(m, "Attack: 1 Lancers AR 4", "Defense: Hussar Scouts AR 3", "Target destroyed: 100%\nOwn step losses: none\nNo modifier", "1 Lancers must enter", "No modifier counts; the table has assist +1, suppression +1\n", "No unit can assist as things stand (7.2-3, 7.2-7)")
	f.Says(f.Anna, "/odds target:7.12 units:lancers-1", "d1 situational") // what the table gives stands there
	f.Lacks(f.Has(f.Tap(f.Anna, m, "Give the order"), "The Blue player attacks 7.12", "Hussar Scouts destroyed", "7.2-4", "1 Lancers advanced from 7.11 to 7.12", "7.4-1", "Finished: 1 Lancers"), "nothing more in this activation")
	f.Has(f.Say(f.Anna, "/reach unit:lancers-2"), "In this activation, with 6 MP left")
	f.Has(f.Say(f.Anna, "/map layer:zones"), "hexes in plain zones")
	f.Says(f.Anna, "/end", "roll for a second activation")
	f.Has(f.Say(f.Anna, "/due"), "roll for a second activation (`/second`) or pass (`/pass`)")
	f.Says(f.Anna, "/second", "Second activation, Lancer Brigade", "granted", "a second time")
	f.Says(f.Boris, "/since", "• **The Blue player activates Lancer Brigade**: SNAFU", "\n• **The Blue player activates Lancer Brigade a second time**")
	f.Has(f.Say(f.Boris, "/game status"), "second activation, now: before the SNAFU roll")
	without(f, identifiers, f.Anna, f.Boris, f.Olga)
}

// A list goes on over a decision that its next line makes, and its attacks are the first unit's, with the others' help.
// A line that is not understood says which option it lacks. /odds answers by each kind of fight, and /since tells an
// activation as one.
func TestSeries_ListOfFights(t *testing.T) {
	clock := discordtest.ClockAt(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	f := battalions(t, clock.On)
	f.AwaitPosted(f.Olga, "The game begins")
	f.Say(f.Anna, "/end")
	f.Say(f.Boris, "/end")
	f.Say(f.Anna, "/activate formation:lancers")
	f.Say(f.Anna, "/snafu")
	f.Say(f.Anna, "/objective hex:6.13")
	f.Say(f.Anna, "/end")
	f.Has(f.Say(f.Anna, "/orders list:6.08 > 6.12; /engage unit:lancers-1"), "**2**", "/engage needs `target:`")
	f.Has(f.Say(f.Anna, "/orders list:lancer brigade > 6.12; lancers 6.08 > 6.12"), "**2**", "Lancers: 6.08 → 6.12")
	f.Has(f.Say(f.Anna, "/orders list:lancers-1"), "any command such as `/engage` or `/pass`")
	m := f.Say(f.Anna, "/orders list:6.08 > 6.12; /engage unit:lancers-1 target:6.13; 6.13 < lancers-1, lancers-3")
	f.Has(f.Tap(f.Anna, m, "Carry out lines 1–2 · line 3 only if the dice allow"), "3 of 3 lines done", "The Blue player engages 6.13", "The Blue player attacks 6.13, 3 Lancers assisting", "from 6.13: three hexes, nearer to a supply source (`/retreat`)")
	f.Has(f.Say(f.Olga, "/due"), "1 Hussars, 3 Hussars from 6.13", "(7.5-13). Blue activation, Lancer Brigade active, now: activities.")
	f.Has(f.Say(f.Anna, "/retreat units:hussars-1 to:6.16"), "The Red player must decide first", "7.5-13")
	f.Has(f.Say(f.Boris, "/move units:hussars-1 to:6.16"), "You must decide first (`/retreat`)")
	f.Has(f.Say(f.Boris, "/retreat units:6.13 to:6.12"), "7.5-13")
	f.Says(f.Boris, "/retreat units:6.13 to:6.16", "retreated from 6.13 to 6.16")
	f.Says(f.Anna, "/advance units:lancers-1,lancers-3", "advanced from 6.12 to 6.13", "7.4-6")
	f.Has(f.Say(f.Olga, "/since"), "• **The Blue player activates Lancer Brigade**: SNAFU → **full**; 1 Lancers, 3 Lancers to 6.12\n"+
		"  ◦ The Blue player engages 6.13 → **t1**; Red: 1 Hussars loses a step, 3 left\n"+
		"  ◦ The Blue player attacks 6.13, 3 Lancers assisting → **d1 situational**; Red: 1 Hussars loses a step, 2 left; Red: 1 Hussars "+
		"retreated from 6.13 to 6.16; Red: 3 Hussars retreated from 6.13 to 6.16; Blue: 1 Lancers, 3 Lancers advanced from "+
		"6.12 to 6.13\n  ◦ Hussar Brigade: Trains no longer in a Legal Hex. A Legal Hex needs an open MSR")
	clock.Pass(time.Hour)
	f.Has(f.Say(f.Anna, "/odds target:7.12 units:lancers-scouts"), "Lancer Scouts sees and reaches at most 1", "6.1-2")
	f.Say(f.Anna, "/move units:lancers-scouts to:7.11")
	f.Has(f.Say(f.Anna, "/odds target:7.12 units:lancers-scouts"), "**Engage**", "**Attack by Fire**")
	f.Has(f.Say(f.Anna, "/due"), "Lancer Brigade active, now: activities. `/end` ends the activation", "2 stacks unmoved")
	f.Lacks(f.Say(f.Boris, "/due"), "unmoved")
	f.Says(f.Anna, "/engage unit:lancers-scouts target:7.12", "The Blue player engages 7.12")
	f.Say(f.Anna, "/trains formation:lancers to:6.05")
	clock.Pass(time.Hour)
	f.Has(f.Say(f.Olga, "/since"), "• **Lancer Brigade**, the rest of its activation: Lancer Scouts to 7.11\n"+
		"  ◦ The Blue player engages 7.12 → **t1**; Red: Hussar Scouts loses a step, 1 left\n  ◦ Lancer Trains to 6.05\n<@")
	plain(f, f.Anna, f.Boris, f.Olga)
}

// What cannot be is refused in one line that says why, whoever asks and however.
func TestSeries_BadInputInOneLine(t *testing.T) {
	f := discordtest.New(t, discordtest.With(sureBattalions(t, // by which the Hussars have only their Scouts
		[2]string{`        - {at: "6.13", units: [hussars-1, hussars-3]}` + "\n", ""},
		[2]string{`        - {at: "6.15", units: [hussars-2]}` + "\n", ""})))
	carla := discordtest.Sit(f, "Carla")
	f.Open("module:bcs-drill side:blue", "red")
	f.End(f.Anna, f.Boris)
	f.Say(f.Anna, "/seat grant user:Carla units:fusilier brigade")
	f.Say(carla, "/seat answer answer:take")
	f.Says(f.Anna, "/map layer:msr", "Lancer Brigade: 5 hexes of MSR from the HQ at 6.07 to the Trains at 6.02, at Optimal Distance; open on to 6.01")
	f.Say(f.Anna, "/activate formation:lancers")
	declares := discordtest.OpenOrders(f, f.Anna)
	for _, text := range []string{"/snafu", "/objective hex:7.12", "/end", "/move units:lancers-1 to:7.11"} {
		f.Say(f.Anna, text)
	}
	f.Tap(f.Anna, f.Ask(f.Anna, "/engage unit:lancers-1 target:7.12"), "Give the order")
	f.Has(f.Tap(f.Anna, f.Ask(f.Anna, "/attack unit:lancers-1 target:7.12"), "Give the order"),
		"Hussar Brigade is out of the game")
	f.Says(f.Boris, "/unit show unit:hussars", "**Hussar Brigade** · Red\nout of the game\n", "Hussar Headquarters")
	refused := func(p *player.Player, text, want string) {
		t.Helper()
		if got := f.Say(p, text).Content; !strings.Contains(got, want) || strings.Contains(got, "\n") {
			t.Errorf("%s is answered %q, want one line with %q", text, got, want)
		}
	}
	refused(f.Anna, "/map layer:supply", "no layer “supply”. It has `zones`, `fire`, `msr`, `command`.")
	refused(f.Anna, "/unit show unit:grenadier brigade", "no unit “grenadier brigade”")
	refused(f.Anna, "/trains formation:fusiliers to:14.02", "only Trains of the active Formation move")
	refused(carla, "/move units:lancers-2 to:6.07", "commands 2 Lancers")
	for _, text := range []string{"/trains formation:lancers to:6.03", "/end"} {
		refused(carla, text, "who commands your side, can order that")
	}
	f.End(f.Anna)
	f.Say(f.Anna, "/pass")
	f.Refused(f.Boris, "/activate formation:hussars", "Hussar Brigade is out of the game")
	refused(carla, "/activate formation:fusiliers", "who commands your side, can order that")
	f.Reads(f.Tap(f.Anna, declares, "Roll for SNAFU"), "The position has changed", "You have no orders")
}
