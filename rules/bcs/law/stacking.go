package law

import (
	"slices"

	"grognard/rules/internal/state"
)

// Crowd returns how many combat units stand in a hex, not counting those of without.
func (p *Position) Crowd(at int, without ...*state.Piece) (n int) {
	for u := range p.St.Pile(p.G.At(at)) {
		if p.G.IsCombat(u) && !slices.ContainsFunc(without, func(w *state.Piece) bool { return w.ID == u.ID }) {
			n++
		}
	}
	if len(p.under) > 0 {
		n += int(p.under[at])
	}
	return n
}

// IsOverstacked: BCS 5.5-1: more combat units than fit stand in a unit's hex.
//
// RULING: 5.5-1: HQs and Trains do not count. Stacking is judged where an order ends; who begins overstacked may stay
// so. For: the notes speak of combat units and do not say when it is enforced. Against: a full rulebook may.
func IsOverstacked(p *Position, u *state.Piece) bool { return p.Crowd(p.at(u)) > p.G.Data.Limit }

// Piled: BCS 5.5-2: the order of a stack, the best ranged AV on top. HQs and Trains lie under the combat units.
//
// RULING: 5.5-2: The best is the greatest AV, and of equals the one that reaches farther. For: an AV is a value with a
// range. Against: ranged may mean that the range decides.
func (p *Position) Piled(stack []*state.Piece) []*state.Piece {
	out := slices.Clone(stack)
	slices.SortStableFunc(out, func(a, b *state.Piece) int {
		x, y := p.rank(a), p.rank(b)
		for i := range x {
			if x[i] != y[i] {
				return y[i] - x[i]
			}
		}
		return 0
	})
	return out
}

// rank returns the values by which a stack is ordered, the most important first. Greater values lie on top.
func (p *Position) rank(u *state.Piece) (r [4]int) {
	if !p.G.IsCombat(u) {
		return r
	}
	av := p.G.Face(u).AV
	r = [...]int{1, av.Value, av.Range, 0} // 1: above HQs and Trains; the last is for hidden stacks alone
	if p.G.Data.Hidden {
		r[3] = int(p.projects(u))
	}
	return r
}
