package modules

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/document"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// Symbols and sizes are what pictures can draw on a counter.
var (
	symbols = []string{
		"infantry", "armour", "motorised", "mechanised", "cavalry", "airborne", "mountain", "mountain-cavalry", "marine", "security", "militia", Garrison,
		"engineer", "artillery", "rocket", "anti-tank", "anti-air", "reconnaissance", "headquarters", "supply", "air",
	}
	sizes = []string{"company", "battalion", "regiment", "brigade", "division", "corps", "army"}
)

// Garrison is the symbol of units that are made in play: no scenario sets them up.
const Garrison = "garrison"

// units compiles units.yaml.
func (c *compiler) units(f *unitsFile) {
	c.types = map[string]Unit{}
	for _, e := range f.Types {
		name := c.name(e.Key, e.Key.Spot, "type")
		c.types[name] = c.unitType(name, e.Key.Spot, e.Value)
		c.garrison(c.types[name], e.Key.Spot)
	}
	c.def.Units = map[order.UnitID]Unit{}
	for _, e := range f.Units {
		u, ok := c.types[e.Value.Type.Text]
		if !ok {
			c.report(e.Key.Spot, "%q is no type of unit", e.Value.Type.Text)
		}
		u.ID = order.UnitID(c.name(e.Key, e.Key.Spot, "unit"))
		u.Name = c.text(e.Value.Name, e.Key.Spot, "name")
		u.Formation = e.Value.Formation.Text
		c.def.Units[u.ID] = u
	}
	c.def.Roster = slices.Sorted(maps.Keys(c.def.Units))
}

// unitType is what all units of a type have in common.
func (c *compiler) unitType(name string, at document.Spot, f typeFile) Unit {
	u := Unit{
		Type:    name,
		Side:    c.side(f.Side, at, "side"),
		Symbol:  c.oneOf(f.Symbol, at, "symbol", symbols...),
		Size:    c.oneOf(f.Size, at, "size", sizes...),
		Full:    c.values(f.Full, at),
		Steps:   1,
		Exploit: c.flag(f.Exploit),
	}
	if f.Reduced.Given() {
		u.Reduced, u.Steps = c.values(f.Reduced, at), 2
	}
	if f.Estimate.Text == "reduced" {
		u.EstimateBack = true
		if u.Steps == 1 {
			c.report(f.Estimate.Spot, "the type has no reduced side")
		}
	} else if c.flag(f.Estimate) {
		u.Estimate, u.EstimateBack = true, u.Steps == 2
	}
	return u
}

// values reads the factors of a counter's side: attack-defence-movement, x for
// one that is not printed.
func (c *compiler) values(w document.Word, at document.Spot) Values {
	s := c.text(w, at, "full")
	v, err := ParseValues(s)
	if err == nil && max(v.Attack, v.Defence, v.Move) > maxFactor {
		err = notValues(s)
	}
	if s != "" && err != nil {
		c.report(w.Spot, "%v", err)
	}
	return v
}

// ParseValues reads attack-defence-movement as cases and modules write them:
// 8-9-6, or x-3-6 where no attack strength is printed.
func ParseValues(s string) (Values, error) {
	parts := strings.Split(s, "-")
	if len(parts) != 3 {
		return Values{}, notValues(s)
	}
	var v Values
	for i, into := range []*int{&v.Attack, &v.Defence, &v.Move} {
		if parts[i] == "x" {
			*into = Blank
			continue
		}
		n, err := strconv.ParseUint(parts[i], 10, 16)
		if err != nil || n > maxValue {
			return Values{}, notValues(s)
		}
		*into = int(n)
	}
	return v, nil
}

func notValues(s string) error {
	return fmt.Errorf("%q is not attack-defence-movement, such as 8-9-6", s)
}

// String is the values as modules write them.
func (v Values) String() string {
	var parts []string
	for _, n := range []int{v.Attack, v.Defence, v.Move} {
		if n == Blank {
			parts = append(parts, "x")
		} else {
			parts = append(parts, strconv.Itoa(n))
		}
	}
	return strings.Join(parts, "-")
}

