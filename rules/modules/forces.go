package modules

import (
	"maps"
	"slices"

	"grognard/rules/document"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// sizes are the unit sizes that pictures can draw on a counter, for every series.
var sizes = []string{"company", "battalion", "regiment", "brigade", "division", "corps", "army"}

func (c *Compiler) units(f *unitsFile) {
	c.types = map[string]Unit{}
	for _, e := range f.Types {
		name := c.Name(e.Key, e.Key.Spot, "type")
		c.types[name] = c.unitType(name, e.Key.Spot, e.Value)
	}
	c.Def.Units = map[order.UnitID]Unit{}
	for _, e := range f.Units {
		kind := c.Text(e.Value.Type, e.Key.Spot, "type")
		u, ok := c.types[kind]
		if !ok && kind != "" {
			known := slices.Sorted(maps.Keys(c.types))
			u = c.types[c.Unknown(e.Value.Type, known, "%q is no type of unit", kind)]
		}
		u.ID = order.UnitID(c.Name(e.Key, e.Key.Spot, "unit"))
		u.Name = c.Text(e.Value.Name, e.Key.Spot, "name")
		u.Formation = e.Value.Formation.Text
		c.part.Unit(c, &u, e.Key.Spot)
		c.Def.Units[u.ID] = u
	}
	c.Def.Roster = slices.Sorted(maps.Keys(c.Def.Units))
	c.shortNames(f)
}

// unitType returns what the units of a type have in common.
func (c *Compiler) unitType(name string, at document.Spot, f typeFile) Unit {
	u := Unit{
		Type:   name,
		Side:   c.Side(f.Side, at, "side"),
		Symbol: c.OneOf(f.Symbol, at, "symbol", c.symbols...),
		Size:   c.OneOf(f.Size, at, "size", sizes...),
	}
	c.part.Type(c, &u, at, f.Own.Shape)
	return u
}

// Type finds a type of units, as a Unit without a name.
func (c *Compiler) Type(name string) (Unit, bool) {
	u, ok := c.types[name]
	return u, ok
}

func (c *Compiler) scenarios(f *setupFile) {
	if len(f.Scenarios) == 0 {
		c.Report(document.Spot{}, "a module needs a scenario")
	}
	for _, e := range f.Scenarios {
		var from []document.Entry[groupFile] // the groups of s.Setup as the file has them
		c.placed, c.stood, c.heights = map[order.UnitID]bool{}, map[hex.Hex]order.Side{}, map[hex.Hex]int{}
		s := Scenario{
			ID:    c.Name(e.Value.ID, e.Key.Spot, "id"),
			Name:  c.Text(e.Value.Name, e.Key.Spot, "name"),
			Turns: c.Def.Turns,
		}
		if e.Value.Turns.Given() {
			s.Turns = c.Count(e.Value.Turns, 1, c.Def.Turns)
		}
		if _, taken := c.Def.Scenario(s.ID); taken && s.ID != "" {
			c.Report(e.Value.ID.Spot, "scenario %s stands twice", s.ID)
		}
		c.part.Scenario(c, &s, e.Value.Own.Shape)
		for _, side := range e.Value.Setup {
			id := c.Side(side.Key, side.Key.Spot, "side")
			for _, g := range side.Value {
				s.Setup = append(s.Setup, c.setup(id, g))
				from = append(from, g)
			}
		}
		for i := range s.Setup {
			c.deploy(&s.Setup[i], from[i])
			c.checkChoice(s.Setup[:i], s.Setup[i], from[i])
		}
		for _, a := range e.Value.Arrivals {
			s.Arrivals = append(s.Arrivals, c.arrival(a, s))
		}
		sortedBy(s.Arrivals, func(a Arrival) int { return a.Turn })
		if e.Value.Like.Given() {
			c.like(&s, e.Value)
		}
		c.Def.Scenarios = append(c.Def.Scenarios, s)
	}
}

// like copies the set-up and the orders of arrival of an earlier scenario, and its turns if s gives none.
func (c *Compiler) like(s *Scenario, f scenarioFile) {
	other, ok := c.Def.Scenario(f.Like.Text)
	if !ok {
		c.Report(f.Like.Spot, "there is no scenario %s before this one", f.Like.Text)
		return
	}
	if len(f.Setup)+len(f.Arrivals) > 0 {
		c.Report(f.Like.Spot, "a scenario like another has its set-up and its orders of arrival")
	}
	s.Setup, s.Arrivals = other.Setup, other.Arrivals
	if !f.Turns.Given() {
		s.Turns = other.Turns
	}
}

func (c *Compiler) setup(side order.Side, e document.Entry[groupFile]) Group {
	f := e.Value
	if f.Entry.Given() || f.IfControlled.Given() {
		c.Report(e.Key.Spot, "a set-up stands in a hex: entry areas are for arrivals")
	}
	g := c.group(side, e)
	switch within := c.Count(f.Within, 0, 10); {
	case len(f.Hexes) > 0 && f.Within.Given():
		c.Report(f.Within.Spot, "a group has either within or hexes")
	case len(f.Hexes) > 0:
		g.Choice = c.Def.Standable(side, c.Hexes(f.Hexes), g.At)
	case within > 0 && g.At != hex.None:
		g.Choice = c.Def.Standable(side, c.Def.Within(g.At, within), g.At)
	case g.At != hex.None:
		c.checkSetup(g, e)
	}
	return g
}

// checkChoice checks that no hex is left to the choice of both sides: the side that sets up first would find units in
// it that have not been set up yet.
func (c *Compiler) checkChoice(before []Group, g Group, e document.Entry[groupFile]) {
	for _, o := range before {
		for _, h := range g.Choice {
			if o.Side != g.Side && slices.Contains(o.Choice, h) {
				c.Report(e.Key.Spot, "hex %s is left to the choice of both sides", h)
				return
			}
		}
	}
}

// deploy finds where the units of a group begin. It must be called after all groups of the set-up have been compiled,
// because units with a choice of hexes take the nearest one with room.
func (c *Compiler) deploy(g *Group, e document.Entry[groupFile]) {
	for _, id := range slices.Concat(g.Units, g.Reduced) {
		height := c.height(id)
		at := g.At
		if g.Choice != nil {
			i := slices.IndexFunc(g.Choice, func(h hex.Hex) bool {
				who, taken := c.stood[h]
				return (!taken || who == g.Side) && c.heights[h]+height <= c.Def.Own.Room()
			})
			if i < 0 {
				c.Report(e.Key.Spot, "the group has no room in the hexes that it may be set up in")
				return
			}
			at = g.Choice[i]
			c.stood[at], c.heights[at] = g.Side, c.heights[at]+height
		}
		g.Stands = append(g.Stands, at)
	}
}

func (c *Compiler) arrival(e document.Entry[arrivalFile], s Scenario) Arrival {
	a := Arrival{Turn: c.Needed(e.Value.Turn, e.Key.Spot, "turn", 1, s.Turns),
		Side: c.Side(e.Value.Side, e.Key.Spot, "side")}
	c.part.Arrival(c, &a, e.Key.Spot, e.Value.Own.Shape)
	if slices.ContainsFunc(s.Arrivals, func(b Arrival) bool { return b.Turn == a.Turn && b.Side == a.Side }) {
		c.Report(e.Key.Spot, "turn %d of %s stands twice", a.Turn, a.Side)
	}
	for _, g := range e.Value.Groups {
		if g.Value.Within.Given() || len(g.Value.Hexes) > 0 {
			c.Report(g.Key.Spot, "within and hexes are for set-ups, not for arrivals")
		}
		a.Groups = append(a.Groups, c.group(a.Side, g))
		c.checkOpen(a.Groups[len(a.Groups)-1], g)
	}
	return a
}

func (c *Compiler) group(side order.Side, e document.Entry[groupFile]) Group {
	f := e.Value
	g := Group{Side: side, Entry: f.Entry.Text, IfControlled: c.Flag(f.IfControlled)}
	switch {
	case f.At.Given() == f.Entry.Given():
		c.Report(e.Key.Spot, "a group of units has either at or entry")
	case f.At.Given():
		g.At, _ = c.Hex(f.At, e.Key.Spot)
	default:
		c.area(f.Entry, side)
	}
	if len(f.Units)+len(f.Reduced) == 0 {
		c.Report(e.Key.Spot, "the group has no units")
	}
	g.Units, g.Reduced = c.members(side, f.Units), c.members(side, f.Reduced)
	for i, id := range g.Reduced {
		if c.Def.Units[id].Steps < 2 {
			c.Report(f.Reduced[i].Value.Spot, "unit %s has no reduced side", id)
		}
	}
	return g
}

func (c *Compiler) members(side order.Side, l document.List[document.Word]) []order.UnitID {
	var out []order.UnitID
	for _, e := range l {
		out = append(out, c.member(side, e))
	}
	return out
}
