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

// advanced flags a unit that has entered the emptied hex in this fight's advance.
const advanced = "advanced"

// passed is noted when a player declines an advance, or the rest of one.
const passed = "passed"

// offerAdvance: SCS 10.0, 10.0a: an exploit-capable unit may go as many hexes as the retreat in the
// result, even when steps were lost instead or the defenders died on the way; other units go one hex.
// SCS 10.0b: hexes are counted, not movement points. SCS 10.0c: only the attacker may advance.
func (e *Engine) offerAdvance(sc *state.Scratch, f state.Frame, hexes int) {
	q := state.Question{Side: f.Side, Kind: "advance", Rule: "10.0", N: hexes, Hex: f.Hex, Units: f.Units}
	for _, id := range f.Units {
		n := 1
		if e.canExploit(sc.Piece(id)) {
			n = hexes
		}
		q.Left = append(q.Left, n)
	}
	sc.Ask(q)
}

// mayGo is how many hexes a unit may still advance.
func mayGo(q *state.Question, id order.UnitID) int {
	if i := slices.Index(q.Units, id); i >= 0 {
		return q.Left[i]
	}
	return 0
}

// stillToGo removes from an advance the units that are dead, have retreated or may go no further. ok
// is false when none is left.
//
// RULING: 9.0a, 10.0: Who retreated in a fight does not advance in it, even if he still stands
// beside the emptied hex. For: 9.0a has all units of the side retreat, and a result throws
// them back. Against: 10.0 lets any unit that was involved advance.
func (e *Engine) stillToGo(sc *state.Scratch, q state.Question) (state.Question, bool) {
	out := q
	out.Units, out.Left, out.N = nil, nil, 0
	for i, id := range q.Units {
		if p := sc.Piece(id); p.OnMap() && !p.Flags.Has(retired) && q.Left[i] > 0 {
			out.Units, out.Left = append(out.Units, id), append(out.Left, q.Left[i])
			out.N = max(out.N, q.Left[i])
		}
	}
	return out, len(out.Units) > 0
}

// beginAdvance begins an advance or drops it: SCS 10.0: the hex must be empty. 10.0d: units that
// overran must enter it. It reports whether anything changed.
func (e *Engine) beginAdvance(sc *state.Scratch, q state.Question) bool {
	rest, ok := e.stillToGo(sc, q)
	if !ok || sc.Holder(q.Hex) == e.def.Enemy(q.Side) {
		sc.Do(state.Answered{ID: q.ID})
		return true
	}
	if fightIn(sc.Frames).Name == overrunFight && !sc.Piece(rest.Units[0]).Flags.Has(advanced) {
		e.goForward(sc, rest, rest.Units, []hex.Hex{q.Hex}, "10.0d")
		return true
	}
	if rest.N != q.N || len(rest.Units) != len(q.Units) {
		sc.AskAgain(rest)
		return true
	}
	return false
}

// goForward moves units along a path of an advance and counts their hexes.
func (e *Engine) goForward(sc *state.Scratch, q state.Question, units []order.UnitID, path []hex.Hex, rule string) {
	for _, at := range byHex(hexIn(sc), units) {
		e.Travel(sc, state.Moved{Units: e.piled(sc, at), Path: path, How: "advance", Rule: rule})
	}
	sc.Do(state.Flagged{Units: units, Flag: advanced})
	q.Left = slices.Clone(q.Left)
	for _, id := range units {
		q.Left[slices.Index(q.Units, id)] -= len(path)
	}
	if rest, ok := e.stillToGo(sc, q); ok {
		sc.AskAgain(rest)
		return
	}
	sc.Do(state.Answered{ID: q.ID})
}

// hexIn returns a function that finds the hex of a unit.
func hexIn(sc *state.Scratch) func(order.UnitID) hex.Hex {
	return func(id order.UnitID) hex.Hex { return sc.Piece(id).At.Hex }
}

// byHex groups units by their hexes, in the order given; at returns the hex of a unit.
func byHex(at func(order.UnitID) hex.Hex, units []order.UnitID) (out [][]order.UnitID) {
	for _, id := range units {
		i := slices.IndexFunc(out, func(g []order.UnitID) bool { return at(g[0]) == at(id) })
		if i < 0 {
			out = append(out, []order.UnitID{id})
			continue
		}
		out[i] = append(out[i], id)
	}
	return out
}

func checkAdvance(c *Attempt, p view.Pick) []choice.Violation {
	if p.Unit == "" {
		if len(c.units) == 0 {
			return violations("10.0", view.T("deny.no-units"))
		}
		return c.checkAdvanceHex(p.Hex)
	}
	u, q := c.Sight.Piece(p.Unit), c.Sight.Owed
	if mayGo(q, p.Unit) == 0 {
		return violations("10.0", view.T("deny.not-to-advance", "unit", c.e.Name(p.Unit)))
	}
	if len(c.units) > 0 && (u.Flags.Has(advanced) || c.units[0].Flags.Has(advanced)) && u.At.Hex != c.units[0].At.Hex {
		return violations("10.0", view.T("deny.not-stacked", "unit", c.e.Name(p.Unit),
			"other", c.e.Name(c.units[0].ID)))
	}
	with := c.with(u)
	if !with.canEnd() {
		return c.e.tooHigh("10.0", view.T("deny.advance-full"))
	}
	return nil
}

