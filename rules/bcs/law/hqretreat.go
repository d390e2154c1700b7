package law

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Jumped lists the HQs and Trains that units of the side by jump if they take a path (BCS 9.1f-1, 10.3-21).
func Jumped(p *Position, by order.Side, path []hex.Hex) (jumped []*state.Piece) {
	for i := range p.St.Pieces {
		if u := &p.St.Pieces[i]; u.Side != by && u.OnMap() && !p.G.IsCombat(u) && slices.Contains(path, u.At.Hex) {
			jumped = append(jumped, u)
		}
	}
	return jumped
}

// HQRetreatTo lists where an HQ that stands or stood at a hex may retreat to (BCS 9.1f), in the order of Grid.Index.
func HQRetreatTo(p *Position, hq *state.Piece, at hex.Hex) (hexes []hex.Hex) {
	isSupplied := supplied(p, p.G.FormationOf(hq))
	for h := range p.G.Def.Grid.All() {
		n, i := p.G.Def.Grid.Distance(at, h), p.G.Def.Grid.Index(h)
		if n >= retreatLength && p.G.Ground[i].Road&game.ToHQ != 0 && (n == retreatLength || isSupplied(i)) &&
			len(hqRetreatBreaks(p, hq, at, h, isSupplied)) == 0 {
			hexes = append(hexes, h)
		}
	}
	return hexes
}

// HQRetreatBreaks lists what the retreat of an HQ from a hex to another one breaks.
func HQRetreatBreaks(p *Position, hq *state.Piece, at, to hex.Hex) []choice.Violation {
	return hqRetreatBreaks(p, hq, at, to, supplied(p, p.G.FormationOf(hq)))
}

// hqRetreatBreaks: BCS 9.1f-1: an HQ retreats three hexes to one with a road, railways apart. BCS 9.1f-2: it lies in no
// enemy zone or Engagement Zone. BCS 9.1f-3: nor on an enemy MSR that exists. BCS 9.1f-4: it lies farther only where a
// whole MSR could then be drawn. isSupplied says from which hexes it could.
//
// RULING: 9.1f-1: Three hexes are counted from where the HQ stood, and lead to the rear. Its player chooses. For: a
// retreat is three hexes (7.5-4), to the rear (7.5-3). Against: the notes have it three hexes from the enemy.
func hqRetreatBreaks(p *Position, hq *state.Piece, at, to hex.Hex, isSupplied func(int) bool) (out []choice.Violation) {
	g, name, i := p.G.Def.Grid, p.Name(hq.ID), p.G.Def.Grid.Index(to)
	foe := p.against(hq.Side)
	switch n := g.Distance(at, to); {
	case n < retreatLength:
		out = append(out, Violation(HQLine, view.T("bcs.hq-retreat-three", "unit", name, "hex", to)))
	case n > retreatLength && !isSupplied(i):
		out = append(out, Violation("9.1f-4", view.T("bcs.hq-retreat-far", "unit", name, "hex", to)))
	}
	if ToSource(p, hq.Side, to) >= ToSource(p, hq.Side, at) {
		out = append(out, Violation(HQLine, view.T("bcs.retreat-rear", "unit", name, "hex", to)))
	}
	if p.G.Ground[i].Road&game.ToHQ == 0 {
		out = append(out, Violation(HQLine, view.T("bcs.hq-retreat-road", "hex", to)))
	}
	switch {
	case foe.any[i]:
		out = append(out, Violation(HQLine, view.T("bcs.enemy-there", "hex", to)))
	case foe.zone[i] > None:
		out = append(out, Violation("9.1f-2", view.T("bcs.hq-zone", "unit", name, "hex", to)))
	case foe.fire[i]:
		out = append(out, Violation("9.1f-2", view.T("bcs.hq-fire", "unit", name, "hex", to)))
	}
	if onEnemyMSR(p, hq.Side, i) {
		out = append(out, Violation("9.1f-3", view.T("bcs.hq-retreat-msr", "unit", name, "hex", to)))
	}
	if !mayStand(p, p.G.Face(hq).Class, i) {
		out = append(out, Violation(HQLine, view.T("bcs.closed", "unit", name, "hex", to)))
	}
	return out
}

// supplied says from which hexes a Formation's HQ would have a whole MSR, as its Trains lie now.
//
// RULING: 9.1f-4: An MSR can be drawn from where roads lead to the Trains, and from these to a source; always where no
// Trains are written, never while they are off the map. For: it is the MSR of 10.3. Against: the Trains could move.
func supplied(p *Position, f *data.Formation) func(at int) bool {
	t := p.G.Trains(p.St, f)
	switch {
	case t == nil:
		return func(int) bool { return true }
	case !t.OnMap() || p.Blocks(f.Side, p.at(t)):
		return func(int) bool { return false }
	}
	open := func(at int) bool { return !p.Blocks(f.Side, at) }
	isSource := func(at int) bool { return p.G.Source(f.Side, at) }
	if p.road(p.at(t), game.ToSource, isSource, open) == nil {
		return func(int) bool { return false }
	}
	// A search without a goal visits all hexes that roads lead to, and leaves them in p.before.
	p.road(p.at(t), game.ToHQ, func(int) bool { return false }, open)
	visited := slices.Clone(p.before)
	return func(at int) bool { return visited[at] != 0 }
}

// ComesBackTo returns the hex in which a piece comes back that left the map in a retreat; hex.None while there is none.
// A supply source is free if it holds no enemy and lies in no enemy zone or Engagement Zone.
//
// RULING: 7.5-19: An HQ without a hex to retreat to comes back at the free supply source nearest to its Trains, or
// while they are off the map to its units; an Independent that nobody has assigned at the first one. For: they are to
// return, and have no HQ to return to. Against: the notes only speak of units with an HQ.
func ComesBackTo(p *Position, u *state.Piece) (best hex.Hex) {
	if p.G.IsCombat(u) && p.G.FormationOf(u) != nil {
		for _, first := range Reborn(p, u) {
			return first
		}
		return hex.None
	}
	least := -1
	for _, src := range p.G.Def.Sources[u.Side] {
		at := p.G.Def.Grid.Index(src.Hex)
		if p.Blocks(u.Side, at) || !mayStand(p, p.G.Face(u).Class, at) ||
			p.G.IsCombat(u) && p.Crowd(at) >= p.G.Data.Limit {
			continue
		}
		if n := toOwn(p, u, src.Hex); least < 0 || n < least {
			best, least = src.Hex, n
		}
	}
	return best
}

// toOwn returns the hexes from h to an HQ's Trains, or to its nearest unit while they are off the map; 0 for neither.
func toOwn(p *Position, hq *state.Piece, h hex.Hex) (hexes int) {
	f := p.G.FormationOf(hq)
	if f == nil {
		return 0
	}
	if t := p.G.Trains(p.St, f); t != nil && t.OnMap() {
		return p.G.Def.Grid.Distance(h, t.At.Hex)
	}
	least := -1
	for i := range p.St.Pieces {
		if u := &p.St.Pieces[i]; u.Group == f.ID && u.OnMap() && p.G.IsCombat(u) {
			if n := p.G.Def.Grid.Distance(h, u.At.Hex); least < 0 || n < least {
				least = n
			}
		}
	}
	return max(least, 0)
}
