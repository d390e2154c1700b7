package play

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
)

// Move: SCS 3.0. In 1.8 any unit that moved before and is not among these has finished its movement. 3.1d: each unit
// pays for itself: if one unit of a stack needs 3.1e for the hex, the units that can pay keep the rest of their points.
func Move(g *game.Game, sc *state.Scratch, o order.Order, _ dice.Roller) error {
	units, path := o.Units("units"), o.Path("path")
	c := startMove(g, sc, units)
	if len(path) == 0 {
		path = law.Reach(c).Path(o.Hex("to"))
	}
	w := law.Walk{At: c.Units[0].At.Hex}
	for _, h := range path {
		w, _ = law.StepTo(c, w, h)
	}
	finishOthers(g, sc, units)
	Travel(g, sc, state.Moved{Units: inStackOrder(g, sc, units), Path: path, How: "march", Cost: w.Cost, Rule: "3.0"})
	missArrivals(g, sc)
	return sc.Err()
}

// startMove starts a move of these units, as their side sees them now.
func startMove(g *game.Game, sc *state.Scratch, ids []order.UnitID) *game.Attempt {
	c := g.Try(SightOf(g, sc, sc.Piece(ids[0]).Side), "move")
	for _, id := range ids {
		c.Units = append(c.Units, c.Sight.Piece(id))
	}
	return c
}

// finishOthers: SCS 3.0 (1.8): a unit or stack ends its movement before the next one begins.
func finishOthers(g *game.Game, sc *state.Scratch, moving []order.UnitID) {
	if !g.Ed.OneAtATime {
		return
	}
	side := sc.Phase().Side
	flagWhere(sc, game.Finished, sc.Pieces, func(p *state.Piece) bool {
		return p.Side == side && p.Used > 0 && !p.Flags.Has(game.Finished) && !slices.Contains(moving, p.ID)
	})
}

// inStackOrder puts units in the order in which they are stacked, top first. They keep it as they move.
func inStackOrder(g *game.Game, sc *state.Scratch, ids []order.UnitID) []order.UnitID {
	out := slices.Clone(ids)
	if h := sc.Piece(ids[0]).At.Hex; h != hex.None {
		stack := law.IdsOf(sc.Stack(h))
		slices.SortStableFunc(out, func(a, b order.UnitID) int {
			return slices.Index(stack, a) - slices.Index(stack, b)
		})
	}
	return law.CombatOnTop(g, sc.State, out)
}

// Travel moves units and records what follows from their path: control of hexes (13.0), and supply
// sources that cease for good (afb 1.8a).
func Travel(g *game.Game, sc *state.Scratch, m state.Moved) {
	side := sc.Piece(m.Units[0]).Side
	sc.Do(m, state.Flagged{Units: m.Units, Flag: game.Arrived})
	takeControl(g, sc, side, m.Path)
}
