package choice

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// mostCompleted limits the picks added to complete an order, maxHexDistance how far a suggested hex is from one named.
const mostCompleted, maxHexDistance = 100, 3

// nearest returns the legal order closest to a refused one, nil for none. It takes each pick that the order names,
// or the closest one offered. Units that cannot take part are left out, and a path ends where it is blocked. Missing
// picks, such as another enemy, are only added to answers to a pending decision and orders of whole stacks (AsPiled).
func (m *Machine[C]) nearest(s *state.Sight, o order.Order) *order.Order {
	v := m.Verb(o.Verb)
	if v == nil {
		return nil
	}
	var picks []view.Pick
	for _, want := range m.Picks(o) {
		_, _, offer, d := m.next(s, o.Verb, picks, 0)
		if d != nil {
			return nil
		}
		p, ok := v.closest(s, offer.Next, want)
		switch {
		case ok:
			picks = append(picks, p)
		case want.Unit == "" && len(picks) == 0:
			return nil
		}
		if !ok && want.Unit == "" { // the path is blocked, or the target not offered
			break
		}
	}
	if len(picks) == 0 && s.Owed == nil {
		return nil
	}
	for range mostCompleted {
		_, _, offer, d := m.next(s, o.Verb, picks, 0)
		switch {
		case d != nil:
			return nil
		case offer.Done:
			return new(m.Order(o.Verb, picks))
		case len(offer.Next) == 0, s.Owed == nil && !v.AsPiled:
			return nil
		}
		picks = append(picks, offer.Next[0])
	}
	return nil
}

// closest returns want if next has it, else the closest pick for the same unit and option; false for none. A hex is
// replaced only in the option Near, by one at most maxHexDistance away.
func (v *Verb[C]) closest(s *state.Sight, next []view.Pick, want view.Pick) (view.Pick, bool) {
	if slices.Contains(next, want) {
		return want, true
	}
	part := v.Part(want)
	if part < 0 || want.Hex != hex.None && v.Options[part].Name != v.Near {
		return view.Pick{}, false
	}
	best, found := view.Pick{}, false
	for _, p := range next {
		if p.Unit == want.Unit && v.Part(p) == part && (!found || distance(s, p, want) < distance(s, best, want)) {
			best, found = p, true
		}
	}
	return best, found && (want.Hex == hex.None || distance(s, best, want) <= maxHexDistance)
}

// distance returns how far apart two picks of the same shape are, in hexes or as a difference of numbers.
func distance(s *state.Sight, a, b view.Pick) int {
	if a.Hex != hex.None {
		return s.Def.Grid.Distance(a.Hex, b.Hex)
	}
	return max(int(a.N)-int(b.N), int(b.N)-int(a.N))
}
