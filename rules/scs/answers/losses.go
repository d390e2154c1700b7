package answers

import (
	"cmp"
	"slices"

	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// preference says which units come first: with sparesExploit those that cannot exploit, then with strongest the
// strongest. Among equals sort puts those with the least factors first or, with byWorth, those that are worth least.
type preference struct{ sparesExploit, strongest, byWorth bool }

// compare returns a negative number if unit u comes before unit o by preference, 0 if p does not tell them apart.
func (a *owedDecision) compare(p preference, u, o *state.Piece) int {
	strength := law.LossStrength(a.game, a.sight)
	return cmp.Or(ahead(p.sparesExploit, !a.game.CanExploit(u), !a.game.CanExploit(o)),
		ahead(p.strongest, strength(u) > strength(o), strength(o) > strength(u)))
}

// counterWorth is what any unit is worth beside its factors: it holds a hex, has a zone and takes further losses.
const counterWorth = 10

// worth returns what a unit is worth to its side with the steps that it has left: twice its strengths and its movement
// allowance, half as much again if it can exploit, and counterWorth.
func (a *owedDecision) worth(u *state.Piece) int {
	if u.Steps == 0 {
		return 0
	}
	f := a.game.Printed(u)
	w := 2*(f.Attack+f.Defence) + f.Move
	if a.game.CanExploit(u) {
		w += w / 2
	}
	return w + counterWorth
}

// price returns how much less a unit is worth when it has lost one more step.
func (a *owedDecision) price(u state.Piece) int {
	before := a.worth(&u)
	u.Steps--
	return before - a.worth(&u)
}

// ahead returns -1 if a preference counts and only the first of two units has it, 1 if only the second has it, else 0.
func ahead(counts, u, o bool) int {
	switch {
	case !counts || u == o:
		return 0
	case u:
		return -1
	}
	return 1
}

func (a *owedDecision) sort(p preference, units []order.UnitID) {
	slices.SortFunc(units, func(x, y order.UnitID) int {
		u, o := a.sight.Piece(x), a.sight.Piece(y)
		factors := 0
		if ofU, ofO := a.game.Printed(u), a.game.Printed(o); !p.byWorth {
			factors = ofU.Attack + ofU.Defence - ofO.Attack - ofO.Defence
		}
		return cmp.Or(a.compare(p, u, o), factors, a.worth(u)-a.worth(o), cmp.Compare(x, y))
	})
}

// lose: SCS 8.0: steps are taken one by one from the preferred units, as long as 8.0a and 8.0b can still be kept.
func (a *owedDecision) lose(p preference) (o order.Order, why view.Text, ok bool) {
	t := law.NewLossAllocator(a.game, a.sight)
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
			// First the preferred units, among equals the one whose step is worth least.
			if best < 0 || cmp.Or(a.compare(p, &left, &chosen), a.price(left)-a.price(chosen)) < 0 {
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

// remove: SCS 4.0a: of a stack over the limit those units go that come first by preference.
func (a *owedDecision) remove(p preference) (o order.Order, why view.Text, ok bool) {
	units := a.Units()
	a.sort(p, units)
	units = units[:min(len(units), a.sight.Owed.N)]
	return a.legal(order.Order{Verb: "remove"}.WithUnits("units", units...).Sorted())
}

// hold: SCS 9.2: the units hold for all the hexes that they owe.
func (a *owedDecision) hold() (o order.Order, why view.Text, ok bool) {
	return a.legal(order.Order{Verb: "hold"}.WithN("hexes", a.sight.Owed.N))
}
