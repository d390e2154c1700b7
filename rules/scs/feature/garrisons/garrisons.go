// Package garrisons implements a rule that Autumn for Barbarossa adds to the Standard Combat Series
// (afb 1.10): a unit leaves one of its steps behind as a garrison. A garrison holds its hex, neither
// moves nor attacks, and is not rebuilt. If it is lost, its counter can be used again.
//
// A module switches the rule on by naming its paragraph. The counters are recognised by their symbol:
//
//	# game.yaml
//	rules: {garrisons: "1.10"}
//	# units.yaml
//	types: {red-garrison: {side: red, symbol: garrison, size: regiment, full: 0-2-0, reduced: 0-1-0}}
//	units: {garrison-red-1: {type: red-garrison, name: Garrison 1}} # in no set-up: made in play
//
// The package is a model for other rules that only some games have: everything about the rule is in
// one folder, and package rules lists its scs.Feature.
package garrisons

import (
	"cmp"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/scs/play"
	"grognard/rules/view"
)

// pool is the box of garrisons that can be made.
const pool = "pool"

// garrison is the order to make a garrison.
const garrison order.Verb = "garrison"

// symbol is the symbol on the counters of garrisons.
const symbol = "garrison"

// Feature describes the rule for the list of features.
func Feature() scs.Feature {
	return scs.Feature{
		Wording: data.Wording{
			Name: "garrisons", Help: "garrisons, under rules: a unit leaves a step behind that holds its hex",
			Rules: []string{"garrisons"}, Symbol: symbol,
		},
		New: func(g *game.Game) game.Hooks {
			feature := garrisons{g, view.Rule(g.Data.Paragraphs["garrisons"])}
			// afb 1.10: a garrison exists only after it has been made.
			absent := func(p *state.Piece) []choice.Violation {
				return choice.Breaks(feature.rule, view.T("deny.garrison-not-made", "unit", g.Name(p.ID)))
			}
			// afb 1.10: a unit that gave its last step is given up, not lost.
			tellsExit := func(ev state.Moved, args []any) (view.Text, bool) {
				return view.T("told.given-up", args...), ev.How == "lost" && ev.Rule == string(feature.rule)
			}
			return game.Hooks{
				Verbs: feature.verbs(),
				Pools: []game.Pool{{Box: pool, Stock: symbol}},
				Law:   game.LawHooks{Bars: game.List(feature.bars), Absent: game.Absences{pool: absent}},
				Show:  game.ShowHooks{Tasks: game.List(feature.tasks)},
				Tell:  game.TellHooks{Entry: game.List(tellsEntry), Exit: game.List(tellsExit)},
			}
		},
	}
}

type garrisons struct {
	game *game.Game
	rule view.Rule // the paragraph, "" without the rule
}

// verbs returns the order to make a garrison. A game without a paragraph on garrisons has none.
func (g garrisons) verbs() []game.Verb {
	if g.rule == "" {
		return nil
	}
	unit := order.Option{Name: "unit", Kind: order.Units, Required: true, Key: "units"}
	return []game.Verb{{
		Form: choice.Form{Spec: order.Spec{Verb: garrison, Rule: string(g.rule), Options: []order.Option{unit}}},
		When: g.when, Next: next, Check: g.check, Done: g.done, Fatal: true, Warn: g.warns,
		Notes: g.notes, Resolve: g.make, Costs: func(c *game.Attempt, picks []view.Pick) []view.Cost {
			return c.Becomes(picks, func(p *state.Piece) int { return p.Steps - 1 })
		},
	}}
}

// when: afb 1.10: garrisons are made in the owner's movement phase, at any time in it, as long as a
// counter is left that is not on the map.
func (g garrisons) when(c *game.Attempt) []choice.Violation {
	out := law.CheckPhase(c, g.rule, data.Movement)
	if _, ok := freeGarrison(c.Sight.Own, c.Sight.Side); len(out) == 0 && !ok {
		out = choice.Breaks(g.rule, view.T("deny.no-garrison-left"))
	}
	return out
}

// tasks: afb 1.10: the garrisons that the side can still make in the phase, as long as it has a unit to make one.
func (g garrisons) tasks(c *game.Attempt) []view.Task {
	if g.rule == "" || c.Sight.Phase().Name != data.Movement {
		return nil
	}
	n, makers := 0, 0
	for i := range c.Sight.Own {
		switch p := &c.Sight.Own[i]; {
		case p.At.Box == pool:
			n++
		case p.OnMap() && g.game.Unit(p.ID).Symbol != symbol:
			makers++
		}
	}
	if n == 0 || makers == 0 {
		return nil
	}
	return []view.Task{{Verb: garrison, N: n, Text: view.T("task.garrisons", "n", n)}}
}

