package policy

import (
	"slices"

	"grognard/rules/first"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// player is a side that has to give an order, with what its board shows.
type player struct {
	seat  Seat
	verbs []order.Verb
	side  order.Side
	board *view.Board
	grid  hex.Grid

	units      []unit                   // its combat units on the map, by hex
	own, enemy map[hex.Hex]*force       // combat units
	booty      map[hex.Hex]bool         // enemy HQs and Trains that lie alone
	zone, fire map[hex.Hex]bool         // of the enemy: hexes in any zone of control, and in Engagement Zones
	guards     map[order.UnitID]hex.Hex // set by guard: units that stay, and the place that each of them holds
	safe       map[hex.Hex]bool         // set by trace, an estimate: hexes with a Safe Path to the active HQ
}

// unit is a combat unit on the map.
type unit struct {
	*view.Counter
	at   hex.Hex
	idle bool // it can move and has not moved yet; only movers sets it
}

// force is the combat units of a side in a hex.
type force struct{ n, steps, rating int } // how many, their steps in all, the best rating

func newPlayer(s Seat, verbs []order.Verb) *player {
	v := s.View()
	p := &player{seat: s, verbs: verbs, side: v.Side(), board: v.Board(), grid: v.Board().Map.Grid,
		own: map[hex.Hex]*force{}, enemy: map[hex.Hex]*force{}, booty: map[hex.Hex]bool{},
		zone: map[hex.Hex]bool{}, fire: map[hex.Hex]bool{}}
	for i := range p.board.Stacks {
		p.see(&p.board.Stacks[i])
	}
	for _, a := range p.board.Areas {
		if a.Side == p.side {
			continue
		}
		for _, h := range a.Hexes {
			switch a.Kind {
			case "zone-plain", "zone-support", "zone-real":
				p.zone[h] = true
			case "fire":
				p.fire[h] = true
			}
		}
	}
	return p
}

// see stores the combat units of a stack in p.units, p.own and p.enemy, or notes enemy HQs and Trains without any.
func (p *player) see(st *view.Stack) {
	f := &force{}
	for i := range st.Known {
		u := &st.Known[i]
		if !isCombat(u) {
			continue
		}
		if st.Side == p.side {
			p.units = append(p.units, unit{Counter: u, at: st.Hex})
		}
		f.n, f.steps, f.rating = f.n+1, f.steps+u.Steps, max(f.rating, rating(u))
	}
	switch {
	case f.n > 0 && st.Side == p.side:
		p.own[st.Hex] = f
	case f.n > 0:
		p.enemy[st.Hex] = f
	case st.Side != p.side:
		p.booty[st.Hex] = true
	}
}

// isCombat reports whether a counter has an Action Rating: HQs and Trains have none.
func isCombat(u *view.Counter) bool { return u.Rating("rating").N != view.Blank }

func rating(u *view.Counter) int { return u.Rating("rating").N }

// fact returns a fact about the active Formation, 0 for none.
func (p *player) fact(kind string) int {
	if f := p.board.GroupFact(kind, p.board.Phase.Group); f != nil {
		return f.N
	}
	return 0
}

// hq returns the HQ of a Formation and its hex, hex.None for off the map.
func (p *player) hq(g order.GroupID) (view.Counter, hex.Hex) { return p.piece(g, true) }

// trainsOf returns the hex of a Formation's Trains, hex.None for off the map.
func (p *player) trainsOf(g order.GroupID) hex.Hex {
	_, at := p.piece(g, false)
	return at
}

// piece returns a Formation's HQ, which has movement points, or with moves false its Trains; hex.None for off the map.
func (p *player) piece(g order.GroupID, moves bool) (u view.Counter, at hex.Hex) {
	name := p.board.Map.GroupName(g)
	for _, st := range p.board.Stacks {
		for _, u := range st.Known {
			if u.Formation == name && !isCombat(&u) && (u.Rating("move").N != view.Blank) == moves {
				return u, st.Hex
			}
		}
	}
	return u, hex.None
}

// owner returns the side that holds a place, "" for none.
func (p *player) owner(at hex.Hex) order.Side {
	held, _ := first.In(p.board.Control, func(c view.Held) bool { return c.Hex == at })
	return held.Side
}

// prize returns the points of a hex that the enemy holds without a unit in it, 0 for others.
func (p *player) prize(h hex.Hex) int {
	at, _ := first.In(p.board.Control, func(at view.Held) bool { return at.Hex == h })
	if at.Side == p.side || p.enemy[h] != nil {
		return 0
	}
	return at.VP
}

// worth returns the places worth points that the side holds or, if own is false, that it does not hold.
func (p *player) worth(own bool) (places []geography.Place) {
	for _, at := range p.board.Map.Places {
		if at.VP > 0 && (p.owner(at.Hex) == p.side) == own {
			places = append(places, at)
		}
	}
	return places
}

// goal returns where the Formation of an HQ goes: to the nearest place that its side does not hold. Each point of a
// place counts as a hex less. If the side holds all places, it is the nearest enemy.
func (p *player) goal(from hex.Hex) hex.Hex {
	goal, least := from, 1<<16
	for _, at := range p.worth(false) { // that others hold, or nobody
		if n := p.grid.Distance(from, at.Hex) - at.VP; n < least {
			goal, least = at.Hex, n
		}
	}
	if least < 1<<16 {
		return goal
	}
	return p.nearest(from, p.enemy)
}

// nearest returns the hex of some forces that is nearest to another, that hex itself for none.
func (p *player) nearest(from hex.Hex, forces map[hex.Hex]*force) hex.Hex {
	near, least := from, 1<<16
	for i := range p.board.Stacks {
		h := p.board.Stacks[i].Hex
		if n := p.grid.Distance(from, h); forces[h] != nil && n < least {
			near, least = h, n
		}
	}
	return near
}

// threat is the distance at which enemies threaten a place.
const threat = 10

// guard names the units that stay to hold the side's places: for each place in danger the nearest ones, one fewer than
// the place has points.
func (p *player) guard() {
	p.guards = map[order.UnitID]hex.Hex{}
	places := p.worth(true)
	slices.SortStableFunc(places, func(a, b geography.Place) int { return b.VP - a.VP })
	for _, place := range places {
		far := func(h hex.Hex) int { return p.grid.Distance(h, place.Hex) }
		if foe := p.nearest(place.Hex, p.enemy); foe == place.Hex || far(foe) > threat {
			continue
		}
		free := slices.DeleteFunc(slices.Clone(p.units), func(u unit) bool {
			_, busy := p.guards[u.ID]
			return busy || far(u.at) > threat
		})
		slices.SortStableFunc(free, func(a, b unit) int { return far(a.at) - far(b.at) })
		for _, u := range free[:min(len(free), place.VP-1)] {
			p.guards[u.ID] = place.Hex
		}
	}
}

// trace finds where a Safe Path to the active Formation's HQ can begin: zones cut it where no own unit stands.
func (p *player) trace(hq hex.Hex) {
	p.safe = map[hex.Hex]bool{hq: true}
	for next := []hex.Hex{hq}; len(next) > 0; {
		h := next[0]
		next = next[1:]
		for n := range p.grid.Neighbours(h) {
			if !p.safe[n] && p.enemy[n] == nil && (!p.zone[n] || p.own[n] != nil) {
				p.safe[n] = true
				next = append(next, n)
			}
		}
	}
}
