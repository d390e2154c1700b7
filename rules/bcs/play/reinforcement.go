package play

import (
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// supply gives a side the points that its order of arrival brings.
func supply(t *turn, side order.Side) {
	own, _ := t.g.Def.Arrives(side, t.Turn).Own.(data.Supplies)
	for _, c := range []struct {
		tally string
		n     int
	}{{game.AirOf(side), own.Air}, {game.PointsOf(game.AVPoint, side), own.Points.AV},
		{game.PointsOf(game.OtherPoint, side), own.Points.Other}} {
		if c.n > 0 {
			t.do(state.Counted{Tally: c.tally, N: t.Tally(c.tally) + c.n})
		}
	}
}

// comeBack: BCS 7.5-18: units that were taken off the map come back at their HQ in the Reinforcements Phase. BCS
// 7.5-19: so do those that found no room, and HQs, which come back first.
func comeBack(t *turn, side order.Side) {
	for _, role := range []data.Role{data.HQ, data.Combat} {
		ids := state.Where(t.Pieces, func(u *state.Piece) bool {
			return u.Side == side && u.At.Box == game.Returning && t.g.Of(u).Role == role
		})
		for _, id := range ids {
			if to := law.ComesBackTo(t.p, t.Piece(id)); to != hex.None {
				t.do(state.Moved{Units: []order.UnitID{id}, Path: []hex.Hex{to}, How: "return", Rule: "7.5-18"})
				pile(t, to)
			}
		}
	}
}

// arrivals brings in the units that have only one entry hex, if they can enter it.
func arrivals(t *turn, side order.Side) {
	due := state.Where(t.Pieces, func(u *state.Piece) bool { return u.Side == side && law.Arrives(t.p, u) })
	for _, id := range due {
		u := t.Piece(id)
		if gates := law.Gates(t.p, u); len(gates) == 1 && len(u.Entry) == 1 {
			arrive(t, u, gates[0])
		}
	}
}

// arrive brings a unit onto the map. BCS 9.1i-3: with reinforcements a Formation that is gone comes back.
func arrive(t *turn, u *state.Piece, at hex.Hex) {
	id := u.ID
	t.do(state.Moved{Units: []order.UnitID{id}, Path: []hex.Hex{at}, How: "arrive", Rule: "9.1i-3"})
	if f := t.g.FormationOf(u); f != nil && t.p.IsGone(f) {
		t.do(state.Moved{Units: []order.UnitID{f.HQ}, Path: []hex.Hex{at}, How: "arrive", Rule: "9.1i-3"})
		t.do(state.Flagged{Units: []order.UnitID{f.HQ}, Flag: game.Arrived})
		dead := state.Where(t.Pieces, func(u *state.Piece) bool {
			return t.g.Of(u).Formation == f.ID && t.g.IsCombat(u) && u.At.Box == game.Gone
		})
		if len(dead) > 0 {
			t.do(state.Moved{Units: dead, Box: state.Dead, How: "gone", Rule: "9.1i-3"})
		}
		if f.Trains != "" {
			t.do(state.Moved{Units: []order.UnitID{f.Trains}, Box: game.OffMap, How: "trains", Rule: "9.1i-3"})
			block(t, f, 1)
		}
		for i := range f.Supports {
			t.do(state.Counted{Tally: game.Lost(game.SupportName(f, i))})
		}
	}
	pile(t, at)
}

// Refit uses a Replacement Point. BCS 9.4-1: a unit gets a step. BCS 9.4-2: one from the Dead Pile comes back with one.
//
// RULING: 9.4-1: A point is a step. For: nothing in the notes makes it more. Against: they do not say how many.
func Refit(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	u := sc.Piece(o.Units("unit")[0])
	points := game.PointsOf(o.Word("kind"), u.Side)
	t.do(state.Counted{Tally: points, N: t.Tally(points) - 1})
	if u.OnMap() {
		t.do(state.Stepped{Unit: u.ID, Left: u.Steps + 1, Rule: "9.4-1"})
		return settle(t)
	}
	to := law.Reborn(t.p, u)[0]
	t.do(state.Moved{Units: []order.UnitID{u.ID}, Path: []hex.Hex{to}, How: "rebuilt", Rule: "9.4-2"},
		state.Stepped{Unit: u.ID, Left: 1, Rule: "9.4-2"})
	pile(t, to)
	return settle(t)
}

// Assign gives an asset of a higher level, or an Independent, to a Formation.
func Assign(g *game.Game, sc *state.Scratch, o order.Order, r dice.Roller) error {
	t := begin(g, sc, r)
	asset, f := o.Word("asset"), g.Formation(order.GroupID(o.Word("formation")))
	t.do(state.Counted{Tally: game.AssignedOf(asset), N: sc.Turn})
	if u := sc.Piece(order.UnitID(asset)); u != nil {
		t.do(state.Joined{Units: []order.UnitID{u.ID}, Group: f.ID, Rule: "9.1i-1"})
		return settle(t)
	}
	t.do(state.Counted{Tally: game.Lent(asset), N: g.Number(f)},
		state.Noted{What: "assigned", Side: f.Side, Units: []order.UnitID{f.HQ}, Rule: "9.1i-1"})
	return settle(t)
}
