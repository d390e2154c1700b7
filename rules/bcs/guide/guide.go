// Package guide tells the player of a tutorial, step by step through an activation, what to do now, by which button and
// by which clause. The step follows from the position alone: it goes back with an undo, and after an order that the
// tutorial did not ask for it goes on from there.
//
// It may import game, data and law. It must not know how a step is shown, and keeps nothing.
package guide

import (
	"cmp"
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Steps is how many steps the tutorial has.
const Steps = 13

// Step returns what the side of s, which the tutorial teaches, should do now; the zero Text while it has to wait.
func Step(g *game.Game, s *state.Sight) view.Text {
	n, text := 0, view.Text{}
	switch pos := law.Of(s); {
	case s.Over && !acted(pos, s, nil):
		return view.T("bcs.guide.nothing")
	case s.Over:
		return view.T("bcs.guide.over")
	case s.Owed != nil:
		n, text = owed(pos, s.Owed)
	case s.Waiting != "" || s.Phase().Side != s.Side:
		return view.Text{}
	case g.Active(pos.St) == nil:
		n, text = between(pos, s)
	case game.Step(s.Frames) == game.Activities:
		n, text = activities(pos, s, g.Active(pos.St))
	default:
		n, text = before(pos, s, g.Active(pos.St))
	}
	f := g.Active(law.Of(s).St)
	return view.T("bcs.guide.step", "n", n, "of", Steps, "second", f != nil && game.IsSecond(s.Frames),
		"again", f != nil && acted(law.Of(s), s, f), "text", text)
}

// owed returns the step for a decision that the player owes.
func owed(pos *law.Position, q *state.Question) (n int, text view.Text) {
	switch q.Kind {
	case "engage":
		return 7, view.T("bcs.guide.engage", "unit", pos.Name(q.Units[0]))
	case "advance":
		return 10, view.T("bcs.guide.advance", "hex", q.Hex)
	case "second":
		if pos.St.Tally(game.Of(game.SnafuOf, pos.G.Active(pos.St).ID)) == game.SnafuFail {
			return 3, view.T("bcs.guide.again")
		}
		return 12, view.T("bcs.guide.second")
	}
	return 10, view.T("bcs.guide.decide", "rule", view.Rule(q.Rule))
}

// between returns the step outside of activations: to look at the map, to activate a Formation, or that all is done.
func between(pos *law.Position, s *state.Sight) (n int, text view.Text) {
	next, left := "", 0
	for i := range pos.G.Data.Formations {
		if f := &pos.G.Data.Formations[i]; f.Side == s.Side && law.CanActivate(pos, f) {
			next, left = cmp.Or(next, f.Name), left+1
		}
	}
	if s.Phase().Name != game.Activations {
		return 1, view.T("bcs.guide.look", "formation", next)
	}
	if acted(pos, s, nil) {
		return 13, view.T("bcs.guide.done", "formation", next)
	}
	return 2, view.T("bcs.guide.activate", "n", left, "formation", next)
}

// acted reports whether a Formation of the side, but not skip, had activities in its last activation.
func acted(pos *law.Position, s *state.Sight, skip *data.Formation) bool {
	return slices.ContainsFunc(pos.G.Data.Formations, func(f data.Formation) bool {
		isAnother := f.Side == s.Side && (skip == nil || f.ID != skip.ID)
		return isAnother && pos.St.Tally(game.Of(game.SnafuOf, f.ID)) > game.SnafuFail
	})
}

// before returns the step in an activation before its activities: the SNAFU roll or an objective.
func before(pos *law.Position, s *state.Sight, f *data.Formation) (n int, text view.Text) {
	switch game.Step(s.Frames) {
	case game.Declare:
		return 3, view.T("bcs.guide.snafu", "formation", f.Name)
	case game.Rolled:
		return 3, view.T("bcs.guide.failed", "second", game.IsSecond(s.Frames))
	}
	if len(law.Objectives(pos, f)) > 0 {
		return 5, view.T("bcs.guide.objective-set")
	}
	_, at := toward(pos, f, false)
	if at == hex.None {
		return 4, view.T("bcs.guide.objective-none")
	}
	return 4, view.T("bcs.guide.objective", "hex", at)
}

// activities returns the step among the activities: units go into contact, fire and attack; HQ and Trains follow them.
func activities(pos *law.Position, s *state.Sight, f *data.Formation) (n int, text view.Text) {
	hq, trains := pos.G.HQ(pos.St, f), pos.G.Trains(pos.St, f)
	unit, at := toward(pos, f, true)
	attacks := pos.G.Machine.Orders(s, game.Attack, nil, 1, nil)
	fired := flagged(pos, game.Barraged) != hex.None
	can := !fired && len(pos.G.Machine.Orders(s, "barrage", nil, 1, nil)) > 0
	switch attacked := flagged(pos, game.Attacked) != hex.None; {
	case attacked && hq.Used == 0 && law.CanGo(pos, hq):
		if to := behind(pos, s, hq); to != hex.None {
			return 10, result(pos, hq, to, fired, can)
		}
	case !attacked && len(attacks) > 0:
		return fight(pos, s, attacks[0], fired, can)
	case !attacked && unit != nil:
		if to := beside(pos, s, unit, at); to != hex.None {
			return 6, view.T("bcs.guide.move", "unit", pos.Name(unit.ID), "from", unit.At.Hex, "to", to,
				"hex", at, "stack", len(s.Stack(unit.At.Hex)), "tac", pos.G.Face(unit).Class == data.Tac)
		}
	}
	if to := optimal(pos, s, f); to != hex.None {
		return 11, view.T("bcs.guide.trains", "to", to)
	}
	if trains != nil && law.IsOptimal(pos, f) && !trains.Flags.Has(game.Moved) {
		return 11, view.T("bcs.guide.rest", "hex", trains.At.Hex)
	}
	return 11, view.T("bcs.guide.end")
}

// fight returns the step of the fight: a barrage, if one can be made and none has been fired, or else the attack.
func fight(pos *law.Position, s *state.Sight, attack order.Order, fired, can bool) (n int, text view.Text) {
	id, at := attack.Units("unit")[0], attack.Hex("target")
	n, v, picks := 9, order.Verb(game.Attack), []view.Pick(nil)
	if can {
		n, v, picks = 8, "barrage", []view.Pick{{Hex: at}}
	}
	offer, _ := pos.G.Machine.Offer(s, v, picks) // if several units can, the player is asked which
	return n, view.T("bcs.guide.fight", "step", n, "unit", pos.Name(id), "hex", at, "asks", len(offer.Next) > 1,
		"unarmed", pos.G.Face(pos.St.Piece(id)).AV.Value == 0, "fired", fired) // why steps 7 and 8 are skipped
}

// result says whether the attacked hex was taken, whether step 8 was left out, and where the HQ should go now.
func result(pos *law.Position, hq *state.Piece, to hex.Hex, fired, can bool) view.Text {
	at := flagged(pos, game.Attacked)
	return view.T("bcs.guide.result", "hex", at, "taken", pos.St.Holder(at) == hq.Side, "unit", pos.Name(hq.ID),
		"to", to, "fired", fired, "can", can)
}

// flagged returns the first hex with a flag, hex.None for none.
func flagged(pos *law.Position, flag string) hex.Hex {
	mark, _ := first.In(pos.St.Marks, func(m state.HexMark) bool { return pos.St.Flagged(m.Hex, flag) })
	return mark.Hex
}

// toward returns the unit of a Formation that has the greatest AV of those with an Assault Arrow, and the hex of the
// enemy combat unit nearest to it; nil for none. If going is set, the unit is one that can move.
func toward(pos *law.Position, f *data.Formation, going bool) (unit *state.Piece, at hex.Hex) {
	for i := range pos.St.Pieces {
		u := &pos.St.Pieces[i]
		face := pos.G.Face(u)
		if u.Group == f.ID && u.OnMap() && face.Arrow && (!going || law.CanGo(pos, u)) &&
			(unit == nil || face.AV.Value > pos.G.Face(unit).AV.Value) {
			unit = u
		}
	}
	if unit != nil {
		at = enemy(pos, unit)
	}
	return unit, at
}

// enemy returns the hex of the enemy combat unit that is nearest to a unit, hex.None for none.
func enemy(pos *law.Position, unit *state.Piece) hex.Hex {
	var hexes []hex.Hex
	for i := range pos.St.Pieces {
		if u := &pos.St.Pieces[i]; u.Side != unit.Side && u.OnMap() && pos.G.IsCombat(u) {
			hexes = append(hexes, u.At.Hex)
		}
	}
	return nearest(pos.G.Def.Grid, hexes, unit.At.Hex)
}

// beside returns, of the hexes adjacent to at that a unit's stack can move to, the one nearest to it, or hex.None.
func beside(pos *law.Position, s *state.Sight, unit *state.Piece, at hex.Hex) hex.Hex {
	return nearest(pos.G.Def.Grid, slices.DeleteFunc(reach(pos, s, unit), func(h hex.Hex) bool {
		return !pos.G.Def.Grid.Touch(h, at)
	}), unit.At.Hex)
}

// hqGap is how near to an enemy the tutorial leads an HQ, in hexes.
const hqGap = 4

// behind returns the hex with a road to which an HQ should follow the front: nearer to the enemy than it is now, but no
// nearer than hqGap. It is hex.None if there is none, or if others stand in the HQ's hex, which would go along.
func behind(pos *law.Position, s *state.Sight, hq *state.Piece) hex.Hex {
	at := enemy(pos, hq)
	if at == hex.None || len(s.Stack(hq.At.Hex)) > 1 {
		return hex.None
	}
	grid := pos.G.Def.Grid
	list := slices.DeleteFunc(reach(pos, s, hq), func(h hex.Hex) bool {
		far := grid.Distance(h, at)
		return far < hqGap || far >= grid.Distance(hq.At.Hex, at) || pos.G.Ground[grid.Index(h)].Road&game.ToHQ == 0
	})
	slices.SortStableFunc(list, func(a, b hex.Hex) int {
		return grid.Distance(a, hq.At.Hex) - grid.Distance(b, hq.At.Hex)
	})
	return nearest(grid, list, at)
}

// optimal returns the hex nearest to the HQ of those that are Optimal for the Trains of a Formation and that they can
// go to; hex.None if they are in one, or can go to none.
func optimal(pos *law.Position, s *state.Sight, f *data.Formation) hex.Hex {
	if law.IsOptimal(pos, f) {
		return hex.None
	}
	offer, _ := pos.G.Machine.Offer(s, "trains", []view.Pick{{N: int8(pos.G.Number(f))}})
	return nearest(pos.G.Def.Grid, slices.DeleteFunc(hexes(offer), func(h hex.Hex) bool {
		return !law.IsOptimalAt(pos, f, h, pos.MSRFrom(f, pos.G.Def.Grid.Index(h)))
	}), pos.G.HQ(pos.St, f).At.Hex)
}

// reach lists the hexes to which a unit can go together with all units of its stack that can move.
func reach(pos *law.Position, s *state.Sight, unit *state.Piece) []hex.Hex {
	var stack []view.Pick
	for i := range s.Own {
		if u := &s.Own[i]; u.At == unit.At && u.Group == unit.Group && law.CanGo(pos, u) {
			stack = append(stack, view.Pick{Unit: u.ID})
		}
	}
	offer, _ := pos.G.Machine.Offer(s, "move", stack)
	return hexes(offer)
}

// hexes lists the hexes of an offer, without those that are steps of a path.
func hexes(o view.Offer) (list []hex.Hex) {
	for _, p := range o.Next {
		if p.Hex != hex.None && p.N == 0 {
			list = append(list, p.Hex)
		}
	}
	return list
}

// nearest returns the hex of list nearest to another one, the first of several; hex.None if list is empty.
func nearest(grid hex.Grid, list []hex.Hex, to hex.Hex) hex.Hex {
	if len(list) == 0 {
		return hex.None
	}
	return slices.MinFunc(list, func(a, b hex.Hex) int { return grid.Distance(a, to) - grid.Distance(b, to) })
}
