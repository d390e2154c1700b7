package scs

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// replacements is the tally of those that a side can still spend.
const replacements = "replacements"

// replacementItem is what a side's stock calls one of them.
const replacementItem = "replacement"

// replaced flags a unit on which a replacement was spent in this phase. Its spelling is
// that of games which began when only those brought back had it.
const replaced = "returned"

// drawing is what the dice of a draw are for.
const drawing = "draw"

// replacementVerbs are the orders about replacements, none where the game has none.
func (e *Engine) replacementVerbs() []verb {
	rule := e.data.Rules.Replacements
	if rule == "" {
		return nil
	}
	options := []order.Option{{Name: "unit", Kind: order.Units, Required: true, Key: "units"}, {Name: "hex", Kind: order.Hex}}
	return []verb{
		{Form: choice.Form{Spec: order.Spec{Verb: "draw", Rule: rule}}, When: whenDraw, Resolve: e.draw},
		{Form: choice.Form{Spec: order.Spec{Verb: "replace", Rule: rule, Options: options}, Near: "hex", From: state.Dead},
			When: whenReplace, Next: nextReplace, Check: checkReplace, Done: doneReplace, Resolve: e.replace},
	}
}

// replenish: afb 1.11: as a side's reinforcements begin, the order of arrival adds
// replacements to those that could not be used before. A game that began before its
// module had a paragraph on them has no order to spend them by, and gets none.
func (e *Engine) replenish(sc *state.Scratch, f state.Frame) {
	if n := e.brings(f, sc.Turn); n > 0 {
		tally := state.Of(replacements, f.Side)
		sc.Do(state.Counted{Tally: tally, N: sc.Tally(tally) + n})
	}
}

// brings is how many replacements a phase adds as it begins.
func (e *Engine) brings(f state.Frame, turn int) int {
	if e.data.Rules.Replacements == "" || f.Name != e.data.ArrivalPhase(f.Side) {
		return 0
	}
	return SuppliesOf(e.def.Arrives(f.Side, turn)).Replacements
}

// atHand is the replacements that the side can still spend.
func (c *Attempt) atHand() int { return c.Sight.Tally(state.Of(replacements, c.Sight.Side)) }

// spending is what forbids to spend a replacement now: afb 1.11: in the side's own
// reinforcements, while it has one.
func (c *Attempt) spending() []choice.Breach {
	out := c.InPhase(c.Rule(), c.e.data.ArrivalPhase(c.Sight.Side))
	if len(out) == 0 && c.atHand() <= 0 {
		out = breaks(c.Rule(), view.T("deny.no-replacements"))
	}
	return out
}

// whenDraw: afb 1.11: a replacement is drawn from the cup only if the unit can be
// placed, whichever it is.
func whenDraw(c *Attempt) []choice.Breach {
	if out := c.spending(); len(out) > 0 {
		return out
	}
	return c.undrawable()
}

// undrawable is why nothing can come of a draw.
func (c *Attempt) undrawable() []choice.Breach {
	rule := view.Rule(c.e.data.Rules.Replacements)
	if len(c.e.cup(c.Sight.Own, c.Sight.Side)) == 0 {
		return breaks(rule, view.T("deny.cup-empty"))
	}
	for h := range c.Sight.Def.Grid.All() {
		if len(c.mayReturn(h)) == 0 {
			return nil
		}
	}
	return breaks(rule, view.T("deny.nowhere-to-return"))
}

// cup is the units of a side that can be drawn, by identifier: all that are dead
// (afb 2.1b: whatever has been withdrawn since).
func (e *Engine) cup(pieces []state.Piece, side order.Side) []order.UnitID {
	var out []order.UnitID
	for i := range pieces {
		if p := &pieces[i]; p.Side == side && p.At.Box == state.Dead {
			out = append(out, p.ID)
		}
	}
	return out
}

// draw: afb 1.11: the choice to draw comes first, and what is drawn must be placed.
//
// RULING: afb 1.11: Everybody sees what is drawn from the cup of the dead. For: what lies in
// it was seen to die. Against: drawing at random is no reason to show it.
func (e *Engine) draw(sc *state.Scratch, _ order.Order, r dice.Roller) error {
	side, rule := sc.Phase().Side, e.data.Rules.Replacements
	e.spend(sc, side)
	cup := e.cup(sc.Pieces, side)
	i, err := drawOne(sc, r, len(cup), drawing, rule)
	if err != nil {
		return err
	}
	sc.Do(state.Noted{What: "drawn", Side: side, Units: cup[i : i+1], Rule: rule})
	sc.Ask(state.Question{Side: side, Kind: "replace", Rule: rule, N: 1, Units: cup[i : i+1]})
	return sc.Err()
}

