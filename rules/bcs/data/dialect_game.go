package data

import (
	"slices"

	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// unprinted stands for a number that the module does not give.
const unprinted = view.Blank

// The largest values of Formations.
const (
	maxRadius = 40 // hexes
	maxArty   = 20 // Artillery Points
	maxLimit  = 20 // combat units in a hex
)

// usualLimit is the number of combat units in a hex if a module says nothing else (BCS 5.5-1).
const usualLimit = 2

// Game compiles the keys in game.yaml.
func (p *part) Game(c *modules.Compiler) {
	d, f := p.data, &p.game
	for _, e := range f.Formations {
		p.formation(c, e)
	}
	for _, s := range c.Def.Sides {
		if !slices.ContainsFunc(d.Formations, func(f Formation) bool { return f.Side == s.ID }) {
			c.Report(document.Spot{}, "the formations of side %s are missing", s.ID)
		}
	}
	p.shares(c)
	for _, e := range f.Assets {
		p.asset(c, e)
	}
	d.Limit = usualLimit
	if f.Stacking.Given() {
		d.Limit = c.Count(f.Stacking, 1, maxLimit)
	}
	d.Hidden = c.Flag(f.Hidden)
	d.Objectives = map[string]int{}
	for _, e := range f.Objectives {
		result := c.OneOf(e.Key, e.Key.Spot, "SNAFU result", Fail, Partial, Full)
		d.Objectives[result] = c.Needed(e.Value, e.Key.Spot, "the number of objectives", 0, 99)
	}
	d.Score = f.Victory.Compile(c)
	for _, e := range f.Tires {
		verb := c.OneOf(e.Value, e.Key.Spot, "order that can tire", "attack", "shock", "fire", "engage", "barrage",
			"recon", "move") // Fatigue is rolled for after it: BCS 10.4-1
		if slices.Contains(d.Tires, verb) {
			c.Report(e.Value.Spot, "%s stands twice in this list", verb)
		}
		d.Tires = append(d.Tires, verb)
	}
}

// Stocks returns the names of what sides hold: Air Points and two kinds of Replacement Points.
func (*part) Stocks() []string { return []string{"air", "points-av", "points-other"} }

// formation compiles a Formation. Its Blob needs the map, and its HQ and Trains the units: see Map and Units.
func (p *part) formation(c *modules.Compiler, e document.Entry[formationFile]) {
	at, f := e.Key.Spot, e.Value
	out := Formation{
		ID:     order.GroupID(c.Name(e.Key, at, "formation")),
		Name:   c.Text(f.Name, at, "name"),
		Side:   c.Side(f.Side, at, "side"),
		HQ:     order.UnitID(c.Text(f.HQ, at, "hq")),
		Trains: order.UnitID(f.Trains.Text),
		Radius: c.Needed(f.Radius, at, "radius", 1, maxRadius),
		Arty:   c.Count(f.Arty, 0, maxArty),
	}
	for _, w := range f.Support {
		if s, ok := modules.Parsed(c, w.Value, ParseSupport); ok {
			s.Side = out.Side
			out.Supports = append(out.Supports, s)
		}
	}
	p.data.Formations = append(p.data.Formations, out)
}

// shares compiles which Formations can share a route (BCS 10.2d). If one names another, that holds for both.
func (p *part) shares(c *modules.Compiler) {
	d := p.data
	for i, e := range p.game.Formations {
		for _, w := range e.Value.Shares {
			id := order.GroupID(c.Text(w.Value, w.Key.Spot, "formation"))
			j := slices.IndexFunc(d.Formations, func(f Formation) bool { return f.ID == id })
			switch {
			case id == "": // reported
			case j < 0:
				c.Report(w.Value.Spot, "there is no formation %s", id)
			case i == j:
				c.Report(w.Value.Spot, "formation %s shares its route with itself", id)
			case d.Formations[j].Side != d.Formations[i].Side:
				c.Report(w.Value.Spot, "formation %s is of side %s", id, d.Formations[j].Side)
			default:
				share(&d.Formations[i], id)
				share(&d.Formations[j], d.Formations[i].ID)
			}
		}
	}
}

func share(f *Formation, with order.GroupID) {
	if !slices.Contains(f.Shares, with) {
		f.Shares = append(f.Shares, with)
	}
}

// asset compiles Artillery Points, or Support, that a higher level can assign.
func (p *part) asset(c *modules.Compiler, e document.Entry[assetFile]) {
	at, f, out := e.Key.Spot, e.Value, Asset{}
	if f.Arty.Given() == f.Support.Given() {
		c.Report(at, "asset %s has either arty or support", e.Key.Text)
	}
	if f.Support.Given() {
		out, _ = modules.Parsed(c, f.Support, ParseSupport)
	}
	if f.Arty.Given() {
		out.Arty = c.Count(f.Arty, 1, maxArty)
	}
	out.ID, out.Name, out.Side = c.Name(e.Key, at, "asset"), c.Text(f.Name, at, "name"), c.Side(f.Side, at, "side")
	if _, taken := p.data.Formation(order.GroupID(out.ID)); taken {
		c.Report(at, "%s is a formation too", out.ID)
	}
	p.data.Assets = append(p.data.Assets, out)
}

// Mark does nothing: marks of the series have no effects of their own.
func (p *part) Mark(*modules.Compiler, *modules.Mark, any) {}

// Map compiles the victory hexes and Simple Blobs, and checks the uses of terrain and the supply sources.
func (p *part) Map(c *modules.Compiler) {
	d := p.data
	d.Victory = c.Hexes(p.board.Victory)
	for _, s := range c.Def.Sides {
		if len(c.Def.Sources[s.ID]) == 0 {
			c.Report(document.Spot{}, "the supply sources of side %s are missing", s.ID)
		}
	}
	for i, e := range p.game.Formations {
		d.Formations[i].Blob = c.Hexes(e.Value.Blob)
	}
	use := func(kind document.Word, as string) {
		if is := c.Use(kind.Text); is != "" && is != as {
			c.Report(kind.Spot, "%s is %s here and %s on the map", kind.Text, as, is)
		}
	}
	for _, e := range p.charts.Terrain {
		use(e.Key, useTerrain)
	}
	for _, e := range p.charts.Hexsides {
		use(e.Key, useHexside)
	}
	for _, e := range p.charts.Roads {
		use(e.Key, useRoad)
	}
}
