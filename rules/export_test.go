package rules

import (
	"fmt"
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Twin is a copy of the match in which two units of a side have changed places
// in their stacks. ok is false where somebody else could tell the two apart:
// other tops, heights, marks on tops, or zones of control.
func (m *Match) Twin(a, b order.UnitID) (twin *Match, ok bool) {
	t := m.Copy()
	pa, pb := t.st.Piece(a), t.st.Piece(b)
	if !pa.OnMap() || !pb.OnMap() || pa.At == pb.At || m.top(pa) || m.top(pb) {
		return nil, false
	}
	ha, hb := pa.At.Hex, pb.At.Hex
	t.swap(a, b)
	pa.At, pb.At = pb.At, pa.At
	pa.Began, pb.Began = pb.Began, pa.Began
	enemy := m.def.Enemy(pa.Side)
	before, after := m.look(enemy), t.look(enemy)
	for i := range before.Zone {
		if before.Zone[i] != after.Zone[i] || before.Spent[i] != after.Spent[i] {
			return nil, false
		}
	}
	return t, !m.st.Flagged(ha, "overran") && !m.st.Flagged(hb, "overran")
}

func (m *Match) top(p *state.Piece) bool { return m.st.Top(p.At.Hex).ID == p.ID }

// swap changes the places of two units in the piles.
func (m *Match) swap(a, b order.UnitID) {
	na, nb := m.place(a), m.place(b)
	exchange := func(links []int16) {
		for i, n := range links {
			switch n {
			case na:
				links[i] = nb
			case nb:
				links[i] = na
			}
		}
	}
	s := m.st.Stacks
	exchange(s.Top)
	exchange(s.Under)
	s.Under[na-1], s.Under[nb-1] = s.Under[nb-1], s.Under[na-1]
}

// place is a unit as the stacks know it.
func (m *Match) place(id order.UnitID) int16 {
	return int16(slices.IndexFunc(m.st.Pieces, func(p state.Piece) bool { return p.ID == id })) + 1
}

// Copy is a match of its own in the same state.
func (m *Match) Copy() *Match { return on(m.def, m.engine, m.printed, m.st.Clone(), m.seq) }

// Sights are what a side may know, in words: as the match keeps it, and as a side
// sees that looks for the first time.
func (m *Match) Sights(side order.Side) (kept, fresh string) {
	first := &state.Sight{}
	m.engine.Look(first, m.st, side)
	return told(*m.look(side)), told(*first)
}

func told(s state.Sight) string {
	var owed state.Question
	if s.Owed != nil {
		owed = *s.Owed
	}
	s.Def, s.Owed = nil, nil // pointers
	return fmt.Sprintf("%+v %+v", s, owed)
}
