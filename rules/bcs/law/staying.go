package law

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/route"
)

// BCS 4.2f: one of three must hold of each unit at the end of its Formation's activation: it is in Command Radius, it
// has not left the hex that it started from, or each hex that it has entered was nearer to its HQ than the one before.
//
// RULING: 4.2f-1: An order after which a unit could no longer satisfy any of them is refused. What stops the unit is
// final, its HQ and all others stay where the order leaves them. For: nobody then loses a unit to a rule that he cannot
// keep any more. Against: the HQ may still drive after it, and an Engagement may lift a stop.
//
// RULING: 4.2f-3: Who moves without dawdling enters nearer hexes alone; he need not go as far as he can. For: a unit
// that is stopped on its way has kept it, too. Against: the notes may ask for all of its movement.

// After is how an order leaves some units of the active Formation.
type After struct {
	Units   []*state.Piece
	To      hex.Hex // where all of them stand, hex.None where they stay
	Costs   []int   // what each of them has spent in the activation, in 1/Scale
	Left    bool    // they have left the hexes that they started from
	Strayed bool    // one of the hexes that they entered was not nearer to their HQ
	Stopped []bool  // each of them is stopped or finished
}

// Strands returns a unit that could no longer satisfy 4.2f because of an order, nil for none.
func Strands(p *Position, f *data.Formation, a *After) *state.Piece {
	hq := p.G.HQ(p.St, f)
	if hq == nil || !hq.OnMap() {
		return nil
	}
	base := hq.At.Hex
	if i := a.index(hq); i >= 0 && a.To != hex.None {
		base = a.To
	}
	var lost []order.UnitID // before the order they cannot satisfy 4.2f any more: it is not refused because of them
	noOrder := &After{}
	for u := p.stranded(f, noOrder, hq.At.Hex, lost); u != nil; u = p.stranded(f, noOrder, hq.At.Hex, lost) {
		lost = append(lost, u.ID)
	}
	return p.stranded(f, a, base, lost)
}

// stranded returns a unit, none of ignored, that cannot satisfy 4.2f after an order, with the HQ in base; or nil.
func (p *Position) stranded(f *data.Formation, a *After, base hex.Hex, ignored []order.UnitID) *state.Piece {
	var away []*absent
	for i := range p.St.Pieces {
		u := &p.St.Pieces[i]
		if u.Group != f.ID || !u.OnMap() || !p.G.IsCombat(u) || slices.Contains(ignored, u.ID) ||
			a.index(u) < 0 && !(u.Flags.Has(game.Left) && u.Flags.Has(game.Strayed)) { // satisfies 4.2f where it is
			continue
		}
		if w := p.absent(a, u); w.left && w.strayed && p.G.Def.Grid.Distance(w.at, base) > f.Radius {
			away = append(away, w)
		}
	}
	for _, w := range away {
		if w.stopped {
			return w.unit
		}
	}
	return p.unplaced(f, a, base, away)
}

// absent is a unit that has to come back into the radius, as an order leaves it.
type absent struct {
	unit                   *state.Piece
	at                     hex.Hex
	points                 int // it has left to move, in 1/Scale
	left, strayed, stopped bool
	homes                  []int16 // the indexes of the hexes in the radius that it can reach
	home                   int     // the one that it takes, by its place in homes; -1 for none yet
}

// index returns the place of a unit in a.Units, -1 if the order does not concern it.
func (a *After) index(u *state.Piece) int {
	return slices.IndexFunc(a.Units, func(x *state.Piece) bool { return x.ID == u.ID })
}

// absent returns a unit as an order leaves it.
func (p *Position) absent(a *After, u *state.Piece) *absent {
	w := &absent{unit: u, at: u.At.Hex, points: p.Left(u), left: u.Flags.Has(game.Left),
		strayed: u.Flags.Has(game.Strayed), stopped: len(game.Stops(u)) > 0 || len(game.Finishes(u)) > 0, home: -1}
	i := a.index(u)
	if i < 0 {
		return w
	}
	if a.To != hex.None {
		w.at, w.left, w.strayed = a.To, w.left || a.Left, w.strayed || a.Strayed
	}
	if i < len(a.Costs) {
		w.points = max(p.G.Allowance(p.St, u)-a.Costs[i], 0)
	}
	w.stopped = w.stopped || i < len(a.Stopped) && a.Stopped[i]
	return w
}

// unplaced finds a hex in the radius for each unit that has to come back, and returns a unit that gets none, or nil.
func (p *Position) unplaced(f *data.Formation, a *After, base hex.Hex, away []*absent) *state.Piece {
	if len(away) == 0 {
		return nil
	}
	for _, w := range away {
		p.homes(f, base, w)
	}
	for _, w := range away {
		if !p.settle(a, away, w, map[int16]bool{}) {
			return w.unit
		}
	}
	return nil
}

