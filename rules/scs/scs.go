// Package scs is the Standard Combat Series: a file per section of its rulebook,
// each ruling under the paragraph that it follows.
//
// What can be said is a table of verbs (verbs.go); a verb offers the next pick
// of an order and names the paragraphs that a wrong one breaks. What is said is
// resolved into events; then settle (sequence.go) goes on with all that needs no
// decision, until somebody has one to take. An engine is asked by a sight, and resolves on the state:
//
//	e, err := scs.New(def)
//	var s state.Sight
//	e.Look(&s, st, "blue")                                               // what blue may know
//	offer, denial := e.Offer(&s, "move", []view.Pick{{Unit: "b-1-cav"}}) // where it can go
//
// Editions differ by a few policies (edition.go), games by their data (data.go, which the
// dialect files read out of modules and case.go out of cases): what a game has beyond the
// series is switched on by its module and cited by the game's own paragraphs. Each such rule is
// a Feature in a folder of its own (feature.go, feature/garrisons). Limits: two sides; stacking in
// units; combat tables read by 2d6 or d66.
package scs

import (
	"cmp"
	"fmt"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/view"
)

// Movement is the phase of movement, which features know.
const Movement = "movement"

// The phases by name.
const (
	reinforcements = "reinforcements"
	combat         = "combat"
	exploitation   = "exploitation"
	supply         = "supply"
)

// Flags tell what pieces, and hexes, did in the present phase.
const (
	inZone   = "in-zone"  // began it in an enemy zone
	finished = "finished" // may not move on: 3.0, 6.2a
	attacked = "attacked" // has attacked
	defended = "defended" // was attacked
	overran  = "overran"  // has overrun; of a hex: was overrun
	retired  = "retired"  // has retreated
	arrived  = "arrived"  // moved, advanced or came into its hex
)

// deadSource marks a supply source that has ceased for good.
const deadSource = "dead-source"

// ending is the tally that says that the phase's player has ended it.
const ending = "ending"

// Engine is the series rules for one game.
type Engine struct {
	*choice.Machine[*Attempt] // its orders: what can be said, offered and judged

	def       *modules.Definition
	data      *Data // of def
	ed        edition
	units     []Unit                    // by their places in the roster
	faces     []faces                   // likewise
	named     map[order.UnitID]*Unit    // by their names
	markers   []Mark                    // in the order of the module
	legend    []view.MarkLegend         // of the markers
	vp        []int                     // the points of each hex of the grid
	ways      map[order.Side]*route.Map // what it costs each side to go from hex to hex
	features  []feature                 // of the game
	tables    series.Tables             // that it prints
	reference view.Reference            // these, and the charts of terrain
	lot       *Lot                      // of one of them, nil where no units are drawn at random
	lakes     bool                      // units may be forced over a lake (afb 1.3a)
	rim       *route.Map                // along the map's edge, in the editions that count along it
}

// New is the engine for a module of the series, with those of the features that its game has.
func New(d *modules.Definition, features ...Feature) (*Engine, error) {
	ed, ok := editions[d.Edition]
	if !ok {
		return nil, fmt.Errorf("%s: no edition %q of the series rules", d.Title, d.Edition)
	}
	if _, ours := d.Own.(*Data); !ours {
		return nil, fmt.Errorf("%s: it was not read as a module of this series", d.Title)
	}
	e := &Engine{def: d, data: Of(d), ed: ed, named: map[order.UnitID]*Unit{}, ways: map[order.Side]*route.Map{},
		lakes: hasLakes(d)}
	for _, id := range d.Roster {
		e.units = append(e.units, UnitOf(d.Units[id]))
	}
	for i := range e.units {
		e.named[e.units[i].ID] = &e.units[i]
	}
	for _, m := range d.Marks {
		mark := markOf(m)
		e.markers = append(e.markers, mark)
		e.legend = append(e.legend, view.MarkLegend{ID: m.ID, Name: m.Name, Rule: markRule(mark),
			Effects: mark.effects()})
	}
	e.vp = make([]int, d.Grid.Size())
	for _, p := range d.Places {
		e.vp[d.Grid.Index(p.Hex)] = p.VP
	}
	if err := e.addFeatures(features); err != nil {
		return nil, fmt.Errorf("%s: %w", d.Title, err)
	}
	e.tables = e.printedTables()
	e.reference = view.Reference{Tables: e.tables.Printed(), Terrain: e.terrainCharts()}
	for i := range e.units {
		e.faces = append(e.faces, e.printedOf(&e.units[i]))
	}
	var err error
	if e.Machine, err = choice.New(slices.Concat(e.table(), e.featureVerbs()), e.hooks()); err != nil {
		return nil, fmt.Errorf("%s: %w", d.Title, err)
	}
	if err := e.survey(); err != nil {
		return nil, fmt.Errorf("%s: %w", d.Title, err)
	}
	if ed.alongEdge {
		rim, err := e.alongEdge()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.Title, err)
		}
		e.rim = rim
	}
	return e, nil
}

