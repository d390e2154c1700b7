package rules

import (
	"fmt"
	"iter"
	"reflect"
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// Twin is a copy of the match in which two units of a side have changed places in their stacks, under the tops
// or, in 1.7, as tops under markers. ok is false where somebody else could tell the matches apart by tops,
// heights, marks on tops, or zones of control.
func (m *Match) Twin(a, b order.UnitID) (twin *Match, ok bool) {
	t := m.Copy()
	pa, pb := t.st.Piece(a), t.st.Piece(b)
	if !pa.OnMap() || !pb.OnMap() || pa.At == pb.At || m.open(a) || m.open(b) {
		return nil, false
	}
	if m.top(pa) != m.top(pb) || m.top(pa) && !m.covered(pa, pb) {
		return nil, false
	}
	ha, hb := pa.At.Hex, pb.At.Hex
	t.swap(a, b)
	pa.At, pb.At = pb.At, pa.At
	pa.Began, pb.Began = pb.Began, pa.Began
	pa.Flags, pb.Flags = pb.Flags, pa.Flags // others saw that a unit came or went, if not which one
	return t, m.alike(t, pa.Side) && !m.st.Flagged(ha, "overran") && !m.st.Flagged(hb, "overran")
}

// Undrawn is a copy of the match in which a unit that lies under a top and one that is
// still in the cup have changed places: the other one was drawn (afb 5.0). ok is false
// where somebody else could tell.
func (m *Match) Undrawn(id, other order.UnitID) (twin *Match, ok bool) {
	t := m.Copy()
	p := t.st.Piece(id)
	asked := slices.ContainsFunc(m.st.Pending, func(q state.Question) bool { return slices.Contains(q.Units, id) })
	if !p.OnMap() || m.top(p) || m.open(id) || asked || !slices.Contains(data.Of(m.def).Drawn, m.def.Units[id].Type) {
		return nil, false
	}
	if err := t.st.Apply(state.Exchanged{Units: [2]order.UnitID{id, other}}); err != nil {
		return nil, false
	}
	return t, m.alike(t, p.Side)
}

// Worn is a copy of the match in which a unit that lies under a top has taken one of
// its markers off or put it on, and has another number of steps. ok is false where
// somebody else could tell.
func (m *Match) Worn(id order.UnitID) (twin *Match, ok bool) {
	t := m.Copy()
	p := t.st.Piece(id)
	if !p.OnMap() || m.top(p) || m.open(id) || p.Lost > 0 {
		return nil, false
	}
	mark := m.def.Marks[0].ID
	if err := t.st.Apply(state.Marked{Units: []order.UnitID{id}, Mark: mark, On: !p.Marks.Has(mark)}); err != nil {
		return nil, false
	}
	p.Steps = m.def.Units[id].Steps + 1 - p.Steps
	return t, m.alike(t, p.Side)
}

// alike says whether a side's stacks lie in a lawful order in the twin as well (SCS
// 4.0c), and its enemy sees the same zones and the same hexes whose units were all attacked.
func (m *Match) alike(t *Match, side order.Side) bool {
	for _, st := range t.View(side).Board().Stacks {
		fights := func(k view.Counter) bool { return k.Rating("attack").N >= 1 }
		if st.Side == side && !fights(st.Known[0]) && slices.ContainsFunc(st.Known, fights) {
			return false
		}
	}
	enemy := m.def.Enemy(side)
	return m.SameZones(t, enemy) && slices.Equal(m.known(enemy, "AllAttacked"), t.known(enemy, "AllAttacked"))
}

// SameZones says whether a side sees the same enemy zones in both matches: the zone of a top with a marker
// reveals what lies under it.
func (m *Match) SameZones(t *Match, side order.Side) bool {
	return slices.Equal(m.known(side, "Zone"), t.known(side, "Zone"))
}

// known is a public list by hex, under the series' own name for it.
func (m *Match) known(side order.Side, name string) (out []bool) {
	list := reflect.ValueOf(m.look(side).Known).Elem().FieldByName(name)
	for i := range list.Len() {
		out = append(out, list.Index(i).Bool())
	}
	return out
}

func (m *Match) top(p *state.Piece) bool { return m.st.Top(p.At.Hex).ID == p.ID }

// covered says whether two tops lie under the same markers, which hide them in 1.7.
func (m *Match) covered(a, b *state.Piece) bool {
	return m.def.Edition != "1.8" && len(a.Marks) > 0 && slices.Equal(a.Marks, b.Marks)
}

// open says whether a fight shows a unit to everybody.
func (m *Match) open(id order.UnitID) bool {
	return slices.ContainsFunc(m.st.Frames, func(f state.Frame) bool {
		return slices.Contains(f.Units, id) ||
			slices.Contains(f.Against, id)
	})
}

// swap changes the places of two units in the piles, and in what is asked about
// these.
func (m *Match) swap(a, b order.UnitID) {
	for i, q := range m.st.Pending {
		m.st.Pending[i].Units = slices.Clone(q.Units)
		for j, id := range q.Units {
			switch id {
			case a:
				m.st.Pending[i].Units[j] = b
			case b:
				m.st.Pending[i].Units[j] = a
			}
		}
	}
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

// Copy is an independent copy of the match.
func (m *Match) Copy() *Match { return m.fork() }

// Sights are what a side may know and the orders that it can give, as text: as the match has it cached, and as it is
// made for the first time.
func (m *Match) Sights(side order.Side) (kept, fresh string) {
	first := &state.Sight{}
	m.engine.Look(first, m.st, side)
	return told(*m.look(side)) + fmt.Sprint(m.Verbs(side)), told(*first) + fmt.Sprint(m.engine.Verbs(first))
}

func told(s state.Sight) string {
	var owed state.Question
	if s.Owed != nil {
		owed = *s.Owed
	}
	known := s.Known
	s.Def, s.Owed, s.Known, s.Ways = nil, nil, nil, route.Field{} // pointers, which hold no information
	return fmt.Sprintf("%+v %+v %+v", s, owed, known)
}

// Settle makes what has happened so far final for undo.
func (m *Match) Settle() { m.past = past{base: m.st.Clone(), from: m.seq} }

// Position is the state without the numbers of the questions asked.
func (m *Match) Position() ([]byte, error) {
	st := m.st.Clone()
	st.Asked = 0
	for i := range st.Pending {
		st.Pending[i].ID = 0
	}
	return st.Snapshot()
}

// Open prepares a match and opens it.
func Open(d *modules.Definition, p Position, snapshot []byte, log iter.Seq2[Entry, error]) (*Match, error) {
	common, err := Prepare(d, p)
	if err != nil {
		return nil, err
	}
	return common.Open(p, snapshot, log)
}

// ViewWithoutTasks makes a side's board as View does, but for its tasks.
func (m *Match) ViewWithoutTasks(s order.Side) view.Board {
	i := slices.IndexFunc(m.def.Sides, func(x order.Nation) bool { return x.ID == s })
	b := m.engine.Board(m.st, s, m.boards[1+i].same)
	m.stamp(&b)
	return b
}
