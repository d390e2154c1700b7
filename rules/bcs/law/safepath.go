package law

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// detour: BCS 1.6-1: a Safe Path is at most this many hexes longer than the Command Radius.
const detour = 5

// pathSearch is a search for Safe Paths to a Formation's HQ by one class of movement, as far as it was needed so far.
type pathSearch struct {
	steps []uint8 // by Grid.Index: the steps of a Safe Path to the HQ, plus 1; 0 where none was found
	queue []int16 // the hexes with a Safe Path, the nearest first
	next  int     // the place in queue of the first hex whose neighbours were not looked at
}

// SafePath reports whether a unit has a Safe Path to its HQ, by a kind of movement: its own by BCS 1.6-6, or another
// one by BCS 1.6-7 to 1.6-9. A unit without an HQ on the map has none.
func (p *Position) SafePath(u *state.Piece, by data.Class) bool {
	f := p.G.FormationOf(u)
	if f == nil || !u.OnMap() || p.HQAt(f) < 0 {
		return false
	}
	if p.HQAt(f) == p.at(u) {
		return roadBack(p, f, game.ClassIndex(by))
	}
	return p.paths(f, game.ClassIndex(by), p.at(u))[p.at(u)] > 0
}

// paths returns the steps of a pathSearch, complete at least for the hex from and those nearer to the HQ. BCS 1.6-1: a
// Safe Path is a chain of hexes from a unit to its HQ.
func (p *Position) paths(f *data.Formation, class, from int) []uint8 {
	s := &p.safe[3*(p.G.Number(f)-1)+class]
	if len(s.queue) == 0 {
		p.ensureSurvey()
		s.next, s.steps = 0, room(s.steps, p.G.Def.Grid.Size())
		clear(s.steps)
		start := p.HQAt(f)
		s.steps[start], s.queue = 1, append(s.queue, int16(start))
	}
	for most := uint8(f.Radius + detour + 1); s.steps[from] == 0 && s.next < len(s.queue); s.next++ {
		at := int(s.queue[s.next])
		if s.steps[at] == most {
			break
		}
		for dir, next := range p.G.Neighbours(at) {
			if next < 0 || s.steps[next] > 0 || !p.isSafe(f.Side, class, int(next)) ||
				p.G.Ways[1<<class].Around(int(next))[(dir+3)%6].Closed { // the step from next to at
				continue
			}
			s.steps[next] = s.steps[at] + 1
			s.queue = append(s.queue, next)
		}
	}
	return s.steps
}

// Suppose returns a copy of p in which units stand in the hex to, or nowhere for hex.None, and HQs and Trains that they
// drive away are gone. It answers questions about Safe Paths and Command Radius alone: zones are those of p.
func (p *Position) Suppose(units, away []*state.Piece, to hex.Hex) *Position {
	p.ensureSurvey()
	q, st := *p, *p.St
	q.St, q.safe, st.Pieces = &st, make([]pathSearch, len(p.safe)), slices.Clone(st.Pieces)
	for i := range q.sides {
		q.sides[i].held, q.sides[i].any = slices.Clone(q.sides[i].held), slices.Clone(q.sides[i].any)
	}
	for _, u := range units {
		held := q.sides[p.side(u.Side)].held
		if u.OnMap() {
			held[p.at(u)]--
		}
		st.Piece(u.ID).At = state.Place{Hex: to}
		if to != hex.None {
			held[p.G.Def.Grid.Index(to)]++
		}
	}
	for _, u := range away {
		q.sides[p.side(u.Side)].any[p.at(u)] = false
	}
	return &q
}

// SafeWay is a shortest Safe Path of a unit by its own movement, from its hex to its HQ's (BCS 1.6-1), nil where it has
// none. In its HQ's own hex it is that hex.
func SafeWay(p *Position, u *state.Piece) (way []hex.Hex) {
	class := p.G.Face(u).Class
	if !p.SafePath(u, class) {
		return nil
	}
	at := p.at(u)
	steps := p.paths(p.G.FormationOf(u), game.ClassIndex(class), at)
	way = []hex.Hex{u.At.Hex}
	for ; steps[at] > 1; way = append(way, p.G.At(at)) { // the HQ's hex has the value 1
		for dir, next := range p.G.Neighbours(at) {
			if next >= 0 && steps[next] == steps[at]-1 && !p.G.Ways[1<<game.ClassIndex(class)].Around(at)[dir].Closed {
				at = int(next)
				break
			}
		}
	}
	return way
}

