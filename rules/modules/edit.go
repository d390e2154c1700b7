package modules

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// Edit is what an adjudication case changes of a module, for itself alone. The
// zero Edit changes nothing.
type Edit struct {
	Edition string                          // of the series rules; "" keeps the module's
	Blank   bool                            // first: every hex is ground, no hexside features, no roads
	Hexes   map[hex.Hex][]string            // terrain in place of the module's; none is ground
	Sides   map[hex.Side][]string           // features in place of the module's; none is none
	Roads   []geography.Way                 // more roads
	Supply  map[order.Side][]hex.Hex        // sources in place of the module's, for the sides named
	Control map[hex.Hex]order.Side          // where it differs from the module's
	Units   []Counter                       // in place of set-up and arrivals; nil keeps them
	Results map[string]map[int]chart.Result // by the heading of the column and roll
	Terrain map[string]Effects              // rows of the charts, for every side
	Air     map[order.Side]AirNumbers       // of air strikes, in place of the module's
}

// AirNumbers is a number for regular air strikes and one for breakdowns, each nil where
// nothing is said of it.
type AirNumbers struct{ Regular, Breakdown *int }

// Counter is a unit of a case. Steps lost and marks are not of the counter but of
// a position.
type Counter struct {
	ID          order.UnitID
	Side        order.Side
	Full        Values
	Reduced     *Values // nil for a one-step unit
	LossMarkers int     // steps more on the reduced side
	Exploit     bool
	At          hex.Hex   // None for one that arrives or is dead
	Due         int       // turn of arrival, 0 for one that does not
	Entry       []hex.Hex // where it may arrive
}

// Effects is a chart's row with its cost in movement points, whatever the scale.
type Effects struct {
	Cost chart.Fraction
	Row  // its Move is made of Cost
}

// With is a changed copy; the definition itself stays as it is. The error joins
// everything that does not fit the module. The copy's Hash is its own, so that
// nothing kept for the module's map is taken for the changed one's.
func (d *Definition) With(e Edit) (*Definition, error) {
	ed := &editor{d: d.Clone()}
	if e.Edition != "" {
		ed.expect(slices.Contains(editions, e.Edition), "there is no edition %s", e.Edition)
		ed.d.Edition = e.Edition
	}
	if e.Blank {
		ed.blank()
	}
	ed.hexes(e.Hexes)
	ed.sides(e.Sides)
	ed.roads(e.Roads)
	ed.holders(e.Supply, e.Control)
	ed.results(e.Results)
	ed.terrain(e.Terrain)
	ed.air(e.Air)
	if e.Units != nil {
		ed.units(e.Units)
	}
	if len(ed.errs) > 0 {
		return nil, errors.Join(ed.errs...)
	}
	h := sha256.New()
	fmt.Fprint(h, d.Hash, ed.d.Edition, ed.d.Scale, ed.d.Terrain, ed.d.Water, ed.d.Ways, ed.d.Sources, ed.d.Control, ed.d.Units, ed.d.Combat, ed.d.Air)
	h.Sum(ed.d.Hash[:0])
	return ed.d, nil
}

// editor changes its own copy of a definition and gathers what does not fit.
type editor struct {
	d    *Definition
	errs []error
}

func (ed *editor) expect(ok bool, format string, args ...any) {
	if !ok {
		ed.errs = append(ed.errs, fmt.Errorf(format, args...))
	}
}

func (ed *editor) onMap(h hex.Hex) bool {
	ok := ed.d.Grid.Contains(h)
	ed.expect(ok, "hex %s is not on the map", h)
	return ok
}

func (ed *editor) known(kinds []string) {
	for _, k := range kinds {
		ed.expect(ed.d.charted(k), "%q is in no terrain chart", k)
	}
}

func (ed *editor) plays(s order.Side) {
	ed.expect(ed.d.Plays(s), "%q is no side of this game", s)
}

// On a blank map every hex is open, those of villages and cities too; the
// places keep their names, their victory points and their holders, and lose their
// effect on combat. A case that wants it writes the hex's terrain.
func (ed *editor) blank() {
	clear(ed.d.Terrain)
	ed.d.fill()
	ed.d.Water, ed.d.Ways = nil, nil
	ed.d.Borders, ed.d.Roads = map[hex.Side][]string{}, map[hex.Side][]string{}
}

