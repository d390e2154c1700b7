package modules

import (
	"maps"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// sameKinds checks that every kind of terrain has a row in each side's chart: a
// hex that one side's chart does not know could not be entered by it.
func (c *compiler) sameKinds(charts document.Dict[document.Dict[rowFile]]) {
	for _, e := range charts {
		for _, row := range e.Value {
			for _, s := range c.def.Sides {
				if _, ok := c.def.Charts[s.ID][row.Key.Text]; !ok && c.def.Charts[s.ID] != nil {
					c.report(row.Key.Spot, "%s is not in the chart of side %s", row.Key.Text, s.ID)
				}
			}
		}
	}
}

// kind is a kind of terrain that the charts know, used as one thing only: as
// terrain of hexes, as a hexside or as a road.
func (c *compiler) kind(w document.Word, at document.Spot, use string) string {
	kind := c.text(w, at, "kind")
	if kind == "" {
		return kind
	}
	if !c.def.charted(kind) {
		c.report(w.Spot, "%q is in no terrain chart", kind)
	} else if was, ok := c.uses[kind]; ok && was != use {
		c.report(w.Spot, "%s is %s here and %s elsewhere", kind, use, was)
	} else {
		c.uses[kind] = use
	}
	return kind
}

// hexsides checks that only hexsides destroy who is forced over them.
func (c *compiler) hexsides(charts document.Dict[document.Dict[rowFile]]) {
	for _, side := range charts {
		for _, e := range side.Value {
			if use := c.uses[e.Key.Text]; e.Value.Retreat.Given() && use != "" && use != "hexside" {
				c.report(e.Value.Retreat.Spot, "%s is %s: only a hexside can be retreated over", e.Key.Text, use)
			}
		}
	}
}

// charted says whether the charts know a kind of terrain.
func (d *Definition) charted(kind string) bool {
	for _, s := range d.Sides {
		if _, ok := d.Charts[s.ID][kind]; !ok {
			return false
		}
	}
	return true
}

// ground is the terrain of hexes that name none; everybody must be able to enter it.
func (c *compiler) ground(w document.Word) string {
	kind := c.kind(w, document.Spot{}, "terrain")
	for _, s := range c.def.Sides {
		if row, ok := c.def.Charts[s.ID][kind]; ok && row.Move == 0 {
			c.report(w.Spot, "the ground %s has no movement cost for side %s", kind, s.ID)
		}
	}
	return kind
}

// paid checks that a road costs something: along a free one units would go on for
// ever, where the chart has only forgotten what it costs.
func (c *compiler) paid(kind document.Word) {
	for _, s := range c.def.Sides {
		if row, ok := c.def.Charts[s.ID][kind.Text]; ok && row.Move == 0 {
			c.report(kind.Spot, "the road %s has no movement cost for side %s", kind.Text, s.ID)
		}
	}
}

// everyRoll checks that each throw of the dice has a row, and that rolls are
// without gaps where modifiers lead beyond them.
func (c *compiler) everyRoll(t chart.Table, at document.Spot) {
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			roll := t.Roll([]int{a, b})
			if _, ok := t.Rows[roll]; !ok && (t.Dice == "d66" || a == 1 || b == 6) {
				c.report(at, "the combat table has no row for a roll of %d", roll)
			}
		}
	}
	if t.Dice != "2d6" {
		return
	}
	for _, roll := range slices.Sorted(maps.Keys(t.Rows)) {
		if next := roll + 1; roll < 2 && t.Rows[next] == nil {
			c.report(at, "the combat table has a row for %d and none for %d", roll, next)
		}
		if last := roll - 1; roll > 12 && t.Rows[last] == nil {
			c.report(at, "the combat table has a row for %d and none for %d", roll, last)
		}
	}
}

