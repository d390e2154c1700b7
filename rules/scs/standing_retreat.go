package scs

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// retreatAim is where a retreat shall lead, beside the rules that bind it.
type retreatAim struct {
	to, along, toward []hex.Hex // to none: anywhere
	heading           string    // a side of the map, "" for none
}

// aimOf is the aim of an act.
func (a *absent) aimOf(act standing.Act) (out retreatAim) {
	for _, x := range act.Args {
		for _, c := range x.Of {
			switch {
			case c.Word == waySupply:
				out.toward = append(out.toward, a.sources()...)
			case c.Word != "":
				out.heading = c.Word
			case x.Name == "to":
				out.to = append(out.to, c.Hexes...)
			case x.Name == "along":
				out.along = append(out.along, c.Hexes...)
			case x.Name == "toward":
				out.toward = append(out.toward, c.Hexes...)
			}
		}
	}
	return out
}

// sources are those that serve the side now.
func (a *absent) sources() (out []hex.Hex) {
	for _, src := range a.s.Def.Sources[a.s.Side] {
		if works(a.s, a.s.Side, src) && !a.s.EnemyAt(src.Hex) {
			out = append(out, src.Hex)
		}
	}
	return out
}

// distance is how far a hex is from where the aim leads, 0 without one.
func (t retreatAim) distance(g hex.Grid, h hex.Hex) int {
	switch t.heading {
	case wayNorth:
		return -2*int(h.Row) - lift(g, h)
	case waySouth:
		return 2*int(h.Row) + lift(g, h)
	case wayEast:
		return -int(h.Col)
	case wayWest:
		return int(h.Col)
	}
	best := 0
	for i, to := range t.toward {
		if d := g.Distance(h, to); i == 0 || d < best {
			best = d
		}
	}
	return best
}

// lift is 1 for a hex that stands half a hex higher than its row.
func lift(g hex.Grid, h hex.Hex) int {
	if hex.Parity(h.Col&1) == g.High {
		return 1
	}
	return 0
}

// retreatFinder finds the best retreat of units that stand in a hex: of those that the rules allow, which
// bind the whole of the way (9.0a, 9.1c, 9.1d), the one that suits an aim best.
type retreatFinder struct {
	a     *absent
	f     stackRetreat
	units []order.UnitID
	retreatAim
	burdens map[leg]retreatCost
	ways    map[leg]way
	next    map[hex.Hex][]hex.Hex
}

// leg is the rest of a retreat: from a hex, with so many hexes owed.
type leg struct {
	at hex.Hex
	k  int
}

// way is what a rest of a retreat comes to, the gravest first, and where it goes next.
type way struct {
	missed     int // 1 where it does not end where it shall
	zones      int // hexes in enemy zones
	crowded    int // 1 where it ends in too high a stack
	unsupplied int // 1 where it ends out of reach of supply
	astray     int // hexes beside the way along which it shall go
	far        int // from where it shall lead
	next       hex.Hex
}

func (w way) less(o way) bool {
	for _, d := range []int{w.missed - o.missed, w.zones - o.zones, w.crowded - o.crowded, w.unsupplied - o.unsupplied,
		w.astray - o.astray} {
		if d != 0 {
			return d < 0
		}
	}
	return w.far < o.far
}

func (a *absent) outlet(at hex.Hex, units []order.UnitID, t retreatAim) *retreatFinder {
	return &retreatFinder{a: a, f: stackRetreat{a.c, at, a.s.Owed.N}, units: units, retreatAim: t,
		burdens: map[leg]retreatCost{}, ways: map[leg]way{}, next: map[hex.Hex][]hex.Hex{}}
}

// find is the best retreat; ok is false where none of a hex is possible.
func (o *retreatFinder) find() (way, bool) {
	w := o.from(leg{o.f.origin, o.f.n})
	return w, w.next != hex.None
}

// path is the hexes of the best retreat.
func (o *retreatFinder) path() (out []hex.Hex) {
	at := leg{o.f.origin, o.f.n}
	for w := o.from(at); w.next != hex.None; w = o.from(at) {
		at = leg{w.next, at.k - 1}
		out = append(out, at.at)
	}
	return out
}

