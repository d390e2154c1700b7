package withdrawal

import (
	"slices"

	"grognard/rules/dice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
)

// roll: afb 2.1: on a turn whose order of arrival names faces, a die is rolled as the reinforcement phase begins and
// decides whether the side withdraws. With all six faces no die is rolled. A withdrawal happens once in a game.
//
// RULING: afb 1.1, afb 2.1: As reinforcements begin the air roll comes before the roll for the withdrawal. For: the
// orders of arrival list them so. Against: neither paragraph names the other.
func (w withdrawal) roll(sc *state.Scratch, f state.Frame, r dice.Roller) error {
	faces, _ := data.SuppliesOf(w.game.Def.Arrives(f.Side, sc.Turn)).Own[name].([]int)
	done := state.Of(withdrew, f.Side)
	if f.Side != w.terms.Side || len(faces) == 0 || f.Name != w.game.Data.ArrivalPhase(f.Side) || sc.Tally(done) > 0 {
		return sc.Err()
	}
	occurs := len(faces) == 6 // every face brings the withdrawal
	if !occurs {
		roll, err := sc.Roll(r, 1, withdrew, w.rule)
		if err != nil {
			return err
		}
		occurs = slices.Contains(faces, roll[0])
	}
	if !occurs {
		sc.Do(state.Noted{What: stay, Side: f.Side, Rule: w.rule})
		return sc.Err()
	}
	sc.Do(state.Noted{What: withdrew, Side: f.Side, Rule: w.rule}, state.Counted{Tally: done, N: 1})
	w.leave(sc, f.Side)
	return sc.Err()
}

// leave: afb 2.1a: every exploit-capable unit of the side leaves the map, wherever it is and whatever its state. afb
// 2.1b: units in the dead pile stay there, and can be drawn later. Then the owner is asked which units come back.
//
// RULING: afb 2.1a: Units that are printed as exploit-capable withdraw, markers or not. For: afb 2.1a removes them
// regardless of their situation. Against: the paragraphs on markers take the capability away.
// RULING: afb 2.1a: Everybody sees which units withdraw. For: the counters go off the map
// openly, as those that die. Against: some of them lay under a top.
// RULING: afb 2.1a: Units still to arrive do not withdraw, and arrive later. For: afb 2.1a removes units from the map.
// Against: it speaks of all exploit-capable units, which may mean those to come as well.
// RULING: afb 2.1a: Where fewer units of a type leave than the rule returns, as many come back
// as have left. For: afb 2.1a returns units of those removed; afb 2.1b leaves the dead where
// they are. Against: the list of those that return gives fixed numbers.
func (w withdrawal) leave(sc *state.Scratch, side order.Side) {
	var gone, eligible []order.UnitID
	for i := range sc.Pieces {
		if p := &sc.Pieces[i]; p.Side == side && p.OnMap() && w.game.Unit(p.ID).Exploit {
			gone = append(gone, p.ID)
			if w.keeperIndex(p.ID) >= 0 {
				eligible = append(eligible, p.ID)
			}
		}
	}
	if len(gone) == 0 {
		return
	}
	sc.Do(state.Moved{Units: gone, Box: withdrawn, How: withdrawn, Rule: w.keepers})
	n := 0
	for k := range w.terms.Keep {
		n += w.stillToReturn(sc.State.Piece, eligible, k)
	}
	if n > 0 {
		sc.Ask(state.Question{Side: side, Kind: withdraw, Rule: w.keepers, N: n, Units: eligible})
	}
}

// keeperIndex returns the index of a unit's Keeper, -1 for none: by the unit's type or, if it has none, its factors.
func (w withdrawal) keeperIndex(id order.UnitID) int {
	u := w.game.Unit(id)
	return slices.IndexFunc(w.terms.Keep, func(k Keeper) bool {
		return u.Type == k.Type || u.Type == "" && u.Full == k.Full
	})
}

// stillToReturn returns how many of the eligible units of a kind, an index in Keep, are still to come back.
func (w withdrawal) stillToReturn(piece func(order.UnitID) *state.Piece, eligible []order.UnitID, kind int) int {
	left, back := 0, 0
	for _, id := range eligible {
		if w.keeperIndex(id) != kind {
			continue
		}
		left++
		if piece(id).OnMap() {
			back++
		}
	}
	return min(w.terms.Keep[kind].Count, left) - back
}