// hexesLeft is how many more hexes all of the units may advance after the picks so far.
func (c *Attempt) hexesLeft() int {
	n := mayGo(c.Sight.Owed, c.units[0].ID)
	for _, u := range c.units[1:] {
		n = min(n, mayGo(c.Sight.Owed, u.ID))
	}
	return n - len(c.hexes)
}

// advanceWay lists what closes a hex to the advance: SCS 10.0, 2.1e: the emptied hex comes first;
// enemies and prohibited terrain close a hex, zones do not.
func (c *Attempt) advanceWay(at, to hex.Hex, first bool) []choice.Violation {
	x, ok := c.e.edge(c.Sight.Side, at, to)
	if !ok {
		return violations("10.0", view.T("deny.not-adjacent", "from", at, "to", to))
	}
	var out []choice.Violation
	if first && to != c.Sight.Owed.Hex {
		out = append(out, violation("10.0", view.T("deny.advance-first", "hex", c.Sight.Owed.Hex)))
	}
	for _, b := range c.entry(at, x) {
		out = append(out, b, violation("10.0", b.Why))
	}
	return out
}

// fits says whether the units may end an advance in a hex. SCS 10.0, 4.0a: in 1.8 the stacking limit
// holds wherever an advance ends, in 1.7 only in the emptied hex.
func (c *Attempt) fits(h hex.Hex) bool {
	if !c.e.ed.advanceLimits && h != c.Sight.Owed.Hex {
		return true
	}
	return c.heightAt(h) <= c.e.limit()
}

// heightAt is how many units would stand in a hex together with those picked.
func (c *Attempt) heightAt(h hex.Hex) int {
	n := len(c.units)
	for _, p := range c.Sight.Stack(h) {
		if !slices.ContainsFunc(c.units, func(u *state.Piece) bool { return u.ID == p.ID }) {
			n++
		}
	}
	return n
}

// canEnd says whether the units, which all take the same path, can end an advance in some hex.
func (c *Attempt) canEnd() bool {
	at, left, first := c.units[0].At.Hex, c.hexesLeft(), !c.units[0].Flags.Has(advanced)
	if left <= 0 {
		return false
	}
	for n := range c.Sight.Def.Grid.Neighbours(at) {
		if len(c.advanceWay(at, n, first)) == 0 && (c.fits(n) || c.canEndFrom(n, left-1)) {
			return true
		}
	}
	return false
}

// canEndFrom says whether an advance that goes on from a hex can end within left more hexes.
func (c *Attempt) canEndFrom(at hex.Hex, left int) bool {
	if left <= 0 {
		return false
	}
	for n := range c.Sight.Def.Grid.Neighbours(at) {
		if len(c.advanceWay(at, n, false)) == 0 && (c.fits(n) || c.canEndFrom(n, left-1)) {
			return true
		}
	}
	return false
}

func (c *Attempt) checkAdvanceHex(to hex.Hex) []choice.Violation {
	left := c.hexesLeft()
	if left <= 0 {
		return c.advanceTooLong()
	}
	first := len(c.hexes) == 0 && !c.units[0].Flags.Has(advanced)
	if out := c.advanceWay(c.at(), to, first); len(out) > 0 {
		return out
	}
	if !c.fits(to) && !c.canEndFrom(to, left-1) {
		why := view.T("deny.would-overstack", "hex", to, "limit", c.e.limit())
		return c.e.tooHigh("10.0", why)
	}
	return nil
}

// advanceTooLong: SCS 10.0: as far as the result for exploit-capable units, one hex for others. A
// marker may have taken that capability from a unit.
func (c *Attempt) advanceTooLong() []choice.Violation {
	out := violations("10.0", view.T("deny.advance-too-long", "n", len(c.hexes)))
	for _, u := range c.units {
		if c.e.Unit(u.ID).Exploit {
			for _, rule := range c.e.notExploiting(u) {
				out = append(out, violation(rule, out[0].Why))
			}
		}
	}
	return out
}

func doneAdvance(c *Attempt) []choice.Violation {
	switch {
	case len(c.units) == 0:
		return violations("10.0", view.T("deny.no-units"))
	case len(c.hexes) == 0:
		return violations("10.0", view.T("deny.no-hex"))
	case !c.fits(c.at()):
		why := view.T("deny.would-overstack", "hex", c.at(), "limit", c.e.limit())
		return c.e.tooHigh("10.0", why)
	}
	return nil
}

func (e *Engine) advance(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	e.goForward(sc, *sc.Owed(), o.Units("units"), o.Path("path"), "10.0")
	return sc.Err()
}

// whenPass: SCS 10.0: whatever is optional can be declined: an advance, and the questions of features
// that allow it.
func whenPass(c *Attempt) []choice.Violation {
	if q := c.Sight.Owed; q != nil && c.e.question(q.Kind).Declined != nil {
		return nil
	}
	return WhenOwed("advance")(c)
}

// pass: SCS 10.0: no unit must advance.
func (e *Engine) pass(sc *state.Scratch, _ order.Order, _ dice.Roller) error {
	q := *sc.Owed()
	if declined := e.question(q.Kind).Declined; declined != nil {
		declined(sc, q)
		return sc.Err()
	}
	sc.Do(state.Answered{ID: q.ID}, state.Noted{What: passed, Side: q.Side, Rule: q.Rule})
	return sc.Err()
}
