package choice

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// mostCompleted is how many picks are added to an order to make it whole.
const mostCompleted = 100

// nearest is the legal order that comes closest to a refused one: pick by pick
// what the order names, or what is offered next to it. Units that cannot take part
// are left out, a way ends where it is closed, and what is owed is completed. There
// is none where the order has lost its sense: no unit of it is left, or the enemy
// that it is about is another.
func (m *Machine[C]) nearest(s *state.Sight, o order.Order) *order.Order {
	v := m.Verb(o.Verb)
	if v == nil {
		return nil
	}
	var picks []view.Pick
	for _, want := range m.Picks(o) {
		offer, d := m.Offer(s, o.Verb, picks)
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
		if !ok && want.Unit == "" {
			break
		}
	}
	if len(picks) == 0 && s.Owed == nil {
		return nil
	}
	for range mostCompleted {
		offer, d := m.Offer(s, o.Verb, picks)
		switch {
		case d != nil:
			return nil
		case offer.Done:
			out := m.Order(o.Verb, picks)
			return &out
		case len(offer.Next) == 0, s.Owed == nil && !v.AsPiled:
			return nil
		}
		picks = append(picks, offer.Next[0])
	}
	return nil
}

// closest is the offered pick that comes closest to the one wanted.
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
		if p.Unit == want.Unit && v.Part(p) == part && (!found || apart(s, p, want) < apart(s, best, want)) {
			best, found = p, true
		}
	}
	return best, found
}

// apart is how far two picks of a kind are from one another: in hexes, or in number.
func apart(s *state.Sight, a, b view.Pick) int {
	if a.Hex != hex.None {
		return s.Def.Grid.Distance(a.Hex, b.Hex)
	}
	return max(int(a.N)-int(b.N), int(b.N)-int(a.N))
}
