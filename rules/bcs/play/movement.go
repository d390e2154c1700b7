package play

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Move carries out an order to move: along its path or, if it names only a hex, by the way that law.WayTo finds. In the
// Reinforcements Phase it brings the first unit onto the map.
func Move(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	if sc.Phase().Name == game.Reinforcements {
		arrive(t, sc.Piece(o.Units("units")[0]), o.Hex("to"))
		return settle(t)
	}
	units := inPile(t, o.Units("units"))
	path := o.Path("path")
	if to := o.Hex("to"); to != hex.None {
		path, _ = law.WayTo(t.p, units, to)
	}
	move(t, g.Active(sc.State), units, path)
	return settle(t)
}

// inPile returns pieces that stand together, in the order of their stack.
func inPile(t *turn, ids []order.UnitID) (units []*state.Piece) {
	for _, u := range t.Stack(t.Piece(ids[0]).At.Hex) {
		if slices.Contains(ids, u.ID) {
			units = append(units, u)
		}
	}
	return units
}

// move moves units of a Formation along a path, with all that follows from it. The event Moved costs every unit the
// lowest of their costs; Spent adds what a unit pays beyond it.
func move(t *turn, f *data.Formation, units []*state.Piece, path []hex.Hex) {
	ids := idsOf(units)
	from, to := units[0].At.Hex, path[len(path)-1]
	strays := law.Strays(t.p, f, from, path)
	costs := make([]int, len(units))
	for i, u := range units {
		costs[i], _ = t.p.Cost(u, path)
	}
	isMarshy := marshy(t, from, path)
	jumped := jumpAll(t, f.Side, path)
	t.do(state.Moved{Units: ids, Path: path, How: "move", Cost: slices.Min(costs), Rule: law.Movement})
	for i, u := range units {
		if more := costs[i] - slices.Min(costs); more > 0 {
			t.do(state.Spent{Units: []order.UnitID{u.ID}, Cost: more, Rule: law.Movement})
		}
	}
	flagTogether(t, f, ids, strays)
	halt(t, ids, to)
	afterMove(t, f, ids, path, isMarshy)
	exert(t, "move", f)
	pile(t, from)
	pile(t, to)
	oweEngagement(t, ids, to)
	askAll(t, jumped)
}

// afterMove applies the rules about units that have moved: on Prepared Defense, Dropped Support and Coordination.
// isMarshy says whether a step of the path is closed to tactical movement.
func afterMove(t *turn, f *data.Formation, ids []order.UnitID, path []hex.Hex, isMarshy bool) {
	for _, id := range ids {
		u := t.Piece(id)
		if t.g.Of(u).Role == data.HQ { // BCS 4.5-2, 4.5-5: an HQ that moves gives up Prepared Defense
			unmark(t, f, game.Prepared, "4.5-5")
		}
		if isMarshy && t.g.IsCombat(u) && !u.Marks.Has(game.Dropped) { // BCS 9.2-4
			t.do(state.Marked{Units: []order.UnitID{id}, Mark: game.Dropped, On: true, Rule: "9.2-4"})
		}
		if t.g.IsCombat(u) && law.EntersBlob(t.p, f, path) { // BCS 10.1e-1
			coordinate(t, f, "4.4-1")
		}
	}
}

// marshy reports whether a step of a path, whatever class goes it, is closed to tactical movement.
func marshy(t *turn, from hex.Hex, path []hex.Hex) bool {
	for _, to := range path {
		if law.Marshy(t.p, from, to) {
			return true
		}
		from = to
	}
	return false
}

// pile puts a stack in order (BCS 5.5-2).
func pile(t *turn, h hex.Hex) {
	stack := t.Stack(h)
	if piled := t.p.Piled(stack); !slices.Equal(stack, piled) {
		t.do(state.Grouped{Hex: h, Units: idsOf(piled)})
	}
}