// maxFactor is the greatest printed strength or movement allowance; a case may go up to
// maxValue, to reach what no counter does.
const (
	maxFactor = 99
	maxValue  = 999
)

// scenarios compiles setup.yaml.
func (c *compiler) scenarios(f *setupFile) {
	if len(f.Scenarios) == 0 {
		c.report(document.Spot{}, "a module needs a scenario")
	}
	for _, e := range f.Scenarios {
		var from []document.Entry[groupFile] // of s.Setup
		c.placed, c.stood, c.heights = map[order.UnitID]bool{}, map[hex.Hex]order.Side{}, map[hex.Hex]int{}
		s := Scenario{
			ID:    c.name(e.Value.ID, e.Key.Spot, "id"),
			Name:  c.text(e.Value.Name, e.Key.Spot, "name"),
			Turns: c.def.Turns,
		}
		if e.Value.Turns.Given() {
			s.Turns = c.count(e.Value.Turns, 1, c.def.Turns)
		}
		if _, taken := c.def.Scenario(s.ID); taken && s.ID != "" {
			c.report(e.Value.ID.Spot, "scenario %s stands twice", s.ID)
		}
		s.Cup = c.cup(e.Value.Cup)
		for _, side := range e.Value.Setup {
			id := c.side(side.Key, side.Key.Spot, "side")
			for _, g := range side.Value {
				s.Setup = append(s.Setup, c.setup(id, g))
				from = append(from, g)
			}
		}
		for i := range s.Setup {
			c.deploy(&s.Setup[i], from[i])
			c.apart(s.Setup[:i], s.Setup[i], from[i])
		}
		for _, a := range e.Value.Arrivals {
			s.Arrivals = append(s.Arrivals, c.arrival(a, s))
		}
		sortedBy(s.Arrivals, func(a Arrival) int { return a.Turn })
		if e.Value.Like.Given() {
			c.like(&s, e.Value)
		}
		c.def.Scenarios = append(c.def.Scenarios, s)
	}
}

// like gives a scenario the turns, the set-up and the orders of arrival of one before
// it, so that nothing stands twice.
func (c *compiler) like(s *Scenario, f scenarioFile) {
	other, ok := c.def.Scenario(f.Like.Text)
	if !ok {
		c.report(f.Like.Spot, "there is no scenario %s before this one", f.Like.Text)
		return
	}
	if len(f.Setup)+len(f.Arrivals) > 0 {
		c.report(f.Like.Spot, "a scenario like another has its set-up and its orders of arrival")
	}
	s.Setup, s.Arrivals = other.Setup, other.Arrivals
	if !f.Turns.Given() {
		s.Turns = other.Turns
	}
}

// cup compiles the types of units that are drawn at random for each other's places: of
// one side and as many steps, so that everybody fits in every place.
func (c *compiler) cup(l document.List[document.Word]) []string {
	var out []string
	var first Unit
	for i, e := range l {
		u, ok := c.types[e.Value.Text]
		switch {
		case !ok:
			c.report(e.Value.Spot, "%q is no type of unit", e.Value.Text)
		case c.def.Rules.Cup == "":
			c.report(e.Value.Spot, "a cup needs the game's own paragraph under rules")
		case slices.Contains(out, u.Type):
			c.report(e.Value.Spot, "type %s stands twice", u.Type)
		case i > 0 && (u.Side != first.Side || u.Steps != first.Steps):
			c.report(e.Value.Spot, "%s and %s differ in side or steps, so that one cannot take the other's place", u.Type, first.Type)
		}
		if i == 0 {
			first = u
		}
		out = append(out, e.Value.Text)
	}
	return out
}

func (c *compiler) setup(side order.Side, e document.Entry[groupFile]) Group {
	f := e.Value
	if f.Entry.Given() || f.IfControlled.Given() {
		c.report(e.Key.Spot, "a set-up stands in a hex: entry areas are for arrivals")
	}
	g := c.group(side, e)
	switch within := c.count(f.Within, 0, 10); {
	case len(f.Hexes) > 0 && f.Within.Given():
		c.report(f.Within.Spot, "a group has either within or hexes")
	case len(f.Hexes) > 0:
		g.Choice = c.def.Standable(side, c.hexes(f.Hexes), g.At)
	case within > 0 && g.At != hex.None:
		g.Choice = c.def.Standable(side, c.def.Within(g.At, within), g.At)
	case g.At != hex.None:
		c.standing(g, e)
	}
	return g
}

