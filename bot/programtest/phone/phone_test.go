// Package phone holds at what a player stumbled who had never seen the program.
package phone

import (
	"context"
	"strings"
	"testing"

	"grognard/bot/discord"
	"grognard/bot/discord/discordtest"
	"grognard/rules/modules"
	"grognard/rules/must"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// A refusal of an overrun says which it is: the terrain of the hex, the hexside, or its cost.
func TestOverrun_RefusalSaysWhatOfTheGround(t *testing.T) {
	for ground, want := range map[string]string{
		`land: [{name: Woods, kind: heavy-woods, hexes: ["13.10"]}]`: "The terrain in 13.10 can't be overrun from any side: heavy woods (6.0c",
		`water: [{name: Brook, kind: minor-river, sides: ["12.10/13.10"]}]`: "An overrun can't cross the hexside " +
			"12.10 – 13.10: minor river. From another side it may be possible (6.0c",
	} {
		t.Run(want, func(t *testing.T) {
			f := discordtest.Begun(t, discordtest.With(discordtest.Drill(t, map[string]string{"map.yaml": ground},
				`{at: "5.09", units: [b-1-arm, b-1-mot]}`, `{at: "10.10", units: [b-1-arm, b-1-mot]}`)))
			f.Say(f.Anna, "/move units:b-1-arm to:12.10")
			f.Refused(f.Anna, "/overrun units:b-1-arm target:13.10", want)
		})
	}
}

// bombing returns a drill in which Blue has an air strike in its movement phase.
func bombing(t *testing.T) modules.Folder {
	const arrivals = "\n    arrivals: [{turn: 1, side: blue, air: 1}]\n"
	return discordtest.Drill(t, map[string]string{"setup.yaml": discordtest.DrillFile(t, "setup.yaml") + arrivals,
		"units.yaml": "air: {blue: {regular: 3, breakdown: 2, estimate: yes}}\n", "game.yaml": `
rules: {air: "1.9", strikes: "1.9a", breakdowns: "1.9b"}
marks: {dg: {name: Disorganised, attack: "1/2"}}
air: {blue: {phases: [movement], breakdowns: 0}}`})
}

// An air strike that is typed asks once, as its button does; in a list it has no sign and is written as it is typed.
func TestAirStrike_Typed(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(bombing(t)))
	strike := discordtest.Suggested(f, f.Anna, "/airstrike hex:13.10 strikes:")
	asked := f.Has(f.Ask(f.Anna, "/airstrike hex:13.10 strikes:"+strike), "no undo")
	f.Lacks(f.Say(f.Olga, "/game status"), "0 air strikes")
	f.Has(f.Tap(f.Anna, asked, "Yes, give it"), "on 13.10")

	f = discordtest.Begun(t, discordtest.With(bombing(t)))
	m := f.Has(f.Say(f.Anna, "/orders list:/airstrike hex:13.10 strikes:1; end"), "Hits 50% (18/36); no undo")
	f.Has(f.Tap(f.Anna, m, "Carry out 2 lines"), "on 13.10")
}

// Who advances can be joined by units of another hex, whichever of them was chosen first.
func TestAdvance_AlsoUnitsOfAnotherHex(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t, `{at: "5.09", units: [b-1-mil, b-1-mot]}`,
		`{at: "12.09", units: [b-1-mil, b-2-arm]}`, `{at: "5.12", units: [b-2-arm, b-2-mot]}`,
		`{at: "5.12", units: [b-1-mot, b-2-mot]}`)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-2-arm")
	m := f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Decide")
	m = f.TapStarting(f.Anna, m, "A · 2 Armour")
	f.Has(f.TapStarting(f.Anna, m, "Also 1 Armour"), "`/advance units:1 Armour,2 Armour path:13.10`")
}

// What is for programs stands behind a tap, and what may be left out says what it is for.
func TestOpening_NothingLooksLikeAnError(t *testing.T) {
	f := discordtest.New(t)
	f.Has(f.Say(f.Anna, "/game new module:drill side:blue"), "-# A word of yours goes into the dice, so that nobody could")
	f.Has(f.AwaitPosted(f.Olga, "proof of fair dice"), "-# Module as shipped", "`/dice audit`: ||grognard ")
	f.Say(f.Boris, "/game join side:red")
	f.Lacks(f.Say(f.Boris, "/game start"), "A word of yours")
	f.Has(f.AwaitPosted(f.Olga, "The game begins"), "\n-# Seal of the log: ||grognard ")
}

// A list's result has the dice of all other messages: their emojis.
func TestList_DiceAreEmojis(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(bombing(t)))
	withEmojis(f)
	m := f.Say(f.Anna, "/orders list:/airstrike hex:13.10 strikes:1; end")
	f.Lacks(f.Has(f.Tap(f.Anna, m, "Carry out 2 lines"), "<:gg"), "⚀", "⚁", "⚂", "⚃", "⚄", "⚅")
}

// withEmojis has a bot that uploads emojis take the place of the fixture's, and waits until they are there.
func withEmojis(f *discordtest.Fixture) {
	f.Stop()
	o, ended := f.Options(), make(chan error, 1)
	o.Emojis = true
	ctx, stop := context.WithCancel(f.Ctx)
	go func() { ended <- discord.Run(ctx, o) }()
	f.T.Cleanup(func() { stop(); must.Do(f.T, <-ended) })
	f.Eventually("the emojis are there", func() bool { return strings.Contains(f.Logged.String(), "emojis were uploaded") })
}