func (e *Engine) spend(sc *state.Scratch, side order.Side) {
	tally := state.Of(replacements, side)
	sc.Do(state.Counted{Tally: tally, N: sc.Tally(tally) - 1})
}

// drawn is the unit that the side has drawn and owes a place, "" for none.
func (c *Attempt) drawn() order.UnitID {
	if q := c.Sight.Owed; q != nil && q.Kind == "replace" {
		return q.Units[0]
	}
	return ""
}

// whenReplace: the order places what was drawn, and otherwise is one of its own.
func whenReplace(c *Attempt) []choice.Breach {
	if c.drawn() != "" {
		return nil
	}
	return c.spending()
}

// nextReplace offers the unit that was drawn and hexes for it, stacks with room first,
// or else the units that can be turned over.
func nextReplace(c *Attempt) []view.Pick {
	drawn := c.drawn()
	switch {
	case len(c.units) == 0 && drawn == "":
		return c.OwnOnMap(func(*state.Piece) bool { return true })
	case len(c.units) == 0:
		return []view.Pick{{Unit: drawn}}
	case drawn == "", len(c.hexes) > 0:
		return nil
	}
	var out []view.Pick
	for h := range c.Sight.Def.Grid.All() {
		out = append(out, view.Pick{Hex: h})
	}
	slices.SortStableFunc(out, func(a, b view.Pick) int { return c.crowding(a.Hex) - c.crowding(b.Hex) })
	return out
}

// crowding puts hexes in the order in which a unit is likely to be wanted there: with
// friends and room for one more, without friends, with no room.
func (c *Attempt) crowding(h hex.Hex) int {
	switch n := c.Sight.Height(h); {
	case n >= c.e.limit():
		return 2
	case n == 0:
		return 1
	}
	return 0
}

func checkReplace(c *Attempt, p view.Pick) []choice.Breach {
	rule, drawn := c.Rule(), c.drawn()
	switch {
	case p.Unit == "" && len(c.units) == 0:
		return breaks(rule, view.T("deny.no-units"))
	case p.Unit == "" && drawn == "":
		return breaks(rule, view.T("deny.restored-in-place", "unit", c.e.Name(c.units[0].ID)))
	case p.Unit == "":
		return c.mayReturn(p.Hex)
	case len(c.units) > 0:
		return breaks(rule, view.T("deny.one-unit"))
	case drawn == "":
		return c.mayRestore(c.Sight.Piece(p.Unit))
	case p.Unit != drawn:
		return breaks(rule, view.T("deny.place-drawn-first", "unit", c.e.Name(drawn)))
	}
	return nil
}

func doneReplace(c *Attempt) []choice.Breach {
	switch {
	case len(c.units) == 0:
		return breaks(c.Rule(), view.T("deny.no-units"))
	case c.drawn() != "":
		return needHex(c)
	}
	return nil
}

// mayRestore is what keeps a unit from being turned over to full strength: afb 1.11:
// it must be reduced and in trace supply; enemy zones do not matter. SCS 12.1b: a unit is
// in supply until a supply phase marks it, and out of it until one takes the marker away.
func (c *Attempt) mayRestore(p *state.Piece) []choice.Breach {
	rule, unit := view.Rule(c.e.data.Rules.Replacements), c.e.Name(p.ID)
	if !p.OnMap() {
		return breaks(rule, view.T("deny.draw-first", "unit", unit))
	}
	var out []choice.Breach
	for _, b := range c.e.bars(Rebuilding, c.e.unitOf(p)) {
		out = append(out, b, breach(rule, b.Why))
	}
	if p.Steps >= c.e.def.Units[p.ID].Steps {
		out = append(out, breach(rule, view.T("deny.full-strength", "unit", unit)))
	}
	if p.Marks.Has(oos) {
		out = append(out, breach(rule, view.T("deny.out-of-supply", "unit", unit)))
	}
	return out
}

