package law_test

import (
	"slices"

	"grognard/rules/hex"
)

// ---- 1.6 Safe Path, 4.2 Command Radius ----

// InRadius: distances are hexes, whatever lies between (format.md; 4.2d, 4.2f-1).
func (b oBoard) InRadius(u oUnit) bool {
	f, ok := b.formation(u.Formation)
	return ok && b.Grid.Distance(u.At, f.HQ) <= f.Radius
}

// safe says whether a hex can be part of a Safe Path, traced by a class of movement.
func (b oBoard) safe(side, class string, h hex.Hex) bool {
	if b.enemyIn(side, h) { // 1.6-2
		return false
	}
	if b.unitIn(side, h) { // 1.6-4; "Friends, HQs too, lift zones for Safe Paths". Trains do not: they are no units.
		return true
	}
	for _, e := range b.enemies(side) {
		switch b.Zone(e, h) { // 1.6-2: zones of control; Engagement Zones are not named and do not count
		case "real":
			return false
		case "support":
			if class != "tac" { // 1.6-3
				return false
			}
		case "plain":
			if class != "tac" || !oTacIgnoresPlain {
				return false
			}
		}
	}
	return true
}

// SafePath says whether the unit has a Safe Path, traced by a class of movement (1.6-3 and 1.6-6 go by that class, not
// by the unit's own). A unit without a Formation has none.
func (b oBoard) SafePath(u oUnit, class string) bool {
	f, ok := b.formation(u.Formation)
	if !ok {
		return false
	}
	if u.At == f.HQ {
		return b.safePathAtHQ(f, class) // "Units in the HQ's hex always need 1.6-5"
	}
	if !b.safe(u.Side, class, u.At) {
		return false
	}
	// 1.6-1: at most the Command Radius and five, in steps: all hexes in reach, step by step.
	reached, edge := map[hex.Hex]bool{u.At: true}, []hex.Hex{u.At}
	for range f.Radius + 5 {
		var next []hex.Hex
		for _, h := range edge {
			for n := range b.Grid.Neighbours(h) {
				if !reached[n] && b.canEnter(class, h, n) && b.safe(u.Side, class, n) { // 1.6-6
					reached[n], next = true, append(next, n)
				}
			}
		}
		edge = next
		if reached[f.HQ] {
			return true
		}
	}
	return false
}

// safePathAtHQ is 1.6-5 with format.md: three hexes along the roads toward the Trains; met if Trains are left out; toward
// a source if they are off the map. The hexes must be as those of every Safe Path (CHOICE: 1.6-2 to 1.6-4 hold).
// The road opens them to every class (1.6-6).
func (b oBoard) safePathAtHQ(f oFormation, class string) bool {
	if !f.HasTrains {
		return true
	}
	goals := b.Sources[f.Side]
	if f.Trains != hex.None {
		goals = []hex.Hex{f.Trains}
	}
	nearest := func(h hex.Hex) int { return b.nearest(h, goals) }
	if f.Trains != hex.None || oTowardNearestSource {
		return b.walk(f.Side, class, f.HQ, nearest, 3)
	}
	return slices.ContainsFunc(goals, func(g hex.Hex) bool {
		return b.walk(f.Side, class, f.HQ, func(h hex.Hex) int { return b.Grid.Distance(h, g) }, 3)
	})
}

// walk says whether one can go n hexes by road, each of them safe and nearer than the one before, or to the goal itself
// if that is nearer.
func (b oBoard) walk(side, class string, from hex.Hex, away func(hex.Hex) int, n int) bool {
	return n == 0 || away(from) == 0 || b.Grid.AnyNeighbour(from, func(h hex.Hex) bool {
		return b.anyRoad(from, h) && away(h) < away(from) && b.safe(side, class, h) && b.walk(side, class, h, away, n-1)
	})
}

// nearest is the distance to the nearest of some hexes.
func (b oBoard) nearest(h hex.Hex, of []hex.Hex) int {
	d := 1 << 20
	for _, o := range of {
		d = min(d, b.Grid.Distance(h, o))
	}
	return d
}

// ---- 10.3 MSRs ----

