// Package scs implements the Standard Combat Series, each ruling under the number of the paragraph that it follows.
//
// The orders of the series are a table of verbs (verbs.go). A verb offers the picks that can come next
// in an order, and names the paragraphs that a wrong pick breaks. A legal order is resolved into
// events. Then settle (sequence.go) carries on with everything that needs no decision, until a player
// has one to make. Questions about legality are answered from a sight, which holds only what one side
// may know; orders are resolved on the whole state:
//
//	e, err := scs.New(def)
//	var s state.Sight
//	e.Look(&s, st, "blue")                                               // what blue may know
//	offer, denial := e.Offer(&s, "move", []view.Pick{{Unit: "b-1-cav"}}) // where it can go
//
// Editions differ by a few policies (edition.go), games by their data (data.go). The dialect files
// read that data from modules, and case.go reads it from adjudication cases. A rule that only some
// games have is switched on by their modules and cited by their own paragraphs. Each such rule is a
// Feature in a folder of its own (feature.go, feature/garrisons).
//
// The files by the sections of the rulebook:
//
//   - 1.0 sequence of play: sequence.go; set-up: setup.go
//   - 2.0 zones of control: zoc.go
//   - 3.0 movement and 11.0 exploitation: movement.go, terrain.go, reach.go
//   - 4.0 stacking: stacking.go; fog of war: fog.go
//   - 5.0 reinforcements: reinforcement.go
//   - 6.0 overruns: overrun.go
//   - 7.0 combat: combat.go, odds.go, threats.go, unseen.go
//   - 8.0 losses: losses.go
//   - 9.0 retreats: retreat.go, lakes.go
//   - 10.0 advance after combat: advance.go
//   - 12.0 supply: supply.go, supply_lines.go
//   - 13.0 control of hexes: control.go
//
// Besides, violation.go names the paragraphs that an order breaks, warnings.go what an order may cost,
// tell.go the reports of events, overlays.go, progress.go, printed.go and reference.go what players look up,
// idle.go, tasks.go and upcoming.go what a phase holds, answers.go and the standing files the answers for players who
// are away, known.go what everybody knows, position.go the positions with which games and cases begin.
// case.go, case_checks.go and edit.go are for adjudication cases: their keys, what they check, and what they
// change of a module.
//
// Limits: two sides; stacking counted in units; combat tables read with 2d6 or d66.
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

// Movement is the name of the movement phase. It is exported because features refer to it.
const Movement = "movement"

// The phases by name.
const (
	reinforcements = "reinforcements"
	combat         = "combat"
	exploitation   = "exploitation"
	supply         = "supply"
)

// The flags record what a unit did, or what happened in a hex, during the current phase.
const (
	inZone   = "in-zone"  // the unit began the phase in an enemy zone
	finished = "finished" // the unit may not move any more: 3.0, 6.2a
	attacked = "attacked" // the unit has attacked
	defended = "defended" // the unit was attacked
	overran  = "overran"  // the unit has overrun, or the hex was overrun
	retired  = "retired"  // the unit has retreated
	arrived  = "arrived"  // the unit entered its hex by a move, an advance or as a reinforcement
)

// deadSource is the mark on the hex of a supply source that has ceased for good.
const deadSource = "dead-source"

// ending is the tally that is 1 once the player of the phase has ended it.
const ending = "ending"

// Engine applies the series rules to one game.
type Engine struct {
	*choice.Machine[*Attempt] // the verbs of the game: it offers picks and checks orders

	def       *modules.Definition
	data      *Data // of def
	ed        edition
	units     []Unit                    // in the order of the roster
	faces     []faces                   // in the order of the roster
	named     map[order.UnitID]*Unit    // by identifier
	markers   []Mark                    // in the order of the module
	legend    []view.MarkLegend         // of the markers, for readers
	vp        []int                     // victory points by Grid.Index
	ways      map[order.Side]*route.Map // the movement costs of each side
	features  []feature                 // those that the game has
	tables    series.Tables             // the tables that the game prints
	reference view.Reference            // the same tables and the terrain charts
	lot       *Lot                      // nil where no units are drawn at random
	lakes     bool                      // some hexsides destroy units that must retreat over them (afb 1.3a)
	edgeMap   *route.Map                // the edge hexes alone, in the editions that count along the map's edge
}

