package data

import (
	"maps"
	"slices"
	"strings"

	"grognard/rules/casefile"
	"grognard/rules/document"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// seriesCase reads the keys of the series in one adjudication case.
type seriesCase struct {
	formations []caseFormation // in the order of the file
	units      []*caseUnit
	terrain    map[string]Effects // rows that replace those of the terrain charts
	tables     map[string]*Table  // nil for a table that the case removes
	victory    []hex.Hex
	start      Start         // all but its Formations and Units
	activeAt   document.Spot // where the key "active" stands
}

// NewCase reads the keys of the series in one case:
//
//	formations: # with side, hq and radius at least; HQs are the units hq-A and so on, Trains trains-A
//	  A: {side: blue, hq: "10.04", radius: 6, trains: "10.01", ghost: true, fatigue: fresh, arty: 2,
//	      support: [av3/1 2, av4/3 1 stand-off], used: initial, blob: ["10.08"]}
//	  B: {side: blue, hq: "14.04", radius: 6, trains: off-map, msr-blocked: 2, fatigue: 3, prepared: true,
//	      coordinated: true, recovered: true}
//	  R: {side: red, hq: "10.18", radius: 6}
//	units: # beside what every case has; without steps one is left
//	  a1: {formation: A, at: "10.08", deployed: ar3 tac8 arrow av4/2, move: ar3 tac12, up: move, steps: 2, of: 3}
//	  b1: {formation: B, at: "14.08", deployed: ar3 leg4, stopped: true, finished: true, fires: 1, spent: 1/2,
//	       dropped: true}
//	  b2: {formation: B, returning: true, deployed: ar3 leg4 recon}
//	  i1: {formation: none, side: red, at: "10.16", deployed: ar3 leg4}
//	active: {formation: A, step: activities, snafu: full, second: false} # or A alone, or none
//	objectives: {A: ["10.16"]}
//	msr: {A: ["10.04", "10.03", "10.02", "10.01"]} # from HQ to Trains
//	victory-hexes: ["10.10"]
//	traffic: ["10.09"] # and attacked, barraged
//	air: {blue: 2}
//	points: {blue: {av: 1, other: 2}}
//	visibility: 3
//	terrain: {woods: {tac: 3, truck: P, leg: 2, terrain: true, blocking: true, key: true, stop: true}}
//	tables: {snafu: none, second: granted, engagement: {2-6: "-", 7-12: t1 / support drop}}
//
// Orders show net, roll, result, drms and no-drms. The position is compared by formations, zones, engagement-zones,
// traffic and active, and units by dead, returning, up, stopped, finished, fires, dropped, support, safe-path and
// in-radius.
func NewCase() series.Case { return &seriesCase{tables: map[string]*Table{}} }

func (*seriesCase) Series() string { return SeriesName }

// Keys returns the readers of what a case says beside its units: Formations, the activation that has begun, and what
// replaces the module's charts and tables. Without the key visibility, sight has no limit.
func (c *seriesCase) Keys() casefile.Keys {
	s := &c.start
	return casefile.Keys{
		"formations":    c.readFormations,
		"active":        c.readActive,
		"objectives":    casefile.IntoMap(&s.Objectives, groupKey, hexes),
		"victory-hexes": casefile.Into(&c.victory, hexes),
		"traffic":       casefile.Into(&s.Traffic, hexes),
		"attacked":      casefile.Into(&s.Attacked, hexes),
		"barraged":      casefile.Into(&s.Barraged, hexes),
		"msr":           casefile.IntoMap(&s.MSR, groupKey, hexes),
		"air":           casefile.IntoMap(&s.Air, casefile.Pair.SideName, count),
		"points":        casefile.IntoMap(&s.Points, casefile.Pair.SideName, readPoints),
		"visibility":    casefile.Into(&s.Seen, func(n casefile.Node) (int, error) { return within(n, 1, maxVisible) }),
		"terrain":       casefile.IntoMap(&c.terrain, casefile.Pair.Name, ReadEffects),
		"tables":        c.readTables,
	}
}

// hexes reads a list of hexes, which may be a single one.
func hexes(n casefile.Node) ([]hex.Hex, error) { return oneOrMore(n, casefile.Node.Hex) }

// oneOrMore reads a list, or a single value that stands for a list of one.
func oneOrMore[T any](n casefile.Node, read func(casefile.Node) (T, error)) ([]T, error) {
	if n.What == document.Listed {
		return casefile.Each(n, read)
	}
	v, err := read(n)
	return []T{v}, err
}

func groupKey(p casefile.Pair) (order.GroupID, error) { return order.GroupID(p.Key), nil }

func count(n casefile.Node) (int, error) { return within(n, 0, maxPoints) }

// within reads a whole number from least to most.
func within(n casefile.Node, least, most int) (int, error) {
	v, err := n.Whole()
	if err == nil && (v < least || v > most) {
		err = n.Mistake("%d is not from %d to %d", v, least, most)
	}
	return v, err
}

func readPoints(n casefile.Node) (p Points, err error) {
	err = n.Fields(casefile.Keys{"av": casefile.Into(&p.AV, count), "other": casefile.Into(&p.Other, count)})
	return p, err
}

// readTables reads what replaces the module's tables.
func (c *seriesCase) readTables(n casefile.Node) error {
	pairs, err := n.Mapping()
	for _, p := range pairs {
		t, err := ReadTable(p.Key, p.Value)
		if err != nil {
			return err
		}
		c.tables[p.Key] = t
	}
	return err
}

// readActive reads the activation that has begun: a Formation alone, or a mapping with the step that it is in, or none.
func (c *seriesCase) readActive(n casefile.Node) error {
	c.activeAt = n.Spot
	if n.What == document.Single {
		id, err := group(n)
		if err == nil && id != nothing {
			c.start.Active = &Active{Formation: id, Step: activities, Snafu: Full}
		}
		return err
	}
	a := &Active{Step: activities, Snafu: Full}
	err := n.Fields(casefile.Keys{
		"formation": casefile.Into(&a.Formation, group),
		"step":      casefile.Into(&a.Step, oneOf("step of an activation", stepNames()...)),
		"snafu":     casefile.Into(&a.Snafu, oneOf("result of a SNAFU roll", Fail, Partial, Full)),
		"second":    casefile.Into(&a.Second, casefile.Node.Yes),
	})
	if err == nil && a.Formation == "" {
		err = n.Mistake("the active formation is missing")
	}
	switch {
	case a.Step == activities && a.Snafu == Fail:
		a.Step = rolling // after a failed roll the activation has no further steps
	case a.Step == rolling && a.Snafu != Fail:
		a.Step = declaring // the roll is still to be made
	}
	c.start.Active = a
	return err
}

// Some steps of an activation, as cases name them. Cases that name none begin in activities.
const (
	declaring  = "declare"
	rolling    = "snafu" // the roll, and the state after it failed
	activities = "activities"
)

// stepNames lists the steps of an activation in order.
func stepNames() []string {
	return []string{declaring, rolling, "objectives", activities, "clean-up", "fatigue", "isolation", "second"}
}

// group reads the name of a Formation, which may be a number.
func group(n casefile.Node) (order.GroupID, error) {
	s, err := n.Cited()
	return order.GroupID(s), err
}

// nothing is what cases write if there is no Formation, or no Trains.
const nothing = "none"

// oneOf returns a reader of one of the known words, which mistakes call a what. A blank may stand for a hyphen.
func oneOf(what string, known ...string) func(casefile.Node) (string, error) {
	return func(n casefile.Node) (string, error) {
		s, err := n.Word()
		word := strings.ReplaceAll(s, " ", "-")
		if err == nil && !slices.Contains(known, word) {
			err = n.Mistake("%q is no %s; known are %s", s, what, strings.Join(known, ", "))
		}
		return word, err
	}
}

// Edit returns what the case changes of its module.
func (c *seriesCase) Edit() modules.Change { return c }

// Make changes the module's charts and tables, and puts the case's Formations in the place of the module's own. Victory
// hexes are only those that the case writes.
func (c *seriesCase) Make(ed *modules.Editor) {
	d := Of(ed.Def)
	for _, kind := range slices.Sorted(maps.Keys(c.terrain)) {
		d.SetTerrain(ed, kind, c.terrain[kind])
	}
	for _, name := range slices.Sorted(maps.Keys(c.tables)) {
		d.SetTable(name, c.tables[name])
	}
	d.Victory = c.victory
	for _, h := range c.allHexes() {
		ed.Expect(ed.Def.Grid.Contains(h), "hex %s is not on the map", h)
	}
	if c.formations != nil {
		c.addFormations(ed, d)
	}
	c.checkFormations(ed, d)
	for _, u := range c.units {
		u.check(ed)
	}
}

// allHexes lists the hexes that the case names beside those of Formations and units.
func (c *seriesCase) allHexes() (all []hex.Hex) {
	s := &c.start
	all = slices.Concat(c.victory, s.Traffic, s.Attacked, s.Barraged)
	for _, m := range []map[order.GroupID][]hex.Hex{s.Objectives, s.MSR} {
		for _, id := range slices.Sorted(maps.Keys(m)) {
			all = append(all, m[id]...)
		}
	}
	return all
}

// checkFormations reports Formations and sides that the case names but the game does not have.
func (c *seriesCase) checkFormations(ed *modules.Editor, d *Data) {
	s := &c.start
	if s.Active != nil {
		_, ok := d.Formation(s.Active.Formation)
		ed.Expect(ok, "%v", casefile.Mistake(c.activeAt, "%q is no formation", s.Active.Formation))
	}
	for _, m := range []map[order.GroupID][]hex.Hex{s.Objectives, s.MSR} {
		for _, id := range slices.Sorted(maps.Keys(m)) {
			_, ok := d.Formation(id)
			ed.Expect(ok, "%q is no formation", id)
		}
	}
	sides := append(slices.Collect(maps.Keys(s.Air)), slices.Collect(maps.Keys(s.Points))...)
	for _, side := range slices.Compact(slices.Sorted(slices.Values(sides))) {
		ed.Expect(ed.Def.Plays(side), "%q is no side of this game", side)
	}
}

// Begins returns a *Start: how the case's Formations stand, what its units have done, and the activation in which it
// begins. A case that writes no Formations begins with the scenario's own.
func (c *seriesCase) Begins(def *modules.Definition, _ view.Phase) (any, error) {
	s := c.start
	if c.formations == nil {
		sc, _ := def.Scenario("")
		if own, ok := Of(def).Start(sc).(Start); ok {
			s.Formations, s.Assigned = own.Formations, own.Assigned
		}
	} else {
		s.Formations = map[order.GroupID]Stand{}
		for i := range c.formations {
			s.Formations[c.formations[i].ID] = c.formations[i].stand
		}
	}
	s.Units = map[order.UnitID]Doing{}
	for _, u := range c.units {
		doing, err := u.doing(Of(def).Scale)
		if err != nil {
			return nil, err
		}
		s.Units[u.id] = doing
	}
	return &s, nil
}