// homes fills w.homes with the hexes in the radius that the unit can reach.
func (p *Position) homes(f *data.Formation, base hex.Hex, w *absent) {
	one := []*state.Piece{w.unit}
	m := p.movers(one)
	p.home.Flood(p.G.Ways[m.kind()], w.at, w.points, p.trafficOf(p.side(f.Side), m))
	for h := range p.home.All() {
		if p.G.Def.Grid.Distance(h, base) <= f.Radius {
			w.homes = append(w.homes, int16(p.G.Def.Grid.Index(h)))
		}
	}
}

// settle gives w a home that is not in tried, and moves others of away to make room. It reports whether it found one.
func (p *Position) settle(a *After, away []*absent, w *absent, tried map[int16]bool) bool {
	for i, at := range w.homes {
		if tried[at] {
			continue
		}
		tried[at] = true
		var there []*absent
		for _, o := range away {
			if o != w && o.home >= 0 && o.homes[o.home] == at {
				there = append(there, o)
			}
		}
		if crowdAfter(p, a, away, int(at))+len(there) < p.G.Data.Limit {
			w.home = i
			return true
		}
		for _, o := range there {
			if p.settle(a, away, o, tried) {
				w.home = i
				return true
			}
		}
	}
	return false
}

// crowdAfter is how many combat units stay in a hex after an order, without those that have to come back.
func crowdAfter(p *Position, a *After, away []*absent, at int) (n int) {
	isAway := func(u *state.Piece) bool {
		return slices.ContainsFunc(away, func(w *absent) bool { return w.unit.ID == u.ID })
	}
	for u := range p.St.Pile(p.G.At(at)) {
		if p.G.IsCombat(u) && !isAway(u) && (a.To == hex.None || a.index(u) < 0) {
			n++
		}
	}
	if a.To != hex.None && p.G.Def.Grid.Index(a.To) == at {
		n += first.Count(a.Units, func(u *state.Piece) bool { return p.G.IsCombat(u) && !isAway(u) })
	}
	return n
}

// MustReturn is a unit that does not satisfy 4.2f though a legal move of it, or of its HQ, would help; nil for none.
func MustReturn(p *Position, f *data.Formation) *state.Piece {
	hq := p.G.HQ(p.St, f)
	if hq == nil || !hq.OnMap() {
		return nil
	}
	var stuck []order.UnitID // out of the radius, and no move of their own brings them back
	for i := range p.St.Pieces {
		u := &p.St.Pieces[i]
		if u.Group != f.ID || !u.OnMap() || !p.G.IsCombat(u) || !u.Flags.Has(game.Left) || !u.Flags.Has(game.Strayed) ||
			p.InRadius(u) {
			continue
		}
		if couldReturn(p, f, hq, u) {
			return u
		}
		stuck = append(stuck, u.ID)
	}
	for i, id := range stuck {
		others := slices.Delete(slices.Clone(stuck), i, i+1)
		if couldFollow(p, f, hq, others) {
			return p.St.Piece(id)
		}
	}
	return nil
}

// couldReturn reports whether a move of a unit brings it back into the radius.
func couldReturn(p *Position, f *data.Formation, hq, u *state.Piece) bool {
	if !MayMove(p, u) {
		return false
	}
	var ways route.Field
	one := []*state.Piece{u}
	p.Flood(&ways, one)
	for h := range ways.All() {
		if p.G.Def.Grid.Distance(h, hq.At.Hex) <= f.Radius && len(endBreaks(p, f, one, ways.Path(h))) == 0 {
			return true
		}
	}
	return false
}

// couldFollow reports whether the HQ has a move after which all of its units but those in ignored can satisfy 4.2f.
func couldFollow(p *Position, f *data.Formation, hq *state.Piece, ignored []order.UnitID) bool {
	if !MayMove(p, hq) {
		return false
	}
	var ways route.Field
	one := []*state.Piece{hq}
	p.Flood(&ways, one)
	for h := range ways.All() {
		path := ways.Path(h)
		if len(endBreaks(p, f, one, path)) == 0 && p.stranded(f, after(p, f, one, path), h, ignored) == nil {
			return true
		}
	}
	return false
}

// MayMove reports whether nothing has stopped or finished a unit, and it has something left to move.
func MayMove(p *Position, u *state.Piece) bool {
	return len(game.Stops(u)) == 0 && len(game.Finishes(u)) == 0 && p.Left(u) > 0
}
