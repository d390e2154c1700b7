package answers

import (
	"cmp"
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// preference orders units by which is chosen first.
type preference struct {
	game        *game.Game
	first, last []standing.Choice
	strength    func(*state.Piece) int
}

func (a *owedDecision) preference(act standing.Act) preference {
	first, _ := act.Arg("first")
	last, _ := act.Arg("last")
	return preference{game: a.game, first: first.Of, last: last.Of, strength: law.LossStrength(a.game, a.sight)}
}

// compare returns a negative number if unit a comes before unit b. A list of last units outweighs a list of first
// units, and an earlier entry of a list outweighs a later one.
func (p preference) compare(a, b *state.Piece) int {
	for _, c := range p.last {
		if d := p.compareBy(c, a, b); d != 0 {
			return -d
		}
	}
	for _, c := range p.first {
		if d := p.compareBy(c, a, b); d != 0 {
			return d
		}
	}
	return 0
}

// sort orders units by preference, and equal units from the weakest to the strongest.
func (p preference) sort(s *state.Sight, units []order.UnitID) {
	slices.SortFunc(units, func(a, b order.UnitID) int {
		u, o := s.Piece(a), s.Piece(b)
		return cmp.Or(p.compare(u, o), p.strength(u)-p.strength(o), cmp.Compare(a, b))
	})
}

// compareBy compares two units by one entry of a list. It is negative if the entry names a and not b.
func (p preference) compareBy(c standing.Choice, a, b *state.Piece) int {
	switch c.Word {
	case kindWeakest:
		return p.strength(a) - p.strength(b)
	case kindStrongest:
		return p.strength(b) - p.strength(a)
	}
	return p.outside(c, a) - p.outside(c, b)
}

// outside returns 0 for a unit that an entry names, otherwise 1.
func (p preference) outside(c standing.Choice, u *state.Piece) int {
	if p.isNamed(c, u) {
		return 0
	}
	return 1
}

func (p preference) isNamed(c standing.Choice, u *state.Piece) bool {
	switch c.Word {
	case kindWeakest, kindStrongest:
		return true // these order the units and exclude none
	case kindFull:
		return u.Steps == p.game.Def.Units[u.ID].Steps
	case kindReduced:
		return u.Steps < p.game.Def.Units[u.ID].Steps
	case kindExploit:
		return p.game.CanExploit(u)
	}
	return slices.Contains(c.Units, u.ID)
}

// lose: SCS 8.0: steps are taken one by one from the preferred units, as long as 8.0a and 8.0b can
// still be kept. Among equal units one that survives loses the step.
func (a *owedDecision) lose(act standing.Act) (order.Order, view.Text, bool) {
	t, p := law.NewLossAllocator(a.game, a.sight), a.preference(act)
	counts := make([]int, len(t.Alive))
	for range t.Need {
		best := -1
		var chosen state.Piece
		for i, u := range t.Alive {
			left := *u
			left.Steps -= counts[i]
			if left.Steps == 0 || !t.CanTake(counts, i) {
				continue
			}
			if best < 0 || p.losesSooner(&left, &chosen) {
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
			units = append(units, t.Alive[i].ID)
		}
	}
	return a.legal(order.Order{Verb: "losses"}.WithUnits("units", units...))
}

// losesSooner reports whether unit u loses its next step before unit o. Among equal units one that survives
// loses it, then the weaker one.
func (p preference) losesSooner(u, o *state.Piece) bool {
	dies := func(u *state.Piece) int { return max(2-u.Steps, 0) }
	return cmp.Or(p.compare(u, o), dies(u)-dies(o), p.strength(u)-p.strength(o)) < 0
}

// remove: SCS 4.0a: the preferred units are those over the limit.
func (a *owedDecision) remove(act standing.Act) (order.Order, view.Text, bool) {
	p := a.preference(act)
	units := slices.Clone(a.Units())
	p.sort(a.sight, units)
	units = units[:min(len(units), a.sight.Owed.N)]
	return a.legal(order.Order{Verb: "remove"}.WithUnits("units", units...).Sorted())
}

// hold: SCS 9.2: all the hexes that are owed, or as many as leave the number of steps to be spared.
func (a *owedDecision) hold(act standing.Act, units []order.UnitID) (order.Order, view.Text, bool) {
	n := a.sight.Owed.N
	if spare, ok := act.Arg("sparing"); ok {
		n = min(n, a.Count(countSteps, units)-spare.N)
	}
	if n < 1 {
		return order.Order{}, view.T("standing.no-steps"), false
	}
	return a.legal(order.Order{Verb: "hold"}.WithN("hexes", n))
}
