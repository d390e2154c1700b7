package modules

import (
	"maps"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// sameKinds checks that every kind of terrain has a row in each side's chart: a
// hex that one side's chart does not know could not be entered by it.
func (c *compiler) sameKinds(charts dict[dict[rowFile]]) {
	for _, e := range charts {
		for _, row := range e.value {
			for _, s := range c.def.Sides {
				if _, ok := c.def.Charts[s.ID][row.key.text]; !ok && c.def.Charts[s.ID] != nil {
					c.report(row.key.spot, "%s is not in the chart of side %s", row.key.text, s.ID)
				}
			}
		}
	}
}

// kind is a kind of terrain that the charts know, used as one thing only: as
// terrain of hexes, as a hexside or as a road.
func (c *compiler) kind(w word, at spot, use string) string {
	kind := c.text(w, at, "kind")
	if kind == "" {
		return kind
	}
	if !c.def.charted(kind) {
		c.report(w.spot, "%q is in no terrain chart", kind)
	} else if was, ok := c.uses[kind]; ok && was != use {
		c.report(w.spot, "%s is %s here and %s elsewhere", kind, use, was)
	} else {
		c.uses[kind] = use
	}
	return kind
}

// hexsides checks that only hexsides destroy who is forced over them.
func (c *compiler) hexsides(charts dict[dict[rowFile]]) {
	for _, side := range charts {
		for _, e := range side.value {
			if use := c.uses[e.key.text]; e.value.Retreat.given() && use != "" && use != "hexside" {
				c.report(e.value.Retreat.spot, "%s is %s: only a hexside can be retreated over", e.key.text, use)
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
func (c *compiler) ground(w word) string {
	kind := c.kind(w, spot{}, "terrain")
	for _, s := range c.def.Sides {
		if row, ok := c.def.Charts[s.ID][kind]; ok && row.Move == 0 {
			c.report(w.spot, "the ground %s has no movement cost for side %s", kind, s.ID)
		}
	}
	return kind
}

// paid checks that a road costs something: along a free one units would go on for
// ever, where the chart has only forgotten what it costs.
func (c *compiler) paid(kind word) {
	for _, s := range c.def.Sides {
		if row, ok := c.def.Charts[s.ID][kind.text]; ok && row.Move == 0 {
			c.report(kind.spot, "the road %s has no movement cost for side %s", kind.text, s.ID)
		}
	}
}

// everyRoll checks that each throw of the dice has a row, and that rolls are
// without gaps where modifiers lead beyond them.
func (c *compiler) everyRoll(t chart.Table, at spot) {
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
func (c *compiler) hexside(w word) (hex.Side, bool) {
	s, err := hex.ParseSide(w.text)
	_, drawn := c.drawn[s]
	switch g := c.def.Grid; {
	case err != nil:
		c.report(w.spot, "%v", err)
	case !g.Contains(s.A) || !g.Contains(s.B):
		c.report(w.spot, "hexside %s is not on the map", w.text)
	case !g.Touch(s.A, s.B):
		c.report(w.spot, "the hexes of %s do not touch", w.text)
	case drawn:
		c.report(w.spot, "hexside %s stands twice", s)
	default:
		c.drawn[s] = w.spot
		return s, true
	}
	return hex.Side{}, false
}

// needs checks that a game has what its phases work with: the marker that they put
// or take, and the sources that supply is traced to.
func (c *compiler) needs(phases list[word]) {
	for _, e := range phases {
		mark, ok := map[string]string{"supply": "oos", "dg-removal": "dg"}[e.value.text]
		if _, known := c.def.Mark(mark); ok && !known {
			c.report(e.value.spot, "phase %s needs a mark %s", e.value.text, mark)
		}
	}
}

// edge checks that hexes lie at the map's edge.
func (c *compiler) edge(l list[word]) {
	for _, e := range l {
		if h, err := hex.Parse(e.value.text); err == nil && c.def.Grid.Contains(h) && !c.def.Grid.Edge(h) {
			c.report(e.value.spot, "hex %s is not at the map's edge", h)
		}
	}
}

// area checks an entry area of a side.
func (c *compiler) area(w word, side order.Side) {
	switch a, ok := c.def.Area(w.text); {
	case !ok:
		c.report(w.spot, "there is no entry area %s", w.text)
	case a.Side != side:
		c.report(w.spot, "entry area %s is for side %s", a.Name, a.Side)
	}
}

// member is a unit that a scenario places: known, of the side, and nowhere else.
func (c *compiler) member(side order.Side, e entry[word]) order.UnitID {
	id := order.UnitID(c.text(e.value, e.key.spot, "unit"))
	switch u, ok := c.def.Units[id]; {
	case id == "":
	case !ok:
		c.report(e.value.spot, "there is no unit %s", id)
	case u.Side != side:
		c.report(e.value.spot, "unit %s is of side %s", id, u.Side)
	case u.Symbol == Garrison:
		c.report(e.value.spot, "unit %s is a garrison, which is made in play", id)
	case c.placed[id]:
		c.report(e.value.spot, "unit %s is placed twice", id)
	}
	c.placed[id], c.fielded[id] = true, true
	return id
}

// standing checks a group that is set up in one hex (SCS set-up notes: units never
// start over-stacked; and enemies never share a hex).
func (c *compiler) standing(g Group, e entry[groupFile]) {
	if other, ok := c.stood[g.At]; ok && other != g.Side {
		c.report(e.value.At.spot, "hex %s is set up for both sides", g.At)
	}
	c.stood[g.At] = g.Side
	c.open(g, e)
	before := c.heights[g.At]
	c.heights[g.At] += len(g.Units) + len(g.Reduced)
	if limit := c.def.Stacking.Limit; before <= limit && c.heights[g.At] > limit {
		c.report(e.value.At.spot, "hex %s starts with %d units, %d more than may stack", g.At, c.heights[g.At], c.heights[g.At]-limit)
	}
}

// open checks that a group's units can stand where they begin or arrive.
func (c *compiler) open(g Group, e entry[groupFile]) {
	if g.At != hex.None && c.def.Barren(g.Side, g.At) {
		c.report(e.value.At.spot, "nobody of side %s can stand in hex %s", g.Side, g.At)
	}
}

// unused finds units that no scenario has: most often a slip of the pen. Garrisons
// are made in play.
func (c *compiler) unused(f *unitsFile) {
	for _, e := range f.Units {
		id := order.UnitID(e.key.text)
		if u, ok := c.def.Units[id]; ok && !c.fielded[id] && u.Symbol != Garrison {
			c.report(e.key.spot, "unit %s is in no scenario", id)
		}
	}
}