// New returns the engine for a module of the series. Of the features given it uses those that the game
// has.
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
	if err := e.compileMaps(); err != nil {
		return nil, fmt.Errorf("%s: %w", d.Title, err)
	}
	if ed.alongEdge {
		rim, err := e.compileEdge()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.Title, err)
		}
		e.edgeMap = rim
	}
	return e, nil
}

// cite returns the game's own paragraph on a matter, or the series' where the game has none. SCS
// precedence, 12.1c: where both speak, the game's rule holds.
//
// RULING: precedence, 12.1c: In 1.7 too a game's own paragraph outranks the series' wherever
// they contradict each other. For: 1.8 says so of all its rules. Against: 12.1c of 1.7 stands
// among the rules of supply.
func cite(own string, series view.Rule) view.Rule { return cmp.Or(view.Rule(own), series) }

// MarkRule returns the paragraph that gives a marker its effects.
func (e *Engine) MarkRule(id string) view.Rule {
	m, _ := e.marker(id)
	return markRule(m)
}

// markRule returns the paragraph that gives a marker its effects.
func markRule(m Mark) view.Rule { return cite(m.Rule, "12.2") }

// printed returns the factors on the side of the counter that is up.
func (e *Engine) printed(p *state.Piece) Values {
	u := &e.units[p.Number()]
	if p.Steps < u.Steps {
		return u.Reduced
	}
	return u.Full
}

// unitOf returns the unit of a piece.
func (e *Engine) unitOf(p *state.Piece) *Unit { return &e.units[p.Number()] }

// Unit finds a unit by its identifier. An unknown identifier gives an empty unit.
func (e *Engine) Unit(id order.UnitID) *Unit {
	if u := e.named[id]; u != nil {
		return u
	}
	return &Unit{}
}

// marker finds a marker by its identifier.
func (e *Engine) marker(id string) (Mark, bool) {
	i := slices.IndexFunc(e.markers, func(m Mark) bool { return m.ID == id })
	if i < 0 {
		return Mark{}, false
	}
	return e.markers[i], true
}

// marksOf returns the markers with these identifiers, in the order of the module.
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

// canExploit says whether a unit is exploit-capable now (11.0a): it is printed so, and no marker takes
// the capability away.
func (e *Engine) canExploit(p *state.Piece) bool {
	return e.units[p.Number()].Exploit && len(e.notExploiting(p)) == 0
}

// notExploiting lists the paragraphs of the markers that take away a unit's exploit capability.
func (e *Engine) notExploiting(p *state.Piece) []view.Rule {
	var out []view.Rule
	for _, m := range e.Marks(p) {
		if m.NoExploit {
			out = append(out, markRule(m))
		}
	}
	return out
}

// mayAttack says whether the markers on a unit let it attack. If not, it returns the one that forbids
// it.
func (e *Engine) mayAttack(p *state.Piece) (Mark, bool) {
	for _, m := range e.Marks(p) {
		if m.Attack.Zero() {
			return m, false
		}
	}
	return Mark{}, true
}

// allowance is a unit's movement allowance in 1/Scale points (3.1b). Markers multiply it; the product
// is rounded once, to whole points.
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

// left is the number of movement points that a unit still has, in 1/Scale.
func (e *Engine) left(p *state.Piece) int { return max(e.allowance(p)-p.Used, 0) }

// points converts movement points from 1/Scale into the fraction that players read.
func (e *Engine) points(n int) chart.Fraction { return chart.Frac(int64(n), int64(e.data.Scale)) }

// Name returns a unit's name for a text. Only those who may identify the unit may read that text.
func (e *Engine) Name(id order.UnitID) view.Name {
	return view.Name{ID: id, Name: e.def.Units[id].Name}
}

// Names returns the names of units for a text, as Name does.
func (e *Engine) Names(ids []order.UnitID) []view.Name {
	out := make([]view.Name, len(ids))
	for i, id := range ids {
		out[i] = e.Name(id)
	}
	return out
}

// limit: SCS 4.0: the game's stacking limit, in units. SCS 4.0b: markers do not count.
func (e *Engine) limit() int { return e.data.Stacking.Limit }

// Restore returns a unit to its full number of steps.
func (e *Engine) Restore(sc *state.Scratch, id order.UnitID, rule string) {
	if full := e.def.Units[id].Steps; sc.Piece(id).Steps != full {
		sc.Do(state.Stepped{Unit: id, Left: full, Rule: rule})
	}
}