// apart checks that no hex is left to the choice of both sides: the side that sets
// up first would find units in it that have not been set up yet.
func (c *compiler) apart(before []Group, g Group, e document.Entry[groupFile]) {
	for _, o := range before {
		for _, h := range g.Choice {
			if o.Side != g.Side && slices.Contains(o.Choice, h) {
				c.report(e.Key.Spot, "hex %s is left to the choice of both sides", h)
				return
			}
		}
	}
}

// deploy says where the units of a set-up begin: those that have a choice of hexes
// in the nearest one with room, once all that have none stand in theirs.
func (c *compiler) deploy(g *Group, e document.Entry[groupFile]) {
	for range len(g.Units) + len(g.Reduced) {
		at := g.At
		if g.Choice != nil {
			i := slices.IndexFunc(g.Choice, func(h hex.Hex) bool {
				who, taken := c.stood[h]
				return (!taken || who == g.Side) && c.heights[h] < c.def.Stacking.Limit
			})
			if i < 0 {
				c.report(e.Key.Spot, "the group has no room in the hexes that it may be set up in")
				return
			}
			at = g.Choice[i]
			c.stood[at], c.heights[at] = g.Side, c.heights[at]+1
		}
		g.Stands = append(g.Stands, at)
	}
}

func (c *compiler) arrival(e document.Entry[arrivalFile], s Scenario) Arrival {
	a := Arrival{
		Turn:         c.needed(e.Value.Turn, e.Key.Spot, "turn", 1, s.Turns),
		Side:         c.side(e.Value.Side, e.Key.Spot, "side"),
		Air:          c.count(e.Value.Air, 0, 10),
		Replacements: c.count(e.Value.Replacements, 0, 100),
	}
	for _, w := range e.Value.Withdrawal {
		face := c.needed(w.Value, w.Key.Spot, "face", 1, 6)
		if slices.Contains(a.Withdrawal, face) {
			c.report(w.Value.Spot, "the face %d stands twice", face)
		}
		a.Withdrawal = append(a.Withdrawal, face)
	}
	if slices.ContainsFunc(s.Arrivals, func(b Arrival) bool { return b.Turn == a.Turn && b.Side == a.Side }) {
		c.report(e.Key.Spot, "turn %d of %s stands twice", a.Turn, a.Side)
	}
	for _, g := range e.Value.Groups {
		if g.Value.Within.Given() || len(g.Value.Hexes) > 0 {
			c.report(g.Key.Spot, "within and hexes are for set-ups, not for arrivals")
		}
		a.Groups = append(a.Groups, c.group(a.Side, g))
		c.open(a.Groups[len(a.Groups)-1], g)
	}
	c.scheduled(a, e.Key.Spot)
	return a
}

func (c *compiler) group(side order.Side, e document.Entry[groupFile]) Group {
	f := e.Value
	g := Group{Side: side, Entry: f.Entry.Text, IfControlled: c.flag(f.IfControlled)}
	switch {
	case f.At.Given() == f.Entry.Given():
		c.report(e.Key.Spot, "a group of units has either at or entry")
	case f.At.Given():
		g.At, _ = c.hex(f.At, e.Key.Spot)
	default:
		c.area(f.Entry, side)
	}
	if len(f.Units)+len(f.Reduced) == 0 {
		c.report(e.Key.Spot, "the group has no units")
	}
	g.Units, g.Reduced = c.members(side, f.Units), c.members(side, f.Reduced)
	for i, id := range g.Reduced {
		if c.def.Units[id].Steps < 2 {
			c.report(f.Reduced[i].Value.Spot, "unit %s has no reduced side", id)
		}
	}
	return g
}

func (c *compiler) members(side order.Side, l document.List[document.Word]) []order.UnitID {
	var out []order.UnitID
	for _, e := range l {
		out = append(out, c.member(side, e))
	}
	return out
}
