package scs

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// nearest is the legal order that comes closest to a refused one: pick by pick
// what the order names, or what is offered next to it. Units that cannot take part
// are left out, a way ends where it is closed, and what is owed is completed. There
// is none where the order has lost its sense: no unit of it is left, or the enemy
// that it is about is another.
func (e *Engine) nearest(s *state.Sight, o order.Order) *order.Order {
	var picks []view.Pick
	for _, want := range e.Picks(o) {
		offer, d := e.Offer(s, o.Verb, picks)
		if d != nil {
			return nil
		}
		p, ok := e.closest(o.Verb, offer.Next, want)
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
	for range 100 {
		offer, d := e.Offer(s, o.Verb, picks)
		switch {
		case d != nil:
			return nil
		case offer.Done:
			out := e.Order(o.Verb, picks)
			return &out
		case len(offer.Next) == 0, s.Owed == nil && !e.verb(o.Verb).asPiled:
			return nil
		}
		picks = append(picks, offer.Next[0])
	}
	return nil
}

// closest is the offered pick that comes closest to the one wanted.
func (e *Engine) closest(name order.Verb, next []view.Pick, want view.Pick) (view.Pick, bool) {
	if slices.Contains(next, want) {
		return want, true
	}
	best, found := view.Pick{}, false
	for _, p := range next {
		switch {
		case p.Unit != want.Unit || (p.Hex == hex.None) != (want.Hex == hex.None):
		case want.Hex != hex.None && (p.N != want.N || !e.verb(name).near || name == "move" && want.N == 1):
		case !found || e.apart(p, want) < e.apart(best, want):
			best, found = p, true
		}
	}
	return best, found
}

// apart is how far two picks of a kind are from one another: in hexes, or in
// number.
func (e *Engine) apart(a, b view.Pick) int {
	if a.Hex != hex.None {
		return e.def.Grid.Distance(a.Hex, b.Hex)
	}
	return max(int(a.N)-int(b.N), int(b.N)-int(a.N))
}
