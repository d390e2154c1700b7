package scs

import (
	"cmp"
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// preference puts units in the order in which something happens to them.
type preference struct {
	e           *Engine
	first, last []standing.Choice
	strength    func(*state.Piece) int
}

// preference is that of an act.
func (a *absent) preference(act standing.Act) preference {
	first, _ := act.Arg("first")
	last, _ := act.Arg("last")
	p := preference{e: a.e, first: first.Of, last: last.Of}
	p.strength = func(u *state.Piece) int { return a.e.printed(u).Defence }
	if f := a.fight(); f != nil && f.Side == a.s.Side {
		p.strength = func(u *state.Piece) int { return a.e.printed(u).Attack }
	}
	return p
}

// compare is negative where a unit comes before another one. What is to be last weighs more than
// what is to be first, and what is named earlier more than what is named later.
func (p preference) compare(a, b *state.Piece) int {
	for _, c := range p.last {
		if d := p.by(c, a, b); d != 0 {
			return -d
		}
	}
	for _, c := range p.first {
		if d := p.by(c, a, b); d != 0 {
			return d
		}
	}
	return 0
}

// sort puts units in the order of the preference, of those alike the weaker ones first.
func (p preference) sort(s *state.Sight, units []order.UnitID) {
	slices.SortFunc(units, func(a, b order.UnitID) int {
		u, o := s.Piece(a), s.Piece(b)
		return cmp.Or(p.compare(u, o), p.strength(u)-p.strength(o), cmp.Compare(a, b))
	})
}

// by compares two units by one entry of a list: negative where it names the first one and not the
// second.
func (p preference) by(c standing.Choice, a, b *state.Piece) int {
	switch c.Word {
	case kindWeakest:
		return p.strength(a) - p.strength(b)
	case kindStrongest:
		return p.strength(b) - p.strength(a)
	}
	return p.outside(c, a) - p.outside(c, b)
}

// outside is 1 for a unit that an entry does not name.
func (p preference) outside(c standing.Choice, u *state.Piece) int {
	if p.names(c, u) {
		return 0
	}
	return 1
}

func (p preference) names(c standing.Choice, u *state.Piece) bool {
	switch c.Word {
	case kindWeakest, kindStrongest:
		return true // they put in order, and leave nobody out
	case kindFull:
		return u.Steps == p.e.def.Units[u.ID].Steps
	case kindReduced:
		return u.Steps < p.e.def.Units[u.ID].Steps
	case kindExploit:
		return p.e.canExploit(u)
	}
	return slices.Contains(c.Units, u.ID)
}

// lose: SCS 8.0: the steps are taken one by one of who is preferred, as long as 8.0a and 8.0b can
// still be kept; of units that are alike one that survives it loses the step.
func (a *absent) lose(act standing.Act) (order.Order, view.Text, bool) {
	t, p := newLossAllocator(a.e, a.s), a.preference(act)
	counts := make([]int, len(t.alive))
	for range t.need {
		best := -1
		var chosen state.Piece
		for i, u := range t.alive {
			left := *u
			left.Steps -= counts[i]
			if left.Steps == 0 || !t.canTake(counts, i) {
				continue
			}
			if best < 0 || p.sooner(&left, &chosen) {
				best, chosen = i, left
			}
		}
		if best < 0 {
			return order.Order{}, view.T("deny.losses-cannot"), false
		}
		counts[best]++
	}
	var units []order.UnitID
	for i, n := range counts {
		for range n {
			units = append(units, t.alive[i].ID)
		}
	}
	return a.legal(order.Order{Verb: "losses"}.WithUnits("units", units...))
}

// sooner says whether a unit loses its next step before another one: of those alike one that
// survives it, and then the weaker one.
func (p preference) sooner(u, o *state.Piece) bool {
	dies := func(u *state.Piece) int { return max(2-u.Steps, 0) }
	return cmp.Or(p.compare(u, o), dies(u)-dies(o), p.strength(u)-p.strength(o)) < 0
}

// canTake says whether the steps counted so far and one more of unit i can be completed. SCS 8.0b:
// either nobody loses a second step, or everybody loses one.
func (t lossAllocator) canTake(counts []int, i int) bool {
	left, steps, unhurt := t.need-1, -1, 0
	strongest, twice := false, false
	for j, p := range t.alive {
		n := counts[j]
		if j == i {
			n++
		}
		left, steps = left-counts[j], steps+p.Steps-counts[j]
		if n == 0 && p.Lost == 0 {
			unhurt++
		}
		twice = twice || n > 0 && p.Lost+n >= 2
		strongest = strongest || t.strongest(p) && n > 0
	}
	if !t.bound {
		return left <= steps
	}
	strongest = strongest || left > 0 && slices.ContainsFunc(t.alive, t.strongest)
	return !twice && left <= unhurt && (strongest || !t.first) || unhurt <= left && left <= steps
}

// remove: SCS 4.0a: the units that are preferred are those over the limit.
func (a *absent) remove(act standing.Act) (order.Order, view.Text, bool) {
	p := a.preference(act)
	units := slices.Clone(a.Units())
	p.sort(a.s, units)
	units = units[:min(len(units), a.s.Owed.N)]
	return a.legal(order.Order{Verb: "remove"}.WithUnits("units", units...).Sorted())
}

// hold: SCS 9.2: all that is owed, or as much as spares some steps.
func (a *absent) hold(act standing.Act, units []order.UnitID) (order.Order, view.Text, bool) {
	n := a.s.Owed.N
	if spare, ok := act.Arg("sparing"); ok {
		n = min(n, a.Count(countSteps, units)-spare.N)
	}
	if n < 1 {
		return order.Order{}, view.T("standing.no-steps"), false
	}
	return a.legal(order.Order{Verb: "hold"}.WithN("hexes", n))
}