// best is flight.best, which is asked for the same hexes again and again.
func (o *retreatFinder) best(l leg) retreatCost {
	if b, ok := o.burdens[l]; ok {
		return b
	}
	least := retreatCost{short: l.k}
	for _, to := range o.steps(l) {
		if b := o.f.stepCost(l.at, to, l.k).plus(o.best(leg{to, l.k - 1})); b.less(least) {
			least = b
		}
	}
	o.burdens[l] = least
	return least
}

func (o *retreatFinder) steps(l leg) []hex.Hex {
	if l.k == 0 {
		return nil
	}
	next, known := o.next[l.at]
	if !known {
		next = o.f.ways(l.at)
		o.next[l.at] = next
	}
	return next
}

// from is the best rest of a retreat.
func (o *retreatFinder) from(l leg) way {
	if w, ok := o.ways[l]; ok {
		return w
	}
	out := o.end(l.at)
	for _, to := range o.steps(l) {
		after := leg{to, l.k - 1}
		if o.best(l).less(o.f.stepCost(l.at, to, l.k).plus(o.best(after))) {
			continue
		}
		w := o.from(after)
		if w.next = to; zoned(o.a.s, to) {
			w.zones++
		}
		if len(o.along) > 0 && !slices.Contains(o.along, to) {
			w.astray++
		}
		if out.next == hex.None || w.less(out) {
			out = w
		}
	}
	o.ways[l] = out
	return out
}

// end is what it means to end a retreat in a hex.
func (o *retreatFinder) end(at hex.Hex) (w way) {
	if len(o.to) > 0 && !slices.Contains(o.to, at) {
		w.missed = 1
	}
	if o.a.s.Height(at)+len(o.units) > o.a.e.limit() {
		w.crowded = 1
	}
	if !o.a.c.Supplied(at) {
		w.unsupplied = 1
	}
	w.far = o.distance(o.a.s.Def.Grid, at)
	return w
}

// retreat: SCS 9.0: those of the units that stand together go, the first that can. Who shall go
// fewer hexes than are owed holds the others first (9.2).
func (a *absent) retreat(act standing.Act, units []order.UnitID) (o order.Order, why view.Text, ok bool) {
	if most, limited := act.Arg("hexes"); limited && most.N < a.s.Owed.N {
		return a.legal(order.Order{Verb: "hold"}.WithN("hexes", a.s.Owed.N-most.N))
	}
	why = view.T("standing.no-retreat")
	for _, group := range a.together(units) {
		if o, why, ok = a.goBack(act, group); ok {
			break
		}
	}
	return o, why, ok
}

// together parts units by the hexes that they stand in.
func (a *absent) together(units []order.UnitID) (out [][]order.UnitID) {
	for _, id := range slices.Sorted(slices.Values(units)) {
		i := slices.IndexFunc(out, func(g []order.UnitID) bool { return a.At(g[0]) == a.At(id) })
		if i < 0 {
			out = append(out, []order.UnitID{id})
			continue
		}
		out[i] = append(out[i], id)
	}
	return out
}

// goBack is the retreat of units that stand together. One that destroys them is none.
func (a *absent) goBack(act standing.Act, units []order.UnitID) (order.Order, view.Text, bool) {
	out := a.outlet(a.At(units[0]), units, a.aimOf(act))
	w, ok := out.find()
	switch {
	case !ok:
		return order.Order{}, view.T("standing.no-retreat"), false
	case w.missed > 0:
		return order.Order{}, view.T("standing.no-retreat-to", "hexes", out.to), false
	}
	o := order.Order{Verb: "retreat"}.WithUnits("units", units...).WithHexes("path", out.path()...)
	switch offer, d := a.e.Offer(a.s, o.Verb, a.e.Picks(o)); {
	case d != nil:
		return order.Order{}, d.Why, false
	case offer.Fatal || !offer.Done:
		return order.Order{}, view.T("standing.drowns"), false
	}
	return o, view.Text{}, true
}
