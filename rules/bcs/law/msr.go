package law

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// MSR is a Formation's main supply route, by Grid.Index: from its HQ to its Trains, and from there to a supply source.
type MSR struct{ Forward, Back []int }

// cachedMSR keeps the result of MSROf for a Formation, once it has been asked for.
type cachedMSR struct {
	done bool
	way  *MSR
}

// Whole reports whether an MSR leads all the way.
func (m *MSR) Whole() bool { return m != nil && m.Forward != nil && m.Back != nil }

// Blocks: BCS 10.3-8: no hex of an MSR but the HQ's own holds an enemy, or lies in an enemy zone or Engagement Zone. It
// reports whether side s is barred from the hex at by that.
//
// RULING: 10.3-8: Friends do not lift an enemy zone for an MSR. For: the notes say that they do for Safe Paths, and a
// web project for Last Blitzkrieg has it so. Against: the notes are silent.
func (p *Position) Blocks(s order.Side, at int) bool {
	foe := p.against(s)
	return foe.any[at] || foe.zone[at] > None || foe.fire[at]
}

// MSROf is the MSR of a Formation, nil if its Trains or its HQ are not on the map. A part that is blocked is nil.
func (p *Position) MSROf(f *data.Formation) *MSR {
	m := &p.msrs[p.G.Number(f)-1]
	if !m.done {
		p.ensureSurvey()
		m.done, m.way = true, nil
		if t := p.G.Trains(p.St, f); t != nil && t.OnMap() {
			m.way = p.MSRFrom(f, p.at(t))
		}
	}
	return m.way
}

// MSRFrom: BCS 10.3-5: an MSR follows primary and secondary roads to a supply source, by the shortest way. BCS 10.3-6:
// it changes as HQ or Trains move or the enemy blocks it. BCS 10.3-7: to the HQ it follows roads of any kind but
// railways. MSRFrom returns the MSR with the Trains in a hex; nil with the HQ off the map.
//
// RULING: 10.3-5, 10.3-6: The way is the one with the fewest hexes of those that the enemy does not block. For: a way
// that is blocked may change, and its player may count hexes. Against: he may count points.
func (p *Position) MSRFrom(f *data.Formation, trains int) *MSR {
	hq := p.G.HQ(p.St, f)
	if hq == nil || !hq.OnMap() {
		return nil
	}
	return p.MSRBetween(f, p.at(hq), trains)
}

// MSRBetween is the MSR that a Formation would have with its HQ in the hex from and its Trains in the hex trains.
func (p *Position) MSRBetween(f *data.Formation, from, trains int) *MSR {
	open := func(at int) bool { return at == from || !p.Blocks(f.Side, at) }
	m := &MSR{Forward: p.given(f, from, trains, open)}
	if m.Forward == nil {
		m.Forward = p.road(from, game.ToHQ, func(at int) bool { return at == trains }, open)
	}
	if open(trains) {
		m.Back = p.road(trains, game.ToSource, func(at int) bool { return p.G.Source(f.Side, at) }, open)
	}
	return m
}

// MSRCut is a part of a Formation's MSR that is blocked: Way is the shortest way by road, nil if no roads lead there,
// and By are the hexes of Way in which the enemy blocks it (BCS 10.3-8).
type MSRCut struct{ Way, By []hex.Hex }

// MSRCuts lists the parts of a Formation's MSR that are missing, from the HQ on; none without HQ and Trains on the map.
func MSRCuts(p *Position, f *data.Formation) (cuts []MSRCut) {
	m, from := p.MSROf(f), p.HQAt(f)
	if m == nil {
		return nil
	}
	trains := p.at(p.G.Trains(p.St, f))
	cut := func(from int, carries uint8, goal func(int) bool) {
		var c MSRCut
		for _, at := range p.road(from, carries, goal, func(int) bool { return true }) {
			c.Way = append(c.Way, p.G.At(at))
			if at != p.HQAt(f) && p.Blocks(f.Side, at) {
				c.By = append(c.By, p.G.At(at))
			}
		}
		cuts = append(cuts, c)
	}
	if m.Forward == nil {
		cut(from, game.ToHQ, func(at int) bool { return at == trains })
	}
	if m.Back == nil {
		cut(trains, game.ToSource, func(at int) bool { return p.G.Source(f.Side, at) })
	}
	return cuts
}

// given is the way from HQ to Trains that a position sets; nil for none, or if its ends differ or a hex is not open.
func (p *Position) given(f *data.Formation, from, to int, open func(int) bool) (way []int) {
	word := game.Route(f.ID)
	for _, m := range p.St.Marks {
		if m.Word == word {
			way = append(way, p.G.Def.Grid.Index(m.Hex))
		}
	}
	if len(way) == 0 || way[0] != from || way[len(way)-1] != to ||
		slices.ContainsFunc(way, func(at int) bool { return !open(at) }) {
		return nil
	}
	return way
}

