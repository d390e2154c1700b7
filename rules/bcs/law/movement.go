package law

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/route"
)

// Left is what a unit has left to move in the activation, in 1/Scale of a movement point.
func (p *Position) Left(u *state.Piece) int { return max(p.G.Allowance(p.St, u)-u.Used, 0) }

// LeftTogether returns the least that any of some units has left, in 1/Scale: they move together.
func (p *Position) LeftTogether(units []*state.Piece) int {
	least := p.Left(units[0])
	for _, u := range units[1:] {
		least = min(least, p.Left(u))
	}
	return least
}

// movers is what decides where units that move together can go, as bits. Units with equal bits have equal traffic.
type movers uint8

// The bits of movers. The lowest three are the classes of the units, as game.KindOf has them.
const (
	unprepared movers = 1 << 3 // one of them cannot jump HQs nor Trains
	hqs        movers = 1 << 4 // one of them is an HQ
	allMovers         = 1 << 5
)

// movers returns the bits of units that move together.
func (p *Position) movers(units []*state.Piece) (m movers) {
	for _, u := range units {
		m |= movers(game.KindOf(p.G.Face(u).Class))
		if !IsPrepared(p.G, u) {
			m |= unprepared
		}
		if p.G.Of(u).Role == data.HQ {
			m |= hqs
		}
	}
	return m
}

func (m movers) kind() int { return int(m & 7) }

func (m movers) has(c data.Class) bool { return int(m)&game.KindOf(c) != 0 }

// traffic keeps the result of trafficOf for one value of movers.
type traffic struct {
	done bool
	route.Traffic
}

// trafficOf returns where units of a side that move together cannot enter and where they must stop.
//
// RULING: movement: Units that move together go as far as what the dearest of them pays is within what the one with the
// least has left; each pays what it costs itself. For: they stay together with every hex. Against: each could go as far
// as its own allowance.
func (p *Position) trafficOf(side int, m movers) route.Traffic {
	t := &p.traffics[side][m]
	if t.done {
		return t.Traffic
	}
	p.ensureSurvey()
	size := p.G.Def.Grid.Size()
	t.done = true
	t.Barred, t.Ends, t.Apart = room(t.Barred, size), room(t.Ends, size), room(t.Apart, size)
	t.Costly = p.nowhere
	foe := &p.sides[1-side]
	for at := range size {
		z, fire := foe.zone[at], foe.fire[at]
		t.Barred[at], t.Ends[at], t.Apart[at] = 0, p.G.Ground[at].Stop, false
		if foe.guarded[at] || foe.any[at] && m&unprepared != 0 || m&hqs != 0 && (z > None || fire) {
			t.Barred[at] = 1
		}
		if m.has(data.Truck) || m.has(data.Leg) { // they stop in any zone, and do not go from zone to zone
			t.Ends[at] = t.Ends[at] || z > None
			t.Apart[at] = z > None
		}
		t.Ends[at] = t.Ends[at] || m.has(data.Tac) && z >= Support || m.has(data.Truck) && fire
	}
	for _, mark := range p.St.Marks {
		if p.St.Flagged(mark.Hex, game.Traffic) {
			t.Ends[p.G.Def.Grid.Index(mark.Hex)] = true
		}
	}
	return t.Traffic
}

// Flood floods the map with what units that stand together can still reach.
func (p *Position) Flood(f *route.Field, units []*state.Piece) {
	p.FloodWith(f, units, p.LeftTogether(units))
}

// FloodWith floods the map with what units that stand together can reach with some movement points, in 1/Scale.
func (p *Position) FloodWith(f *route.Field, units []*state.Piece, left int) {
	m := p.movers(units)
	f.Flood(p.G.Ways[m.kind()], units[0].At.Hex, left, p.trafficOf(p.side(units[0].Side), m))
}

// Reach returns what units that stand together can reach. The field is overwritten when Reach is asked about others.
func (p *Position) Reach(units []*state.Piece) *route.Field {
	m := p.movers(units)
	if p.waysOf != m || !p.Ways.Holds(p.G.Ways[m.kind()], units[0].At.Hex, p.LeftTogether(units)) {
		p.Flood(&p.Ways, units)
		p.waysOf = m
	}
	return &p.Ways
}

// StopsAt lists the clauses that stop a unit that enters a hex.
func (p *Position) StopsAt(u *state.Piece, h hex.Hex) (clauses []string) {
	at, foe := p.G.Def.Grid.Index(h), p.against(u.Side)
	if p.St.Flagged(h, game.Traffic) || p.G.Ground[at].Stop {
		clauses = append(clauses, "5.1g-1") // BCS 5.1g-1: a Traffic Stopped marker, or such terrain, stops units
	}
	clauses = append(clauses, p.stopsByZone(u, foe.zone[at])...)
	if halts(p.G.Face(u), foe.fire[at]) {
		clauses = append(clauses, "6.1-5")
	}
	return slices.Compact(clauses)
}

// Cost is what a unit pays for a path, in 1/Scale; ok is false where it cannot go along it at all.
func (p *Position) Cost(u *state.Piece, path []hex.Hex) (cost int, ok bool) {
	return p.costFrom(game.KindOf(p.G.Face(u).Class), u.At.Hex, path)
}

// costFrom does what Cost does, for units of a game.Kind that stand in the hex from.
func (p *Position) costFrom(kind int, from hex.Hex, path []hex.Hex) (cost int, ok bool) {
	for _, to := range path {
		s, found := p.step(kind, from, to)
		if !found || s.Closed {
			return 0, false
		}
		cost += int(s.Cost)
		from = to
	}
	return cost, true
}

// step returns the step between two adjacent hexes for units of a game.Kind; false if they cannot make it.
func (p *Position) step(kind int, from, to hex.Hex) (route.Step, bool) {
	for _, s := range p.G.Ways[kind].Around(p.G.Def.Grid.Index(from)) {
		if s.To == to && !s.Closed {
			return s, true
		}
	}
	return route.Step{Closed: true}, false
}

// Marshy reports whether a step is closed to tactical movement (BCS 9.2-4).
func Marshy(p *Position, from, to hex.Hex) bool {
	_, open := p.step(game.KindOf(data.Tac), from, to)
	return !open
}

// StepTogether is what one step costs units that move together, in 1/Scale; ok is false where they cannot make it.
func (p *Position) StepTogether(units []*state.Piece, from, to hex.Hex) (cost int, ok bool) {
	s, ok := p.step(p.movers(units).kind(), from, to)
	return int(s.Cost), ok
}