func (ed *editor) hexes(m map[hex.Hex][]string) {
	for _, h := range slices.SortedFunc(maps.Keys(m), hex.Compare) {
		ed.known(m[h])
		if ed.onMap(h) {
			ed.d.Terrain[ed.d.Grid.Index(h)] = slices.Clone(m[h])
		}
	}
	ed.d.fill()
}

func (ed *editor) sides(m map[hex.Side][]string) {
	if len(m) == 0 {
		return
	}
	for i, course := range ed.d.Water {
		course.Sides = slices.DeleteFunc(slices.Clone(course.Sides), func(s hex.Side) bool { _, ok := m[s]; return ok })
		ed.d.Water[i] = course
	}
	for _, s := range slices.SortedFunc(maps.Keys(m), compareSides) {
		ed.known(m[s])
		if !ed.onMap(s.A) || !ed.onMap(s.B) {
			continue
		}
		ed.expect(ed.d.Grid.Touch(s.A, s.B), "the hexes of %s do not touch", s)
		delete(ed.d.Borders, s)
		for _, kind := range m[s] {
			ed.d.Borders[s] = append(ed.d.Borders[s], kind)
			ed.d.Water = append(ed.d.Water, geography.Course{Kind: kind, Sides: []hex.Side{s}})
		}
	}
}

func compareSides(a, b hex.Side) int {
	if a.A != b.A {
		return hex.Compare(a.A, b.A)
	}
	return hex.Compare(a.B, b.B)
}

func (ed *editor) roads(ways []geography.Way) {
	for _, w := range ways {
		ed.known([]string{w.Kind})
		for i, h := range w.Path {
			ed.onMap(h)
			ed.expect(i == 0 || ed.d.Grid.Touch(w.Path[i-1], h), "the %s jumps to %s", w.Kind, h)
		}
	}
	ed.d.Ways = append(ed.d.Ways, ways...)
	ed.d.Roads = roads(ed.d.Ways)
}

func (ed *editor) holders(supply map[order.Side][]hex.Hex, control map[hex.Hex]order.Side) {
	for _, s := range slices.Sorted(maps.Keys(supply)) {
		ed.plays(s)
		for _, h := range supply[s] {
			ed.onMap(h)
		}
		ed.d.Sources[s] = sources(supply[s], hex.None)
	}
	for _, h := range slices.SortedFunc(maps.Keys(control), hex.Compare) {
		ed.onMap(h)
		ed.plays(control[h])
		ed.d.Control[h] = control[h]
	}
}

func (ed *editor) results(m map[string]map[int]chart.Result) {
	t := &ed.d.Combat
	for _, heading := range slices.Sorted(maps.Keys(m)) {
		column, found := t.Find(heading)
		ed.expect(found, "the combat table has no column %s", heading)
		for _, roll := range slices.Sorted(maps.Keys(m[heading])) {
			row, ok := t.Rows[roll]
			ed.expect(ok, "the combat table has no row %d", roll)
			if ok && found {
				row = slices.Clone(row)
				row[column] = m[heading][roll]
				t.Rows[roll] = row
			}
		}
	}
}

// A row of the terrain chart that a case writes replaces the whole row:
// what it leaves out has no effect, and without a cost the other terrain decides.
func (ed *editor) terrain(m map[string]Effects) {
	for _, kind := range slices.Sorted(maps.Keys(m)) {
		ed.known([]string{kind})
		e := m[kind]
		ed.rescale(lcm(ed.d.Scale, e.Cost.Denominator()))
		e.Move = e.Cost.Times(chart.Whole(ed.d.Scale)).Round()
		ed.expect(e.Cost.Compare(chart.Whole(maxCost)) <= 0, "a cost of %s is more than %d movement points", e.Cost, maxCost)
		for _, c := range ed.d.Charts {
			note := c[kind].Destroys && e.Prohibited // the chart's note is no part of the row
			c[kind] = e.Row
			if row := c[kind]; note {
				row.Destroys = true
				c[kind] = row
			}
		}
	}
}