// freeGarrison returns the garrison in a side's pool with the lowest number in its identifier; ok is false for none.
func freeGarrison(pieces []state.Piece, side order.Side) (found order.UnitID, ok bool) {
	for i := range pieces {
		p := &pieces[i]
		if p.Side == side && p.At.Box == pool && (!ok || cmp.Or(len(p.ID)-len(found), cmp.Compare(p.ID, found)) < 0) {
			found, ok = p.ID, true
		}
	}
	return found, ok
}

// notes: afb 1.10: what a garrison costs, what it is, and where.
func (g garrisons) notes(c *game.Attempt) []view.Text {
	id, ok := freeGarrison(c.Sight.Own, c.Sight.Side)
	if !ok {
		return nil
	}
	made := *c.Sight.Piece(id)
	made.Steps = g.game.Def.Units[id].Steps
	return []view.Text{view.T("note.garrison", "unit", view.Described{Counter: g.game.Counter(&made)},
		"rule", string(g.rule))}
}

func next(c *game.Attempt) []view.Pick {
	if len(c.Units) > 0 {
		return nil
	}
	return law.OwnOnMap(c, func(*state.Piece) bool { return true })
}

// check: afb 1.10: any unit that is not a garrison itself can make one, wherever it is and whether it
// has moved or has markers: enemy zones and the lack of supply do not matter.
func (g garrisons) check(c *game.Attempt, p view.Pick) []choice.Violation {
	if len(c.Units) > 0 {
		return choice.Breaks(g.rule, view.T("deny.one-unit"))
	}
	if g.game.Unit(p.Unit).Symbol == symbol {
		return choice.Breaks(g.rule, view.T("deny.garrison-of-garrison", "unit", g.game.Name(p.Unit)))
	}
	return nil
}

// warns: afb 1.10: a unit that gives its last step goes to the dead.
func (g garrisons) warns(c *game.Attempt) []view.Warning {
	if len(c.Units) == 0 || c.Units[0].Steps > 1 {
		return nil
	}
	return view.FatalWarning(view.T("warn.given-up", "unit", g.game.Name(c.Units[0].ID)), g.rule)
}

func (g garrisons) done(c *game.Attempt) []choice.Violation {
	if len(c.Units) == 0 {
		return choice.Breaks(g.rule, view.T("deny.no-units"))
	}
	return nil
}

// bars: afb 1.10: a garrison neither moves nor attacks, and is not rebuilt.
func (g garrisons) bars(does game.Activity, u *data.Unit) []choice.Violation {
	if u.Symbol != symbol {
		return nil
	}
	switch name := g.game.Name(u.ID); does {
	case game.Moving:
		return choice.Breaks(g.rule, view.T("deny.garrison-stays", "unit", name))
	case game.Attacking:
		return choice.Breaks(g.rule, view.T("deny.garrison-no-attack", "unit", name))
	case game.Rebuilding:
		return choice.Breaks(g.rule, view.T("deny.garrison-not-rebuilt", "unit", name))
	}
	return nil
}

// make: afb 1.10: a step of the unit becomes a garrison of full strength in its hex, with the unit's
// markers. A unit that gives its last step goes to the dead, and the garrison holds the hex. Making a
// garrison neither begins nor ends a unit's movement.
//
// RULING: afb 1.10: Everybody is told where a garrison is made, and only the owner whose step
// it was, unless that unit is seen. For: the counters that are left are open, and a lost step
// under a top is not. Against: afb 1.10 says nothing of what the enemy sees.
func (g garrisons) make(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	parent, rule := sc.Piece(o.Units("unit")[0]), string(g.rule)
	id, _ := freeGarrison(sc.Pieces, parent.Side)
	made := []order.UnitID{id}
	sc.Do(state.Stepped{Unit: parent.ID, Left: parent.Steps - 1, Rule: rule})
	play.Restore(g.game, sc, id, rule)
	sc.Do(state.Moved{Units: made, Path: []hex.Hex{parent.At.Hex}, How: "garrison", Rule: rule})
	play.TidyStacks(g.game, sc) // before the markers, because they are seen on the top unit
	for _, m := range parent.Marks {
		sc.Do(state.Marked{Units: made, Mark: m, On: true, Rule: rule})
	}
	if parent.Steps == 0 {
		play.Destroy(g.game, sc, rule, parent.ID)
	}
	return sc.Err()
}

// tellsEntry tells everybody where a garrison is made, and only its owner by which unit.
func tellsEntry(_ game.Teller, ev state.Moved, side order.Side, args []any) (own, others view.Text, ok bool) {
	if ev.How != "garrison" {
		return view.Text{}, view.Text{}, false
	}
	at := ev.Path[0]
	return view.T("told.garrison", append(args, "hex", at)...),
		view.T("told.garrison-unseen", "side", side, "hex", at), true
}
