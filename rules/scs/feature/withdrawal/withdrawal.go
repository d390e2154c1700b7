// Package withdrawal is a rule that Autumn for Barbarossa has beyond the Standard Combat Series
// (afb 2.1): as a side's reinforcements begin on a turn of which the order of arrival says so, a
// die decides whether its exploit-capable units leave the map for good. It happens once. A few
// come back at once, at full strength, beside units that stayed; their owner says who and where.
//
// A module has the rule with its paragraphs, the side and who comes back; the series' miniature
// with it:
//
//	# game.yaml
//	rules: {withdrawal: "2.1", keepers: "2.2"}
//	withdrawal:              # who leaves, and who comes back
//	  side: blue
//	  keep: [{count: 1, type: blue-guards}]
//
//	# units.yaml
//	types:
//	  blue-guards: {side: blue, symbol: armour, size: division, full: 5-5-6, exploit: yes}
//	units:
//	  b-2: {type: blue-guards, name: 2 Gds Div}
//
//	# setup.yaml
//	scenarios:
//	  - id: crossing
//	    name: The Crossing
//	    setup:
//	      blue: [{at: "2.03", units: [b-1]}]
//	      red: [{at: "2.01", units: [r-1]}]
//	    arrivals:            # withdrawal in faces of one die that bring it
//	      - {turn: 2, side: blue, groups: [{at: "2.03", units: [b-2]}]}
//	      - {turn: 3, side: blue, withdrawal: [1, 2]}
//
// Limits: one side of a game withdraws; with all six faces no die is thrown.
package withdrawal

import (
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/scs"
	"grognard/rules/view"
)

// name is the feature's, under which a module's data has what is its own.
const name = "withdrawal"

// withdraw is what is asked about those that come back, and the order that answers.
const withdraw = "withdraw"

// withdrew is the tally of a side's withdrawal, which happens once; what its die is for; and what
// is noted when it happens. When it does not, stay is noted, and stranded of those that could not
// come back.
const (
	withdrew = "withdrew"
	stay     = "stay"
	stranded = "stranded"
)

// withdrawn is the box of units that are gone for good, and how they go.
const withdrawn = "withdrawn"

// Feature is the rule as the list of features has it.
func Feature() scs.Feature {
	return scs.Feature{
		Name: name, Help: "withdrawal: who withdraws, and who comes back",
		Rules: []string{name, "keepers"}, Begin: begin,
		New: func(e *scs.Engine) scs.Hooks {
			rules := e.Data().Paragraphs
			return withdrawal{e, Of(e.Def()), rules[name], rules["keepers"]}.hooks()
		},
	}
}

// withdrawal is the rule in one game: by one paragraph units withdraw, by the other some are kept.
type withdrawal struct {
	e             *scs.Engine
	terms         Terms
	rule, keepers string
}

func (w withdrawal) hooks() scs.Hooks {
	return scs.Hooks{
		Verbs:     w.verbs(),
		Begun:     w.roll,
		Questions: []scs.Question{{Kind: withdraw, Beside: true, Drops: w.strands, Default: w.firstReturn}},
		Absent:    w.absent,
		Tells:     w.tells,
		Went:      went,
		MapEvents: map[string]scs.MapEvent{withdrawn: {Kind: view.Gone, Note: view.T("sign.withdrawn")}},
	}
}

// absent: afb 2.1a: who has withdrawn is gone, unless it is chosen to come back.
func (w withdrawal) absent(p *state.Piece) []choice.Violation {
	if p.At.Box != withdrawn {
		return nil
	}
	return w.breaks(view.T("deny.unit-withdrawn", "unit", w.e.Name(p.ID)))
}

// tells: what is noted of the withdrawal, with the die that was thrown for it.
func (w withdrawal) tells(t *scs.Teller, happened state.Event) bool {
	ev, ok := happened.(state.Noted)
	if !ok {
		return false
	}
	l := view.Line{Rule: view.Rule(ev.Rule)}
	switch ev.What {
	case withdrew:
		l.Text = view.T("told.withdrawal", "side", ev.Side)
		t.Diced(&l, withdrew)
	case stay:
		l.Text = view.T("told.no-withdrawal", "side", ev.Side)
		t.Diced(&l, withdrew)
	case stranded:
		l.Text = view.T("told.stranded", "side", ev.Side, "n", ev.N)
	default:
		return false
	}
	t.All(l)
	return true
}

// went: afb 2.1a: units leave the map openly.
func went(ev state.Moved, args []any) (view.Text, bool) {
	return view.T("told.withdrawn", args...), ev.How == withdrawn
}
