package airstrikes

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// The orders to split and to use air strikes.
const (
	airbreak  order.Verb = "airbreak"
	airstrike order.Verb = "airstrike"
)

// breakdown is the number in an order that means a breakdown instead of a number of strikes.
const breakdown = -1

// verbs returns the orders to split and to use air strikes, if any side has them.
func (a air) verbs() []game.Verb {
	if len(a.forces) == 0 {
		return nil
	}
	count := order.Option{Name: "count", Kind: order.Count, Required: true, Key: "n"}
	number := order.Option{Name: "strikes", Kind: order.Count, Required: true, Key: "n",
		Numbers: []order.Number{{Word: "regular", N: 1}, {Word: "breakdown", N: breakdown}}}
	target := order.Option{Name: "hex", Kind: order.Hex, Required: true}
	return []game.Verb{
		{Form: choice.Form{Spec: order.Spec{Verb: airbreak, Rule: a.breakdowns, Options: []order.Option{count}}},
			When: a.whenSplit, Next: nextSplit, Check: a.checkSplit, Done: needNumber, Notes: a.notes,
			Resolve: a.split},
		{Form: choice.Form{Spec: order.Spec{Verb: airstrike, Rule: a.strikes,
			Options: []order.Option{target, number}}},
			When: a.whenStrike, Next: nextStrike, Check: a.checkStrike, Done: doneStrike, Warn: a.chances,
			Risks: a.chancesAt, Used: usedHexes, Notes: a.notes, Resolve: a.strike},
	}
}

// notes: afb 1.9a: what a hit does; afb 1.9b: what breakdowns are for.
func (a air) notes(c *game.Attempt) []view.Text {
	f := a.forces[c.Sight.Side]
	if c.Verb() == airbreak {
		return []view.Text{view.T("note.airbreak", "regular", f.Regular, "breakdown", f.Breakdown,
			"rule", a.breakdowns)}
	}
	if len(c.Hexes) > 0 { // the note was shown when the hex was picked
		return nil
	}
	return []view.Text{view.T("note.airstrike", "dg", string(a.game.MarkRule(dg)), "rule", a.strikes)}
}

func tallyOf(c *game.Attempt, what string) int { return c.Sight.Tally(state.Of(what, c.Sight.Side)) }

// whenSplit: afb 1.9b: air strikes are split when they are rolled for.
//
// RULING: afb 1.9b: The moment of the roll for air strikes ends with the next die: then it is too late to split them.
// For: afb 1.9b has it done at the moment of the roll, and a die tells what may count in the choice. Against: what
// needs no die may come between, such as the placing of reinforcements.
func (a air) whenSplit(c *game.Attempt) []choice.Violation {
	if q := c.Sight.Owed; q != nil && q.Kind == string(airbreak) {
		return nil
	}
	out := law.CheckPhase(c, c.Rule(), a.game.Data.ArrivalPhase(c.Sight.Side))
	if len(out) == 0 && !justRolled(c) {
		out = choice.Breaks(c.Rule(), view.T("deny.split-late"))
	}
	return out
}

// justRolled reports, in a side's phase of reinforcements, whether no die has fallen since it rolled for air strikes.
func justRolled(c *game.Attempt) bool { return c.Sight.LastRoll == airRoll || c.Sight.LastRoll == "" } // "": none yet

func nextSplit(c *game.Attempt) []view.Pick {
	if c.N > 0 {
		return nil
	}
	return choice.Numbers(tallyOf(c, strikes))
}

// checkSplit: afb 1.9b: each air strike makes two breakdowns, up to the side's limit in a turn.
func (a air) checkSplit(c *game.Attempt, p view.Pick) []choice.Violation {
	n, rule := int(p.N), c.Rule()
	if n < 1 {
		return choice.Breaks(rule, view.T("deny.no-number"))
	}
	var out []choice.Violation
	if left := tallyOf(c, strikes); n > left {
		out = append(out, choice.Violates(rule, view.T("deny.strikes-left", "n", left)))
	}
	if limit := a.forces[c.Sight.Side].Limit; tallyOf(c, splitTally)+2*n > limit {
		out = append(out, choice.Violates(rule, view.T("deny.breakdowns-limit", "limit", limit,
			"made", tallyOf(c, splitTally), "breakdowns", 2*n)))
	}
	return out
}

func needNumber(c *game.Attempt) []choice.Violation {
	if c.N == 0 {
		return choice.Breaks(c.Rule(), view.T("deny.no-number"))
	}
	return nil
}