// cite is the game's own paragraph on a matter, or the series' where it has none.
// SCS precedence, 12.1c: where both speak, the game's rule is the one that holds.
//
// RULING: precedence, 12.1c: In 1.7 too a game's own paragraph outranks the series' wherever
// they contradict each other. For: 1.8 says so of all its rules. Against: 12.1c of 1.7 stands
// among the rules of supply.
func cite(own string, series view.Rule) view.Rule { return cmp.Or(view.Rule(own), series) }

// MarkRule is the paragraph by which a marker has its effects.
func (e *Engine) MarkRule(id string) view.Rule {
	m, _ := e.marker(id)
	return markRule(m)
}

// markRule is the paragraph by which a marker has its effects.
func markRule(m Mark) view.Rule { return cite(m.Rule, "12.2") }

// printed is the factors on the side of the counter that is up.
func (e *Engine) printed(p *state.Piece) Values {
	u := &e.units[p.Number()]
	if p.Steps < u.Steps {
		return u.Reduced
	}
	return u.Full
}

// unitOf is the unit of a piece.
func (e *Engine) unitOf(p *state.Piece) *Unit { return &e.units[p.Number()] }

// Unit is a unit by its name, one without anything for a name that nobody has.
func (e *Engine) Unit(id order.UnitID) *Unit {
	if u := e.named[id]; u != nil {
		return u
	}
	return &Unit{}
}

// marker finds a marker.
func (e *Engine) marker(id string) (Mark, bool) {
	i := slices.IndexFunc(e.markers, func(m Mark) bool { return m.ID == id })
	if i < 0 {
		return Mark{}, false
	}
	return e.markers[i], true
}

// marksOf are the markers of these words, in the order of the module.
func (e *Engine) marksOf(words state.Words) []Mark {
	if len(words) == 0 {
		return nil
	}
	var out []Mark
	for _, m := range e.markers {
		if words.Has(m.ID) {
			out = append(out, m)
		}
	}
	return out
}

// canExploit says whether a unit is exploit-capable now (11.0a): printed so, and
// no marker takes it away.
func (e *Engine) canExploit(p *state.Piece) bool {
	return e.units[p.Number()].Exploit && len(e.notExploiting(p)) == 0
}

// notExploiting is the paragraphs by which markers take the exploit capability away.
func (e *Engine) notExploiting(p *state.Piece) []view.Rule {
	var out []view.Rule
	for _, m := range e.Marks(p) {
		if m.NoExploit {
			out = append(out, markRule(m))
		}
	}
	return out
}

// mayAttack says whether a marker forbids a unit to attack.
func (e *Engine) mayAttack(p *state.Piece) (Mark, bool) {
	for _, m := range e.Marks(p) {
		if m.Attack.Zero() {
			return m, false
		}
	}
	return Mark{}, true
}

// allowance is a unit's movement allowance in 1/Scale (3.1b). Markers multiply
// it; the product is rounded once, to whole points.
//
// RULING: rounding, 12.2: A movement allowance that several markers halve is rounded once,
// when all of them have. For: the rounding rule keeps fractions until the end. Against: it
// speaks of combat.
func (e *Engine) allowance(p *state.Piece) int {
	f := chart.Whole(max(e.printed(p).Move, 0))
	for _, m := range e.Marks(p) {
		f = f.Times(m.Movement)
	}
	return f.Round() * e.data.Scale
}

// left is the movement points that a unit still has, in 1/Scale.
func (e *Engine) left(p *state.Piece) int { return max(e.allowance(p)-p.Used, 0) }

// points is an amount of movement points for a text.
func (e *Engine) points(n int) chart.Fraction { return chart.Frac(int64(n), int64(e.data.Scale)) }

// Name is a unit for a text that its reader may see.
func (e *Engine) Name(id order.UnitID) view.Name {
	return view.Name{ID: id, Name: e.def.Units[id].Name}
}

// Names are units for a text that its reader may see.
func (e *Engine) Names(ids []order.UnitID) []view.Name {
	out := make([]view.Name, len(ids))
	for i, id := range ids {
		out[i] = e.Name(id)
	}
	return out
}

// limit: SCS 4.0: the game's stacking limit, in units. SCS 4.0b: markers are none.
func (e *Engine) limit() int { return e.data.Stacking.Limit }

// Restore gives a unit all its steps back.
func (e *Engine) Restore(sc *state.Scratch, id order.UnitID, rule string) {
	if full := e.def.Units[id].Steps; sc.Piece(id).Steps != full {
		sc.Do(state.Stepped{Unit: id, Left: full, Rule: rule})
	}
}