// PathCuts lists what cuts a unit off from its HQ. It takes the way with the fewest hexes that are not safe (BCS 1.6-2)
// and returns these, from the unit on; none if that way is only too long (1.6-1), or if there is no way.
func PathCuts(p *Position, u *state.Piece) (cuts []hex.Hex) {
	f := p.G.FormationOf(u)
	hq, class := p.HQAt(f), game.ClassIndex(p.G.Face(u).Class)
	if hq < 0 {
		return nil
	}
	p.ensureSurvey()
	type reached struct{ cuts, steps, from int } // unsafe hexes and steps on the way there, and the hex before
	best, queue := map[int]reached{p.at(u): {from: -1}}, []int{p.at(u)}
	for n := 0; n < len(queue); n++ {
		at := queue[n]
		for dir, to := range p.G.Neighbours(at) {
			next := reached{best[at].cuts, best[at].steps + 1, at}
			if to < 0 || p.G.Ways[1<<class].Around(at)[dir].Closed {
				continue
			}
			if int(to) != hq && !p.isSafe(f.Side, class, int(to)) {
				next.cuts++
			}
			if known, ok := best[int(to)]; !ok || next.cuts < known.cuts ||
				next.cuts == known.cuts && next.steps < known.steps {
				best[int(to)], queue = next, append(queue, int(to))
			}
		}
	}
	for at := hq; best[at].steps > 0; at = best[at].from { // 0 steps: the unit's hex, or no way to the HQ
		if at != hq && !p.isSafe(f.Side, class, at) {
			cuts = append(cuts, p.G.At(at))
		}
	}
	slices.Reverse(cuts)
	return cuts
}

// isSafe: BCS 1.6-2: no hex of a Safe Path holds an enemy, or lies in an enemy zone. BCS 1.6-3: for units of tactical
// movement zones that rest on Support do not count. BCS 1.6-4: a friendly unit lifts the zone in its hex.
func (p *Position) isSafe(s order.Side, class, at int) bool {
	foe, own := &p.sides[1-p.side(s)], &p.sides[p.side(s)]
	if foe.any[at] {
		return false
	}
	z := foe.zone[at]
	return z == None || own.held[at] > 0 || z == Support && data.Classes[class] == data.Tac
}

// hexesBack is how many hexes of road a unit in the HQ's own hex needs (BCS 1.6-5).
const hexesBack = 3

// roadBack: BCS 1.6-5: units in the HQ's own hex have a Safe Path by three hexes along the roads toward the Trains.
//
// RULING: 1.6-5: They always need it; it is met where no Trains are written, and leads toward a supply source while the
// Trains are off the map. Toward is nearer with every hex; Trains or a source that are nearer than three hexes end it.
// For: the notes do not say when they must check. Against: a unit beside its HQ needs none of it.
func roadBack(p *Position, f *data.Formation, class int) bool {
	t := p.G.Trains(p.St, f)
	if t == nil {
		return true
	}
	p.ensureSurvey()
	hq := p.at(p.G.HQ(p.St, f))
	if t.OnMap() {
		return leads(p, f, class, hq, t.At.Hex, hexesBack)
	}
	for _, src := range p.G.Def.Sources[f.Side] {
		if leads(p, f, class, hq, src.Hex, hexesBack) {
			return true
		}
	}
	return false
}

// leads reports whether a road leads from the hex at, over safe hexes each nearer to goal, to goal or for some hexes.
func leads(p *Position, f *data.Formation, class, at int, goal hex.Hex, hexes int) bool {
	left := p.G.Def.Grid.Distance(p.G.At(at), goal)
	if hexes == 0 || left == 0 {
		return true
	}
	for dir, next := range p.G.Neighbours(at) {
		if next >= 0 && p.G.Road(at, dir)&game.ToHQ != 0 && p.isSafe(f.Side, class, int(next)) &&
			p.G.Def.Grid.Distance(p.G.At(int(next)), goal) < left && leads(p, f, class, int(next), goal, hexes-1) {
			return true
		}
	}
	return false
}
