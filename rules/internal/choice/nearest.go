package choice

import (
	"slices"

	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// mostCompleted limits the picks added to complete an order, maxHexDistance how far a suggested hex is from one named.
// unfit is worse than any pick.
const mostCompleted, maxHexDistance, unfit = 100, 3, 1 << 30

// suggest adds to a denial the legal order closest to the refused one, if there is one, and its risks. It takes each
// pick that the order names, or the closest one offered. Units that cannot take part are left out, and a path ends
// where it is blocked. Missing picks, such as another enemy, are only added to answers to a pending decision and orders
// of whole stacks (AsPiled).
func (m *Machine[C]) suggest(s *state.Sight, o order.Order, denial *view.Denial) {
	v, picks, before := m.Verb(o.Verb), []view.Pick(nil), []view.Risk(nil)
	take := func(offer view.Offer, p view.Pick) {
		if n := len(picks); p.Hex == hex.None || n == 0 || picks[n-1].Hex == hex.None {
			before = slices.Clip(denial.Risks) // a path risks what its last hex does
		}
		picks, denial.Risks = append(picks, p), before
		for _, r := range offer.RisksOf(p) {
			first.OrAdd(&denial.Risks, func(known view.Risk) bool { return known.Text.String() == r.Text.String() }, r)
		}
	}
	for _, want := range m.Picks(o) { // none without v
		offer, d := m.Offer(s, o.Verb, picks)
		p, ok := v.closest(s, offer, want)
		if d != nil || !ok && want.Unit == "" && len(picks) == 0 {
			return
		} else if ok {
			take(offer, p)
		} else if want.Unit == "" { // the path is blocked, or the target not offered
			break
		}
	}
	if len(picks) == 0 && s.Owed == nil {
		return
	}
	for range mostCompleted {
		offer, d := m.Offer(s, o.Verb, picks)
		switch {
		case d == nil && offer.Done:
			denial.Instead = new(m.Order(o.Verb, picks))
			return
		case d != nil, len(offer.Next) == 0, s.Owed == nil && !v.AsPiled:
			return
		}
		take(offer, offer.Next[0])
	}
}

// closest returns want if it is offered, else another pick for the same unit and option; false for none. A hex is
// replaced only in the option Near, by one at most maxHexDistance away: the one with the fewest grave risks, of those
// the closest, then the one with the fewest other risks.
func (v *Verb[C]) closest(s *state.Sight, offer view.Offer, want view.Pick) (view.Pick, bool) {
	part := v.Part(want)
	if slices.Contains(offer.Next, want) || part < 0 || want.Hex != hex.None && v.Options[part].Name != v.Near {
		return want, slices.Contains(offer.Next, want)
	}
	best, least := want, unfit
	for _, p := range offer.Next {
		away := distance(s, p, want)
		if p.Unit != want.Unit || v.Part(p) != part || want.Hex != hex.None && away > maxHexDistance {
			continue
		}
		worse := away << 8 // outweighs the other risks that a pick can have, and a grave risk outweighs it
		for _, r := range offer.RisksOf(p) {
			worse += map[bool]int{true: 1 << 24, false: 1}[r.Grave || r.Fatal]
		}
		if worse < least {
			best, least = p, worse
		}
	}
	return best, least < unfit
}

// distance returns how far apart two picks of the same shape are, in hexes or as a difference of numbers.
func distance(s *state.Sight, a, b view.Pick) int {
	if a.Hex != hex.None {
		return s.Def.Grid.Distance(a.Hex, b.Hex)
	}
	return max(int(a.N)-int(b.N), int(b.N)-int(a.N))
}
