package policy

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// activate begins the activation of the Formation that is nearest to an enemy.
func (p *player) activate() (order.Order, bool) {
	return p.build("activate", func(k view.Pick) int {
		g := p.board.Map.Groups[k.N-1].ID
		_, at := p.hq(g)
		return -p.grid.Distance(at, p.nearest(at, p.enemy))
	})
}

// objective places an objective on an enemy stack near the HQ that no other one covers, the nearest to the goal first.
func (p *player) objective() (o order.Order, ok bool) {
	const reach, zone = 8, 2
	_, hq := p.hq(p.board.Phase.Group)
	goal := p.goal(hq)
	var set []hex.Hex
	for _, a := range p.board.Areas {
		if a.Kind == "objective" && a.Group == p.board.Phase.Group {
			set = append(set, a.Hexes...)
		}
	}
	target, least := hex.None, 1<<16
	for i := range p.board.Stacks {
		h := p.board.Stacks[i].Hex
		if p.enemy[h] == nil || p.grid.Distance(h, hq) > reach ||
			slices.ContainsFunc(set, func(s hex.Hex) bool { return p.grid.Distance(s, h) <= zone }) {
			continue
		}
		if n := p.grid.Distance(h, goal); n < least {
			target, least = h, n
		}
	}
	if target == hex.None {
		return o, false
	}
	return p.build("objective", nil, view.Pick{Hex: target})
}

// deploy turns units to the side on which they fight.
func (p *player) deploy() (o order.Order, ok bool) {
	if !p.can("flip") {
		return o, false
	}
	for _, k := range p.next("flip") {
		if u, _, _ := p.board.Find(k.Unit); u.Up.Name == "move" {
			return p.build("flip", nil, k)
		}
	}
	return o, false
}

// lead moves the HQ, before any unit moves, as near to the goal as it is safe: on the road of its Trains if it can,
// else on any main road, else back to one.
func (p *player) lead() (o order.Order, ok bool) {
	u, at := p.hq(p.board.Phase.Group)
	done, _ := p.board.ProgressOf(u.ID)
	hasMoved := func(d view.Progress) bool { return !d.Idle && d.Text.ID != "" } // no text: it cannot move
	if at == hex.None || !done.Idle || slices.ContainsFunc(p.board.Progress, hasMoved) {
		return o, false
	}
	trains, goal := p.trainsOf(p.board.Phase.Group), p.goal(at)
	score := func(h hex.Hex) int {
		const near, astray = 3, 100
		foe := p.nearest(h, p.enemy)
		road := p.toRoad(h)
		switch {
		case foe != h && p.grid.Distance(h, foe) <= near: // foe is h if there is none
			return -1 << 16
		case road > 0:
			return -2*astray - road
		case !p.keepsRoad(h, trains):
			return -astray - p.grid.Distance(h, goal)
		}
		return -max(near+1, p.grid.Distance(h, goal))
	}
	most, to := score(at), at
	for _, k := range p.next("move", view.Pick{Unit: u.ID}) {
		if k.Unit != "" || k.N != 0 { // N: a step of a path
			continue
		}
		if n := score(k.Hex); n > most {
			most, to = n, k.Hex
		}
	}
	if to == at {
		return o, false
	}
	return p.build("move", nil, view.Pick{Unit: u.ID}, view.Pick{Hex: to})
}

// toRoad returns the distance to the nearest main road.
func (p *player) toRoad(h hex.Hex) int {
	least := 1 << 10
	for _, w := range p.board.Map.Ways {
		for _, onRoad := range w.Path {
			if w.Kind == mainRoad {
				least = min(least, p.grid.Distance(h, onRoad))
			}
		}
	}
	return least
}

// mainRoad is the kind of the roads that Formations are led along.
const mainRoad = "primary"

// keepsRoad reports whether a hex lies on a main road with the Trains, at Optimal Distance, and the enemy has no unit
// or zone on it between them.
func (p *player) keepsRoad(h, trains hex.Hex) bool {
	const least, most = 5, 14
	for _, w := range p.board.Map.Ways {
		i, j := slices.Index(w.Path, h), slices.Index(w.Path, trains)
		if n := max(i-j, j-i); w.Kind != mainRoad || i < 0 || j < 0 || n < least || n > most {
			continue
		}
		return !slices.ContainsFunc(w.Path[min(i, j):max(i, j)+1], func(on hex.Hex) bool {
			return p.zone[on] || p.fire[on] || p.enemy[on] != nil
		})
	}
	return false
}

// march moves the first unit that has a better hex to go to. Units that have moved go on only to take a place.
func (p *player) march() (o order.Order, ok bool) {
	_, hq := p.hq(p.board.Phase.Group)
	if !p.can("move") || hq == hex.None {
		return o, false
	}
	p.guard()
	p.trace(hq)
	ahead := p.goal(hq)
	for _, u := range p.movers(ahead) {
		goal, stays := p.guards[u.ID]
		if !stays {
			goal = ahead
		}
		to, most := u.at, p.value(u, u.at, goal, hq)
		for _, k := range p.next("move", view.Pick{Unit: u.ID}) {
			if k.Unit != "" || k.N != 0 || !u.idle && p.prize(k.Hex) == 0 { // N: a step of a path
				continue
			}
			if n := p.value(u, k.Hex, goal, hq); n > most {
				to, most = k.Hex, n
			}
		}
		if to != u.at {
			return p.build("move", nil, view.Pick{Unit: u.ID}, view.Pick{Hex: to})
		}
	}
	return o, false
}

