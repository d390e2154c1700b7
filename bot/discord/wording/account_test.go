package wording

import (
	"strconv"
	"testing"

	"grognard/bot/catalogue"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// english returns a localizer for a game of two sides.
func english(t *testing.T) Localizer {
	t.Helper()
	c := must.Get(catalogue.New(nil))(t)
	return New(c.In(catalogue.Default)).On(&view.Map{Sides: []order.Nation{{ID: "german", Name: "German"},
		{ID: "soviet", Name: "Soviet"}}})
}

// factorsOf returns the ratings of a counter with these factors. One that is view.Blank is not printed.
func factorsOf(attack, defence, move int) (out []view.Rating) {
	for i, n := range []int{attack, defence, move} {
		r := view.Rating{Kind: []string{"attack", "defence", "movement"}[i], N: n, Text: strconv.Itoa(n)}
		if n == view.Blank {
			r.Text = "–"
		}
		out = append(out, r)
	}
	return out
}

func TestLines(t *testing.T) {
	target := hex.Hex{Col: 11, Row: 8}
	panzer := view.Counter{ID: "g-6-pz", Name: "6 Pz Rgt", Ratings: factorsOf(9, 5, 10)}
	motor := view.Counter{ID: "g-3-mtr", Name: "3 Mtr", Ratings: factorsOf(6, 4, 10)}
	rifles := view.Counter{ID: "s-206", Name: "206 RD", Ratings: factorsOf(view.Blank, 4, 0)}
	for name, c := range map[string]struct {
		line view.Line
		want string
	}{
		"a move": {
			view.Line{Text: view.T("told.march", "units", []view.Name{{ID: "g-6-pz", Name: "6 Pz Rgt"}}, "more", 2,
				"side", order.Side("german"), "from", hex.Hex{Col: 9, Row: 7}, "to", target), Rule: "3.0"},
			"German: 6 Pz Rgt and 2 more moved from 9.07 to 11.08 (3.0)",
		},
		"a move under a marker that hides": {
			view.Line{Text: view.T("told.march", "units", []view.Name{}, "more", 2, "side", order.Side("german"),
				"from", hex.Hex{Col: 9, Row: 7}, "to", target), Rule: "3.0"},
			"German: 2 unseen units moved from 9.07 to 11.08 (3.0)",
		},
		"a roll": {
			view.Line{Text: view.T("told.over"), Rule: "afb 1.9", Dice: []int{1, 6, 7}, Roll: 12},
			"**The game is over**; roll No. 12: ⚀⚅[7] = 14 (afb 1.9)",
		},
		"what one side comes to by another rating than its attack": {
			view.Line{Text: view.T("told.attack", "hex", target, "side", order.Side("german")), Rule: "7.0",
				Dice: []int{3}, Roll: 3, Reckoned: &view.Reckoning{
					Side: "german", Target: target, Attackers: []view.Counter{panzer, motor}, Attack: chart.Whole(15),
					Alone: true, Strength: "movement", Shift: -1, Column: "8", Roll: 3, Result: "1",
					Terms: []view.Term{
						{Unit: view.Name{ID: "g-3-mtr", Name: "3 Mtr"}, Times: chart.Frac(1, 2), Rule: "7.3",
							Reason: view.T("why.terrain", "kind", "minor-river")},
						{Shift: -1, Rule: "7.3", Reason: view.T("why.terrain", "kind", "city")},
					}}},
			"**The German player attacks 11.08**: 6 Pz Rgt 10 + 3 Mtr 10 ×0.5 [minor river] = 15; city −1 → column 8; " +
				"roll No. 3: ⚂ = 3 → **1** (7.0, 7.3)",
		},
		"what one side comes to left of the table": {
			view.Line{Text: view.T("told.attack", "hex", target, "side", order.Side("german")), Rule: "7.0",
				Reckoned: &view.Reckoning{
					Side: "german", Target: target, Attackers: []view.Counter{panzer}, Attack: chart.Whole(9),
					Alone: true, Strength: "attack", Shift: -3, Column: "none", Least: "4", Result: "-",
					Terms: []view.Term{{Shift: -3, Rule: "7.3", Reason: view.T("why.terrain", "kind", "city")}}}},
			"**The German player attacks 11.08**: 6 Pz Rgt 9; city −3 → below 4: automatic no effect (7.0, 7.3)",
		},
		"an attack with all that there is to reckon": {
			view.Line{Text: view.T("told.attack", "hex", target, "side", order.Side("german")), Rule: "7.0",
				Dice: []int{3, 4}, Roll: 3, Reckoned: &view.Reckoning{Strength: "attack", Against: "defence",
					Side: "german", Target: target, Attackers: []view.Counter{panzer, motor},
					Defender: []view.Counter{rifles},
					Attack:   chart.Whole(12), Defence: chart.Whole(1), Odds: chart.Odds{Attack: 12,
						Defence: 1}, Shift: -2,
					Column: "4:1", Unshifted: "6:1+", Roll: 7, Result: "A1D1",
					Terms: []view.Term{
						{Unit: view.Name{ID: "g-3-mtr", Name: "3 Mtr"}, Times: chart.Frac(1, 2), Rule: "7.3",
							Reason: view.T("why.terrain", "kind", "minor-river")},
						{Shift: -2, Rule: "afb 1.3b", Reason: view.T("why.terrain", "kind", "city")},
					}}},
			"**The German player attacks 11.08**: 6 Pz Rgt 9 + 3 Mtr 6 ×0.5 [minor river] = 12 against 206 RD 4 = 1 → 12:1 → column 6:1+; city −2 " +
				"→ column 4:1; roll No. 3: ⚂⚃ = 7 → **A1D1** (7.0, 7.3, afb 1.3b)",
		},
		"who retreated into the hex adds nothing, and it says so": {
			view.Line{Text: view.T("told.attack", "hex", target, "side", order.Side("german")), Rule: "7.0",
				Reckoned: &view.Reckoning{Strength: "attack", Against: "defence",
					Target: target, Attackers: []view.Counter{panzer}, Defender: []view.Counter{rifles},
					Attack: chart.Whole(9), Column: "6:1", Odds: chart.Odds{Attack: 6, Defence: 1}, Result: "D1",
					Terms: []view.Term{{Unit: view.Name{ID: "s-206", Name: "206 RD"}, Rule: "7.2d",
						Reason: view.T("why.retreated")}}}},
			"**The German player attacks 11.08**: 6 Pz Rgt 9 against 206 RD 4 ×0 [retreated here] = 0 → 6:1 → **D1** (7.0, 7.2d)",
		},
		"an overrun below the first column": {
			view.Line{Text: view.T("told.overrun", "hex", target, "side", order.Side("german")), Rule: "6.0",
				Reckoned: &view.Reckoning{Strength: "attack", Against: "defence",
					Target: target, Attackers: []view.Counter{panzer}, Defender: []view.Counter{rifles},
					Attack: chart.Whole(9), Defence: chart.Whole(40), Odds: chart.Odds{Attack: 1, Defence: 4},
					Column: "none", ColumnRule: "7.4", Least: "1:3", Result: "A1"}},
			"**The German player overruns 11.08**: 6 Pz Rgt 9 against 206 RD 4 = 40 → 1:4 → below 1:3: automatic **A1** (6.0, 7.4)",
		},
		"a fight in which reasons add to what a unit and a side come to": {
			view.Line{Text: view.T("told.attack", "hex", target, "side", order.Side("german")), Rule: "7.0",
				Reckoned: &view.Reckoning{Strength: "attack", Against: "defence",
					Target: target, Attackers: []view.Counter{panzer}, Defender: []view.Counter{rifles},
					Attack: chart.Whole(11), Defence: chart.Whole(3), Odds: chart.Odds{Attack: 3,
						Defence: 1}, Result: "D1",
					Terms: []view.Term{
						{Unit: view.Name{ID: "g-6-pz", Name: "6 Pz Rgt"}, N: 2, Rule: "5.1",
							Reason: view.T("why.terrain", "kind", "city")},
						{Side: "soviet", N: -1, Rule: "5.2", Reason: view.T("why.terrain", "kind", "swamp")},
					}}},
			"**The German player attacks 11.08**: 6 Pz Rgt 9 +2 [city] = 11 against 206 RD 4 = 3 → 3:1; Soviet: swamp −1 → **D1** " +
				"(7.0, 5.1, 5.2)",
		},
		"which points fit a unit": {
			view.Line{Text: view.T("bcs.other-point", "unit", view.Name{ID: "s", Name: "Scouts"}, "kind", "av"), Rule: "9.4-1"},
			"only AV Replacement Points fit Scouts, as a side of the counter has an AV (9.4-1)",
		},
		"a roll with modifiers of its own": {
			view.Line{Text: view.T("bcs.told.rolls-snafu", "formation", "Lancers"), Rule: "10.2d", Dice: []int{1, 6},
				Roll: 3, Reckoned: &view.Reckoning{Alone: true, Target: hex.None, Roll: 8, Result: "partial",
					Terms: []view.Term{{N: 2, Rule: "10.4-13", Reason: view.T("bcs.why", "name", "fresh")},
						{N: -1, Rule: "4.4-1", Reason: view.T("bcs.why", "name", "coordinated")}}}},
			"**SNAFU, Lancers**: Fresh +2 (10.4-13); Coordination −1 (4.4-1); roll No. 3: ⚀⚅ = 7, +1 gives 8 → **partial** " +
				"(10.2d)",
		},
		"a fight by the difference of the strengths": {
			view.Line{Text: view.T("bcs.told.engages", "hex", target, "side", order.Side("german")), Rule: "7.1",
				Dice: []int{6, 5}, Roll: 4, Reckoned: &view.Reckoning{Strength: "attack", Against: "defence",
					Target: target, Attackers: []view.Counter{panzer}, Defender: []view.Counter{rifles},
					Attack: chart.Whole(9), Defence: chart.Whole(4), ByNet: true, Net: 5, Roll: 16, Result: "t1",
					Means: []view.Text{view.T("bcs.result-target", "n", 1)}}},
			"**The German player engages 11.08**: 6 Pz Rgt 9 against 206 RD 4 → +5; roll No. 4: ⚅⚄ = 11, +5 gives 16 → **t1** (target −1 " +
				"step) (7.1)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := english(t).Line(c.line); got != c.want {
				t.Errorf("said\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// Of more than six units a warning names six and counts the others.
func TestALongWarning(t *testing.T) {
	t.Parallel()
	loc := english(t)
	for n, want := range map[int]string{
		6: "6 units can still attack: 1, 2, 3, 4, 5, 6 (7.0)",
		8: "8 units can still attack: 1, 2, 3, 4, 5, 6 and 2 more (7.0)",
	} {
		var units []view.Name
		for i := range n {
			units = append(units, view.Name{ID: "x", Name: strconv.Itoa(i + 1)})
		}
		if got := loc.Warning(view.Warning{Text: view.T("warn.could-attack", "n", n, "units", units),
			Rule: "7.0"}); got != want {
			t.Errorf("of %d units: %q", n, got)
		}
	}
}
