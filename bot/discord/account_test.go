package discord

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/referee"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

func spoken1(t *testing.T) localizer {
	t.Helper()
	w, err := newWords(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.in(catalogue.Default).on(&view.Map{Sides: []order.Nation{{ID: "german", Name: "German"}, {ID: "soviet", Name: "Soviet"}}})
}

// factorsOf are the ratings of a counter.
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
			view.Line{Text: view.T("told.march", "units", []view.Name{{ID: "g-6-pz", Name: "6 Pz Rgt"}}, "more", 2, "side", order.Side("german"), "from", hex.Hex{Col: 9, Row: 7}, "to", target), Rule: "3.0"},
			"German: 6 Pz Rgt and 2 more 9.07 → 11.08 (3.0)",
		},
		"a move under a marker that hides": {
			view.Line{Text: view.T("told.march", "units", []view.Name{}, "more", 2, "side", order.Side("german"), "from", hex.Hex{Col: 9, Row: 7}, "to", target), Rule: "3.0"},
			"German: 2 unseen 9.07 → 11.08 (3.0)",
		},
		"a roll": {
			view.Line{Text: view.T("told.over"), Rule: "afb 1.9", Dice: []int{1, 6, 7}, Roll: 12},
			"**The game is over** (afb 1.9) roll №12: ⚀⚅[7] = 14",
		},
		"what one side comes to by another rating than its attack": {
			view.Line{Text: view.T("told.attack", "hex", target, "side", order.Side("german")), Rule: "7.0", Dice: []int{3}, Roll: 3, Reckoned: &view.Reckoning{
				Side: "german", Target: target, Attackers: []view.Counter{panzer, motor}, Attack: chart.Whole(15), Alone: true, Strength: "movement", Shift: -1, Column: "8", Roll: 3, Result: "1",
				Terms: []view.Term{
					{Unit: view.Name{ID: "g-3-mtr", Name: "3 Mtr"}, Times: chart.Frac(1, 2), Rule: "7.3", Reason: view.T("why.terrain", "kind", "minor-river")},
					{Shift: -1, Rule: "7.3", Reason: view.T("why.terrain", "kind", "city")},
				}}},
			"**German attacks 11.08** (7.0): 6 Pz Rgt 10 + 3 Mtr 10 ×0.5 [minor river, 7.3] = 15; city −1 (7.3) → column 8; roll №3: ⚂ = 3 → **1**",
		},
		"what one side comes to left of the table": {
			view.Line{Text: view.T("told.attack", "hex", target, "side", order.Side("german")), Rule: "7.0", Reckoned: &view.Reckoning{
				Side: "german", Target: target, Attackers: []view.Counter{panzer}, Attack: chart.Whole(9), Alone: true, Strength: "attack", Shift: -3, Column: "none", Result: "-",
				Terms: []view.Term{{Shift: -3, Rule: "7.3", Reason: view.T("why.terrain", "kind", "city")}}}},
			"**German attacks 11.08** (7.0): 6 Pz Rgt 9; city −3 (7.3) → left of the table: no die is rolled → **-**",
		},
		"an attack with all that there is to reckon": {
			view.Line{Text: view.T("told.attack", "hex", target, "side", order.Side("german")), Rule: "7.0", Dice: []int{3, 4}, Roll: 3, Reckoned: &view.Reckoning{Strength: "attack", Against: "defence",
				Side: "german", Target: target, Attackers: []view.Counter{panzer, motor}, Defender: []view.Counter{rifles},
				Attack: chart.Whole(12), Defence: chart.Whole(4), Odds: chart.Odds{Attack: 3, Defence: 1}, Shift: -2, Column: "1:1", Roll: 7, Result: "A1D1",
				Terms: []view.Term{
					{Unit: view.Name{ID: "g-3-mtr", Name: "3 Mtr"}, Times: chart.Frac(1, 2), Rule: "7.3", Reason: view.T("why.terrain", "kind", "minor-river")},
					{Shift: -2, Rule: "afb 1.3b", Reason: view.T("why.terrain", "kind", "city")},
				}}},
			"**German attacks 11.08** (7.0): 6 Pz Rgt 9 + 3 Mtr 6 ×0.5 [minor river, 7.3] = 12 against 206 RD 4 → 3:1; city −2 (afb 1.3b) → column 1:1; roll №3: ⚂⚃ = 7 → **A1D1**",
		},
		"who retreated into the hex adds nothing, and it says so": {
			view.Line{Text: view.T("told.attack", "hex", target, "side", order.Side("german")), Rule: "7.0", Reckoned: &view.Reckoning{Strength: "attack", Against: "defence",
				Target: target, Attackers: []view.Counter{panzer}, Defender: []view.Counter{rifles},
				Attack: chart.Whole(9), Column: "6:1", Odds: chart.Odds{Attack: 6, Defence: 1}, Result: "D1",
				Terms: []view.Term{{Unit: view.Name{ID: "s-206", Name: "206 RD"}, Rule: "7.2d", Reason: view.T("why.retreated")}}}},
			"**German attacks 11.08** (7.0): 6 Pz Rgt 9 against 206 RD 4 ×0 [retreated here, 7.2d] = 0 → 6:1 → **D1**",
		},
		"an overrun without a roll": {
			view.Line{Text: view.T("told.overrun", "hex", target, "side", order.Side("german")), Rule: "6.0", Reckoned: &view.Reckoning{Strength: "attack", Against: "defence",
				Target: target, Attackers: []view.Counter{panzer}, Defender: []view.Counter{rifles},
				Attack: chart.Whole(9), Defence: chart.Whole(4), Odds: chart.Odds{Attack: 2, Defence: 1}, Column: "none", Result: "D1"}},
			"**German overruns 11.08** (6.0): 6 Pz Rgt 9 against 206 RD 4 → 2:1 → left of the table: no die is rolled (7.4) → **D1**",
		},
		"a fight in which reasons add to what a unit and a side come to": {
			view.Line{Text: view.T("told.attack", "hex", target, "side", order.Side("german")), Rule: "7.0", Reckoned: &view.Reckoning{Strength: "attack", Against: "defence",
				Target: target, Attackers: []view.Counter{panzer}, Defender: []view.Counter{rifles},
				Attack: chart.Whole(11), Defence: chart.Whole(3), Odds: chart.Odds{Attack: 3, Defence: 1}, Result: "D1",
				Terms: []view.Term{
					{Unit: view.Name{ID: "g-6-pz", Name: "6 Pz Rgt"}, N: 2, Rule: "5.1", Reason: view.T("why.terrain", "kind", "city")},
					{Side: "soviet", N: -1, Rule: "5.2", Reason: view.T("why.terrain", "kind", "swamp")},
				}}},
			"**German attacks 11.08** (7.0): 6 Pz Rgt 9 +2 [city, 5.1] = 11 against 206 RD 4 = 3 → 3:1; Soviet: swamp −1 (5.2) → **D1**",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := spoken1(t).line(c.line); got != c.want {
				t.Errorf("said\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	about := &view.Map{Orders: []order.Spec{{Verb: "move", Either: true, Options: []order.Option{{Name: "units", Kind: order.Units, Required: true}, {Name: "to", Kind: order.Hex}}}}}
	instead := order.Order{Verb: "move"}.WithUnits("units", "g-6-pz").WithHexes("to", hex.Hex{Col: 9, Row: 7})
	for name, c := range map[string]struct {
		err   error
		want  string
		fault bool
	}{
		"a denial with a way out": {
			&view.Denial{Rule: "3.1a", Also: []view.Rule{"afb 1.5"}, Why: view.T("deny.off-map", "hex", hex.Hex{Col: 9, Row: 9}), Instead: &instead},
			"**Refused** (3.1a, afb 1.5). 9.09 is not on the map. Instead: `/move units:g-6-pz to:9.07`", false,
		},
		"a denial by no rule":     {&view.Denial{Why: view.T("deny.no-units")}, "**Refused.** No units are named.", false},
		"a malformed command":     {&order.Problem{ID: "order.missing-option", Verb: "move", Option: "units"}, "/move needs `units:`.", false},
		"what was typed is tamed": {&order.Problem{ID: "order.unknown-command", Value: "`x`\n**y**" + strings.Repeat("z", 100)}, "There is no order / x    y  " + strings.Repeat("z", 50) + "….", false},
		"the table's refusal":     {referee.ErrSeatTaken, "That seat is taken.", false},
		"a stack's top": {&view.Denial{Rule: "4.0c", Why: view.T("deny.top-must-fight", "unit", view.Name{ID: "g-hq", Name: "HQ"})},
			"**Refused** (4.0c). The top unit must have an attack strength of 1 or more, and HQ has none.", false},
		"a stale button": {errStale, "The position has changed since these buttons were made. Press Orders, or type `/due`, to see how it stands.", false},
		"our own fault":  {errors.New("disk full at /var/lib"), "Something went wrong on our side, and the bot's operator finds it in the log. See `/game status` for how the game stands before you try again.", true},
		"a full disk": {fmt.Errorf("append row 4: %w", referee.ErrDiskFull),
			"The bot's disk is full: this was not done, and no order is taken until its operator makes room. What was taken before stands.", true},
		"a disk for reading": {referee.ErrReadOnly, "The bot cannot write its database: this was not done, and no order is taken until its operator has mended that. What was taken before stands.", true},
		"a failing disk":     {referee.ErrDisk, "The bot's disk reports errors: whether this was done is not known. See `/game status` before you give it again; the bot's operator has to look at the disk.", true},
		"damaged pages":      {referee.ErrDatabase, "The bot's database is damaged: this was not done. The bot's operator has to check it and to restore a backup.", true},
		"a deleted database": {referee.ErrGone, "The bot's database was deleted or replaced while it ran: this was not done, and no order is taken until its operator has brought it back.", true},
		"a damaged game": {fmt.Errorf("%w: row 7", referee.ErrDamaged),
			"The log of this game is damaged: it takes no orders and shows nothing until the bot's operator has restored it from a backup. The operator was told up to where it is sound.", false},
	} {
		t.Run(name, func(t *testing.T) {
			got, theirs := spoken1(t).on(about).refuse(c.err)
			if got != c.want || theirs == c.fault {
				t.Errorf("said %q (the player's: %v), want %q", got, theirs, c.want)
			}
		})
	}
}

// Whatever the referee refuses, the player is told in words.
func TestTheRefereesErrorsHaveWords(t *testing.T) {
	files, err := filepath.Glob("../referee/*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(v.Names[0].Name, "Err") {
				found++
			}
			return true
		})
	}
	heard := map[error]bool{referee.ErrOdds: true} // which shows the odds anew
	for _, r := range append(refusals(), storageErrors()...) {
		heard[r.err] = true
	}
	delete(heard, errStale) // our own
	if len(heard) != found || found < 15 {
		t.Errorf("%d errors of the referee have words, %d are declared", len(heard), found)
	}
}

