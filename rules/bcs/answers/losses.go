package answers

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// counterWorth is the worth of a unit apart from its ratings: it holds a hex, may have a zone and takes further losses.
const counterWorth = 10

// quality returns the worth of a step of a unit: twice its Action Rating, its AV and the AV's range, all Deployed.
func (a *pendingDecision) quality(u *state.Piece) int {
	f := a.game.Of(u).Faces[data.Deployed]
	return 2*f.AR + f.AV.Value + f.AV.Range
}

// isTank reports whether a unit, Deployed, has tactical movement and an AV that is not light.
func (a *pendingDecision) isTank(u *state.Piece) bool {
	f := a.game.Of(u).Faces[data.Deployed]
	return f.Class == data.Tac && f.AV.Value > 0 && f.AV.Kind != data.Light
}

// rateLosses rates an order by which units lose steps: fewest steps of units that the set spares, then the least cost,
// which with a unit's last step includes the unit, then losses from units with the most steps, then from lower ones.
func (a *pendingDecision) rateLosses(s set, o order.Order) []int {
	counts := map[order.UnitID]int{}
	for _, id := range o.Units("units") {
		counts[id]++
	}
	spared, cost, spread, place := 0, 0, 0, 0
	for i, u := range slices.Collect(a.pos.St.Pile(a.Hex())) {
		n := counts[u.ID]
		left := u.Steps - n
		cost += n * a.quality(u)
		if n > 0 && left <= 0 {
			cost += counterWorth + 2*a.quality(u)
		}
		if s.spares != nil && s.spares(a, u) {
			spared += n
		}
		spread, place = spread+left*left, place-i*n
	}
	return []int{spared, cost, spread, place}
}

// Payments returns the orders by which each set and, last, the game's own answer choose which units lose steps, with
// the reason in words. It returns none if the sight's side has no decision about losses pending.
func Payments(g *game.Game, s *state.Sight) (list []series.Payment) {
	a, ok := pendingOf(g, s)
	if !ok || s.Owed.Kind != "losses" {
		return nil
	}
	for _, chosen := range append(sets(), set{}) {
		o, ok := a.orderBy(chosen, nil)
		if !ok {
			continue
		}
		var units []view.Name
		for _, id := range o.UnitsOnce("units") {
			units = append(units, a.pos.Name(id))
		}
		why := view.T("bcs.pays-worth")
		if chosen.spares != nil {
			why = view.T("bcs.pays-spares-tanks")
		}
		list = append(list, series.Payment{Order: o, Units: units, Why: why})
	}
	return list
}