func idsOf(units []*state.Piece) (ids []order.UnitID) {
	for _, u := range units {
		ids = append(ids, u.ID)
	}
	return ids
}

// oweEngagement asks for the Engagement that units owe after entering a hex (BCS 6.0-10).
func oweEngagement(t *turn, ids []order.UnitID, to hex.Hex) {
	side := t.Piece(ids[0]).Side
	var owing []order.UnitID
	for _, id := range ids {
		if law.OwesEngagement(t.p, t.Piece(id), to) {
			owing = append(owing, id)
		}
	}
	if len(owing) == 0 {
		return
	}
	slices.Sort(owing)
	t.Ask(state.Question{Side: side, Kind: "engage", Rule: "6.0-10", N: 1, Hex: to, Units: owing})
	t.do()
}

// jumpAll makes the enemy HQs and Trains on a path leave, because moving into their hex jumps them. It returns the
// questions for their owner, HQs before Trains: askAll has the last answered first, and where the Trains are decides
// whether the HQ has a whole MSR and may go farther (BCS 9.1f-4).
func jumpAll(t *turn, by order.Side, path []hex.Hex) (asked []state.Question) {
	var ofTrains []state.Question
	for _, u := range law.Jumped(t.p, by, path) {
		if f := t.g.FormationOf(u); t.g.Of(u).Role == data.HQ {
			asked = append(asked, jumpHQ(t, f))
		} else {
			ofTrains = append(ofTrains, jumpTrains(t, f, path)...)
		}
	}
	return append(asked, ofTrains...)
}

// askAll puts questions on the stack of pending decisions, so that the last one is answered first.
func askAll(t *turn, questions []state.Question) {
	for _, q := range questions {
		t.Ask(q)
	}
	t.do()
}

// jumpTrains moves the Trains of f, which an enemy jumps. BCS 10.3-21, 10.3-22: they go ten hexes back along the way to
// their source, and turn to Ghost. If their player has a choice it returns his question.
//
// RULING: 10.3-21: Trains that find no way to a source, or an enemy where it leads, leave the map. For: they must go,
// and the notes name no other place. Against: they do not name this one either.
func jumpTrains(t *turn, f *data.Formation, path []hex.Hex) (asked []state.Question) {
	trains := t.g.Trains(t.State, f)
	from := trains.At.Hex
	choices := law.Displaced(t.p, f, t.g.Def.Grid.Index(from), path...)
	t.do(state.Noted{What: "jumped", Side: f.Side, Hex: from, Units: []order.UnitID{trains.ID}, Rule: "10.3-21"})
	turnToGhost(t, trains.ID, "10.3-22")
	switch len(choices) {
	case 0:
		takeOff(t, f, "10.3-21")
	case 1:
		t.do(state.Moved{Units: []order.UnitID{trains.ID}, Path: choices[:1], How: "jumped", Rule: "10.3-21"})
	default: // until their player has chosen they are nowhere
		t.do(state.Moved{Units: []order.UnitID{trains.ID}, Box: game.OffMap, How: "jumped", Rule: "10.3-21"})
		asked = []state.Question{{Side: f.Side, Kind: "trains", Rule: "10.3-23", Hex: from, Word: string(f.ID)}}
	}
	return asked
}

// turnToGhost turns Trains to Ghost.
func turnToGhost(t *turn, id order.UnitID, rule string) {
	if t.Piece(id).Face != data.Ghosted {
		t.do(state.Flipped{Units: []order.UnitID{id}, Face: data.Ghosted, Rule: rule})
	}
}

// takeOff takes Trains off the map. BCS 10.3-1: that marks their Formation MSR Blocked, if it is not marked already.
func takeOff(t *turn, f *data.Formation, rule string) {
	t.do(state.Moved{Units: []order.UnitID{f.Trains}, Box: game.OffMap, How: "trains", Rule: rule})
	if t.p.BlockedLevel(f) == 0 {
		block(t, f, 1)
	}
}
