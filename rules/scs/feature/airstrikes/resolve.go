package airstrikes

import (
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/law"
	"grognard/rules/scs/play"
)

// Flags of a hex that was struck from the air.
const (
	struck      = "struck"
	struckAlone = "struck-alone" // by a breakdown
)

// The purposes of dice rolls, and what is noted of air strikes.
const (
	airRoll       = "air strikes" // the number of air strikes in a turn
	strikeRoll    = "air strike"
	breakdownRoll = "breakdown"
	killRoll      = "kill"
	airSplit      = "air split"
	airUnused     = "air unused"
)

// strike: afb 1.9: the strikes named are used up, whatever their result.
//
// RULING: afb 1.9a: Strikes named against a hex that the first of them has emptied are used up
// without a die. For: afb 1.9 has all strikes on a hex named before the first is resolved, and
// each used once. Against: nothing says that a strike without a target is spent.
func (a air) strike(sc *state.Scratch, o order.Order, r dice.Roller) error {
	at := o.Hex("hex")
	side, what, n := sc.Phase().Side, strikes, o.N("strikes")
	sc.Do(state.Flagged{Hex: at, Flag: struck})
	if n == breakdown {
		what, n = breakdowns, 1
		sc.Do(state.Flagged{Hex: at, Flag: struckAlone})
	}
	setTally(sc, what, side, sc.Tally(state.Of(what, side))-n)
	for range n {
		if sc.Height(at) == 0 {
			break
		}
		if err := a.hit(sc, side, o, r); err != nil {
			return err
		}
		play.TidyStacks(a.game, sc) // SCS 4.0c applies before the kill rolls of the next strike
	}
	return sc.Err()
}

// hit: afb 1.9a: a die at or under the rating, modified by terrain, disorganizes every unit in the hex. After each
// success a die is rolled for each unit, also if the units were disorganized before; on a 5 or 6 the unit loses a step.
//
// RULING: afb 1.9a: The kill rolls of a strike are thrown together and read from the top of
// the stack down. For: afb 1.9a has a roll for each unit, and some order is needed to read
// them by. Against: it says that the rolls are separate and names no order.
func (a air) hit(sc *state.Scratch, side order.Side, o order.Order, r dice.Roller) error {
	at := o.Hex("hex")
	rule, what, rating := a.strikes, strikeRoll, a.forces[side].Regular
	if o.N("strikes") == breakdown {
		what, rating = breakdownRoll, a.forces[side].Breakdown
	}
	faces, err := sc.Roll(r, 1, what, rule) // one die
	if err != nil {
		return err
	}
	barrage, _ := a.barrage(side, at)
	sc.Do(state.Noted{What: what, Side: side, Hex: at, N: rating - barrage, Rule: rule})
	if faces[0]+barrage > rating {
		return sc.Err()
	}
	stack := law.IdsOf(sc.Stack(at))
	play.Mark(sc, stack, dg, rule)
	return play.RollKills(a.game, sc, r, killRoll, rule, at, stack)
}

// barrage: afb 1.3b: the number that terrain adds to the die of an air strike, and the kind of that terrain; of several
// kinds the best one for the target counts.
//
// RULING: afb 1.3a: Terrain counts against an air strike by the chart of the side that
// strikes. For: afb 1.3a gives each side a chart for what it does. Against: the terrain lies
// under the other side's units. The two charts agree on it.
// RULING: afb 1.9a: Hexsides do not modify an air strike. For: a strike crosses none; afb 1.9a modifies the roll for
// the target's terrain. Against: afb 1.3b says that the effects of hex and hexside add up, though of combat.
func (a air) barrage(side order.Side, h hex.Hex) (n int, kind string) {
	for i, k := range a.game.Def.Kinds(h) {
		if b := a.game.Data.Charts[side][k].Number(name); i == 0 || b > n {
			n, kind = b, k
		}
	}
	return n, kind
}
