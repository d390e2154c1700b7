// Package replacements implements a rule that Autumn for Barbarossa adds to the Standard Combat Series (afb 1.11): the
// order of arrival brings replacements, and a side spends them in its reinforcement phase. A replacement restores a
// reduced unit in supply to full strength, or brings back a unit at full strength that is drawn at random from the
// dead. Replacements that can be used must be used; the others are kept.
//
// A module switches the rule on by naming its paragraph. The miniature game at scs.Series would add:
//
//	# game.yaml
//	rules: {replacements: "1.5"}
//	# setup.yaml
//	scenarios:
//	  - id: crossing
//	    name: The Crossing
//	    setup:
//	      blue: [{at: "2.03", units: [b-1]}]
//	      red: [{at: "2.01", units: [r-1]}]
//	    arrivals:
//	      - {turn: 2, side: blue, replacements: 1}
//
// A case says how many replacements the sides have: `replacements: {blue: 2}`.
package replacements

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
	"grognard/rules/scs/feature/cup"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/scs/play"
	"grognard/rules/view"
)

// name is the feature's name, its key in a module's files, and the tally of replacements that a side can still spend.
const name = "replacements"

// item is the name of a replacement in a side's stock.
const item = "replacement"

// replaced flags a unit on which a replacement was spent in this phase. Logs have it in this spelling.
const replaced = "returned"

// replace is the order that spends a replacement, and the kind of the question where to place a drawn unit.
const replace = "replace"

const draw order.Verb = "draw"

// drawing is the purpose of the dice of a draw. drawnNote is noted of the unit drawn.
const (
	drawing   = "draw"
	drawnNote = "drawn"
)

// Feature describes the rule for the list of features.
func Feature() scs.Feature {
	return scs.Feature{
		Wording: data.Wording{
			Name: name, Help: "replacements, under rules: units come back or are made whole",
			Rules: []string{name}, Begin: begin, Case: data.Tallied(name), Stock: true,
		},
		New: func(g *game.Game) game.Hooks {
			r := replacements{g, g.Data.Paragraphs[name]}
			has := func(order.Side) bool { return r.rule != "" }
			return game.Hooks{
				Verbs:     r.verbs(),
				Questions: []game.Question{{Kind: replace, Beside: true}},
				Tallies:   []game.Tally{{Name: name, Item: item, Has: has, Brings: r.brings, Must: true}},
				Law:       game.LawHooks{Holds: game.List(r.mustReplace)},
				Play:      game.PlayHooks{AfterArrivals: game.List(r.replenish)},
				Show:      game.ShowHooks{Tasks: game.List(r.tasks)},
				Tell:      game.TellHooks{Event: game.List(r.tells)},
			}
		},
	}
}

type replacements struct {
	game *game.Game
	rule string // the paragraph, "" without the rule
}

// verbs returns the orders about replacements. A game without a paragraph on them has none.
func (r replacements) verbs() []game.Verb {
	if r.rule == "" {
		return nil
	}
	options := []order.Option{{Name: "unit", Kind: order.Units, Required: true, Key: "units"},
		{Name: "hex", Kind: order.Hex}}
	whenReplace := func(c *game.Attempt) []choice.Violation {
		if drawnUnit(c) != "" {
			return nil
		}
		return r.checkSpend(c)
	}
	return []game.Verb{
		{Form: choice.Form{Spec: order.Spec{Verb: draw, Rule: r.rule}}, When: r.whenDraw, Notes: r.notes,
			Resolve: r.draw},
		{Form: choice.Form{Spec: order.Spec{Verb: replace, Rule: r.rule, Options: options},
			Near: "hex", From: state.Dead},
			When: whenReplace, Next: r.nextReplace, Check: r.checkReplace, Done: doneReplace, Notes: r.notes,
			Resolve: r.replace, Costs: func(c *game.Attempt, picks []view.Pick) []view.Cost {
				return c.Becomes(picks, func(p *state.Piece) int { return r.game.Def.Units[p.ID].Steps })
			}},
	}
}

// notes: afb 1.11: what a replacement does, and that a draw spends one as turning a unit over does.
func (r replacements) notes(c *game.Attempt) []view.Text {
	list, only := dead(c.Sight.Own, c.Sight.Side), any("") // only is "" if there are several, or none
	if len(list) == 1 {
		only = c.Game.Name(list[0])
	}
	about := []any{"n", atHand(c), "dead", len(list), "rule", r.rule}
	switch {
	case drawnUnit(c) != "":
		return []view.Text{view.T("note.place-drawn", about...)}
	case c.Verb() == draw:
		return []view.Text{view.T("note.draw", append(about, "only", only)...)}
	}
	return []view.Text{view.T("note.replace", about...)}
}