// msrOpen is what 10.3-8 lets an MSR of a Formation run through: no enemy unit (nor HQ, nor Trains), no zone of any
// strength, no Engagement Zone, the HQ's hex apart. Friends do not lift zones for it.
func (b oBoard) msrOpen(f oFormation) func(hex.Hex) bool {
	known := map[hex.Hex]bool{}
	return func(h hex.Hex) bool {
		if h == f.HQ {
			return true
		}
		if open, ok := known[h]; ok {
			return open
		}
		open := !b.enemyIn(f.Side, h)
		for _, e := range b.enemies(f.Side) {
			open = open && b.Zone(e, h) == "none" && !b.Fire(e, h)
		}
		known[h] = open
		return open
	}
}

// oStep is the cost of a step by road, and whether there is one.
type oStep func(from, to hex.Hex) (cost int, ok bool)

// forwardStep: between HQ and Trains roads of any kind but rail (10.3-7), the fewest hexes (format.md).
func (b oBoard) forwardStep(from, to hex.Hex) (int, bool) { return 1, b.anyRoad(from, to) }

// backStep: between Trains and source "such roads alone" (10.3-5), counted in hexes or, with points, in half movement
// points of trucks.
func (b oBoard) backStep(side string, points bool) oStep {
	return func(from, to hex.Hex) (int, bool) {
		if b.isRoad(from, to, "primary", "secondary") {
			return 1, true
		}
		source := slices.Contains(b.Sources[side], from) || slices.Contains(b.Sources[side], to)
		if oTrackIntoSource && source && b.isRoad(from, to, "track") {
			if points {
				return 2, true
			}
			return 1, true
		}
		return 0, false
	}
}

// cheapest is the cost of the cheapest way from a hex to any hex that is a goal, through open hexes, ends included; -1
// if there is none.
func (b oBoard) cheapest(from hex.Hex, goal func(hex.Hex) bool, step oStep, open func(hex.Hex) bool) int {
	if !open(from) {
		return -1
	}
	cost := map[hex.Hex]int{from: 0}
	for todo := []hex.Hex{from}; len(todo) > 0; { // until nothing gets cheaper any more
		h := todo[0]
		todo = todo[1:]
		for n := range b.Grid.Neighbours(h) {
			c, ok := step(h, n)
			if !ok || !open(n) {
				continue
			}
			if old, been := cost[n]; !been || cost[h]+c < old {
				cost[n] = cost[h] + c
				todo = append(todo, n)
			}
		}
	}
	best := -1
	for h, c := range cost {
		if goal(h) && (best < 0 || c < best) {
			best = c
		}
	}
	return best
}

func oIs(h hex.Hex) func(hex.Hex) bool { return func(o hex.Hex) bool { return o == h } }

func (b oBoard) isSource(side string) func(hex.Hex) bool {
	return func(h hex.Hex) bool { return slices.Contains(b.Sources[side], h) }
}

// MSR says how many steps the MSR from the HQ to the Trains has, -1 if there is none, and whether one leads back from the
// Trains to a source. Of Trains that are left out or off the map there is neither. Trains in the HQ's hex are 0
// steps off, Trains in a source are joined to it, without any road.
func (b oBoard) MSR(f oFormation) (forward int, back bool) {
	if !f.HasTrains || f.Trains == hex.None {
		return -1, false
	}
	open := b.msrOpen(f)
	forward = b.cheapest(f.HQ, oIs(f.Trains), b.forwardStep, open)
	back = b.cheapest(f.Trains, b.isSource(f.Side), b.backStep(f.Side, false), open) >= 0
	return forward, back
}

// onWay says whether h lies on some, and whether on all, of the cheapest ways from one hex to a goal. There must be at
// least one way.
func (b oBoard) onWay(h, from hex.Hex, goal func(hex.Hex) bool, step oStep, open func(hex.Hex) bool) (some, all bool) {
	best := b.cheapest(from, goal, step, open)
	there, on := b.cheapest(from, oIs(h), step, open), b.cheapest(h, goal, step, open)
	some = there >= 0 && on >= 0 && there+on == best
	all = b.cheapest(from, goal, step, func(o hex.Hex) bool { return o != h && open(o) }) != best
	return some, all
}

