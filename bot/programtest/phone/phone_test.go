// Package phone tests the points at which a player stumbled who had never seen the program.
package phone

import (
	"context"
	"strings"
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord"
	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/summary"
	"grognard/bot/discord/wording"
	"grognard/render"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// A refusal of an overrun says whether its reason is the terrain of the hex, the hexside, or the cost.
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
func bombing(t *testing.T, moved ...string) modules.Folder {
	const arrivals = "\n    arrivals: [{turn: 1, side: blue, air: 1}]\n"
	setUp := strings.NewReplacer(moved...).Replace(discordtest.DrillFile(t, "setup.yaml"))
	return discordtest.Drill(t, map[string]string{"setup.yaml": setUp + arrivals,
		"units.yaml": "air: {blue: {regular: 3, breakdown: 2, estimate: yes}}\n", "game.yaml": `
rules: {air: "1.9", strikes: "1.9a", breakdowns: "1.9b"}
marks: {dg: {name: Disorganized, attack: "1/2"}}
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
	m := f.Has(f.Say(f.Anna, "/orders list:/airstrike hex:13.10 strikes:1; end"), "Hits on a die of 3 or less: 50%; no undo")
	f.Has(f.Tap(f.Anna, m, "Carry out 2 lines"), "on 13.10")
}

// Units of several hexes can advance together, whichever of them was chosen first.
func TestAdvance_AlsoUnitsOfAnotherHex(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t, `{at: "5.09", units: [b-1-mil, b-1-mot]}`,
		`{at: "12.09", units: [b-1-mil, b-2-arm]}`, `{at: "5.12", units: [b-2-arm, b-2-mot]}`,
		`{at: "5.12", units: [b-1-mot, b-2-mot]}`)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-2-arm")
	m := f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Decide")
	m = f.TapStarting(f.Anna, m, "A · 2 Armour")
	f.Has(f.TapStarting(f.Anna, m, "Add 1 Armour"), "`/advance units:1 Armour,2 Armour path:13.10`")
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

// The page of a move opens the form for lines, in a row that it has anyway.
func TestMove_TypeOrders(t *testing.T) {
	f := discordtest.Begun(t)
	m := f.TapStarting(f.Anna, discordtest.OpenOrders(f, f.Anna), "3 Inf")
	discordtest.TapForm(f, f.Anna, m, "Type orders")
}

// The page My side says in one line which units are in supply, and the picture of supply is about own stacks cut off.
func TestSupply_OwnStacksCutOff(t *testing.T) {
	f := discordtest.Begun(t)
	f.Reads(f.Tap(f.Anna, discordtest.OpenOrders(f, f.Anna), "My side"), "Blue: a supply line reaches every stack")
	f.Lacks(f.Say(f.Anna, "/map layer:supply"), "close-up")
	f = discordtest.Begun(t, discordtest.With(discordtest.Drill(t, nil, `{at: "7.06"`, `{at: "10.03"`, `{at: "13.06"`,
		`{at: "10.04"`, `{at: "13.08"`, `{at: "10.02"`)))
	f.Has(f.Tap(f.Anna, discordtest.OpenOrders(f, f.Anna), "My side"), "Blue: no supply line reaches the stack at 10.03")
	f.Has(f.Say(f.Anna, "/map layer:supply"), "This is a close-up; `/map layer:supply zoom:1` shows the whole map")
	f.Lacks(f.Say(f.Anna, "/map layer:supply zoom:1"), "close-up")
	f.Lacks(f.Say(f.Boris, "/map layer:supply"), "close-up")
}

// The pages of hexes for an air strike begin where most enemies stand. Each hex says how likely one strike hits, only
// the first page has the rule, and a hex that was struck keeps its letter. The number of strikes is chosen from a
// menu, however few are left.
func TestAirStrike_ByTaps(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(bombing(t, `{at: "7.14"`, `{at: "12.14"`)))
	m := f.Tap(f.Anna, discordtest.OpenOrders(f, f.Anna), "Air strike")
	f.Has(m, "A hex can be struck once per phase", "a strike hits on 3 or less, 50% (")
	f.HasLabel(m, "A 13.14 · 5 Infantry and 1 more · 50%", true)
	m = f.Lacks(f.TapLetter(f.Anna, m, "13.10"), "A hex can be struck once")
	if menu, ok := discordtest.FindMenu(m, "2"); !ok || menu.Options[1].Description != "75% that at least one of 2 hits; no undo (drill 1.9a)" {
		t.Errorf("how many strikes is chosen from %+v", menu)
	}
	f.Say(f.Anna, "/airstrike hex:13.14 strikes:1")
	m = f.Tap(f.Anna, discordtest.OpenOrders(f, f.Anna), "Air strike")
	f.HasLabel(m, "✓ A 13.14", true)
}

// The picture of planned orders shows the part of the map with most of them, and nothing beyond the edge of the map.
func TestPlan_PictureOfItsPart(t *testing.T) {
	r := hex.Rows{First: 1, Last: 60}
	b := &view.Board{Map: &view.Map{Grid: hex.Grid{Cols: 60, Odd: r, Even: r}}}
	for col := int8(5); col <= 29; col += 4 {
		move := view.MapEvent{Kind: view.Marched, Count: 1, Path: []hex.Hex{{Col: col, Row: 20}, {Col: col, Row: 21}}}
		b.Told = append(b.Told, view.Line{MapEvent: &move})
	}
	if o := render.FocusAll(b); o.Around == hex.None || o.Radius > 7 || o.Rows > 7 || int(o.Around.Col) < o.Radius {
		t.Errorf("orders in 25 columns of 60 are shown within %d hexes of %v", o.Radius, o.Around)
	}
}

// Texts for programs are shown only after a tap, and a field that may be left empty says what it is for.
func TestOpening_NothingLooksLikeAnError(t *testing.T) {
	f := discordtest.New(t)
	f.Has(f.Say(f.Anna, "/game new module:drill side:blue"), "-# Your word is mixed into the dice, so that nobody could")
	f.Has(f.AwaitPosted(f.Olga, "proof of fair dice"), "-# Module as shipped", "`/dice audit`: ||grognard ")
	f.Say(f.Boris, "/game join side:red")
	f.Lacks(f.Say(f.Boris, "/game start"), "A word of yours")
	f.Has(f.AwaitPosted(f.Olga, "The game begins"), "\n-# Hash of the log: ||grognard ")
}

// A list's result has the dice of all other messages: their emojis.
func TestList_DiceAreEmojis(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(bombing(t)))
	withEmojis(f)
	f.Has(f.Ask(f.Anna, "/airstrike hex:13.10 strikes:1"), "**Give this order?** **Air strike 13.10")
	f.Has(f.Say(f.Anna, "/orders list:/airstrike 13.10 1"), "“13.10” belongs to no option. /airstrike has `hex:`, `strikes:`")
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

// The end of a supply phase says which units are Out of Supply, or that none is: everybody is told of the units that
// are seen. Before that comes a new order of a stack.
func TestSupply_PhaseSaysWhoIsOut(t *testing.T) {
	f := discordtest.Begun(t)
	f.Has(f.Say(f.Anna, "/stack order hex:5.12 units:b-2-mot,b-2-arm"), "5.12 is restacked, top unit first: 2 Motorised, 2 Armour")
	f.End(f.Anna, f.Anna, f.Anna)
	f.AwaitPosted(f.Olga, "Blue supply: no unit that both sides see is Out of Supply")
	f = discordtest.Begun(t, discordtest.With(discordtest.Drill(t, nil, `{at: "7.06"`, `{at: "10.03"`, `{at: "13.06"`,
		`{at: "10.04"`, `{at: "13.08"`, `{at: "10.02"`)))
	f.End(f.Anna, f.Anna, f.Anna)
	f.AwaitPosted(f.Olga, "Blue supply: Out of Supply now: ")
}

// A player who only answers in the enemy's fights is told of the whole of the enemy's turn: his answers are no orders.
func TestSince_AnswersAreNoOrders(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t, `{at: "5.12", units: [b-2-arm, b-2-mot]}`,
		`{at: "12.12", units: [b-2-arm, b-2-mot]}`)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.12 units:b-2-arm,b-2-mot")
	f.Say(f.Boris, "/hold hexes:1")
	f.Lacks(f.Has(f.Say(f.Boris, "/since"), "**Since ", "13.12: "), "Since your last order")
}

// A player is told in the order of time what has happened since he looked or gave an order: each fight as one entry
// with its result, losses and advance, and no phase in which nothing happened.
func TestSince_OldestFirst(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
	f.Say(f.Boris, "/since")
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	f.Say(f.Anna, "/pass")
	discordtest.Equal(t, "nothing new is shown in %d files", len(f.Has(f.Say(f.Anna, "/since"), "Nothing new.").Attachments), 0)
	f.Has(f.Say(f.Boris, "/since"), ":\n• **Turn 1, Blue combat** (1.0)\n"+
		"• **13.10: D1r3**, Blue Attack at 5:1; Red 1 Militia destroyed\n<@")
	f.End(f.Anna, f.Anna)
	f.End(f.Boris, f.Boris)
	f.Lacks(f.Has(f.Say(f.Anna, "/since"), "**Since your last order**, <t:", "\n• **Turn 1, Red "), "Attack", "opened")
	fight := func(col int8) view.Line {
		return view.Line{Reckoned: &view.Reckoning{Side: "blue", Target: hex.Hex{Col: col, Row: 5}, Column: "2:1",
			Note: view.T("sign.attack"), Result: "A1"}}
	}
	m := &view.Map{Sides: []order.Nation{{ID: "blue", Name: "Blue"}}}
	loc := wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default)).On(m)
	parts := summary.Recap(loc, &view.Board{Map: m}, []view.Line{fight(3), fight(4)})
	if len(parts) != 2 || !strings.HasPrefix(parts[0].Words, "**3.05: A1**, Blue Attack at 2:1") {
		t.Errorf("the oldest of two fights is not told first: %+v", parts)
	}
}

// While the other side acts, /odds of a fight in the game says how strengths can be compared meanwhile.
func TestOdds_NotYourPhase(t *testing.T) {
	f := discordtest.Begun(t)
	f.Refused(f.Boris, "/odds target:5.09 units:r-1-mil", "compare printed strengths, such as `/odds attack:9+4 defence:8`")
}

// A refusal names another order, and has a button for it, only if that leads near the hex that was named.
func TestMove_InsteadIsNear(t *testing.T) {
	f := discordtest.Begun(t)
	m := f.Has(f.Say(f.Anna, "/move units:b-1-arm to:12.10"), "Refused", "Instead: `/move units:1 Armour to:11.10`")
	discordtest.Equal(t, "that only its player sees it is %v", m.Private(), true)
	f.HasLabel(m, "Rules", true)
	defer func() { f.Has(f.Tap(f.Anna, m, "/move units:1 Armour to:11.10"), "1 Armour moved from 5.09 to 11.10") }()
	f.Lacks(f.Has(f.Say(f.Anna, "/move units:b-1-arm to:16.02"), "16.02 costs 12 MP"), "Instead")
}

// A player who is to choose the unit that loses a step reads which units attack, and what he must decide after it.
func TestLosses_WhoAttacksAndWhatFollows(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Drill(t, map[string]string{
		"charts.yaml": discordtest.Combat("D1r2")}, `at: "7.10"`, `at: "12.10"`,
		`{at: "13.10", units: [r-3-inf, r-1-mil]}`, `{at: "13.10", units: [r-3-inf, r-4-inf]}`,
		`{at: "13.12", units: [r-4-inf]}`, `{at: "13.12", units: [r-1-mil]}`)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-3-inf")
	m := f.Tap(f.Boris, f.AwaitPosted(f.Olga, "take 1 step loss at 13.10"), "Decide")
	f.Has(m, "Attacked by 3 Infantry. A retreat of 2 hexes comes after the losses.")
	f.Say(f.Boris, "/losses units:r-3-inf")
	f.Lacks(f.Has(f.Say(f.Boris, "/due"), "retreat 2 hexes"), "after the losses")
}

// A player who moves step by step reads what the path so far costs and what is left.
func TestMove_StepByStepSaysWhatIsLeft(t *testing.T) {
	f := discordtest.Begun(t)
	steps := f.Tap(f.Anna, f.Started, "Orders", "2 Infantry 7.08", "Step by step")
	first := f.TapStarting(f.Anna, steps, "A ")
	f.Has(first, "**To 8.07** (last hex: 1 MP, 4 left): the green button")
	f.Has(f.TapStarting(f.Anna, first, "A "), "**To 9.07** (last hex: 1 MP, 3 left)")
}
