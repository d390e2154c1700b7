package answers

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/law"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// rateRetreat rates where units retreat to. BCS 7.5-2: first, as few as possible into an enemy zone, which takes a
// step; then as many units as can go together, within the radius of their HQ, and near it. A set that stands looks,
// right after zones, for hexes with points and terrain in which an attacked unit stays (7.5-12).
func (a *pendingDecision) rateRetreat(s set, o order.Order) []int {
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

// centre returns the hex to which a unit keeps near: that of its HQ; for an HQ that of its Trains; hex.None for none.
func (a *pendingDecision) centre(u *state.Piece) hex.Hex {
	f := a.game.FormationOf(u)
	if f == nil {
		return hex.None
	}
	leader := a.game.HQ(a.pos.St, f)
	if a.game.Of(u).Role == data.HQ {
		leader = a.game.Trains(a.pos.St, f)
	}
	if leader == nil || !leader.OnMap() {
		return hex.None
	}
	return leader.At.Hex
}

// distance returns the distance of two hexes; if from is hex.None, that of h from the side's nearest supply source.
func (a *pendingDecision) distance(h, from hex.Hex) int {
	if from == hex.None {
		return law.ToSource(a.pos, a.sight.Side, h)
	}
	return a.game.Def.Grid.Distance(h, from)
}

// worth returns the worth of holding a hex: twice its victory points, and one for Key Terrain.
func (a *pendingDecision) worth(h hex.Hex) (n int) {
	if place, ok := a.game.Def.PlaceAt(h); ok {
		n = 2 * place.VP
	}
	if a.game.Ground[a.game.Def.Grid.Index(h)].Key {
		n++
	}
	return n
}

// rateAdvance rates which units advance along with the attacking unit, which must: as few as possible, but as many as
// possible into a hex with points or by a set that stands. Above all, units that a set spares stay behind.
func (a *pendingDecision) rateAdvance(s set, o order.Order) []int {
	units := o.Units("units")
	along, spared := len(units), first.Count(units, func(id order.UnitID) bool {
		return s.spares != nil && s.spares(a, a.sight.Piece(id))
	})
	if s.stands || a.worth(a.Hex()) > 1 {
		along = -along
	}
	return []int{spared, along}
}

// rateTrains rates where jumped Trains go: best into Legal Hexes (BCS 10.3-3 to 10.3-8), and then near their HQ.
func (a *pendingDecision) rateTrains(_ set, o order.Order) []int {
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