func (a air) split(sc *state.Scratch, o order.Order, _ dice.Roller) error {
	side, count := sc.Phase().Side, o.N("count")
	add := func(what string, n int) { setTally(sc, what, side, sc.Tally(state.Of(what, side))+n) }
	add(strikes, -count)
	add(breakdowns, 2*count)
	add(splitTally, 2*count)
	sc.Do(state.Noted{What: airSplit, Side: side, N: count, Rule: a.breakdowns})
	if q := sc.Owed(); q != nil {
		if more := a.splitting(sc, side); more != nil {
			sc.AskAgain(*more)
		} else {
			sc.Do(state.Answered{ID: q.ID})
		}
	}
	return sc.Err()
}

// whenStrike: afb 1.9: each side strikes in certain phases, with the air strikes that it has left.
//
// RULING: afb 1.9: An air strike ends nobody's movement. For: no unit moves in it, and 3.0 speaks of moving units.
// Against: 3.0 has each unit finish before the next, and a strike may come between.
func (a air) whenStrike(c *game.Attempt) []choice.Violation {
	rule := view.Rule(a.rule)
	out := law.CheckPhase(c, rule, a.forces[c.Sight.Side].Phases...)
	if len(out) == 0 && tallyOf(c, strikes)+tallyOf(c, breakdowns) == 0 {
		out = choice.Breaks(rule, view.T("deny.no-strikes"))
	}
	return out
}

func nextStrike(c *game.Attempt) []view.Pick {
	switch {
	case len(c.Hexes) == 0:
		return law.EnemyHexes(c)
	case c.N == 0:
		return append(choice.Numbers(tallyOf(c, strikes)), view.Pick{N: breakdown})
	}
	return nil
}

// usedHexes returns the hexes with enemies that were struck in the phase.
func usedHexes(c *game.Attempt) []view.Pick {
	return slices.DeleteFunc(law.EnemyHexes(c), func(p view.Pick) bool { return !c.Sight.Flagged(p.Hex, struck) })
}

func (a air) checkStrike(c *game.Attempt, p view.Pick) []choice.Violation {
	switch {
	case p.Hex == hex.None && len(c.Hexes) == 0:
		return choice.Breaks(c.Rule(), view.T("deny.no-hex"))
	case p.Hex == hex.None:
		return append(a.checkAlone(c, c.Hexes[0].Hex, p), a.checkAvailable(c, p)...)
	}
	var out []choice.Violation
	if !c.Sight.EnemyAt(p.Hex) {
		out = append(out, choice.Violates(c.Rule(), view.T("deny.no-enemy", "hex", p.Hex)))
	}
	// afb 1.9: all strikes on a hex are named before the first is resolved, so a hex is struck once in a phase
	if c.Sight.Flagged(p.Hex, struck) {
		out = append(out, choice.Violates(view.Rule(a.rule), view.T("deny.struck", "hex", p.Hex)))
	}
	for _, number := range c.Rest { // a refusal names what the number in the order breaks, too
		if number.Hex == hex.None && len(out) > 0 {
			out = append(out, append(a.checkAlone(c, p.Hex, number), a.checkAvailable(c, number)...)...)
		}
	}
	return out
}

// checkAlone: afb 1.9b: a breakdown strikes alone.
func (a air) checkAlone(c *game.Attempt, h hex.Hex, p view.Pick) []choice.Violation {
	if p.N == breakdown && c.Sight.Flagged(h, struck) || c.Sight.Flagged(h, struckAlone) {
		return choice.Breaks(view.Rule(a.breakdowns), view.T("deny.struck-alone", "hex", h))
	}
	return nil
}

// checkAvailable: afb 1.9: each air strike is used once; afb 1.9b: and so is each breakdown.
func (a air) checkAvailable(c *game.Attempt, p view.Pick) []choice.Violation {
	switch n := tallyOf(c, strikes); {
	case p.N < 1 && p.N != breakdown:
		return choice.Breaks(c.Rule(), view.T("deny.no-number"))
	case p.N == breakdown && tallyOf(c, breakdowns) == 0:
		return choice.Breaks(view.Rule(a.breakdowns), view.T("deny.no-breakdowns"))
	case int(p.N) > n:
		return choice.Breaks(view.Rule(a.rule), view.T("deny.strikes-left", "n", n))
	}
	return nil
}

func doneStrike(c *game.Attempt) []choice.Violation {
	if len(c.Hexes) == 0 {
		return choice.Breaks(c.Rule(), view.T("deny.no-hex"))
	}
	return needNumber(c)
}
