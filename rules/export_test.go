package rules

import (
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Twin is a copy of the match in which two units of a side have changed places
// in their stacks. ok is false where somebody else could tell the two apart:
// other tops, heights, marks on tops, or zones of control.
func (m *Match) Twin(a, b order.UnitID) (twin *Match, ok bool) {
	t := *m
	t.st = m.st.Clone()
	pa, pb := t.st.Piece(a), t.st.Piece(b)
	if !pa.OnMap() || !pb.OnMap() || pa.At == pb.At || m.top(pa) || m.top(pb) {
		return nil, false
	}
	ha, hb := pa.At.Hex, pb.At.Hex
	t.swap(a, b)
	pa.At, pb.At = pb.At, pa.At
	pa.Began, pb.Began = pb.Began, pa.Began
	enemy := m.def.Enemy(pa.Side)
	before, after := m.engine.Look(m.st, enemy), m.engine.Look(t.st, enemy)
	for i := range before.Zone {
		if before.Zone[i] != after.Zone[i] || before.Spent[i] != after.Spent[i] {
			return nil, false
		}
	}
	return &t, !m.st.Flagged(ha, "overran") && !m.st.Flagged(hb, "overran")
}

func (m *Match) top(p *state.Piece) bool { return m.st.Stack(p.At.Hex)[0].ID == p.ID }

// swap changes the places of two units in the piles.
func (m *Match) swap(a, b order.UnitID) {
	var na, nb int16 = -1, -1
	for i := range m.st.Pieces {
		switch m.st.Pieces[i].ID {
		case a:
			na = int16(i)
		case b:
			nb = int16(i)
		}
	}
	for at, stack := range m.st.Stacks {
		if len(stack) == 0 {
			continue
		}
		pile := make([]int16, len(stack))
		for i, n := range stack {
			switch pile[i] = n; n {
			case na:
				pile[i] = nb
			case nb:
				pile[i] = na
			}
		}
		m.st.Stacks[at] = pile
	}
}
