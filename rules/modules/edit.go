package modules

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"

	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// Edit is the changes that an adjudication case makes in its own copy of a module. The zero Edit changes nothing.
type Edit struct {
	Edition string                   // of the series rules; "" keeps the module's
	Errata  bool                     // the edition is played with the publisher's errata
	Blank   bool                     // before the changes below: every hex is ground, no hexside features, no roads
	Hexes   map[hex.Hex][]string     // terrain that replaces the module's; an empty list means ground
	Sides   map[hex.Side][]string    // hexside features that replace the module's; an empty list means none
	Roads   []geography.Way          // additional roads
	Supply  map[order.Side][]hex.Hex // supply sources that replace the module's, for these sides
	Control map[hex.Hex]order.Side   // control that replaces the module's, for these hexes
	Units   []Counter                // units that replace set-up and arrivals; nil keeps those
	Own     Change                   // the change in the series' part; nil for none
}

// Change changes the series' part of a module, in the Editor's copy. It can add units, and must set their Unit.Made if
// they are to stay when Edit.Units replaces the others. Their identifiers may have capitals, those of Edit.Units not.
type Change interface{ Make(*Editor) }

// Counter is a unit of a case, as printed: lost steps and marks belong to the position.
type Counter struct {
	ID    order.UnitID
	Side  order.Side
	At    hex.Hex   // None for one that arrives or is dead
	Due   int       // turn of arrival, 0 for none
	Entry []hex.Hex // where it may arrive
	Own   any       // what is printed on it, as the series' Payload takes it
}

// With returns a changed copy; the definition itself does not change. The error joins everything that does not fit the
// module. The copy has a Hash of its own, so that nothing cached for the module's map is used for the changed one.
func (d *Definition) With(e Edit) (*Definition, error) {
	ed := &Editor{Def: d.Clone()}
	if e.Edition != "" {
		ed.Expect(slices.Contains(d.editions, e.Edition), "there is no edition %s", e.Edition)
		ed.Def.Edition = e.Edition
	}
	ed.Def.Errata = e.Errata || d.Errata && ed.Def.Edition == d.Edition
	if ed.Def.Errata {
		ed.Expect(ed.Def.TakesErrata(), "the publisher's errata are no option of edition %s", ed.Def.Edition)
	}
	if e.Blank {
		// Every hex is open ground, also those of villages and cities. The places keep their names, points and
		// holders; a case that needs their terrain writes it.
		clear(ed.Def.Terrain)
		ed.Def.fill()
		ed.Def.Water, ed.Def.Ways = nil, nil
		ed.Def.Borders, ed.Def.Roads = map[hex.Side][]string{}, map[hex.Side][]string{}
	}
	ed.hexes(e.Hexes)
	ed.sides(e.Sides)
	ed.roads(e.Roads)
	ed.holders(e.Supply, e.Control)
	if e.Own != nil {
		e.Own.Make(ed)
	}
	if e.Units != nil {
		ed.units(e.Units)
	}
	ed.Def.Roster = slices.Sorted(maps.Keys(ed.Def.Units)) // the series' change may have added some
	if len(ed.errs) > 0 {
		return nil, errors.Join(ed.errs...)
	}
	h := sha256.New()
	fmt.Fprint(h, d.Hash, ed.Def.Edition, ed.Def.Errata, ed.Def.Terrain, ed.Def.Water, ed.Def.Ways, ed.Def.Sources,
		ed.Def.Control, ed.Def.Units)
	fmt.Fprint(h, ed.Def.Own.Digest()...)
	h.Sum(ed.Def.Hash[:0]) // overwrites Hash
	return ed.Def, nil
}

// Editor changes its own copy of a definition and collects mistakes.
type Editor struct {
	Def  *Definition // the copy
	errs []error
}

// Expect records a mistake, unless ok.
func (ed *Editor) Expect(ok bool, format string, args ...any) {
	if !ok {
		ed.errs = append(ed.errs, fmt.Errorf(format, args...))
	}
}

func (ed *Editor) onMap(h hex.Hex) bool {
	ok := ed.Def.Grid.Contains(h)
	ed.Expect(ok, "hex %s is not on the map", h)
	return ok
}

// Known records a mistake for each of the kinds of terrain that no terrain chart has.
func (ed *Editor) Known(kinds []string) {
	for _, k := range kinds {
		ed.Expect(ed.Def.charted(k), "%q is in no terrain chart", k)
	}
}

func (ed *Editor) plays(s order.Side) { ed.Expect(ed.Def.Plays(s), "%q is no side of this game", s) }

func (ed *Editor) hexes(m map[hex.Hex][]string) {
	for _, h := range slices.SortedFunc(maps.Keys(m), hex.Compare) {
		ed.Known(m[h])
		if ed.onMap(h) {
			ed.Def.Terrain[ed.Def.Grid.Index(h)] = slices.Clone(m[h])
		}
	}
	ed.Def.fill()
}