// mayReturn is what keeps a unit from returning to a hex: afb 1.11: a supply line can be
// traced to it now, it lies outside enemy zones, and in it or beside it stands a friend on
// whom no replacement was spent in this phase. A friend in the hex does not lift a zone
// there.
//
// RULING: afb 1.11, 12.1b: A unit on the map is in trace supply while it carries no
// out-of-supply marker; a hex is when a line can be traced to it at that moment. For: 12.1b
// keeps a unit in supply, or out of it, until the next supply phase; a hex carries no marker.
// Against: afb 1.11 uses the same words for both.
// RULING: afb 1.11: Who was just turned over to full strength is no friend to return to in
// that phase, as little as who was drawn. For: afb 1.11 excludes friends that were just
// replaced, and turning over is a use of a replacement. Against: such a unit stood on the map
// already.
// RULING: afb 1.5, afb 1.11: Units that return by a replacement may be overstacked as they are
// placed. For: they come onto the map in the reinforcement phase, as reinforcements do, which
// afb 1.5 lets overstack. Against: afb 1.5 names reinforcements alone.
func (c *Attempt) mayReturn(h hex.Hex) []choice.Breach {
	rule := view.Rule(c.e.data.Rules.Replacements)
	var out []choice.Breach
	add := func(series view.Rule, why view.Text) {
		if series != "" {
			out = append(out, breach(series, why))
		}
		out = append(out, breach(rule, why))
	}
	if c.Sight.EnemyAt(h) {
		add("3.3a", view.T("deny.enemy-there", "hex", h))
	}
	if c.e.def.Barren(c.Sight.Side, h) {
		add("3.2d", view.T("deny.no-ground", "hex", h))
	}
	if zoned(c.Sight, h) {
		add("", view.T("deny.return-in-zone", "hex", h))
	}
	if !c.supplied(h) {
		add("", view.T("deny.not-supplied", "hex", h))
	}
	if !c.befriended(h) {
		add("", view.T("deny.no-friend-near", "hex", h))
	}
	return out
}

// befriended says whether a friend to return to stands in a hex or beside it.
func (c *Attempt) befriended(h hex.Hex) bool {
	friendly := func(h hex.Hex) bool {
		return slices.ContainsFunc(c.Sight.Stack(h), func(p *state.Piece) bool { return !p.Flags.Has(replaced) })
	}
	if friendly(h) {
		return true
	}
	for n := range c.Sight.Def.Grid.Neighbours(h) {
		if friendly(n) {
			return true
		}
	}
	return false
}

// supplied says whether a hex lies in supply for the side now.
func (c *Attempt) supplied(h hex.Hex) bool {
	if c.lines == nil {
		c.lines = c.e.traceable(c.Sight)
	}
	return c.lines[c.Sight.Def.Grid.Index(h)]
}

// mustReplace: afb 1.11: replacements that can be used are used; only the others are
// kept for later turns.
//
// RULING: afb 1.11: A replacement can be used when a unit can be turned over or one could be
// drawn and placed; otherwise it is kept. For: afb 1.11 has those used that can be used.
// Against: it lets the excess be kept only when the cup is empty and nobody is reduced.
// RULING: fog of war, afb 1.11: Who keeps replacements shows by it that no unit of his has a
// use for them, seen or not. For: the rule leaves him no choice, and what is left lies beside
// the map. Against: it tells of units that lie under a top.
func (c *Attempt) mustReplace() []choice.Breach {
	if c.atHand() <= 0 {
		return nil
	}
	why := breaks(view.Rule(c.e.data.Rules.Replacements), view.T("deny.replacements-left", "n", c.atHand()))
	if len(c.undrawable()) == 0 {
		return why
	}
	for i := range c.Sight.Own {
		if p := &c.Sight.Own[i]; p.OnMap() && len(c.mayRestore(p)) == 0 {
			return why
		}
	}
	return nil
}

// replace: afb 1.11: a drawn unit returns at full strength, to move as any later in
// the turn; or a unit on the map is turned over to full strength.
func (e *Engine) replace(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	units := o.Units("unit")
	rule, id := e.data.Rules.Replacements, units[0]
	q := sc.Owed()
	if q == nil {
		e.spend(sc, sc.Phase().Side)
		e.Restore(sc, id, rule)
		sc.Do(state.Flagged{Units: units, Flag: replaced})
		return sc.Err()
	}
	sc.Do(state.Answered{ID: q.ID})
	e.Restore(sc, id, rule)
	e.travel(sc, state.Moved{Units: units, Path: []hex.Hex{o.Hex("hex")}, How: "return", Rule: rule})
	sc.Do(state.Flagged{Units: units, Flag: replaced})
	return sc.Err()
}
