package scs

import (
	"maps"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Data is what a module of the series says beside what every module does. Its marks, units,
// scenarios and orders of arrival carry their own part: Impact, Printed, Extras and Supplies.
type Data struct {
	Phases          map[order.Side][]string // in each side's part of the turn
	Others          []string                // those in which the other side acts
	Stacking        Stacking
	Overrun         string // who may overrun: "any" unit allowed to move in the phase, or "exploit"
	Rules           Rules
	ExpiringSources []order.Side // sides whose supply sources cease for good when an enemy enters (afb 1.8a)

	Scale  int                           // movement points are counted in 1/Scale
	Charts map[order.Side]map[string]Row // terrain effects charts, by kind
	Kinds  []string                      // those of the charts, in the order of the file
	Combat chart.Table

	Drawn []string // the types of units that are drawn at random in the game being played

	Paragraphs map[string]string // of the features, by their keys under `rules`, as they are cited
	Own        Own               // what else features say of the whole of it
}

// Of is what a module says in the words of the series, nothing for one of another series.
func Of(d *modules.Definition) *Data {
	if own, ok := d.Own.(*Data); ok {
		return own
	}
	return &Data{}
}

// Stacking is the limit in units, the names of the phases at whose end it is
// enforced (none named: all), and the mark that a retreat into an overstack
// brings ("" for none).
type Stacking struct {
	Limit   int
	Phases  []string
	Retreat string
}

// Rules are the game's own paragraphs on what the series leaves to games, as they
// are cited: "afb 1.5". "" where it has none, and the series' own is cited.
type Rules struct {
	Sequence, Terrain, Stacking, Overrun, Supply string
}

// Mark is a lasting marker and what it does.
type Mark struct {
	ID, Name, Rule string // as in modules.Mark
	Impact
}

// Impact is what a marker does to a unit. A fraction of 0 means none at all.
type Impact struct {
	Attack, Defence, Movement chart.Fraction
	NoZone, NoExploit         bool
}

// effects are what the marker changes, for a reader.
func (i Impact) effects() (out []view.Effect) {
	for _, e := range []view.Effect{{Kind: attackRating, Times: i.Attack}, {Kind: defenceRating, Times: i.Defence},
		{Kind: moveRating, Times: i.Movement}} {
		if e.Times.Compare(chart.Whole(1)) != 0 {
			out = append(out, e)
		}
	}
	if i.NoZone {
		out = append(out, view.Effect{Kind: "zone"})
	}
	if i.NoExploit {
		out = append(out, view.Effect{Kind: exploitTrait})
	}
	return out
}

func markOf(m modules.Mark) Mark {
	own, _ := m.Own.(Impact)
	return Mark{m.ID, m.Name, m.Rule, own}
}

// Row is a row of a terrain effects chart. Which of its columns count depends
// on what the row is for: terrain, a hexside or a road.
type Row struct {
	Move       int            // in 1/Scale movement points; 0: the other terrain decides
	All        bool           // costs the whole movement allowance
	Prohibited bool           // cannot be entered or crossed
	Destroys   bool           // a prohibited hexside: units forced to retreat over it are destroyed
	Shift      int            // columns, left is negative
	Attack     chart.Fraction // multiplies the attackers across or into it; zero value: 1
	Defence    chart.Fraction // multiplies the defenders in it; zero value: 1
	Overrun    *bool          // whether it may be overrun; nil: its cost decides (6.0c)
	Own        Own            // of features
}

// Unit is a counter with its factors.
type Unit struct {
	modules.Unit
	Printed
}

// Values are the factors on one side of a counter; view.Blank where none is printed.
type Values struct{ Attack, Defence, Move int }

// Printed is what is printed on a counter.
type Printed struct {
	Full, Reduced          Values
	Exploit                bool
	Estimate, EstimateBack bool // the full, the reduced side is not known and estimated
	Own                    Own  // of features
}

// UnitOf is a unit of a module with its factors.
func UnitOf(u modules.Unit) Unit {
	own, _ := u.Own.(Printed)
	return Unit{u, own}
}

// Extras is what a scenario is beside its set-up: the types of units that are drawn at random
// for the places that name one.
type Extras struct {
	Drawn []string
	Own   Own // of features
}

// Supplies is what an order of arrival brings beside units.
type Supplies struct {
	Own Own // of features
}

// SuppliesOf is what an order of arrival brings beside units.
func SuppliesOf(a modules.Arrival) Supplies {
	own, _ := a.Own.(Supplies)
	return own
}

// ArrivalPhase is the phase in which a side's reinforcements enter (SCS 5.0):
// movement, where a game has no phase for it.
func (d *Data) ArrivalPhase(s order.Side) string {
	if slices.Contains(d.Phases[s], reinforcements) {
		return reinforcements
	}
	return Movement
}

// Data is what a module keeps of the series.
var _ modules.Payload = (*Data)(nil)

// Charted says whether a side's chart has a kind of terrain.
func (d *Data) Charted(s order.Side, kind string) bool {
	_, ok := d.Charts[s][kind]
	return ok
}

// Free says whether a kind of terrain has no cost of its own in a side's chart.
func (d *Data) Free(s order.Side, kind string) bool {
	row, ok := d.Charts[s][kind]
	return ok && row.Move == 0
}

// Closed says of a kind of terrain whether it is prohibited to a side.
func (d *Data) Closed(s order.Side, kind string) bool { return d.Charts[s][kind].Prohibited }

// Swallows says of a kind of terrain whether it costs the whole allowance.
func (d *Data) Swallows(s order.Side, kind string) bool { return d.Charts[s][kind].All }

// PhasesOf are the phases in which a side acts.
func (d *Data) PhasesOf(s order.Side) (out []string) {
	for _, of := range slices.Sorted(maps.Keys(d.Phases)) {
		for _, name := range d.Phases[of] {
			if (of == s) != slices.Contains(d.Others, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// Room is the stacking limit.
func (d *Data) Room() int { return d.Stacking.Limit }

// Random is the types of units that are drawn at random in a scenario.
func (d *Data) Random(s *modules.Scenario) []string {
	own, _ := s.Own.(Extras)
	return own.Drawn
}

// Playing is the data of a game in which these are drawn.
func (d *Data) Playing(random []string) modules.Payload {
	c := *d
	c.Drawn = random
	return &c
}

// Clone is a copy whose charts and combat table can be changed, and in which features can put
// something else in place of what is theirs.
func (d *Data) Clone() modules.Payload {
	c := *d
	c.Charts = maps.Clone(d.Charts)
	for s, t := range c.Charts {
		c.Charts[s] = maps.Clone(t)
	}
	c.Combat.Rows = maps.Clone(d.Combat.Rows)
	c.Paragraphs, c.Own = maps.Clone(d.Paragraphs), maps.Clone(d.Own)
	return &c
}

// Digest is what a picture of the map shows of the data, and the combat table.
func (d *Data) Digest() []any { return []any{d.Scale, d.Combat, d.Own} }

// guesser is what a feature says of a module where it only estimates something of it.
type guesser interface {
	Guesses(*modules.Definition) []modules.Guess
}

// Guesses are the estimates on counters, a type at a time, and those of features.
func (d *Data) Guesses(def *modules.Definition) []modules.Guess {
	guessed := map[string]Unit{}
	for _, id := range slices.Backward(def.Roster) {
		if u := UnitOf(def.Units[id]); u.Estimate || u.EstimateBack {
			guessed[u.Type] = u
		}
	}
	var out []modules.Guess
	for _, name := range slices.Sorted(maps.Keys(guessed)) {
		out = append(out, modules.Guess{Under: modules.Types, Key: name, Text: guessed[name].guess()})
	}
	for _, name := range slices.Sorted(maps.Keys(d.Own)) {
		if own, ok := d.Own[name].(guesser); ok {
			out = append(out, own.Guesses(def)...)
		}
	}
	return out
}

// guess is what a type's counter says, as far as it is an estimate.
func (p Printed) guess() string {
	text := ""
	if p.Estimate {
		exploit := "no"
		if p.Exploit {
			exploit = "yes"
		}
		text = "full: " + written(p.Full) + ", exploit: " + exploit + ", "
	}
	if p.EstimateBack {
		text += "reduced: " + written(p.Reduced) + ", "
	}
	return text + "estimate: no"
}