// replenish: afb 1.11: as a side's phase of reinforcements begins, the order of arrival adds replacements to those that
// were kept. A game that began before its module named the paragraph gets none, because it has no order to spend them.
func (r replacements) replenish(sc *state.Scratch, f state.Frame, _ dice.Roller) error {
	if n := r.brings(f, sc.Turn); n > 0 {
		tally := state.Of(name, f.Side)
		sc.Do(state.Counted{Tally: tally, N: sc.Tally(tally) + n})
	}
	return sc.Err()
}

// brings returns how many replacements a phase adds as it begins.
func (r replacements) brings(f state.Frame, turn int) int {
	if r.rule == "" || f.Name != r.game.Data.ArrivalPhase(f.Side) {
		return 0
	}
	n, _ := data.SuppliesOf(r.game.Def.Arrives(f.Side, turn)).Own[name].(int)
	return n
}

// atHand returns the number of replacements that the side can still spend.
func atHand(c *game.Attempt) int { return c.Sight.Tally(state.Of(name, c.Sight.Side)) }

// checkSpend lists what forbids a replacement now: afb 1.11: a side spends them in its own phase of reinforcements.
func (r replacements) checkSpend(c *game.Attempt) []choice.Violation {
	out := law.CheckPhase(c, c.Rule(), r.game.Data.ArrivalPhase(c.Sight.Side))
	if len(out) == 0 && atHand(c) <= 0 {
		out = choice.Breaks(c.Rule(), view.T("deny.no-replacements"))
	}
	return out
}

// whenDraw: afb 1.11: a unit is drawn only if it can be placed, whichever it is.
func (r replacements) whenDraw(c *game.Attempt) []choice.Violation {
	if out := r.checkSpend(c); len(out) > 0 {
		return out
	}
	return r.whyNoDraw(c)
}

// whyNoDraw says why no draw is possible, nil if one is.
func (r replacements) whyNoDraw(c *game.Attempt) []choice.Violation {
	rule := view.Rule(r.rule)
	if len(dead(c.Sight.Own, c.Sight.Side)) == 0 {
		return choice.Breaks(rule, view.T("deny.cup-empty"))
	}
	for h := range c.Sight.Def.Grid.All() {
		if len(r.checkReturn(c, h)) == 0 {
			return nil
		}
	}
	return choice.Breaks(rule, view.T("deny.nowhere-to-return"))
}

// dead lists the units of a side that can be drawn, by identifier: all the dead (afb 2.1b: also after a withdrawal).
func dead(pieces []state.Piece, side order.Side) []order.UnitID {
	return state.Where(pieces, func(p *state.Piece) bool { return p.Side == side && p.At.Box == state.Dead })
}

// draw: afb 1.11: the player first decides to draw, and must place the unit drawn.
//
// RULING: afb 1.11: Everybody sees what is drawn from the cup of the dead. For: what lies in
// it was seen to die. Against: drawing at random is no reason to show it.
func (r replacements) draw(sc *state.Scratch, _ order.Order, roll dice.Roller) error {
	side := sc.Phase().Side
	spend(sc, side)
	all := dead(sc.Pieces, side)
	i, err := cup.Draw(sc, roll, len(all), drawing, r.rule)
	if err != nil {
		return err
	}
	sc.Do(state.Noted{What: drawnNote, Side: side, Units: all[i : i+1], Rule: r.rule})
	sc.Ask(state.Question{Side: side, Kind: replace, Rule: r.rule, N: 1, Units: all[i : i+1]})
	return sc.Err()
}

func spend(sc *state.Scratch, side order.Side) {
	tally := state.Of(name, side)
	sc.Do(state.Counted{Tally: tally, N: sc.Tally(tally) - 1})
}

// drawnUnit returns the unit that the side has drawn and still has to place, "" for none.
func drawnUnit(c *game.Attempt) order.UnitID {
	if q := c.Sight.Owed; q != nil && q.Kind == replace {
		return q.Units[0]
	}
	return ""
}

