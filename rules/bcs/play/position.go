package play

import (
	"fmt"
	"maps"
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Beside returns the pieces that a position need not list, HQs and Trains, each off the map.
func Beside(g *game.Game) (pieces []state.Piece) {
	for _, id := range g.Def.Roster {
		u := g.Def.Units[id]
		if role := data.UnitOf(u).Role; role != data.Combat {
			pieces = append(pieces, state.Piece{ID: id, Side: u.Side, Steps: u.Steps,
				At: state.Place{Box: game.OffMap}})
		}
	}
	return pieces
}

// Prepare completes a position by what a scenario or a case says of Formations and units. It is deterministic: a
// position is prepared anew whenever its game is read.
func Prepare(g *game.Game, sc *state.Scratch, own any) error {
	start := &data.Start{}
	switch own := own.(type) {
	case nil:
	case data.Start:
		start = &own
	case *data.Start:
		start = own
	default:
		return fmt.Errorf("a position of the series cannot begin with %T", own)
	}
	t := begin(g, sc, nil)
	muster(t, start)
	for i := range g.Data.Formations {
		f := &g.Data.Formations[i]
		stand, given := start.Formations[f.ID]
		station(t, f, stand, given)
	}
	provide(t, start)
	hold(t)
	resume(t, start)
	for _, h := range hexesOf(sc.State) {
		pile(t, h)
	}
	return sc.Err()
}

// hexesOf lists the hexes with pieces.
func hexesOf(st *state.State) (hexes []hex.Hex) {
	for top := range st.Tops() {
		hexes = append(hexes, top.At.Hex)
	}
	return hexes
}

// muster gives units to their Formations, Independents and assets to those that have them.
func muster(t *turn, start *data.Start) {
	for i := range t.g.Data.Formations {
		f := &t.g.Data.Formations[i]
		ids := state.Where(t.Pieces, func(u *state.Piece) bool {
			return t.g.Of(u).Formation == f.ID || u.ID == f.HQ || u.ID == f.Trains ||
				start.Assigned[string(u.ID)] == f.ID
		})
		if len(ids) > 0 {
			t.do(state.Joined{Units: ids, Group: f.ID})
		}
		for _, a := range t.g.Data.Assets {
			if start.Assigned[a.ID] == f.ID {
				t.do(state.Counted{Tally: game.Lent(a.ID), N: t.g.Number(f)})
			}
		}
	}
}

// station places the HQ and Trains of a Formation and gives it levels and marks as s says, if s is given.
func station(t *turn, f *data.Formation, s data.Stand, given bool) {
	if hq := t.g.HQ(t.State, f); hq != nil && given && s.HQ != hex.None {
		t.do(state.Moved{Units: []order.UnitID{f.HQ}, Path: []hex.Hex{s.HQ}, How: "setup"})
	}
	if trains := t.g.Trains(t.State, f); trains != nil {
		switch {
		case given && s.Trains != hex.None:
			t.do(state.Moved{Units: []order.UnitID{f.Trains}, Path: []hex.Hex{s.Trains}, How: "setup"})
		case given && s.OffMap && trains.OnMap():
			t.do(state.Moved{Units: []order.UnitID{f.Trains}, Box: game.OffMap, How: "setup"})
		}
		if given && s.Ghost {
			turnToGhost(t, f.Trains, "10.3-11")
		}
	}
	if !given {
		return
	}
	t.count(game.FatigueOf, f, s.Fatigue)
	t.count(game.BlockedOf, f, s.Blocked)
	t.count(game.UsedOf, f, s.Used)
	if s.Recovered {
		t.count(game.RecoverOf, f, t.Turn)
	}
	for _, m := range []struct {
		mark string
		on   bool
	}{{game.Prepared, s.Prepared}, {game.Coordinated, s.Coordinated}} {
		if m.on && t.Piece(f.HQ) != nil {
			t.do(state.Marked{Units: []order.UnitID{f.HQ}, Mark: m.mark, On: true})
		}
	}
}

// provide sets what start says of the sides' points, of who begins, of visibility, of MSRs and of single units.
func provide(t *turn, start *data.Start) {
	for i, s := range t.g.Def.Sides {
		points := start.Points[s.ID]
		for _, c := range []state.Counted{{Tally: game.AirOf(s.ID), N: start.Air[s.ID]},
			{Tally: game.PointsOf(game.AVPoint, s.ID), N: points.AV},
			{Tally: game.PointsOf(game.OtherPoint, s.ID), N: points.Other}} {
			if c.N > 0 {
				t.do(c)
			}
		}
		if start.Begins == s.ID {
			t.do(state.Counted{Tally: game.Leader, N: i + 1})
		}
		if start.Pupil == s.ID {
			t.do(state.Counted{Tally: game.Pupil, N: i + 1})
		}
	}
	if seen := max(start.Seen, t.g.Data.Seen); seen > 0 {
		t.do(state.Counted{Tally: game.Visibility, N: seen})
	}
	for _, f := range t.g.Data.Formations {
		for _, h := range start.MSR[f.ID] {
			t.do(state.Flagged{Hex: h, Flag: game.Route(f.ID), Keep: true})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(start.Units)) {
		d := start.Units[id]
		if d.Steps > 0 && d.Steps != t.Piece(id).Steps {
			t.do(state.Stepped{Unit: id, Left: d.Steps})
		}
		if d.Up != data.Deployed {
			t.do(state.Flipped{Units: []order.UnitID{id}, Face: uint8(d.Up)})
		}
		if d.Dropped && t.Piece(id).OnMap() {
			t.do(state.Marked{Units: []order.UnitID{id}, Mark: game.Dropped, On: true})
		}
	}
}

// resume enters the activation in which a case begins, and what has happened in it.
func resume(t *turn, start *data.Start) {
	a := start.Active
	if a == nil || len(t.Frames) == 0 {
		return
	}
	f := t.g.Formation(a.Formation)
	if f == nil {
		return
	}
	frame := state.Frame{Name: game.Initial, Side: f.Side, Group: f.ID}
	used := 1
	if a.Second {
		frame.Name, used = game.Another, 2
	}
	t.count(game.UsedOf, f, used)
	t.do(state.Counted{Tally: game.LastOf(f.Side), N: t.g.Number(f)},
		state.Entered{Depth: 1, Frame: frame, Fresh: true})
	if a.Step != game.Declare {
		t.count(game.SnafuOf, f, game.SnafuNumber(a.Snafu))
	}
	frame.Name = a.Step
	t.do(state.Entered{Depth: 2, Frame: frame})
	markDone(t, start)
}

// markDone flags units and hexes with what has happened in the activation.
func markDone(t *turn, start *data.Start) {
	for _, id := range slices.Sorted(maps.Keys(start.Units)) {
		d := start.Units[id] // a case does not say what stopped or finished it: any clause serves
		for _, f := range []struct {
			flag string
			is   bool
		}{{game.Stopped(game.AnyStop), d.Stopped}, {game.Finished("7.2-7"), d.Finished}, {game.Fired, d.Fires > 0},
			{game.Fired2, d.Fires > 1}, {game.Stopped("7.0d-1"), d.Fires > 1},
			{game.Acted, d.Fires > 0 || d.Spent > 0 || d.Stopped || d.Finished}} {
			if f.is {
				t.flag(f.flag, id)
			}
		}
		if d.Spent > 0 {
			t.do(state.Spent{Units: []order.UnitID{id}, Cost: d.Spent})
		}
	}
	for _, f := range t.g.Data.Formations {
		for _, h := range start.Objectives[f.ID] {
			t.do(state.Flagged{Hex: h, Flag: game.Objective(f.ID), Depth: t.depth()})
		}
	}
	for _, h := range start.Traffic {
		jam(t, h)
	}
	for _, m := range []struct {
		flag  string
		hexes []hex.Hex
	}{{game.Attacked, start.Attacked}, {game.Barraged, start.Barraged}} {
		for _, h := range m.hexes {
			t.do(state.Flagged{Hex: h, Flag: m.flag, Depth: t.depth()})
		}
	}
}
