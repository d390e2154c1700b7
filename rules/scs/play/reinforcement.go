package play

import (
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
)

// judgeArrivals: SCS 5.0: a unit that waits for an entry area as the phase of arrivals begins keeps
// waiting, even when the area is taken during the phase.
func judgeArrivals(g *game.Game, sc *state.Scratch, f state.Frame) {
	if f.Name != g.Data.ArrivalPhase(f.Side) {
		return
	}
	s := SightOf(g, sc, f.Side)
	flagWhere(sc, law.Uncontrolled, s.Own, func(p *state.Piece) bool {
		return p.At.Box == state.Coming && p.Due <= s.Turn && !law.IsExpected(g, s, p)
	})
}

// missArrivals: SCS 5.0: reinforcements are placed as the movement phase begins. In 1.7 and 1.6 a unit
// that was not placed before the first unit moves or overruns waits for the next turn. In 1.8 no unit
// may move before all are placed, so none is left to wait.
//
// RULING: 5.0: In 1.7 and 1.6 reinforcements may be held back, and who is not placed before the first unit moves waits
// for the next turn. For: only 1.8 says that they cannot be delayed, and both place them as the phase begins. Against:
// 1.7 places them in their entry turn, and speaks of no other.
func missArrivals(g *game.Game, sc *state.Scratch) {
	f := sc.Phase()
	if f.Name != g.Data.ArrivalPhase(f.Side) {
		return
	}
	s := SightOf(g, sc, f.Side)
	flagWhere(sc, law.Missed, s.Own, func(p *state.Piece) bool { return law.IsDue(g, s, p) })
}

// holdBack: SCS 5.0 (1.7): units that could enter and do not are noted as the phase ends; they enter on a later turn.
func holdBack(g *game.Game, sc *state.Scratch, f state.Frame) {
	if g.Ed.NoDelay || f.Name != g.Data.ArrivalPhase(f.Side) {
		return
	}
	if units := law.StillToCome(g, SightOf(g, sc, f.Side)); len(units) > 0 {
		sc.Do(state.Noted{What: law.HeldBack, Side: f.Side, Units: units, Rule: "5.0"})
	}
}

// Reinforce: SCS 5.0, 5.0b: units are placed at no cost, in supply, and with the whole movement
// allowance to spend. 5.0a: they may overstack as they enter.
//
// RULING: 2.1b, 6.0: Who enters the map in the movement phase in an enemy zone began movement in it, and does not
// overrun in that phase. For: 5.0 places reinforcements as the phase begins, and 6.0 bars who begins in a zone.
// Against: 5.0c says that zones have no effect on their placement.
func Reinforce(g *game.Game, sc *state.Scratch, o order.Order, _ dice.Roller) error {
	units, at := o.Units("units"), o.Hex("hex")
	Travel(g, sc, state.Moved{Units: law.CombatOnTop(g, sc.State, units), Path: []hex.Hex{at}, How: "enter",
		Rule: "5.0"})
	f := sc.Phase()
	if g.Ed.LongArrivals {
		sc.Do(state.Flagged{Units: units, Flag: law.CameIn})
	}
	if f.Name == data.Movement && law.Zone(g, sc.State, g.Def.Enemy(f.Side))[g.Def.Grid.Index(at)] {
		sc.Do(state.Flagged{Units: units, Flag: game.InZone})
	}
	return sc.Err()
}

// loseBlocked: SCS 5.0c (1.8): reinforcements for which no hex is free when they are to be placed
// (5.0: as the phase begins) are eliminated.
//
// RULING: 5.0c: In 1.8 reinforcements for a hex on the map are lost too when the enemy holds
// all within five hexes of it. For: they have nowhere to go, and 5.0 forbids to delay them.
// Against: 5.0c eliminates only those that enter at the edge.
func loseBlocked(g *game.Game, sc *state.Scratch, f state.Frame) {
	if !g.Ed.NoDelay || f.Name != g.Data.ArrivalPhase(f.Side) {
		return
	}
	s := SightOf(g, sc, f.Side)
	lost := state.Where(s.Own,
		func(p *state.Piece) bool { return law.IsDue(g, s, p) && len(law.EntryHexes(g, s, p)) == 0 })
	if len(lost) > 0 {
		Destroy(g, sc, "5.0c", lost...)
	}
}