// nextReplace offers the drawn unit, then hexes for it, stacks with room first. If no unit was drawn, it offers the
// units on the map, of which checkReplace takes those that can be restored.
func (r replacements) nextReplace(c *game.Attempt) []view.Pick {
	drawn := drawnUnit(c)
	switch {
	case len(c.Units) == 0 && drawn == "":
		return law.OwnOnMap(c, func(*state.Piece) bool { return true })
	case len(c.Units) == 0:
		return []view.Pick{{Unit: drawn}}
	case drawn == "", len(c.Hexes) > 0:
		return nil
	}
	var out []view.Pick
	for h := range c.Sight.Def.Grid.All() {
		if hasFriendNear(c, h) { // elsewhere it is never legal, and most of the map is elsewhere
			out = append(out, view.Pick{Hex: h})
		}
	}
	slices.SortStableFunc(out, func(a, b view.Pick) int { return r.rankHex(c, a.Hex) - r.rankHex(c, b.Hex) })
	return out
}

// rankHex orders hexes by how likely a player is to want a unit there: 0 with friends and room for one
// more, 1 without friends, 2 without room.
func (r replacements) rankHex(c *game.Attempt, h hex.Hex) int {
	switch n := c.Sight.Height(h); {
	case n >= r.game.Data.Stacking.Limit:
		return 2
	case n == 0:
		return 1
	}
	return 0
}

func (r replacements) checkReplace(c *game.Attempt, p view.Pick) []choice.Violation {
	rule, drawn := c.Rule(), drawnUnit(c)
	switch {
	case p.Unit == "" && len(c.Units) == 0:
		return choice.Breaks(rule, view.T("deny.no-units"))
	case p.Unit == "" && drawn == "":
		return choice.Breaks(rule, view.T("deny.restored-in-place", "unit", r.game.Name(c.Units[0].ID)))
	case p.Unit == "":
		return r.checkReturn(c, p.Hex)
	case len(c.Units) > 0:
		return choice.Breaks(rule, view.T("deny.one-unit"))
	case drawn == "":
		return r.checkRestore(c.Sight.Piece(p.Unit))
	case p.Unit != drawn:
		return choice.Breaks(rule, view.T("deny.place-drawn-first", "unit", r.game.Name(drawn)))
	}
	return nil
}

func doneReplace(c *game.Attempt) []choice.Violation {
	switch {
	case len(c.Units) == 0:
		return choice.Breaks(c.Rule(), view.T("deny.no-units"))
	case drawnUnit(c) != "" && len(c.Hexes) == 0:
		return choice.Breaks(c.Rule(), view.T("deny.no-hex"))
	}
	return nil
}

// checkRestore lists what keeps a unit from being restored to full strength: afb 1.11: it must be
// reduced and in trace supply; enemy zones do not matter. SCS 12.1b: a unit is in supply until a
// supply phase marks it, and out of supply until a later one removes the marker.
func (r replacements) checkRestore(p *state.Piece) []choice.Violation {
	rule, unit := view.Rule(r.rule), r.game.Name(p.ID)
	if !p.OnMap() {
		return choice.Breaks(rule, view.T("deny.draw-first", "unit", unit))
	}
	var out []choice.Violation
	for _, b := range r.game.Bars(game.Rebuilding, r.game.Unit(p.ID)) {
		out = append(out, b, choice.Violation{Rule: rule, Why: b.Why})
	}
	if p.Steps >= r.game.Def.Units[p.ID].Steps {
		out = append(out, choice.Violation{Rule: rule, Why: view.T("deny.full-strength", "unit", unit)})
	}
	if !law.InSupply(p) {
		out = append(out, choice.Violation{Rule: rule, Why: view.T("deny.out-of-supply", "unit", unit)})
	}
	return out
}

// checkReturn lists what keeps a unit from returning to a hex: afb 1.11: a supply line can be traced to
// the hex now, it is outside enemy zones, and in it or beside it is a friendly unit on which no
// replacement was spent in this phase. A friendly unit in the hex does not cancel a zone there.
//
// RULING: afb 1.11, 12.1b: A unit on the map is in trace supply while it carries no out-of-supply marker; a hex is when
// a line can be traced to it at that moment. For: 12.1b keeps a unit in supply, or out of it, until the next supply
// phase; a hex carries no marker. Against: afb 1.11 uses the same words for both.
// RULING: afb 1.11: Who was just turned over to full strength is no friend to return to in that phase, as little as who
// was drawn. For: afb 1.11 excludes friends that were just replaced, and turning over is a use of a replacement.
// Against: such a unit stood on the map already.
// RULING: afb 1.5, afb 1.11: Units that return by a replacement may be overstacked as they are
// placed. For: they come onto the map in the reinforcement phase, as reinforcements do, which
// afb 1.5 lets overstack. Against: afb 1.5 names reinforcements alone.
func (r replacements) checkReturn(c *game.Attempt, h hex.Hex) []choice.Violation {
	rule := view.Rule(r.rule)
	var out []choice.Violation
	add := func(why view.Text, series ...view.Rule) { out = append(out, choice.Breaks(rule, why, series...)...) }
	if c.Sight.EnemyAt(h) {
		add(view.T("deny.enemy-there", "hex", h), "3.3a")
	}
	if c.Sight.Def.Impassable(c.Sight.Side, h) {
		add(view.T("deny.no-ground", "hex", h), "3.2d")
	}
	if law.InEnemyZone(c.Sight, h) {
		add(view.T("deny.return-in-zone", "hex", h))
	}
	if !law.IsSupplied(c, h) {
		add(view.T("deny.not-supplied", "hex", h))
	}
	if !hasFriendNear(c, h) {
		add(view.T("deny.no-friend-near", "hex", h))
	}
	return out
}