// road returns a shortest way to a hex for which goal is true, both ends included; nil for none. It leads over open
// hexes, by roads that can carry a part of an MSR: carries is game.ToHQ or game.ToSource.
func (p *Position) road(from int, carries uint8, goal, open func(int) bool) []int {
	p.before = room(p.before, p.G.Def.Grid.Size())
	clear(p.before)
	before := p.before
	before[from] = int16(from) + 1
	p.queue = append(p.queue[:0], int16(from))
	for n := 0; n < len(p.queue); n++ {
		at := int(p.queue[n])
		if goal(at) {
			var way []int
			for ; at != from; at = int(before[at]) - 1 {
				way = append(way, at)
			}
			way = append(way, from)
			slices.Reverse(way)
			return way
		}
		for dir, next := range p.G.Neighbours(at) {
			if next >= 0 && before[next] == 0 && p.G.Road(at, dir)&carries != 0 && open(int(next)) {
				before[next] = int16(at) + 1
				p.queue = append(p.queue, next)
			}
		}
	}
	return nil
}

// IsOff reports whether the Trains of a Formation are off the map; false for a Formation without Trains.
func IsOff(p *Position, f *data.Formation) bool {
	t := p.G.Trains(p.St, f)
	return t != nil && !t.OnMap()
}

// LegalTrains: BCS 10.3-3 to 10.3-8: the clauses that a hex breaks for a Formation's Trains; none in a Legal Hex.
func LegalTrains(p *Position, f *data.Formation, at int) (broken []string) {
	if road := p.G.Ground[at].Road; road&game.ToSource == 0 &&
		(road&game.Track == 0 || !p.G.Entry(f.Side, at) && !p.G.Source(f.Side, at)) {
		broken = append(broken, "10.3-3")
	}
	if onEnemyMSR(p, f.Side, at) {
		broken = append(broken, "10.3-4")
	}
	m := p.MSROf(f)
	if t := p.G.Trains(p.St, f); t == nil || !t.OnMap() || p.at(t) != at {
		m = p.MSRFrom(f, at)
	}
	back, forward := m != nil && m.Back != nil, m != nil && m.Forward != nil
	free := func(int) bool { return true }
	switch from := p.HQAt(f); {
	case back && forward: // a whole MSR
	case !back && p.road(at, game.ToSource, func(at int) bool { return p.G.Source(f.Side, at) }, free) == nil:
		broken = append(broken, "10.3-5")
	case from < 0 || p.road(from, game.ToHQ, func(to int) bool { return to == at }, free) == nil:
		broken = append(broken, "10.3-7")
	default: // roads lead all the way, but the enemy blocks them
		broken = append(broken, "10.3-8")
	}
	return broken
}

// blockedByFire: BCS 6.1-6: an MSR cannot run through an Engagement Zone. It reports whether the MSR of Trains in a hex
// would be whole if the enemy had no Engagement Zones.
func blockedByFire(p *Position, f *data.Formation, trains int) bool {
	from, foe := p.HQAt(f), p.against(f.Side)
	open := func(at int) bool { return at == from || !foe.any[at] && foe.zone[at] == None }
	if from < 0 || !open(trains) {
		return false
	}
	isTrains := func(at int) bool { return at == trains }
	isSource := func(at int) bool { return p.G.Source(f.Side, at) }
	return p.road(from, game.ToHQ, isTrains, open) != nil && p.road(trains, game.ToSource, isSource, open) != nil
}

// HQAt is the index of the hex of a Formation's HQ, -1 for none.
func (p *Position) HQAt(f *data.Formation) int {
	if hq := p.G.HQ(p.St, f); hq != nil && hq.OnMap() {
		return p.at(hq)
	}
	return -1
}

// onEnemyMSR: BCS 10.3-4: Trains do not block an enemy MSR that exists. It reports whether a hex is on one.
func onEnemyMSR(p *Position, s order.Side, at int) bool {
	for i := range p.G.Data.Formations {
		f := &p.G.Data.Formations[i]
		if f.Side == s {
			continue
		}
		if m := p.MSROf(f); m.Whole() && (slices.Contains(m.Forward, at) || slices.Contains(m.Back, at)) {
			return true
		}
	}
	return false
}

// InLegalHex reports whether the Trains of a Formation lie in a Legal Hex. BCS 10.4-2, 9.4-1.
func InLegalHex(p *Position, f *data.Formation) bool {
	t := p.G.Trains(p.St, f)
	return t == nil || t.OnMap() && len(LegalTrains(p, f, p.at(t))) == 0
}

// The lengths of an MSR between Trains and HQ, in hexes, at Optimal Distance.
const leastOptimal, mostOptimal = 5, 15