// Of many units a warning names six.
func TestALongWarning(t *testing.T) {
	t.Parallel()
	loc := spoken1(t)
	for n, want := range map[int]string{
		6: "6 units can still attack: 1, 2, 3, 4, 5, 6 (7.0)",
		8: "8 units can still attack: 1, 2, 3, 4, 5, 6 and 2 more (7.0)",
	} {
		var units []view.Name
		for i := range n {
			units = append(units, view.Name{ID: "x", Name: strconv.Itoa(i + 1)})
		}
		if got := loc.warning(view.Warning{Text: view.T("warn.could-attack", "n", n, "units", units), Rule: "7.0"}); got != want {
			t.Errorf("of %d units: %q", n, got)
		}
	}
}

// Of several refusals the one is told that comes closest to what was asked: an order of another game
// says least, and one of another phase less than one of this.
func TestTheClosestRefusal(t *testing.T) {
	denied := func(id string) error { return &view.Denial{Why: view.T(id)} }
	rising := []error{nil, denied("deny.no-such-order"), denied("deny.wrong-phase"), denied("deny.not-adjacent")}
	for i, err := range rising[1:] {
		if closeness(err) <= closeness(rising[i]) {
			t.Errorf("%v comes no closer than %v", err, rising[i])
		}
	}
	if closeness(errStale) != closeness(rising[3]) {
		t.Error("what is no refusal of the rules comes less close")
	}
}
