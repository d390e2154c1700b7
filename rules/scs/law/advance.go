package law

import (
	"slices"

	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// Advanced flags a unit that has entered the emptied hex in this fight's advance.
const Advanced = "advanced"

// Passed is noted when a player declines an advance, or the rest of one.
const Passed = "passed"

// HexesLeftToAdvance returns how many hexes a unit may still advance.
func HexesLeftToAdvance(q *state.Question, id order.UnitID) int {
	if i := slices.Index(q.Units, id); i >= 0 {
		return q.Left[i]
	}
	return 0
}

// GroupByHex groups units by their hexes, in the order given; at returns the hex of a unit.
func GroupByHex(at func(order.UnitID) hex.Hex, units []order.UnitID) (out [][]order.UnitID) {
	for _, id := range units {
		i := slices.IndexFunc(out, func(g []order.UnitID) bool { return at(g[0]) == at(id) })
		if i < 0 {
			i, out = len(out), append(out, nil)
		}
		out[i] = append(out[i], id)
	}
	return out
}

func CheckAdvance(c *game.Attempt, p view.Pick) []choice.Violation {
	if p.Unit == "" {
		if len(c.Units) == 0 {
			return violations("10.0", view.T("deny.no-units"))
		}
		return checkAdvanceHex(c, p.Hex)
	}
	u, q := c.Sight.Piece(p.Unit), c.Sight.Owed
	if HexesLeftToAdvance(q, p.Unit) == 0 {
		return violations("10.0", view.T("deny.not-to-advance", "unit", c.Game.Name(p.Unit)))
	}
	if len(c.Units) > 0 && (u.Flags.Has(Advanced) || c.Units[0].Flags.Has(Advanced)) && u.At.Hex != c.Units[0].At.Hex {
		return violations("10.0", view.T("deny.not-stacked", "unit", c.Game.Name(p.Unit),
			"other", c.Game.Name(c.Units[0].ID)))
	}
	with := c.With(u)
	if !canEndAdvanceFrom(with, with.Units[0].At.Hex, hexesLeft(with), !with.Units[0].Flags.Has(Advanced)) {
		return overLimit(c.Game, "10.0", view.T("deny.advance-full"))
	}
	return nil
}

// hexesLeft returns how many more hexes all of the units may advance after the picks so far.
func hexesLeft(c *game.Attempt) int {
	n := HexesLeftToAdvance(c.Sight.Owed, c.Units[0].ID)
	for _, u := range c.Units[1:] {
		n = min(n, HexesLeftToAdvance(c.Sight.Owed, u.ID))
	}
	return n - len(c.Hexes)
}

// checkAdvanceStep lists what closes a hex to the advance: SCS 10.0, 2.1e: the first hex is the emptied one; enemies
// and prohibited terrain close a hex, zones do not.
func checkAdvanceStep(c *game.Attempt, at, to hex.Hex, begins bool) []choice.Violation {
	x, ok := c.Game.Edge(c.Sight.Side, at, to)
	if !ok {
		return violations("10.0", view.T("deny.not-adjacent", "from", at, "to", to))
	}
	var out []choice.Violation
	if begins && to != c.Sight.Owed.Hex {
		out = append(out, violation("10.0", view.T("deny.advance-first", "hex", c.Sight.Owed.Hex)))
	}
	for _, b := range checkEntry(c, at, x) {
		out = append(out, b, violation("10.0", b.Why))
	}
	return append(out, checkCombat(c, at, to, "10.0")...)
}

// mayEndIn reports whether the units may end an advance in a hex. SCS 10.0, 4.0a: in 1.8 the stacking limit
// holds wherever an advance ends, in 1.7 only in the emptied hex.
func mayEndIn(c *game.Attempt, h hex.Hex) bool {
	return !c.Game.Ed.AdvanceLimits && h != c.Sight.Owed.Hex || heightAt(c, h) <= c.Game.Limit()
}

// heightAt returns how many units would stand in a hex together with those picked.
func heightAt(c *game.Attempt, h hex.Hex) int {
	return len(c.Units) + first.Count(c.Sight.Stack(h), func(p *state.Piece) bool {
		return !slices.ContainsFunc(c.Units, func(u *state.Piece) bool { return u.ID == p.ID })
	})
}

// canEndAdvanceFrom reports whether an advance that goes on from a hex can end within a number of further hexes.
// isFirst says that the next hex is its first.
func canEndAdvanceFrom(c *game.Attempt, at hex.Hex, further int, isFirst bool) bool {
	return further > 0 && c.Sight.Def.Grid.AnyNeighbour(at, func(n hex.Hex) bool {
		return len(checkAdvanceStep(c, at, n, isFirst)) == 0 &&
			(mayEndIn(c, n) || canEndAdvanceFrom(c, n, further-1, false))
	})
}

// checkAdvanceHex lists what the next hex of an advance breaks.
func checkAdvanceHex(c *game.Attempt, to hex.Hex) []choice.Violation {
	left := hexesLeft(c)
	if left <= 0 {
		return advanceTooLong(c)
	}
	begins := len(c.Hexes) == 0 && !c.Units[0].Flags.Has(Advanced)
	if out := checkAdvanceStep(c, lastHex(c), to, begins); len(out) > 0 {
		return out
	}
	if !mayEndIn(c, to) && !canEndAdvanceFrom(c, to, left-1, false) { // to is its first hex
		return overLimit(c.Game, "10.0", view.T("deny.would-overstack", "hex", to, "limit", c.Game.Limit()))
	}
	return nil
}

// advanceTooLong: SCS 10.0: exploit-capable units advance as far as the result says, others one hex. A
// marker may have taken the capability from a unit.
func advanceTooLong(c *game.Attempt) []choice.Violation {
	var taken []view.Rule
	for _, u := range c.Units {
		if c.Game.Unit(u.ID).Exploit {
			taken = append(taken, c.Game.NotExploiting(u)...)
		}
	}
	return violations("10.0", view.T("deny.advance-too-long", "n", len(c.Hexes)), taken...)
}

func DoneAdvance(c *game.Attempt) []choice.Violation {
	switch {
	case len(c.Units) == 0:
		return violations("10.0", view.T("deny.no-units"))
	case len(c.Hexes) == 0:
		return violations("10.0", view.T("deny.no-hex"))
	case !mayEndIn(c, lastHex(c)):
		why := view.T("deny.would-overstack", "hex", lastHex(c), "limit", c.Game.Limit())
		return overLimit(c.Game, "10.0", why)
	}
	return nil
}

// WhenPass: SCS 10.0: whatever is optional can be declined: an advance, and the questions of features that allow it.
func WhenPass(c *game.Attempt) []choice.Violation {
	switch q := c.Sight.Owed; {
	case q != nil && c.Game.Question(q.Kind).Declined != nil:
		return nil
	case q == nil && c.Sight.Waiting != "" && len(c.Sight.Frames) == 1: // no fight: cite what is owed
		return CheckNothingOwed(c)
	}
	return WhenOwed("advance")(c)
}

// AdvanceRisks returns the risks of the hexes offered: that the units picked cannot stop there, would be out of supply
// or, SCS 11.0b, could not exploit from there afterwards.
func AdvanceRisks(c *game.Attempt, picks []view.Pick) []view.Risk {
	full := view.Risk{Text: view.T("risk.no-room"), Brief: view.T("risk.no-room"),
		Rule: game.Cite(c.Game.Data.Rules.Stacking, "4.0a")}
	out := append(riskAt(full, picks, func(h hex.Hex) bool { return !mayEndIn(c, h) }), SupplyRisks(c, picks)...)
	if isAhead(c, data.Exploitation) && slices.ContainsFunc(c.Units, c.Game.CanExploit) {
		out = append(out, riskAt(noExploitation(), picks, func(h hex.Hex) bool { return InEnemyZone(c.Sight, h) })...)
	}
	return out
}

func noExploitation() view.Risk {
	return view.Risk{Text: view.T("risk.no-exploitation"), Brief: view.T("risk.no-exploitation-brief"), Rule: "11.0b"}
}

// PassRisks returns what it costs units that are asked to advance to stay where they stand: they would be out of supply
// (in 1.6 not in their turn of arrival), or, SCS 11.0b, those that are exploit-capable could not exploit.
func PassRisks(c *game.Attempt, _ []view.Pick) (risks []view.Risk) {
	q := c.Sight.Owed
	if q == nil || q.Kind != "advance" {
		return nil
	}
	add := func(phase string, r view.Risk, concerns func(*state.Piece) bool, holds func(hex.Hex) bool) {
		var at []hex.Hex // where units at risk stand
		anyFree := false
		for _, id := range q.Units {
			switch p := c.Sight.Piece(id); {
			case !concerns(p):
			case !holds(p.At.Hex):
				anyFree = true
			case !slices.Contains(at, p.At.Hex):
				at = append(at, p.At.Hex)
			}
		}
		if anyFree { // only some of the units are at risk: it says where
			r.Brief = view.T("risk.in", "risk", r.Brief, "hexes", view.Numbers(at))
		}
		if len(at) > 0 && isAhead(c, phase) {
			risks = append(risks, r)
		}
	}
	add(data.Supply, noSupply(c.Game), func(p *state.Piece) bool { return !p.Flags.Has(CameIn) },
		func(h hex.Hex) bool { return !IsSupplied(c, h) })
	add(data.Exploitation, noExploitation(), c.Game.CanExploit, func(h hex.Hex) bool { return InEnemyZone(c.Sight, h) })
	return risks
}
