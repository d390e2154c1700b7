// Package phone holds at what a player stumbled who had never seen the program.
package phone

import (
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/discordtest"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/view"
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

// The legend of a picture names the number on new units where there is one, and else the arrow on which they came.
func TestLegend_NumberOfNewUnits(t *testing.T) {
	english := must.Get(catalogue.New(nil))(t).In(catalogue.Default)
	grid, way := view.Stage()
	mid, edge := way[1], hex.Hex{Col: 1, Row: 2}
	for want, d := range map[string]view.MapEvent{
		"3 units placed here": {Kind: view.Placed, Path: []hex.Hex{mid}, Count: 3},
		"1 unit arrived here": {Kind: view.Came, Path: []hex.Hex{mid}, Count: 1},
		"Arrived":             {Kind: view.Came, Path: []hex.Hex{edge}, Count: 4},
	} {
		s := scene.Of(&view.Board{Map: &view.Map{Grid: grid}, Told: []view.Line{{MapEvent: &d}}})
		if _, notes := scene.Explain(english, &s); len(notes) != 1 || notes[0].Text != want {
			t.Errorf("the legend is %+v, want %q", notes, want)
		}
	}
}

// Before any unit stands beside it, /odds tells what defends a hex, what the terrain there does and how to ask on paper.
func TestOdds_NobodyBeside(t *testing.T) {
	f := discordtest.Begun(t)
	m := f.Say(f.Anna, "/odds target:13.10")
	t.Log(m.Content)
	f.Reads(m, "no unit of yours is beside it yet", "Defence: ", "Terrain there", "/odds attack:20 defence:")
}

// The page of a move opens the form for lines, in a row that it has anyway.
func TestMove_TypeOrders(t *testing.T) {
	f := discordtest.Begun(t)
	m := f.TapStarting(f.Anna, discordtest.OpenOrders(f, f.Anna), "3 Inf")
	t.Log(discordtest.Labels(m), len(m.Components))
	discordtest.TapForm(f, f.Anna, m, "Type orders")
}

// My side says in a line who is in supply, and the picture of supply is about own stacks that are cut off.
func TestSupply_OwnStacksCutOff(t *testing.T) {
	f := discordtest.Begun(t)
	f.Reads(f.Tap(f.Anna, discordtest.OpenOrders(f, f.Anna), "My side"), "Blue: a supply line reaches every stack")
	f.Lacks(f.Say(f.Anna, "/map layer:supply"), "close-up")
	f = discordtest.Begun(t, discordtest.With(discordtest.Drill(t, nil, `{at: "13.10", units: [r-1-inf]}`,
		`{at: "2.03", units: [b-1-mil]}`, `{at: "1.02", units: [r-2-inf]}`, `{at: "3.03", units: [r-3-inf]}`)))
	t.Log(f.Tap(f.Anna, discordtest.OpenOrders(f, f.Anna), "My side").Content)
	t.Log(f.Say(f.Anna, "/map layer:supply").Content)
}

// A list of air strikes is short enough to be read to its end, and its page says what one strike hits on.
func TestAirStrike_ListOfNumbers(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(bombing(t)))
	m := f.Say(f.Anna, "/airstrike hex:13.10")
	t.Log(m.Content, discordtest.Labels(m), m.Components)
}