// movers lists the combat units of the active Formation that can move: first those that have not, the nearest to the
// goal first, then those from which a place of the enemy's is near.
func (p *player) movers(goal hex.Hex) (units []unit) {
	const near = 4
	for _, u := range p.units {
		done, _ := p.board.ProgressOf(u.ID)
		u.idle = done.Idle
		if u.idle || done.Left != nil && slices.ContainsFunc(p.board.Control, func(at view.Held) bool {
			return p.prize(at.Hex) > 0 && p.grid.Distance(at.Hex, u.at) <= near
		}) {
			units = append(units, u)
		}
	}
	slices.SortStableFunc(units, func(a, b unit) int {
		switch {
		case a.idle && !b.idle:
			return -1
		case b.idle && !a.idle:
			return 1
		}
		return p.grid.Distance(a.at, goal) - p.grid.Distance(b.at, goal)
	})
	return units
}

// What a hex is worth to a unit, in quarters of a hex on the way to its goal.
const (
	nearer   = 4
	arrived  = 20
	taken    = 20 // for each point of a place of the enemy's
	jumped   = 12 // an HQ or Trains
	cutOff   = 25
	strayed  = 6 // for each hex beyond the leash
	shotAt   = 2
	outrated = 4
	edge     = 3 // for each point of an attack's net
	helped   = 2 // points of net by a unit that assists, and by Suppression
	leash    = 6 // as far from the HQ as units like to go
)

// value returns what a hex is worth to a unit on its way to goal, in quarters of a hex; hq is the hex of its HQ.
func (p *player) value(u unit, h, goal, hq hex.Hex) int {
	n := -nearer*p.grid.Distance(h, goal) - strayed*max(0, p.grid.Distance(h, hq)-leash)
	if h == goal {
		n += arrived
	}
	n += taken * p.prize(h)
	if p.booty[h] {
		n += jumped
	}
	if !p.safe[h] && !p.grid.AnyNeighbour(h, func(n hex.Hex) bool { return p.safe[n] }) { // an estimate
		n -= cutOff
	}
	mates, strength := 0, rating(u.Counter)
	if friends := p.own[h]; friends != nil {
		mates, strength = friends.n, max(strength, friends.rating)
	}
	if h == u.at {
		mates--
	}
	fights := 0
	for beside := range p.grid.Neighbours(h) {
		foe := p.enemy[beside]
		if foe == nil {
			continue
		}
		fights++
		net := rating(u.Counter) - foe.rating
		if mates > 0 || p.grid.AnyNeighbour(h, func(x hex.Hex) bool {
			return p.own[x] != nil && x != u.at && p.grid.Touch(x, beside)
		}) {
			net += helped
		}
		n += edge * net
		if foe.rating > strength {
			n -= outrated
		}
	}
	if fights == 0 && p.fire[h] {
		n -= shotAt
	}
	return n
}

// enter brings reinforcements on at the hex that is nearest to the HQ of their Formation.
func (p *player) enter() (order.Order, bool) {
	var first view.Counter
	return p.build("move", func(k view.Pick) int {
		if k.Unit != "" {
			if first.ID == "" {
				first, _, _ = p.board.Find(k.Unit)
			}
			return 0
		}
		if k.N != 0 { // a step of a path, which does not enter the map
			return -1 << 16
		}
		hq := k.Hex
		for _, g := range p.board.Map.Groups {
			if _, at := p.hq(g.ID); g.Name == first.Formation && at != hex.None {
				hq = at
			}
		}
		return -p.grid.Distance(k.Hex, hq)
	})
}

// trains moves Trains that are off the map, or not at Optimal Distance on the HQ's road, to the nearest hex to the HQ
// that is. If there is none, Trains that are off the map go to the nearest hex to the HQ.
func (p *player) trains() (o order.Order, ok bool) {
	_, hq := p.hq(p.board.Phase.Group)
	at := p.trainsOf(p.board.Phase.Group)
	if hq == hex.None || at != hex.None && p.keepsRoad(hq, at) || !p.can("trains") {
		return o, false
	}
	own := view.Pick{N: int8(1 + slices.IndexFunc(p.board.Map.Groups, func(g view.Group) bool {
		return g.ID == p.board.Phase.Group
	}))}
	const offRoad = 100 // more than usual distances
	to, least := hex.None, 1<<16
	for _, k := range p.next("trains", own) {
		n := p.grid.Distance(k.Hex, hq)
		if !p.keepsRoad(hq, k.Hex) {
			n += offRoad
		}
		if k.Hex != hex.None && n < least && (n < offRoad || at == hex.None) {
			to, least = k.Hex, n
		}
	}
	if to == hex.None {
		return o, false
	}
	return p.build("trains", nil, own, view.Pick{Hex: to})
}

// home moves a unit that may not end the activation out of Command Radius as near to the HQ as it can go.
func (p *player) home() (o order.Order, ok bool) {
	_, hq := p.hq(p.board.Phase.Group)
	if p.can("end") || hq == hex.None {
		return o, false
	}
	return p.build("move", func(k view.Pick) int {
		if k.Unit != "" {
			if u, at, _ := p.board.Find(k.Unit); slices.Contains(u.Marks, "out-of-radius") {
				return p.grid.Distance(at, hq)
			}
			return -1
		}
		return -2*p.grid.Distance(k.Hex, hq) - int(k.N) // at equal distances rather a goal than a step of a path
	})
}
