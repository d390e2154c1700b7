package modules

import (
	"cmp"
	"slices"

	"grognard/rules/document"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// kind reads a kind of terrain that the charts have. A module may use it as one thing only: terrain, hexside or road.
func (c *Compiler) kind(w document.Word, at document.Spot, use string) string {
	kind := c.Text(w, at, "kind")
	if kind == "" {
		return kind
	}
	if !c.Def.charted(kind) {
		return cmp.Or(c.Unknown(w, c.Def.Own.Terrains(), "%q is in no terrain chart", kind), kind)
	} else if was, ok := c.uses[kind]; ok && was != use {
		c.Report(w.Spot, "%s is %s here and %s elsewhere", kind, use, was)
	} else {
		c.uses[kind] = use
	}
	return kind
}

// Use returns what the map uses a kind of terrain as: terrain, hexside or road, "" for nothing.
func (c *Compiler) Use(kind string) string { return c.uses[kind] }

// charted reports whether the chart of any side has a kind of terrain. The series checks that all charts have it.
func (d *Definition) charted(kind string) bool {
	return slices.ContainsFunc(d.Sides, func(s order.Nation) bool { return d.Own.Charted(s.ID, kind) })
}

// ground reads the terrain of hexes that name none; everybody must be able to enter it.
func (c *Compiler) ground(w document.Word) string {
	kind := c.kind(w, document.Spot{}, "terrain")
	for _, s := range c.Def.Sides {
		if c.Def.Own.Free(s.ID, kind) {
			c.Report(w.Spot, "the ground %s has no movement cost for side %s", kind, s.ID)
		}
	}
	return kind
}

// checkRoadCost checks that the charts give a road a cost: without one, units could move along it without end.
func (c *Compiler) checkRoadCost(kind document.Word) {
	for _, s := range c.Def.Sides {
		if c.Def.Own.Free(s.ID, kind.Text) {
			c.Report(kind.Spot, "the road %s has no movement cost for side %s", kind.Text, s.ID)
		}
	}
}

// hexside reads a hexside on the map that no other water uses. For any other, which it reports, ok is false.
func (c *Compiler) hexside(w document.Word) (s hex.Side, ok bool) {
	s, ok = Parsed(c, w, hex.ParseSide)
	_, drawn := c.drawn[s]
	switch g := c.Def.Grid; {
	case !ok:
	case !g.Contains(s.A) || !g.Contains(s.B):
		c.Report(w.Spot, "hexside %s is not on the map", w.Text)
	case !g.Touch(s.A, s.B):
		c.Report(w.Spot, "the hexes of %s do not touch", w.Text)
	case drawn:
		c.Report(w.Spot, "hexside %s stands twice", s)
	default:
		c.drawn[s] = w.Spot
		return s, true
	}
	return hex.Side{}, false
}

// checkEdge checks that hexes lie at the map's edge.
func (c *Compiler) checkEdge(l document.List[document.Word]) {
	for _, e := range l {
		if h, err := hex.Parse(e.Value.Text); err == nil && c.Def.Grid.Contains(h) && !c.Def.Grid.Edge(h) {
			c.Report(e.Value.Spot, "hex %s is not at the map's edge", h)
		}
	}
}

func (c *Compiler) area(w document.Word, side order.Side) {
	switch a, ok := c.Def.Area(w.Text); {
	case !ok:
		var known []string
		for _, one := range c.Def.Entry {
			known = append(known, one.Name)
		}
		c.Unknown(w, known, "there is no entry area %s", w.Text)
	case a.Side != side:
		c.Report(w.Spot, "entry area %s is for side %s", a.Name, a.Side)
	}
}

// member reads a unit that a scenario places. It must exist, be of the side and stand nowhere else in the scenario.
func (c *Compiler) member(side order.Side, e document.Entry[document.Word]) order.UnitID {
	id := order.UnitID(c.Text(e.Value, e.Key.Spot, "unit"))
	switch u, ok := c.Def.Units[id]; {
	case id == "":
	case !ok:
		meant := order.UnitID(c.Unknown(e.Value, c.Def.UnitIDs(side), "there is no unit %s", id))
		id, c.missed = cmp.Or(meant, id), c.missed || meant == ""
	case u.Side != side && u.Side != "": // without a side the type is wrong, which has been reported
		c.Report(e.Value.Spot, "unit %s is of side %s", id, u.Side)
	case u.Made:
		c.Report(e.Value.Spot, "unit %s is a %s, which is made in play", id, u.Symbol)
	case c.placed[id]:
		c.Report(e.Value.Spot, "unit %s is placed twice", id)
	}
	c.placed[id], c.fielded[id] = true, true
	return id
}

// checkSetup checks a group that is set up in one hex: there must be room for its units and no enemy.
func (c *Compiler) checkSetup(g Group, e document.Entry[groupFile]) {
	if other, ok := c.stood[g.At]; ok && other != g.Side {
		c.Report(e.Value.At.Spot, "hex %s is set up for both sides", g.At)
	}
	c.stood[g.At] = g.Side
	c.checkOpen(g, e)
	before := c.heights[g.At]
	c.heights[g.At] += c.height(g.Units...) + c.height(g.Reduced...)
	if limit := c.Def.Own.Room(); before <= limit && c.heights[g.At] > limit { // once, at the group that exceeds it
		c.Report(e.Value.At.Spot, "hex %s starts with %d units, %d more than may stack", g.At, c.heights[g.At],
			c.heights[g.At]-limit)
	}
}

// height returns how many of the units count for stacking. A unit that does not exist is counted, too.
func (c *Compiler) height(units ...order.UnitID) int {
	return first.Count(units, func(id order.UnitID) bool {
		u, ok := c.Def.Units[id]
		return !ok || c.Def.Own.Stacks(u)
	})
}

// checkOpen checks that a group's units can stand where they begin or arrive.
func (c *Compiler) checkOpen(g Group, e document.Entry[groupFile]) {
	if g.At != hex.None && c.Def.Impassable(g.Side, g.At) {
		c.Report(e.Value.At.Spot, "nobody of side %s can stand in hex %s", g.Side, g.At)
	}
}

// unused finds units that no scenario has, most often a typing mistake. Units that are created during play are exempt.
func (c *Compiler) unused(f *unitsFile) {
	for _, e := range f.Units {
		id := order.UnitID(e.Key.Text)
		if u, ok := c.Def.Units[id]; ok && !c.fielded[id] && !u.Made && !c.missed {
			c.Report(e.Key.Spot, "unit %s is in no scenario", id)
		}
	}
}
