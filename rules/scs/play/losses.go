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

// Lose: SCS 8.0: a full unit is turned over, a reduced one (8.0d: one with a single step) is
// destroyed; a marker counts further steps.
func Lose(g *game.Game, sc *state.Scratch, o order.Order, _ dice.Roller) error {
	q := *sc.Owed()
	sc.Do(state.Answered{ID: q.ID})
	for id, n := range law.StepsLost(o) {
		Reduce(g, sc, q.Rule, id, n)
	}
	return sc.Err()
}

// Reduce takes n steps from a unit and destroys it if none is left.
func Reduce(g *game.Game, sc *state.Scratch, rule string, id order.UnitID, n int) {
	p := sc.Piece(id)
	sc.Do(state.Stepped{Unit: id, Left: p.Steps - n, Rule: rule})
	if p.Steps == 0 {
		Destroy(g, sc, rule, id)
	}
}

// Mark puts a marker on those of the units that do not have it yet.
func Mark(sc *state.Scratch, units []order.UnitID, mark, rule string) {
	fresh := slices.DeleteFunc(slices.Clone(units), func(id order.UnitID) bool { return sc.Piece(id).Marks.Has(mark) })
	if len(fresh) > 0 {
		sc.Do(state.Marked{Units: fresh, Mark: mark, On: true, Rule: rule})
	}
}

// RollKills rolls a die for each unit of a stack, from the top down, and takes a step from each unit
// whose face is at least game.KillFace. It records what the dice were rolled for.
func RollKills(g *game.Game, sc *state.Scratch, r dice.Roller, what, rule string, h hex.Hex,
	stack []order.UnitID) error {
	faces, err := sc.Roll(r, len(stack), what, rule)
	if err != nil {
		return err
	}
	sc.Do(state.Noted{What: what, Hex: h, N: len(stack), Rule: rule})
	var hit []order.UnitID
	for i, id := range stack {
		if faces[i] >= game.KillFace {
			hit = append(hit, id)
		}
	}
	reduceEach(g, sc, rule, hit)
	return sc.Err()
}

// reduceEach takes a step from each of these units, last from those that die of it: otherwise a unit that they cover
// could come to the top, and its loss would be told to everybody.
func reduceEach(g *game.Game, sc *state.Scratch, rule string, ids []order.UnitID) {
	var dying []order.UnitID
	for _, id := range ids {
		if sc.Piece(id).Steps == 1 {
			dying = append(dying, id)
		} else {
			Reduce(g, sc, rule, id, 1)
		}
	}
	for _, id := range dying {
		Reduce(g, sc, rule, id, 1)
	}
}

// Destroy moves units from the map, or from those still to come, to the dead pile, or to the box of
// the feature that can bring them back.
func Destroy(g *game.Game, sc *state.Scratch, rule string, ids ...order.UnitID) {
	boxes := []string{state.Dead}
	units := map[string][]order.UnitID{} // by box
	for _, id := range ids {
		box := g.DeadBox(id)
		units[box] = append(units[box], id)
		if !slices.Contains(boxes, box) {
			boxes = append(boxes, box)
		}
	}
	for _, box := range boxes {
		if lost := units[box]; len(lost) > 0 {
			sc.Do(state.Moved{Units: lost, Box: box, How: "lost", Rule: rule})
		}
	}
}

// Restore returns a unit to its full number of steps.
func Restore(g *game.Game, sc *state.Scratch, id order.UnitID, rule string) {
	if full := g.Def.Units[id].Steps; sc.Piece(id).Steps != full {
		sc.Do(state.Stepped{Unit: id, Left: full, Rule: rule})
	}
}