// hexside is a hexside on the map that no water has run along yet.
func (c *compiler) hexside(w document.Word) (hex.Side, bool) {
	s, err := hex.ParseSide(w.Text)
	_, drawn := c.drawn[s]
	switch g := c.def.Grid; {
	case err != nil:
		c.report(w.Spot, "%v", err)
	case !g.Contains(s.A) || !g.Contains(s.B):
		c.report(w.Spot, "hexside %s is not on the map", w.Text)
	case !g.Touch(s.A, s.B):
		c.report(w.Spot, "the hexes of %s do not touch", w.Text)
	case drawn:
		c.report(w.Spot, "hexside %s stands twice", s)
	default:
		c.drawn[s] = w.Spot
		return s, true
	}
	return hex.Side{}, false
}

// needs checks that a game has what its phases work with: the marker that they put
// or take, and the sources that supply is traced to.
func (c *compiler) needs(phases document.List[document.Word]) {
	for _, e := range phases {
		mark, ok := map[string]string{"supply": "oos", "dg-removal": "dg"}[e.Value.Text]
		if _, known := c.def.Mark(mark); ok && !known {
			c.report(e.Value.Spot, "phase %s needs a mark %s", e.Value.Text, mark)
		}
	}
}

// edge checks that hexes lie at the map's edge.
func (c *compiler) edge(l document.List[document.Word]) {
	for _, e := range l {
		if h, err := hex.Parse(e.Value.Text); err == nil && c.def.Grid.Contains(h) && !c.def.Grid.Edge(h) {
			c.report(e.Value.Spot, "hex %s is not at the map's edge", h)
		}
	}
}

// area checks an entry area of a side.
func (c *compiler) area(w document.Word, side order.Side) {
	switch a, ok := c.def.Area(w.Text); {
	case !ok:
		c.report(w.Spot, "there is no entry area %s", w.Text)
	case a.Side != side:
		c.report(w.Spot, "entry area %s is for side %s", a.Name, a.Side)
	}
}

// member is a unit that a scenario places: known, of the side, and nowhere else.
func (c *compiler) member(side order.Side, e document.Entry[document.Word]) order.UnitID {
	id := order.UnitID(c.text(e.Value, e.Key.Spot, "unit"))
	switch u, ok := c.def.Units[id]; {
	case id == "":
	case !ok:
		c.report(e.Value.Spot, "there is no unit %s", id)
	case u.Side != side:
		c.report(e.Value.Spot, "unit %s is of side %s", id, u.Side)
	case u.Symbol == Garrison:
		c.report(e.Value.Spot, "unit %s is a garrison, which is made in play", id)
	case c.placed[id]:
		c.report(e.Value.Spot, "unit %s is placed twice", id)
	}
	c.placed[id], c.fielded[id] = true, true
	return id
}

// standing checks a group that is set up in one hex (SCS set-up notes: units never
// start over-stacked; and enemies never share a hex).
func (c *compiler) standing(g Group, e document.Entry[groupFile]) {
	if other, ok := c.stood[g.At]; ok && other != g.Side {
		c.report(e.Value.At.Spot, "hex %s is set up for both sides", g.At)
	}
	c.stood[g.At] = g.Side
	c.open(g, e)
	before := c.heights[g.At]
	c.heights[g.At] += len(g.Units) + len(g.Reduced)
	if limit := c.def.Stacking.Limit; before <= limit && c.heights[g.At] > limit {
		c.report(e.Value.At.Spot, "hex %s starts with %d units, %d more than may stack", g.At, c.heights[g.At], c.heights[g.At]-limit)
	}
}

// open checks that a group's units can stand where they begin or arrive.
func (c *compiler) open(g Group, e document.Entry[groupFile]) {
	if g.At != hex.None && c.def.Barren(g.Side, g.At) {
		c.report(e.Value.At.Spot, "nobody of side %s can stand in hex %s", g.Side, g.At)
	}
}

// unused finds units that no scenario has: most often a slip of the pen. Garrisons
// are made in play.
func (c *compiler) unused(f *unitsFile) {
	for _, e := range f.Units {
		id := order.UnitID(e.Key.Text)
		if u, ok := c.def.Units[id]; ok && !c.fielded[id] && u.Symbol != Garrison {
			c.report(e.Key.Spot, "unit %s is in no scenario", id)
		}
	}
}
