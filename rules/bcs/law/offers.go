package law

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// This file tells for what a phase or a step of an activation waits; one without a decision passes by itself.

// HasArrivals reports whether units of a side can enter the map.
func HasArrivals(p *Position, s order.Side) bool {
	return slices.ContainsFunc(p.St.Pieces, func(u state.Piece) bool {
		return u.Side == s && Arrives(p, &u) && len(Gates(p, &u)) > 0
	})
}

// HasPoints reports whether a side can use a Replacement Point of one of some kinds.
func HasPoints(p *Position, s order.Side, kinds ...string) bool {
	return slices.ContainsFunc(p.St.Pieces, func(u state.Piece) bool {
		return u.Side == s && slices.Contains(kinds, KindOfPoint(p, &u)) && len(BarsRefit(p, &u)) == 0
	})
}

// WaitsForPoints reports whether the Reinforcements Phase of a side waits for Replacement Points to be used. In a
// module that hides stacks it does while the side has one: a phase that passes would tell what lies under its tops.
func WaitsForPoints(p *Position, s order.Side) bool {
	if p.G.Data.Hidden {
		return p.St.Tally(game.PointsOf(game.AVPoint, s))+p.St.Tally(game.PointsOf(game.OtherPoint, s)) > 0
	}
	return HasPoints(p, s, game.AVPoint, game.OtherPoint)
}

// CanAssign reports whether a side's Assignment Phase waits for its player: the side has something to assign and a
// Formation that does not have it, or has assigned something in this turn.
//
// RULING: sequence: Who has assigned something ends the phase himself. For: until then he can take it back. Against:
// with nothing left to assign there is no decision.
func CanAssign(p *Position, s order.Side) bool {
	for _, asset := range Assets(p.G) {
		if assetSide(p, asset) != s {
			continue
		}
		if p.St.Tally(game.AssignedOf(asset)) == p.St.Turn || exists(p, asset) && hasTaker(p, asset) {
			return true
		}
	}
	return false
}

// exists reports whether an asset, or an Independent, is there to be assigned.
func exists(p *Position, asset string) bool {
	if u := p.St.Piece(order.UnitID(asset)); u != nil {
		return u.OnMap()
	}
	a, is := p.G.Data.Asset(asset)
	return is && (a.Steps == 0 || p.St.Tally(game.Lost(asset)) < a.Steps)
}

// CanAct reports whether a side can still activate a Formation in this turn.
func CanAct(p *Position, s order.Side) bool {
	return slices.ContainsFunc(p.G.Data.Formations, func(f data.Formation) bool {
		return f.Side == s && CanActivate(p, &f)
	})
}

// Goals lists the hexes in which a Formation can place an objective.
func Goals(p *Position, f *data.Formation) (hexes []hex.Hex) {
	if most, limited := MostObjectives(p, f); limited && len(Objectives(p, f)) >= most {
		return nil
	}
	add := func(h hex.Hex) {
		if !p.St.Flagged(h, game.Objective(f.ID)) && len(tooFar(p, f, h)) == 0 && !slices.Contains(hexes, h) {
			hexes = append(hexes, h)
		}
	}
	for i := range p.St.Pieces {
		if u := &p.St.Pieces[i]; u.Side != f.Side && u.OnMap() && p.G.Of(u).Role != data.Trains {
			add(u.At.Hex)
		}
	}
	for _, h := range p.G.Data.Victory {
		add(h)
	}
	return hexes
}

// EntersBlob reports whether a path leads through the Simple Blob of another Formation of the side.
func EntersBlob(p *Position, f *data.Formation, path []hex.Hex) bool {
	return slices.ContainsFunc(p.G.Data.Formations, func(o data.Formation) bool {
		return o.ID != f.ID && o.Side == f.Side && !p.IsGone(&o) &&
			slices.ContainsFunc(path, func(h hex.Hex) bool { return slices.Contains(o.Blob, h) })
	})
}
