// Package withdrawal implements a rule that Autumn for Barbarossa adds to the Standard Combat Series (afb 2.1). On the
// turns that the order of arrival names, a die is rolled as a side's reinforcement phase begins. It decides whether the
// side's exploit-capable units leave the map for good. This happens once in a game. A few of the units come back at
// once, at full strength, beside units that stayed; their owner chooses the units and the hexes. A case in which it has
// happened says `withdrew: {german: 1}`.
//
// A module switches the rule on by naming its paragraphs, the side and the units that come back. The
// miniature game at scs.Series would add:
//
//	# game.yaml
//	rules: {withdrawal: "2.1", keepers: "2.2"}
//	withdrawal:              # the side that leaves, and the units that come back
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
// Limits: one side of a game withdraws; with all six faces no die is rolled.
package withdrawal

import (
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// name is the feature's name, and the key of its data in a module.
const name = "withdrawal"

// withdraw is the kind of the question which units come back, and the order that answers it.
const withdraw = "withdraw"

// withdrew is the tally of a side's withdrawals, at most 1, the purpose of the die, and what is noted when the
// withdrawal happens. stay is noted when it does not happen, stranded of units that cannot come back.
const (
	withdrew = "withdrew"
	stay     = "stay"
	stranded = "stranded"
)

// withdrawn is the box of units that are gone for good, and the way in which they move there.
const withdrawn = "withdrawn"

// Feature describes the rule for the list of features.
func Feature() scs.Feature {
	return scs.Feature{
		Wording: data.Wording{
			Name: name, Help: "withdrawal: who withdraws, and who comes back",
			Rules: []string{name, "keepers"}, Begin: begin, Case: data.Tallied(withdrew),
		},
		New: func(g *game.Game) game.Hooks {
			w := withdrawal{g, Of(g.Def), g.Data.Paragraphs[name], g.Data.Paragraphs["keepers"]}
			// afb 2.1a: a unit that has withdrawn is gone, unless it is chosen to come back.
			absent := func(p *state.Piece) []choice.Violation {
				return choice.Breaks(w.keepers, view.T("deny.unit-withdrawn", "unit", g.Name(p.ID)))
			}
			// afb 2.1a: units leave the map openly.
			tellsExit := func(ev state.Moved, args []any) (view.Text, bool) {
				return view.T("told.withdrawn", args...), ev.How == withdrawn
			}
			return game.Hooks{
				Verbs:   w.verbs(),
				Tallies: []game.Tally{{Name: withdrew, Has: func(s order.Side) bool { return s == w.terms.Side }}},
				Questions: []game.Question{{Kind: withdraw, Beside: true, Drops: w.dropStranded,
					Default: w.firstReturn}},
				Law:  game.LawHooks{Absent: game.Absences{withdrawn: absent}},
				Play: game.PlayHooks{AfterArrivals: game.List(w.roll)},
				Tell: game.TellHooks{Event: game.List(w.tells), Exit: game.List(tellsExit),
					MapEvents: map[string]game.MapEvent{withdrawn: {Kind: view.Gone, Note: view.T("sign.withdrawn")}}},
			}
		},
	}
}

// withdrawal is the rule in one game. rule is the paragraph on it, keepers the one on the units that come back.
type withdrawal struct {
	game          *game.Game
	terms         Terms
	rule, keepers string
}

// tells tells of the withdrawal, with the die that was rolled for it.
func (w withdrawal) tells(t game.Teller, happened state.Event) bool {
	ev, ok := happened.(state.Noted)
	if !ok {
		return false
	}
	l := view.Line{Rule: view.Rule(ev.Rule)}
	switch ev.What {
	case withdrew, stay:
		l.Text = view.T("told.withdrawal", "side", ev.Side)
		if ev.What == stay {
			l.Text = view.T("told.no-withdrawal", "side", ev.Side)
		}
		t.AddDice(&l, withdrew)
	case stranded:
		l.Text = view.T("told.stranded", "side", ev.Side, "n", ev.N)
	default:
		return false
	}
	t.All(l)
	return true
}