// IsOptimal reports whether the Trains of a Formation are at Optimal Distance. BCS 10.3-17: their MSR to the HQ is 5 to
// 15 hexes long. BCS 10.3-18: Trains in an entry hex have it where the HQ is at most 15 hexes away. BCS 10.3-19: only
// Trains to the rear of their HQ have it.
//
// RULING: 10.3-17: The length is counted in steps, both 5 and 15 included. For: public pages say so, if not for
// certain. Against: the notes do not say how.
//
// RULING: 10.3-19: To the rear is nearer to a supply source of the side. For: public pages say so, if not for certain.
// Against: the notes do not say what the rear is.
func IsOptimal(p *Position, f *data.Formation) bool {
	t := p.G.Trains(p.St, f)
	return t == nil || t.OnMap() && IsOptimalAt(p, f, t.At.Hex, p.MSROf(f))
}

// IsOptimalAt reports whether a Formation's Trains would be at Optimal Distance in the hex at, with the MSR m there.
func IsOptimalAt(p *Position, f *data.Formation, at hex.Hex, m *MSR) bool {
	from := p.HQAt(f)
	return from >= 0 && IsOptimalFrom(p, f, p.G.At(from), at, m)
}

// IsOptimalFrom does what IsOptimalAt does, as if the HQ stood in the hex hq.
func IsOptimalFrom(p *Position, f *data.Formation, hq, at hex.Hex, m *MSR) bool {
	if ToSource(p, f.Side, at) >= ToSource(p, f.Side, hq) {
		return false
	}
	if p.G.Entry(f.Side, p.G.Def.Grid.Index(at)) {
		return p.G.Def.Grid.Distance(hq, at) <= mostOptimal
	}
	return m != nil && leastOptimal <= len(m.Forward)-1 && len(m.Forward)-1 <= mostOptimal // Forward lists both ends
}

// ToSource returns how many hexes the nearest supply source of a side is away; the size of the map if it has none.
func ToSource(p *Position, s order.Side, h hex.Hex) int {
	least := p.G.Def.Grid.Size()
	for _, src := range p.G.Def.Sources[s] {
		least = min(least, p.G.Def.Grid.Distance(h, src.Hex))
	}
	return least
}

// CrossesStreams: BCS 10.2d-1: two Formations of a side whose MSRs between HQ and Trains share a hex, ends included. It
// returns the hexes that f shares, from its HQ on, without those shared only with Formations that may share its route.
func CrossesStreams(p *Position, f *data.Formation) (shared []hex.Hex) {
	m := p.MSROf(f)
	if m == nil {
		return nil
	}
	for _, at := range m.Forward {
		for i := range p.G.Data.Formations {
			o := &p.G.Data.Formations[i]
			if o.Side != f.Side || o == f || slices.Contains(f.Shares, o.ID) {
				continue
			}
			if n := p.MSROf(o); n != nil && slices.Contains(n.Forward, at) {
				shared = append(shared, p.G.At(at))
				break
			}
		}
	}
	return shared
}

// Displaced lists where Trains may go that are jumped or made to retreat. BCS 10.3-21: ten hexes back along the way to
// the source that they used last. BCS 10.3-23: at ten hexes from it or fewer they stop in its hex, or go to another
// source in an entry hex, as their player likes. The list is empty if no roads lead to a source, or the enemy is there.
//
// RULING: 10.3-21: They go to no hex that those who jump them enter by the same move. For: they would lie with the
// enemy. Against: the notes do not think of it.
func Displaced(p *Position, f *data.Formation, from int, entered ...hex.Hex) (choices []hex.Hex) {
	source := func(at int) bool { return p.G.Source(f.Side, at) }
	way := p.road(from, game.ToSource, source, func(at int) bool { return at == from || !p.Blocks(f.Side, at) })
	if way == nil {
		way = p.road(from, game.ToSource, source, func(int) bool { return true })
	}
	foe := p.against(f.Side)
	free := func(at int) bool { return !foe.any[at] && !slices.Contains(entered, p.G.At(at)) }
	switch {
	case way == nil:
		return nil
	case len(way) > displacement+1:
		if free(way[displacement]) {
			choices = []hex.Hex{p.G.At(way[displacement])}
		}
	default:
		end := way[len(way)-1]
		if free(end) && end != from {
			choices = append(choices, p.G.At(end))
		}
		for _, src := range p.G.Def.Sources[f.Side] {
			at := p.G.Def.Grid.Index(src.Hex)
			if at != end && p.G.Entry(f.Side, at) && free(at) && p.G.Ground[at].Road != 0 {
				choices = append(choices, src.Hex)
			}
		}
	}
	return choices
}

// displacement is how many hexes jumped Trains go back.
const displacement = 10
