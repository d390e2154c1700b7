package answers

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// rateRetreat rates where units retreat to. BCS 7.5-2: into no enemy zone that takes a step, as long as that can be
// avoided; then as many as can go together, within the radius of their HQ, and near it. A set that stands looks first
// for hexes that are worth points and for terrain in which who is attacked stays (7.5-12).
func (a *owedDecision) rateRetreat(s set, o order.Order) []int {
	ids, to := o.Units("units"), o.Hex("to")
	pursued, lost, far := 0, 0, 0
	for _, id := range ids {
		u := a.sight.Piece(id)
		if a.game.IsCombat(u) && law.Pursued(a.pos, u, to) {
			pursued++
		}
		f := a.game.FormationOf(u)
		centre := a.centre(u)
		n := a.distance(to, centre)
		if f != nil && n > f.Radius {
			lost++
		}
		far += n
	}
	ground := 0
	if s.stands {
		ground = -a.worth(to)
	}
	return []int{pursued, ground, -len(ids), lost, far}
}

// centre is the hex that a unit keeps near: that of its HQ; for an HQ, that of its Trains; hex.None for none.
func (a *owedDecision) centre(u *state.Piece) hex.Hex {
	f := a.game.FormationOf(u)
	if f == nil {
		return hex.None
	}
	by := a.game.HQ(a.pos.St, f)
	if a.game.Of(u).Role == data.HQ {
		by = a.game.Trains(a.pos.St, f)
	}
	if by == nil || !by.OnMap() {
		return hex.None
	}
	return by.At.Hex
}

// distance is how far two hexes are apart; without the second, how far the first is from the nearest supply source.
func (a *owedDecision) distance(h, from hex.Hex) int {
	if from == hex.None {
		return law.ToSource(a.pos, a.sight.Side, h)
	}
	return a.game.Def.Grid.Distance(h, from)
}

// worth is what a hex is worth to who stands there: its points, and a little for Key Terrain.
func (a *owedDecision) worth(h hex.Hex) (n int) {
	if place, ok := a.game.Def.PlaceAt(h); ok {
		n = 2 * place.VP
	}
	if a.game.Ground[a.game.Def.Grid.Index(h)].Key {
		n++
	}
	return n
}

// rateAdvance rates who comes along with the attacking unit, which must advance: nobody, but in hexes that are worth
// points and by a set that stands; whom a set spares comes never.
func (a *owedDecision) rateAdvance(s set, o order.Order) []int {
	spared, along := 0, len(o.Units("units"))
	for _, id := range o.Units("units") {
		if s.spares != nil && s.spares(a, a.sight.Piece(id)) {
			spared++
		}
	}
	if s.stands || a.worth(a.Hex()) > 1 {
		along = -along
	}
	return []int{spared, along}
}

// rateTrains rates where jumped Trains go: to Legal Hexes (BCS 10.3-3 to 10.3-8), and near their HQ.
func (a *owedDecision) rateTrains(_ set, o order.Order) []int {
	f, to := a.game.Formation(order.GroupID(o.Word("formation"))), o.Hex("to")
	if f == nil || to == hex.None {
		return nil
	}
	at := a.game.Def.Grid.Index(to)
	from := hex.None
	if hq := a.pos.HQAt(f); hq >= 0 {
		from = a.pos.G.At(hq)
	}
	return []int{len(slices.Compact(law.LegalTrains(a.pos, f, at))), a.distance(to, from)}
}
