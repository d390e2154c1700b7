// Package data is what modules and adjudication cases say of a game of the series: it reads their keys (the dialect
// files, case.go), compiles them (data.go) and says in which policies the editions differ (edition.go).
//
// It may import no other room of the series. It must not know how a game is played, nor what a feature does: of a
// feature it knows the Wording alone.
package data

import (
	"encoding/json"
	"maps"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Data is the part of a module that belongs to the series. The module's marks, units, scenarios and
// orders of arrival carry parts of their own: Impact, Printed, Extras and Supplies.
type Data struct {
	Phases          map[order.Side][]string // by the side whose part of the turn they are in
	Others          []string                // phases in which the side that is not moving acts
	Stacking        Stacking
	Overrun         string // who may overrun: "any" unit allowed to move in the phase, or "exploit"
	Rules           Rules
	ExpiringSources []order.Side // sides whose supply sources cease for good when an enemy enters them (afb 1.8a)

	Scale    int                           // movement points are counted in 1/Scale
	Charts   map[order.Side]map[string]Row // terrain effects charts, by kind of terrain
	Kinds    []string                      // the kinds in the charts, in the order of the file
	Hexsides []string                      // the kinds of hexsides, whether or not the map has one
	Combat   chart.Table

	Drawn []string // types of units that are drawn at random in the scenario being played

	Paragraphs map[string]string // paragraphs of the features as they are cited, by key under `rules`
	Own        Own               // the features' own data about the whole module
}

// Of returns the series' part of a module. It is empty for a module of another series.
func Of(d *modules.Definition) *Data {
	if own, ok := d.Own.(*Data); ok {
		return own
	}
	return &Data{}
}

// Stacking is the limit in units, the names of the phases at whose end it is enforced (none: every
// phase), and the mark that units get when a retreat overstacks their hex ("" for none).
type Stacking struct {
	Limit   int
	Phases  []string
	Retreat string
}

// Rules are the game's own paragraphs on matters that the series leaves to games, as they are cited:
// "afb 1.5". An empty one means that the series' paragraph is cited.
type Rules struct {
	Sequence, Terrain, Stacking, Overrun, Supply string
}

// Mark is a lasting marker and what it does.
type Mark struct {
	ID, Name, Rule string // as in modules.Mark
	Impact
}

// Impact is what a marker does to a unit. A fraction of 0 means no attack, no defence or no movement.
type Impact struct {
	Attack, Defence, Movement chart.Fraction
	NoZone, NoExploit         bool
}

// Effects lists for readers what the marker changes.
func (i Impact) Effects() (out []view.Effect) {
	for _, e := range []view.Effect{{Kind: AttackRating, Times: i.Attack}, {Kind: DefenceRating, Times: i.Defence},
		{Kind: moveRating, Times: i.Movement}} {
		if e.Times.Compare(chart.Whole(1)) != 0 {
			out = append(out, e)
		}
	}
	if i.NoZone {
		out = append(out, view.Effect{Kind: "zone"})
	}
	if i.NoExploit {
		out = append(out, view.Effect{Kind: ExploitTrait})
	}
	return out
}

// MarkOf returns a mark of a module with what it does to units.
func MarkOf(m modules.Mark) Mark {
	own, _ := m.Own.(Impact)
	return Mark{m.ID, m.Name, m.Rule, own}
}

// Row is a row of a terrain effects chart, for terrain, a hexside or a road: Module.places says which key is for which.
type Row struct {
	Move       int            // in 1/Scale movement points; 0: the other terrain of the hex decides
	All        bool           // costs the whole movement allowance
	Prohibited bool           // cannot be entered or crossed
	NoCombat   bool           // nobody attacks or advances across or into it, along a road either
	Destroys   bool           // a prohibited hexside: units forced to retreat over it are destroyed
	Shift      int            // columns for attacks across or into it, left is negative
	Attack     chart.Fraction // multiplies units that attack across or into it; zero value: 1
	Defence    chart.Fraction // multiplies units that defend in or behind it; zero value: 1
	Overrun    *bool          // whether it may be overrun; nil: its cost decides (6.0c)
	Own        Own            // of features
}

// Number returns the number that a feature has in the row, 0 for none.
func (r Row) Number(feature string) int {
	n, _ := r.Own[feature].(int)
	return n
}

// Unit is a counter with its factors.
type Unit struct {
	modules.Unit
	Printed
}

// Values are the factors on one side of a counter. A factor that is not printed is view.Blank.
type Values struct{ Attack, Defence, Move int }

// Printed is what is printed on a counter.
type Printed struct {
	Full, Reduced          Values
	Exploit                bool
	Estimate, EstimateBack bool // the factors of the full or the reduced side are an estimate
	Own                    Own  // of features
}

// UnitOf returns a unit of a module with its factors.
func UnitOf(u modules.Unit) Unit {
	own, _ := u.Own.(Printed)
	return Unit{u, own}
}

// Extras is the series' part of a scenario. Drawn lists the types of units that are drawn at random for the places that
// name a unit of one of these types.
type Extras struct {
	Drawn []string
	Own   Own // of features
}

// Supplies is what an order of arrival brings beside units.
type Supplies struct {
	Own Own // of features
}

// SuppliesOf returns what an order of arrival brings beside units.
func SuppliesOf(a modules.Arrival) Supplies {
	own, _ := a.Own.(Supplies)
	return own
}

// ArrivalPhase returns the phase in which a side's reinforcements enter (SCS 5.0): movement if it has none for them.
func (d *Data) ArrivalPhase(s order.Side) string {
	if slices.Contains(d.Phases[s], Reinforcements) {
		return Reinforcements
	}
	return Movement
}

// Data implements the part of a module that a series defines.
var _ modules.Payload = (*Data)(nil)

func (d *Data) Terrains() []string { return d.Kinds }

// Charted reports whether a side's chart has a kind of terrain.
func (d *Data) Charted(s order.Side, kind string) bool {
	_, ok := d.Charts[s][kind]
	return ok
}

// Free reports whether a kind of terrain has no cost of its own in a side's chart.
func (d *Data) Free(s order.Side, kind string) bool {
	row, ok := d.Charts[s][kind]
	return ok && row.Move == 0
}

// Closed reports whether a side may not enter or cross a kind of terrain.
func (d *Data) Closed(s order.Side, kind string) bool { return d.Charts[s][kind].Prohibited }

// Swallows reports whether a kind of terrain costs a side its whole movement allowance.
func (d *Data) Swallows(s order.Side, kind string) bool { return d.Charts[s][kind].All }

// PhasesOf returns the phases in which a side acts.
func (d *Data) PhasesOf(s order.Side) (out []string) {
	for _, moving := range slices.Sorted(maps.Keys(d.Phases)) {
		for _, name := range d.Phases[moving] {
			if (moving == s) != slices.Contains(d.Others, name) { // in these the other side acts
				out = append(out, name)
			}
		}
	}
	return out
}

func (d *Data) Room() int { return d.Stacking.Limit }

// Stacks returns true: every unit counts for stacking.
func (d *Data) Stacks(modules.Unit) bool { return true }

// Random lists the types of units that are drawn at random in a scenario.
func (d *Data) Random(s *modules.Scenario) []string {
	own, _ := s.Own.(Extras)
	return own.Drawn
}

// Start is what the sides of a position have of features' tallies, once its phase has begun.
type Start []Count

// Count is how many a side has of a feature's tally.
type Count struct {
	Side order.Side
	What string
	N    int
}

// Start returns nil: scenarios begin with nothing at hand.
func (d *Data) Start(*modules.Scenario) any { return nil }

func (d *Data) ReadStart(raw []byte) (any, error) {
	var s Start
	err := json.Unmarshal(raw, &s)
	return s, err
}

// Playing returns a copy of the data for a game in which these types are drawn at random.
func (d *Data) Playing(random []string) modules.Payload {
	c := *d
	c.Drawn = random
	return &c
}

// Clone returns a copy whose charts and combat table can be changed, and in which features can replace their own data.
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

// Digest lists what the hash of an edited module covers: what a map's picture shows of the data, and the combat table.
func (d *Data) Digest() []any { return []any{d.Scale, d.Combat, d.Own} }

// guesser is implemented by a feature's data that can contain estimates.
type guesser interface {
	Guesses(*modules.Definition) []modules.Guess
}

// Guesses lists the estimates on counters, one for each type, and those of features.
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

// guess writes the estimated part of a type's counter as units.yaml would.
func (p Printed) guess() string {
	text := ""
	if p.Estimate {
		exploit := "no"
		if p.Exploit {
			exploit = "yes"
		}
		text = "full: " + formatValues(p.Full) + ", exploit: " + exploit + ", "
	}
	if p.EstimateBack {
		text += "reduced: " + formatValues(p.Reduced) + ", "
	}
	return text + "estimate: no"
}