func (ed *editor) air(m map[order.Side]AirNumbers) {
	for _, s := range slices.Sorted(maps.Keys(m)) {
		force, flies := ed.d.Air[s]
		if ed.expect(flies, "side %s has no air strikes", s); !flies {
			continue
		}
		force.Estimate = force.Estimate && (m[s].Regular == nil || m[s].Breakdown == nil)
		if n := m[s].Regular; n != nil {
			force.Regular = *n
		}
		if n := m[s].Breakdown; n != nil {
			force.Breakdown = *n
		}
		ed.d.Air[s] = force
	}
}

// rescale divides movement points into finer parts.
func (ed *editor) rescale(scale int) {
	if ed.expect(scale <= maxScale, "movement costs divide a point into more than %d parts", maxScale); scale > maxScale {
		return
	}
	for _, c := range ed.d.Charts {
		for kind, row := range c {
			row.Move *= scale / ed.d.Scale
			c[kind] = row
		}
	}
	ed.d.Scale = scale
}

// units replaces every scenario's set-up and the units of its arrivals. Garrisons,
// which no set-up names, can still be made, and the rolls and replacements of the
// orders of arrival stay.
func (ed *editor) units(counters []Counter) {
	maps.DeleteFunc(ed.d.Units, func(_ order.UnitID, u Unit) bool { return u.Symbol != Garrison })
	ed.d.Scenarios = slices.Clone(ed.d.Scenarios)
	for i := range ed.d.Scenarios {
		s := &ed.d.Scenarios[i]
		s.Setup, s.Arrivals = nil, slices.Clone(s.Arrivals)
		for j := range s.Arrivals {
			s.Arrivals[j].Groups = nil
		}
	}
	ed.d.Entry = slices.Clone(ed.d.Entry)
	for _, c := range counters {
		ed.unit(c)
	}
	sortedBy(ed.d.Entry, func(a geography.Area) string { return a.Name })
	ed.d.Roster = slices.Sorted(maps.Keys(ed.d.Units))
}

func (ed *editor) unit(c Counter) {
	_, taken := ed.d.Units[c.ID]
	ed.expect(!taken, "unit %s stands twice", c.ID)
	ed.expect(nameForm.MatchString(string(c.ID)), "%q is not an identifier", c.ID)
	ed.plays(c.Side)
	ed.expect(c.LossMarkers >= 0 && (c.LossMarkers == 0 || c.Reduced != nil), "unit %s has loss markers and no reduced side", c.ID)
	u := Unit{
		ID: c.ID, Side: c.Side, Name: string(c.ID), Symbol: "infantry", Size: "division",
		Full: c.Full, Steps: 1, Exploit: c.Exploit,
	}
	if c.Reduced != nil {
		u.Reduced, u.Steps = *c.Reduced, 2+c.LossMarkers
	}
	ed.d.Units[c.ID] = u
	g := Group{Side: c.Side, Units: []order.UnitID{c.ID}}
	switch {
	case c.Due > 0:
		ed.arrival(c, g)
	case c.At != hex.None && ed.onMap(c.At):
		g.At, g.Stands = c.At, []hex.Hex{c.At}
		for i := range ed.d.Scenarios {
			ed.d.Scenarios[i].Setup = append(ed.d.Scenarios[i].Setup, g)
		}
	}
}

// arrival adds a unit to the order of arrival. Several hexes become an entry area
// of the unit's own.
func (ed *editor) arrival(c Counter, g Group) {
	ed.expect(len(c.Entry) > 0, "unit %s has no hex to arrive at", c.ID)
	for _, h := range c.Entry {
		ed.onMap(h)
	}
	if len(c.Entry) == 1 {
		g.At = c.Entry[0]
	} else {
		g.Entry = "entry of " + string(c.ID)
		ed.d.Entry = append(ed.d.Entry, geography.Area{Name: g.Entry, Side: c.Side, Hexes: c.Entry})
	}
	for i := range ed.d.Scenarios {
		s := &ed.d.Scenarios[i]
		at := slices.IndexFunc(s.Arrivals, func(a Arrival) bool { return a.Turn == c.Due && a.Side == c.Side })
		if at < 0 {
			at = len(s.Arrivals)
			s.Arrivals = append(s.Arrivals, Arrival{Turn: c.Due, Side: c.Side})
		}
		s.Arrivals[at].Groups = append(s.Arrivals[at].Groups, g)
		sortedBy(s.Arrivals, func(a Arrival) int { return a.Turn })
	}
}