// hasFriendNear reports whether a hex or one beside it has a friendly unit to return to.
func hasFriendNear(c *game.Attempt, h hex.Hex) bool {
	friendly := func(h hex.Hex) bool {
		return slices.ContainsFunc(c.Sight.Stack(h), func(p *state.Piece) bool { return !p.Flags.Has(replaced) })
	}
	return friendly(h) || c.Sight.Def.Grid.AnyNeighbour(h, friendly)
}

// mustReplace: afb 1.11: replacements that can be used must be used; only the others are kept for later turns.
//
// RULING: afb 1.11: A replacement can be used when a unit can be turned over or one could be
// drawn and placed; otherwise it is kept. For: afb 1.11 has those used that can be used.
// Against: it lets the excess be kept only when the cup is empty and nobody is reduced.
// RULING: fog of war, afb 1.11: Who keeps replacements shows by it that no unit of his has a
// use for them, seen or not. For: the rule leaves him no choice, and what is left lies beside
// the map. Against: it tells of units that lie under a top.
func (r replacements) mustReplace(c *game.Attempt) []choice.Violation {
	if atHand(c) <= 0 || c.Sight.Phase().Name != r.game.Data.ArrivalPhase(c.Sight.Side) ||
		r.restorable(c) == 0 && len(r.whyNoDraw(c)) > 0 {
		return nil
	}
	return choice.Breaks(view.Rule(r.rule), view.T("deny.replacements-left", "n", atHand(c)))
}

// restorable returns how many units on the map can be restored.
func (r replacements) restorable(c *game.Attempt) (n int) {
	for i := range c.Sight.Own {
		if p := &c.Sight.Own[i]; p.OnMap() && len(r.checkRestore(p)) == 0 {
			n++
		}
	}
	return n
}

// tasks: afb 1.11: the ways in which replacements can be used, and so must be; else how many are kept.
func (r replacements) tasks(c *game.Attempt) (out []view.Task) {
	n := atHand(c)
	if r.rule == "" || len(r.mustReplace(c)) == 0 {
		if n > 0 && c.Sight.Phase().Name == r.game.Data.ArrivalPhase(c.Sight.Side) {
			out = append(out, view.Task{N: n, Text: view.T("task.replacements-kept", "n", n, "rule", r.rule)})
		}
		return out
	}
	restorable, draws := r.restorable(c), len(dead(c.Sight.Own, c.Sight.Side)) // not sooner: every view asks for tasks
	if len(r.whyNoDraw(c)) > 0 {
		draws = 0
	}
	n = min(n, restorable+draws)
	if restorable > 0 {
		text := view.T("task.restore", "n", n, "rule", r.rule)
		out = append(out, view.Task{Verb: replace, Must: true, N: n, Text: text})
	}
	if draws > 0 {
		text := view.T("task.draw", "n", n)
		if len(out) > 0 { // the same replacements can be spent on restoring
			text = view.T("task.or-draw")
		}
		out = append(out, view.Task{Verb: draw, Must: true, N: n, Text: text})
	}
	return out
}

// replace: afb 1.11: a drawn unit returns at full strength and can move normally later in the turn; or
// a unit on the map is restored to full strength.
func (r replacements) replace(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	units := o.Units("unit")
	rule, id := r.rule, units[0]
	q := sc.Owed()
	if q == nil {
		spend(sc, sc.Phase().Side)
	} else {
		sc.Do(state.Answered{ID: q.ID})
	}
	play.Restore(r.game, sc, id, rule)
	if q != nil {
		play.Travel(r.game, sc, state.Moved{Units: units, Path: []hex.Hex{o.Hex("hex")}, How: "return", Rule: rule})
	}
	sc.Do(state.Flagged{Units: units, Flag: replaced})
	return sc.Err()
}
