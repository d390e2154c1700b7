package scs

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// drowned is noted of units that are forced to retreat over a lake.
const drowned = "drowned"

// hasLakes says whether a chart has a hexside that destroys units forced to retreat over it.
func hasLakes(d *modules.Definition) bool {
	for _, s := range d.Sides {
		for _, row := range Of(d).Charts[s.ID] {
			if row.Destroys {
				return true
			}
		}
	}
	return false
}

// overLake says whether a lake is the only terrain that keeps a side from going between two adjacent hexes.
func (e *Engine) overLake(side order.Side, from, to hex.Hex) bool {
	x, ok := e.edge(side, from, to)
	if _, _, closed := e.terrainCost(side, to); !ok || !x.Closed || closed {
		return false
	}
	return !slices.ContainsFunc(e.def.Borders[hex.Between(from, to)], func(kind string) bool {
		row := e.data.Charts[side][kind]
		return row.Prohibited && !row.Destroys
	})
}

// lakes lists the hexes over a lake into which a retreat is forced: afb 1.3a: those that would be open
// but for the lake, if no other hex is left. SCS 9.0b alone would make the units lose steps.
//
// RULING: afb 1.3a, 9.0b: Units to which no hex is left but one over a lake hold for steps or
// are destroyed; if nobody answers they hold. For: the note below the terrain chart destroys
// who is forced to retreat over one, and 9.2 lets a force hold before it goes. Where it comes
// up after a first hex, or when others of the force have gone, nobody can hold any more.
// Against: 9.0b would have them lose a step for each hex that they cannot retreat.
func (f stackRetreat) lakes(at hex.Hex) []hex.Hex {
	e, s := f.c.e, f.c.Sight
	if !e.lakes || len(f.ways(at)) > 0 {
		return nil
	}
	var out []hex.Hex
	for n := range e.def.Grid.Neighbours(at) {
		if e.overLake(s.Side, at, n) && !s.EnemyAt(n) &&
			e.def.Grid.Distance(f.origin, n) > e.def.Grid.Distance(f.origin, at) {
			out = append(out, n)
		}
	}
	return out
}

// crossed says whether the last of the picks so far goes over a lake.
func (c *Attempt) crossed() bool {
	n := len(c.hexes)
	if n == 0 {
		return false
	}
	from := c.units[0].At.Hex
	if n > 1 {
		from = c.hexes[n-2].Hex
	}
	x, _ := c.e.edge(c.Sight.Side, from, c.hexes[n-1].Hex)
	return x.Closed
}

// forcedOverLake says whether the retreat picked so far destroys the units that make it: it goes over a lake,
// or it stops where it could only continue over a lake.
func (c *Attempt) forcedOverLake() bool {
	return c.crossed() || len(c.hexes) < c.Sight.Owed.N && len(c.stackRetreat().lakes(c.at())) > 0
}

// fatalRetreat says whether the retreat picked so far destroys any unit: those that make it, or others
// of the force, which cannot hold any more once some have retreated.
func fatalRetreat(c *Attempt) bool {
	return c.forcedOverLake() || slices.ContainsFunc(c.Sight.Owed.Units, func(id order.UnitID) bool {
		p := c.Sight.Piece(id)
		return p.OnMap() && !slices.Contains(c.units, p) && len(c.retreatFrom(p.At.Hex).lakes(p.At.Hex)) > 0
	})
}

// retreatOverLake carries out a retreat that destroys its units, up to the lake. It reports whether
// the order was such a retreat.
func (e *Engine) retreatOverLake(sc *state.Scratch, q state.Question, o order.Order) bool {
	units := o.Units("units")
	if !e.lakes {
		return false
	}
	c, way := e.movingOf(sc, units), o.Path("path")
	for _, h := range way {
		c.Add(view.Pick{Hex: h, N: 1})
	}
	if !c.forcedOverLake() {
		return false
	}
	if c.crossed() {
		way = way[:len(way)-1]
	}
	if len(way) > 0 {
		e.Travel(sc, state.Moved{Units: e.piled(sc, units), Path: way, How: "retreat", Rule: "9.0"})
	}
	e.destroyAtLake(sc, q, units)
	return true
}

// destroyAtLake destroys units that are forced over a lake.
func (e *Engine) destroyAtLake(sc *state.Scratch, q state.Question, units []order.UnitID) {
	rule := string(cite(e.data.Rules.Terrain, "9.0b"))
	sc.Do(state.Noted{What: drowned, Side: q.Side, Hex: sc.Piece(units[0]).At.Hex, Units: units, Rule: rule})
	e.Destroy(sc, rule, units...)
	e.askRest(sc, q, units)
}

// doomed lists the hexes from which a retreat that is owed can only go over a lake.
func (e *Engine) doomed(st *state.State, q state.Question) []hex.Hex {
	if !e.lakes || q.Kind != "retreat" {
		return nil
	}
	var out []hex.Hex
	s := &state.Sight{}
	e.Look(s, st, q.Side)
	for _, id := range q.Units {
		if p := st.Piece(id); p.OnMap() && !slices.Contains(out, p.At.Hex) &&
			len(stackRetreat{e.begin(s, "retreat"), p.At.Hex, q.N}.lakes(p.At.Hex)) > 0 {
			out = append(out, p.At.Hex)
		}
	}
	return out
}

// safestRetreat is the default answer to a retreat: a retreat that destroys no unit, or else to hold for all
// hexes.
func (e *Engine) safestRetreat(s *state.Sight) (order.Order, bool) {
	most := 1
	if e.lakes {
		most = 50 // if none of the first fifty avoids the lakes, hardly any retreat does
	}
	retreats := e.Orders(s, "retreat", nil, most, nil)
	for _, o := range retreats {
		if offer, d := e.Offer(s, o.Verb, e.Picks(o)); d == nil && !offer.Fatal {
			return o, true
		}
	}
	hold := order.Order{Verb: "hold"}.WithN("hexes", s.Owed.N)
	if e.Legal(s, hold) == nil {
		return hold, true
	}
	if len(retreats) == 0 {
		return order.Order{}, false
	}
	return retreats[0], true
}
