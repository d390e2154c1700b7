package briefly_test

import (
	"fmt"
	"strings"
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/briefly"
	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// board returns a board of two sides on which a combat phase has ended, and a localizer for it.
func board(t *testing.T) (wording.Localizer, *view.Board) {
	t.Helper()
	rows := hex.Rows{First: 1, Last: 60}
	m := &view.Map{Title: "Drill", Grid: hex.Grid{Cols: 60, Odd: rows, Even: rows}, Sides: []order.Nation{{ID: "blue", Name: "Blue"},
		{ID: "red", Name: "Red"}}}
	b := &view.Board{Map: m, Turn: 2, Turns: 10, Phase: view.Phase{Side: "blue", Name: "exploitation"}}
	b.Closed = &view.Moment{Turn: 2, Phase: view.Phase{Side: "blue", Name: "combat"}}
	return wording.New(must.Get(catalogue.New(nil))(t).In(catalogue.Default)).On(m), b
}

func unit(name string, strength int) view.Counter {
	return view.Counter{ID: order.UnitID(name), Name: name, Ratings: []view.Rating{{Kind: "attack", N: strength}}}
}

var at, next = hex.Hex{Col: 13, Row: 10}, hex.Hex{Col: 14, Row: 10}

// event returns a line that tells what happened to units, and to more others that the reader may not identify.
func event(kind view.MapEventKind, side order.Side, to hex.Hex, more int, units ...view.Counter) view.Line {
	return view.Line{MapEvent: &view.MapEvent{Kind: kind, Side: side, Path: []hex.Hex{at, to}, Units: units,
		Count: len(units) + more}}
}

// A fight is told by its result, and a line for each side: what happened to all of its units, then to some.
func TestAccount_Fight(t *testing.T) {
	a, b, c, d := unit("1 Inf", 2), unit("2 Arm", 9), unit("3 Inf", 2), unit("4 Mil", 0)
	attack := func(r view.Reckoning, dice ...int) view.Line {
		r.Side, r.Target, r.Strength = "blue", at, "attack"
		return view.Line{Text: view.T("told.attack", "side", order.Side("blue"), "hex", at), Dice: dice, Roll: 4, Reckoned: &r}
	}
	passed := view.Line{Text: view.T("told.passed", "side", order.Side("blue"))}
	for _, x := range []struct {
		name, want string
		lines      []view.Line
	}{
		{"the strongest is named first", "**13.10: D1r1**, 3:1, rolled 5 (No. 4: ⚁⚂)\n" +
			"Blue: 2 Arm and 2 more attacked; 1 Inf lost a step; 2 Arm, 3 Inf advanced\n" +
			"Red: 4 Mil lost a step, retreated to 14.10, destroyed", []view.Line{
			attack(view.Reckoning{Attackers: []view.Counter{a, b, c}, Defender: []view.Counter{d}, Column: "3:1", Roll: 5,
				Result: "D1r1"}, 2, 3),
			event(view.Reduced, "red", at, 0, d), event(view.Reduced, "blue", at, 0, a),
			event(view.Retreated, "red", next, 0, d), event(view.Died, "red", at, 0, d),
			event(view.Advanced, "blue", at, 0, b), event(view.Advanced, "blue", at, 0, c), passed}},
		{"steps of each and of one", "**13.10: A2D2**, 1:1, rolled 3 (No. 4: ⚀⚁)\nBlue: 1 Inf, 3 Inf attacked, lost a step each, did not advance\n" +
			"Red: 4 Mil lost 2 steps", []view.Line{
			attack(view.Reckoning{Attackers: []view.Counter{a, c}, Defender: []view.Counter{d}, Column: "1:1", Roll: 3,
				Result: "A2D2"}, 1, 2),
			event(view.Reduced, "blue", at, 0, a), event(view.Reduced, "blue", at, 0, c),
			event(view.Reduced, "red", at, 0, d), event(view.Reduced, "red", at, 0, d), passed}},
		{"units that nobody else may know", "**13.10: D1**, Overrun at 6:1+, rolled 7 (No. 4: ⚂⚃)\nBlue: 2 Arm attacked, advanced to 14.10\n" +
			"Red: 2 unseen units destroyed; 4 Mil and 1 more retreated to 14.10", []view.Line{
			attack(view.Reckoning{Attackers: []view.Counter{b}, Note: view.T("sign.overrun"), Column: "6:1+", Roll: 7,
				Result: "D1"}, 3, 4),
			event(view.Died, "red", at, 2), event(view.Retreated, "red", next, 1, d), {MapEvent: &view.MapEvent{Kind: view.Advanced,
				Side: "blue", Path: []hex.Hex{next, at}, Units: []view.Counter{b}, Count: 1}}, event(view.Advanced, "blue", next, 0, b)}},
		{"who assisted, and what made the sum", "**13.10: no effect**, Engagement at +2\nBlue: 1 Inf engaged; 3 Inf assisted; 4 against 3, assist +1\nRed: 4 Mil defended",
			[]view.Line{attack(view.Reckoning{Attackers: []view.Counter{a}, Defender: []view.Counter{d}, ByNet: true, Net: 2,
				Note: view.T("bcs.sign.engagement"), Result: "-", Brought: view.T("bcs.brought", "units", "3 Inf", "attack", 4, "defence", 3, "terms", "assist +1")})}},
		{"without a roll", "**13.10: A1**, +2, below +3\nBlue: 1 Inf attacked\nRed: 4 Mil defended", []view.Line{
			attack(view.Reckoning{Attackers: []view.Counter{a}, Defender: []view.Counter{d}, ByNet: true, Net: 2,
				Column: wording.NoColumn, Least: "+3", Result: "A1"})}},
		{"a roll that more is added to", "**13.10: no effect**, +2, rolled 5 +2 = 7 (No. 4: ⚁⚂)\nBlue: 1 Inf attacked\nRed: 4 Mil defended",
			[]view.Line{attack(view.Reckoning{Attackers: []view.Counter{a}, Defender: []view.Counter{d}, ByNet: true, Net: 2,
				Roll: 7, Result: "- -", Means: []view.Text{}}, 2, 3)}},
		{"a roll of no place", "**Levels of Fatigue gained, Lancers: 1 (from Fresh to Fatigue 0; 4-6 would have changed nothing)**, rolled 2 (No. 4: ⚁)", []view.Line{{Dice: []int{2}, Roll: 4,
			Text: view.T("bcs.told.rolls-fatigue", "formation", "Lancers"), Reckoned: &view.Reckoning{Target: hex.None, Roll: 2,
				Result: "1", Means: []view.Text{view.T("bcs.result-fatigue", "was", view.T("bcs.fresh"), "level",
					view.T("bcs.fatigue", "level", 0), "idle", []string{"4-6"})}}}}},
	} {
		loc, b := board(t)
		if got := briefly.Account(loc, b, x.lines); got != x.want {
			t.Errorf("%s:\n%s\nwant\n%s", x.name, got, x.want)
		}
	}
}

// Of more than ten moves the report counts the units, once each, by parts of the map, in at most ten lines.
func TestAccount_ManyMoves(t *testing.T) {
	for _, n := range []int{10, 11, 200} {
		loc, b := board(t)
		var lines []view.Line
		for i := range n {
			to := hex.Hex{Col: int8(1 + i%20*3), Row: int8(1 + i/20*5)}
			lines = append(lines, event(view.Marched, "blue", to, 1, unit(fmt.Sprint("Inf ", i), 1)))
			lines[i].Text = view.T("told.march", "side", order.Side("blue"), "units", []view.Name{{Name: fmt.Sprint("Inf ", i)}},
				"more", 1, "from", at, "to", to)
		}
		if n > 10 {
			lines = append(lines, lines[0])
		}
		words := briefly.Account(loc, b, lines)
		if grouped := strings.HasPrefix(words, fmt.Sprintf("**Blue: %d units moved**\n• around ", 2*n)); grouped != (n > 10) ||
			grouped != briefly.Groups(lines) || strings.Count(words, "\n") > 9 {
			t.Errorf("%d moves:\n%s", n, words)
		}
		if strings.Contains(words, "• elsewhere: ") != (n == 200) {
			t.Errorf("%d moves are not told to the last:\n%s", n, words)
		}
	}
}

// Each phase that passed has a line, with activations too: its player looks for it in the report.
func TestAccount_IdlePhases(t *testing.T) {
	loc, b := board(t)
	b.Map.Groups = []view.Group{{ID: "a"}}
	lines := []view.Line{{Text: view.T("told.phase", "turn", 1, "side", order.Side("blue"), "phase", "reinforcements")},
		{Text: view.T("told.phase", "turn", 1, "side", order.Side("blue"), "phase", "assignment")}}
	if got := briefly.Account(loc, b, lines); got != "Turn 1, Blue reinforcements passed automatically: nothing to do\n**Turn 1, Blue assignment**" {
		t.Errorf("%q", got)
	}
}

// The header says what has changed: the score if a place was taken, and the whole standing at the end of a turn.
func TestHeader_Changes(t *testing.T) {
	const title = "**Drill** · turn 2 of 10, Blue combat: ended"
	for _, x := range []struct {
		name, want string
		change     func(*view.Board)
	}{
		{"nothing", title, func(*view.Board) {}},
		{"a place is taken", title + " · Blue 3 VP", func(b *view.Board) {
			b.Told = []view.Line{{MapEvent: &view.MapEvent{Kind: view.Taken}}}
		}},
		{"a side spends something", title + "\nBlue: 2 air strikes", func(b *view.Board) {
			b.Told = []view.Line{{Text: view.T("told.strike-hits", "side", order.Side("blue"))}}
		}},
		{"the turn is over", "**Drill** · turn 2 of 10, Blue combat: ended · Blue 3 VP\nBlue: 2 air strikes\nRed: 1 replacement",
			func(b *view.Board) { b.Turn = 3 }},
	} {
		loc, b := board(t)
		b.Facts = []view.Fact{{Kind: "points", Side: "blue", N: 3}}
		b.Stocks = []view.Stock{{Side: "blue", Items: []view.Item{{What: "air-strike", N: 2}}},
			{Side: "red", Items: []view.Item{{What: "replacement", N: 1}}}}
		x.change(b)
		if got := briefly.Header(loc, b); got != x.want {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
	}
}

// The button of a fight shows its whole sum, in the game log's words, also to an onlooker and after a restart.
func TestFight_SumBehindTheButton(t *testing.T) {
	f, asked := discordtest.Attack(t)
	f.Lacks(asked, "3 Infantry 4 against")
	discordtest.Hold(f)
	done := discordtest.FightEnds(f)
	f.Restart()
	sum := f.Has(f.Tap(f.Olga, done, "Sum and dice"), "**The Blue player attacks 13.10**: 3 Infantry ", " against ", "(7.0",
		"; roll No. 1: ", "Red player holds 13.10", "/dice audit").Content
	whole, _, _ := strings.Cut(sum, "\nroll No. 1: ")
	discordtest.Contains(t, f.Say(f.Olga, "/game log").Content, whole)
}

// The button below a report that counts moves shows each of them, in the words that everybody was told.
func TestMoves_BehindTheButton(t *testing.T) {
	_, b := board(t)
	phase := func(turn int, side order.Side) view.Line {
		return view.Line{Turn: turn, Text: view.T("told.phase", "turn", turn, "side", side, "phase", "movement")}
	}
	b.Told = []view.Line{phase(1, "blue"), {Turn: 1, Seq: 1}, phase(1, "red"), {Turn: 1, Seq: 2}, phase(2, "blue"), {Turn: 2, Seq: 3}}
	if got := briefly.OfPhase(b.Told, 2, "blue", "movement"); len(got) != 1 || got[0].Seq != 3 {
		t.Errorf("the moves of a phase: %v", got)
	}
	discordtest.Equal(t, "%d moves of a phase that was not", len(briefly.OfPhase(b.Told, 2, "red", "movement")), 0)
}