func (ed *Editor) sides(m map[hex.Side][]string) {
	if len(m) == 0 {
		return
	}
	for i, course := range ed.Def.Water {
		course.Sides = slices.DeleteFunc(slices.Clone(course.Sides), func(s hex.Side) bool { _, ok := m[s]; return ok })
		ed.Def.Water[i] = course
	}
	compare := func(a, b hex.Side) int { return cmp.Or(hex.Compare(a.A, b.A), hex.Compare(a.B, b.B)) }
	for _, s := range slices.SortedFunc(maps.Keys(m), compare) {
		ed.Known(m[s])
		if !ed.onMap(s.A) || !ed.onMap(s.B) {
			continue
		}
		ed.Expect(ed.Def.Grid.Touch(s.A, s.B), "the hexes of %s do not touch", s)
		delete(ed.Def.Borders, s)
		for _, kind := range m[s] {
			ed.Def.Borders[s] = append(ed.Def.Borders[s], kind)
			ed.Def.Water = append(ed.Def.Water, geography.Course{Kind: kind, Sides: []hex.Side{s}}) // not only waters
		}
	}
}

func (ed *Editor) roads(ways []geography.Way) {
	for _, w := range ways {
		ed.Known([]string{w.Kind})
		for i, h := range w.Path {
			ed.onMap(h)
			ed.Expect(i == 0 || ed.Def.Grid.Touch(w.Path[i-1], h), "the %s jumps to %s", w.Kind, h)
		}
	}
	ed.Def.Ways = append(ed.Def.Ways, ways...)
	ed.Def.Roads = roads(ed.Def.Ways)
}

func (ed *Editor) holders(supply map[order.Side][]hex.Hex, control map[hex.Hex]order.Side) {
	for _, s := range slices.Sorted(maps.Keys(supply)) {
		ed.plays(s)
		for _, h := range supply[s] {
			ed.onMap(h)
		}
		ed.Def.Sources[s] = sources(supply[s], hex.None)
	}
	for _, h := range slices.SortedFunc(maps.Keys(control), hex.Compare) {
		ed.onMap(h)
		ed.plays(control[h])
		ed.Def.Control[h] = control[h]
	}
}

// units replaces every scenario's set-up and the units of its arrivals. It keeps units that are made during play, and
// Arrival.Own, the series' part of each order of arrival.
func (ed *Editor) units(counters []Counter) {
	maps.DeleteFunc(ed.Def.Units, func(_ order.UnitID, u Unit) bool { return !u.Made })
	ed.EmptyScenarios()
	ed.Def.Entry = slices.Clone(ed.Def.Entry)
	for _, c := range counters {
		ed.unit(c)
	}
	sortedBy(ed.Def.Entry, func(a geography.Area) string { return a.Name })
}

// EmptyScenarios removes every scenario's set-up and the units of its arrivals, but not Arrival.Own.
func (ed *Editor) EmptyScenarios() {
	ed.Def.Scenarios = slices.Clone(ed.Def.Scenarios)
	for i := range ed.Def.Scenarios {
		s := &ed.Def.Scenarios[i]
		s.Setup, s.Arrivals = nil, slices.Clone(s.Arrivals)
		for j := range s.Arrivals {
			s.Arrivals[j].Groups = nil
		}
	}
}

func (ed *Editor) unit(c Counter) {
	_, taken := ed.Def.Units[c.ID]
	ed.Expect(!taken, "unit %s stands twice", c.ID)
	ed.Expect(nameForm.MatchString(string(c.ID)), "%q is not an identifier", c.ID)
	ed.plays(c.Side)
	u := Unit{ID: c.ID, Side: c.Side, Name: string(c.ID)}
	if err := ed.Def.Own.Counter(c.Own, &u); err != nil {
		ed.Expect(false, "unit %s has %w", c.ID, err)
	}
	ed.Def.Units[c.ID] = u
	g := Group{Side: c.Side, Units: []order.UnitID{c.ID}}
	switch {
	case c.Due > 0:
		ed.arrival(c, g)
	case c.At != hex.None && ed.onMap(c.At):
		g.At, g.Stands = c.At, []hex.Hex{c.At}
		for i := range ed.Def.Scenarios {
			ed.Def.Scenarios[i].Setup = append(ed.Def.Scenarios[i].Setup, g)
		}
	}
}

// arrival adds a unit to the order of arrival. Several hexes become an entry area of the unit's own.
func (ed *Editor) arrival(c Counter, g Group) {
	ed.Expect(len(c.Entry) > 0, "unit %s has no hex to arrive at", c.ID)
	for _, h := range c.Entry {
		ed.onMap(h)
	}
	if len(c.Entry) == 1 {
		g.At = c.Entry[0]
	} else {
		g.Entry = "entry of " + string(c.ID)
		ed.Def.Entry = append(ed.Def.Entry, geography.Area{Name: g.Entry, Side: c.Side, Hexes: c.Entry})
	}
	for i := range ed.Def.Scenarios {
		s := &ed.Def.Scenarios[i]
		at := slices.IndexFunc(s.Arrivals, func(a Arrival) bool { return a.Turn == c.Due && a.Side == c.Side })
		if at < 0 {
			at = len(s.Arrivals)
			s.Arrivals = append(s.Arrivals, Arrival{Turn: c.Due, Side: c.Side})
		}
		s.Arrivals[at].Groups = append(s.Arrivals[at].Groups, g)
		sortedBy(s.Arrivals, func(a Arrival) int { return a.Turn })
	}
}
