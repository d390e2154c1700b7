package randomgames

import (
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// truth is the true state of a match, from which twins are made: matches that only some units' owner can tell from it.
type truth struct {
	frozen
	t    testing.TB
	def  *modules.Definition
	st   *state.State
	game *game.Game
}

// truthOf reads the state of a match of a game.
func truthOf(t testing.TB, m *rules.Match, pos rules.Position, def *modules.Definition) truth {
	t.Helper()
	g, err := game.NewGame(def)
	if err == nil {
		err = g.Compile()
	}
	noError(t, err)
	return truth{freeze(t, m, pos), t, def, nil, g}.of(m) // which reads the state
}

// of reads the state of another match of the same game.
func (w truth) of(m *rules.Match) truth {
	w.t.Helper()
	w.frozen = freeze(w.t, m, w.pos)
	w.st = w.state(w.t, w.def)
	return w
}

// swapped returns a twin in which two units of a side have changed places in their stacks, under the tops or, in 1.7,
// as tops under markers. ok is false if tops, heights, marks on tops or zones of control tell the matches apart.
func (w truth) swapped(a, b order.UnitID) (twin frozen, ok bool) {
	st := w.st.Clone()
	pa, pb := st.Piece(a), st.Piece(b)
	if !pa.OnMap() || !pb.OnMap() || pa.At == pb.At || w.inFight(a) || w.inFight(b) {
		return frozen{}, false
	}
	if w.onTop(pa) != w.onTop(pb) || w.onTop(pa) && !w.covered(pa, pb) {
		return frozen{}, false
	}
	ha, hb := pa.At.Hex, pb.At.Hex
	exchange(st, a, b)
	pa.At, pb.At = pb.At, pa.At
	pa.Began, pb.Began = pb.Began, pa.Began
	pa.Flags, pb.Flags = pb.Flags, pa.Flags // others saw that a unit came or went, if not which one
	if w.st.Flagged(ha, "overran") || w.st.Flagged(hb, "overran") {
		return frozen{}, false
	}
	return w.alike(st, pa.Side)
}

// otherDrawn returns a twin in which a unit under a top and one that is still in the cup have changed places, as if the
// other one had been drawn (afb 5.0). ok is false if somebody else could tell.
func (w truth) otherDrawn(id, other order.UnitID) (twin frozen, ok bool) {
	st := w.st.Clone()
	p := st.Piece(id)
	asked := slices.ContainsFunc(st.Pending, func(q state.Question) bool { return slices.Contains(q.Units, id) })
	if !p.OnMap() || w.onTop(p) || w.inFight(id) || asked || !slices.Contains(w.pos.Drawn, w.def.Units[id].Type) {
		return frozen{}, false
	}
	if err := st.Apply(state.Exchanged{Units: [2]order.UnitID{id, other}}); err != nil {
		return frozen{}, false
	}
	return w.alike(st, p.Side)
}

// worn is a twin in which a unit that lies under a top has taken one of its markers off or put it on, and has
// another number of steps. ok is false where somebody else could tell.
func (w truth) worn(id order.UnitID) (twin frozen, ok bool) {
	st := w.st.Clone()
	p := st.Piece(id)
	if !p.OnMap() || w.onTop(p) || w.inFight(id) || p.Lost > 0 {
		return frozen{}, false
	}
	mark := w.def.Marks[0].ID
	if err := st.Apply(state.Marked{Units: []order.UnitID{id}, Mark: mark, On: !p.Marks.Has(mark)}); err != nil {
		return frozen{}, false
	}
	p.Steps = w.def.Units[id].Steps + 1 - p.Steps
	return w.alike(st, p.Side)
}

// alike freezes a twin. ok says whether its stacks lie in a lawful order as well, and the enemy of the side sees the
// same zones and the same hexes whose units were all attacked.
func (w truth) alike(st *state.State, side order.Side) (twin frozen, ok bool) {
	a, b := w.known(w.st, w.def.Enemy(side)), w.known(st, w.def.Enemy(side))
	if !slices.Equal(a.Zone, b.Zone) || !slices.Equal(a.Attacked, b.Attacked) {
		return frozen{}, false
	}
	twin = w.with(w.t, st)
	return twin, lawful(twin.open(w.t), side)
}

// known returns what everybody knows of a state, as it concerns a side.
func (w truth) known(st *state.State, side order.Side) *law.OpenFacts {
	var s state.Sight
	law.Look(w.game, &s, st, side)
	return law.OpenFactsOf(&s)
}

// sameZones reports whether a side sees the same enemy zones in another match. A marked top's zone tells what it hides.
func (w truth) sameZones(m *rules.Match, side order.Side) bool {
	return slices.Equal(w.known(w.st, side).Zone, w.known(w.of(m).st, side).Zone)
}

func (w truth) onTop(p *state.Piece) bool { return w.st.Top(p.At.Hex).ID == p.ID }

// covered reports whether two tops lie under the same markers, which hide them in 1.7.
func (w truth) covered(a, b *state.Piece) bool {
	return w.def.Edition != "1.8" && len(a.Marks) > 0 && slices.Equal(a.Marks, b.Marks)
}

// inFight reports whether a fight shows a unit to everybody.
func (w truth) inFight(id order.UnitID) bool {
	return slices.ContainsFunc(w.st.Frames, func(f state.Frame) bool {
		return slices.Contains(f.Units, id) || slices.Contains(f.Against, id)
	})
}

// exchange changes the places of two units in the stacks, and in the decisions about these.
func exchange(st *state.State, a, b order.UnitID) {
	for i := range st.Pending {
		st.Pending[i].Units = slices.Clone(st.Pending[i].Units)
		swap(st.Pending[i].Units, a, b)
	}
	na, nb := number(st, a), number(st, b)
	swap(st.Stacks.Top, na, nb)
	swap(st.Stacks.Under, na, nb)
	st.Stacks.Under[na-1], st.Stacks.Under[nb-1] = st.Stacks.Under[nb-1], st.Stacks.Under[na-1]
}

// swap puts b where a is in a list, and a where b is.
func swap[T comparable](list []T, a, b T) {
	for i, x := range list {
		switch x {
		case a:
			list[i] = b
		case b:
			list[i] = a
		}
	}
}

// number returns the number by which the stacks know a unit.
func number(st *state.State, id order.UnitID) int16 {
	return int16(slices.IndexFunc(st.Pieces, func(p state.Piece) bool { return p.ID == id })) + 1
}

// lawful reports whether nobody lies in a stack of a side against SCS 4.0c.
func lawful(m *rules.Match, side order.Side) bool {
	for _, st := range m.View(side).Board().Stacks {
		fights := func(k view.Counter) bool { return k.Rating("attack").N >= 1 }
		if st.Side == side && !fights(st.Known[0]) && slices.ContainsFunc(st.Known, fights) {
			return false
		}
	}
	return true
}