// LegalHex says whether Trains of the Formation would stand in a Legal Hex in h. That is not sure if it depends on the
// MSR that an enemy Formation has: one of several equally short ones, or the shortest in points or in hexes (10.3-5).
// Of ways to several sources the shortest is taken.
func (b oBoard) LegalHex(f oFormation, h hex.Hex) (legal, sure bool) {
	// 10.3-3: a primary or secondary road in the hex, that is over one of its hexsides; or a track in a source (entry
	// hexes are the same) of its own side.
	has := func(kinds ...string) bool {
		for _, n := range b.Grid.Around(h) {
			if b.isRoad(h, n, kinds...) {
				return true
			}
		}
		return false
	}
	if !b.Grid.Contains(h) || !has("primary", "secondary") && !(has("track") && b.isSource(f.Side)(h)) {
		return false, true
	}
	// 10.3-5, 10.3-7, 10.3-8.
	there := f
	there.HasTrains, there.Trains = true, h
	if forward, back := b.MSR(there); forward < 0 || !back {
		return false, true
	}
	// 10.3-4: an enemy MSR exists if it is whole: from HQ to Trains and back to a source. It does not matter whether the
	// enemy's Trains are in a Legal Hex themselves (CHOICE). Trains block it by standing on it.
	if oTakeUpTrains {
		b.Formations = slices.Clone(b.Formations)
		for i := range b.Formations {
			if b.Formations[i].ID == f.ID {
				b.Formations[i].Trains = hex.None
			}
		}
	}
	some, all := b.enemyMSRs(f.Side)(h)
	return !all, all || !some
}

// enemyMSRs says whether some, and whether all, of the equally short ways of an existing enemy MSR lead over a hex.
func (b oBoard) enemyMSRs(side string) func(hex.Hex) (some, all bool) {
	var ways []func(hex.Hex) (some, all bool)
	for _, e := range b.Formations {
		if e.Side == side {
			continue
		}
		if forward, back := b.MSR(e); forward < 0 || !back {
			continue
		}
		open := b.msrOpen(e)
		ways = append(ways, func(h hex.Hex) (some, all bool) {
			some, all = b.onWay(h, e.HQ, oIs(e.Trains), b.forwardStep, open)
			if oBackPartCanBeBlocked {
				source := b.isSource(e.Side)
				someHexes, allHexes := b.onWay(h, e.Trains, source, b.backStep(e.Side, false), open)
				somePoints, allPoints := b.onWay(h, e.Trains, source, b.backStep(e.Side, true), open)
				some = some || someHexes || somePoints
				all = all || allHexes && allPoints
			}
			return some, all
		})
	}
	return func(h hex.Hex) (some, all bool) {
		for _, on := range ways {
			someOf, allOf := on(h)
			some, all = some || someOf, all || allOf
		}
		return some, all
	}
}

// Optimal says whether the Trains are at Optimal Distance. It asks for no Legal Hex, nor for the way back to a source
// (CHOICE: 10.3-17 names the part between Trains and HQ alone).
func (b oBoard) Optimal(f oFormation) bool {
	if !f.HasTrains {
		return true // "left out: none, as good as in a Legal Hex at Optimal Distance"
	}
	if f.Trains == hex.None {
		return false
	}
	if !b.toTheRear(f) { // 10.3-19, of -17 and -18 alike
		return false
	}
	if forward, _ := b.MSR(f); forward >= 5 && forward <= 15 { // 10.3-17; an MSR's length is in steps
		return true
	}
	// 10.3-18: in an entry hex, the HQ at most 15 hexes away: a distance, whatever lies between, no MSR (CHOICE).
	return b.isSource(f.Side)(f.Trains) && b.Grid.Distance(f.Trains, f.HQ) <= 15
}

func (b oBoard) toTheRear(f oFormation) bool {
	sources := b.Sources[f.Side]
	if oRearByNearestSource {
		return b.nearest(f.Trains, sources) < b.nearest(f.HQ, sources)
	}
	return slices.ContainsFunc(sources, func(s hex.Hex) bool {
		return b.Grid.Distance(f.Trains, s) < b.Grid.Distance(f.HQ, s)
	})
}
