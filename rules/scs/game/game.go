// Package game is one game of the series as its module describes it: counters and markers, the compiled map, and the
// phases. What a feature does in a game are its Hooks, in a struct for each room (hooks.go); the game joins those of
// all its features once (feature.go). An Attempt is an order that is put together pick by pick.
//
// It may import data. It must not know what is legal, and changes no position.
package game

import (
	"cmp"
	"fmt"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// Counter returns a unit's counter as it is shown to viewers who may identify the unit. Dead units lie with their full
// side up, on which they would return (afb 1.11); a unit with a single step has no other side.
func (g *Game) Counter(p *state.Piece) view.Counter {
	u, f := &g.Units[p.Number()], &g.faces[p.Number()]
	face := 0
	if p.Steps < u.Steps && p.At.Box != state.Dead {
		face = 1
	}
	up := &f.sides[face]
	return view.Counter{ID: p.ID, Name: u.Name, Short: u.Short, Formation: u.Formation, Side: p.Side, Symbol: u.Symbol,
		Size: u.Size, Ratings: up.Ratings, Traits: f.traits, Steps: p.Steps, MaxSteps: u.Steps,
		Up: view.Up{Face: face, Name: up.Name, Lost: up.Lost}, Estimate: up.Estimate, Marks: slices.Clone(p.Marks)}
}

// The flags record what a unit did, or what happened in a hex, during the current phase.
const (
	InZone   = "in-zone"  // the unit began the phase in an enemy zone
	Finished = "finished" // the unit may not move any more: 3.0, 6.2a
	Attacked = "attacked" // the unit has attacked
	Defended = "defended" // the unit was attacked; where hexes count (7.2d, errata), the hex was
	Overran  = "overran"  // the unit has overrun, or the hex was overrun
	Retired  = "retired"  // the unit has retreated
	Arrived  = "arrived"  // the unit entered its hex by a move, an advance or as a reinforcement
)

// DeadSource is the mark on the hex of a supply source that has ceased for good.
const DeadSource = "dead-source"

// Ending is the tally that is 1 once the player of the phase has ended it.
const Ending = "ending"

// Opening is the tally that is 1 while a phase that has begun waits for a decision before its next die.
const Opening = "opening"

// Game is one game of the series as its module describes it: what is printed on the counters, the map and the
// charts, and what its features add. It does not change while it is played.
type Game struct {
	Machine *choice.Machine[*Attempt] // the verbs of the game: it offers picks and checks orders

	Def       *modules.Definition
	Data      *data.Data // of Def
	Ed        data.Edition
	Units     []data.Unit                 // in the order of the roster
	faces     []faces                     // in the order of the roster
	named     map[order.UnitID]*data.Unit // by identifier
	Markers   []data.Mark                 // in the order of the module
	Legend    []view.MarkLegend           // of the markers, for readers
	Vp        []int                       // victory points by Grid.Index
	Ways      map[order.Side]*route.Map   // the movement costs of each side
	Added     Hooks                       // what its features add
	Tables    series.Tables               // the tables that the game prints
	Reference view.Reference              // Tables and the terrain charts as readers see them
	Lakes     bool                        // some hexsides destroy units that must retreat over them (afb 1.3a)
	EdgeMap   *route.Map                  // the edge hexes alone, in the editions that count along the map's edge
}

// NewGame reads the counters and markers of a module of the series. Then Add adds what features do in the game, and
// Compile completes it. Package scs sets the verbs and the printed tables.
func NewGame(d *modules.Definition) (*Game, error) {
	ed, ok := data.EditionOf(d)
	if !ok {
		return nil, fmt.Errorf("%s: no edition %q of the series rules", d.Title, d.Edition)
	}
	if _, ours := d.Own.(*data.Data); !ours {
		return nil, fmt.Errorf("%s: it was not read as a module of this series", d.Title)
	}
	g := &Game{Def: d, Data: data.Of(d), Ed: ed, named: map[order.UnitID]*data.Unit{},
		Ways: map[order.Side]*route.Map{}, Lakes: hasLakes(d)}
	for _, id := range d.Roster {
		g.Units = append(g.Units, data.UnitOf(d.Units[id]))
	}
	for i := range g.Units {
		g.named[g.Units[i].ID] = &g.Units[i]
	}
	for _, m := range d.Marks {
		mark := data.MarkOf(m)
		g.Markers = append(g.Markers, mark)
		g.Legend = append(g.Legend, view.MarkLegend{ID: m.ID, Name: m.Name, Rule: MarkRule(mark),
			Effects: mark.Effects()})
	}
	g.Vp = make([]int, d.Grid.Size())
	for _, p := range d.Places {
		g.Vp[d.Grid.Index(p.Hex)] = p.VP
	}
	return g, nil
}

// Compile compiles the counters and maps of the game, once its features are known.
func (g *Game) Compile() error {
	for i := range g.Units {
		g.faces = append(g.faces, g.printedOf(&g.Units[i]))
	}
	if err := g.compileMaps(); err != nil {
		return err
	}
	if g.Ed.AlongEdge {
		rim, err := g.compileRim()
		if err != nil {
			return err
		}
		g.EdgeMap = rim
	}
	return nil
}

// Cite returns the game's own paragraph on a matter, or the series' if own is "". SCS precedence, 12.1c: where both
// speak, the game's rule holds.
//
// RULING: precedence, 12.1c: In 1.7 too a game's own paragraph outranks the series' wherever they contradict each
// other. For: 1.8 says so of all its rules. Against: 12.1c of 1.7 stands among the rules of supply.
func Cite(own string, general view.Rule) view.Rule { return cmp.Or(view.Rule(own), general) }

// MarkRule returns the paragraph that gives a marker its effects.
func (g *Game) MarkRule(id string) view.Rule {
	m, _ := g.Marker(id)
	return MarkRule(m)
}

// MarkRule returns the paragraph that gives a marker its effects.
func MarkRule(m data.Mark) view.Rule { return Cite(m.Rule, "12.2") }

// Printed returns the factors on the side of the counter that is up.
func (g *Game) Printed(p *state.Piece) data.Values {
	u := &g.Units[p.Number()]
	if p.Steps < u.Steps {
		return u.Reduced
	}
	return u.Full
}

func (g *Game) UnitOf(p *state.Piece) *data.Unit { return &g.Units[p.Number()] }

// Unit finds a unit by its identifier. An unknown identifier gives an empty unit.
func (g *Game) Unit(id order.UnitID) *data.Unit {
	if u := g.named[id]; u != nil {
		return u
	}
	return &data.Unit{}
}

// Marker finds a marker by its identifier.
func (g *Game) Marker(id string) (data.Mark, bool) {
	return first.In(g.Markers, func(m data.Mark) bool { return m.ID == id })
}

// MarksOf returns the markers with these identifiers, in the order of the module.
func (g *Game) MarksOf(words state.Words) []data.Mark {
	if len(words) == 0 {
		return nil
	}
	var out []data.Mark
	for _, m := range g.Markers {
		if words.Has(m.ID) {
			out = append(out, m)
		}
	}
	return out
}

// CanExploit reports whether a unit is exploit-capable now (11.0a): it is printed so, and no marker forbids it.
func (g *Game) CanExploit(p *state.Piece) bool {
	return g.Units[p.Number()].Exploit && len(g.NotExploiting(p)) == 0
}

// NotExploiting lists the paragraphs of the markers that take away a unit's exploit capability.
func (g *Game) NotExploiting(p *state.Piece) []view.Rule {
	var out []view.Rule
	for _, m := range g.Marks(p) {
		if m.NoExploit {
			out = append(out, MarkRule(m))
		}
	}
	return out
}

// MayAttack reports whether the markers on a unit let it attack. If they do not, it returns the first that forbids it.
func (g *Game) MayAttack(p *state.Piece) (forbids data.Mark, may bool) {
	for _, m := range g.Marks(p) {
		if m.Attack.Zero() {
			return m, false
		}
	}
	return data.Mark{}, true
}

// Allowance returns a unit's movement allowance in 1/Scale points (3.1b). Markers multiply it; the product
// is rounded once, to whole points.
//
// RULING: rounding, 12.2: A movement allowance that one marker or several make smaller is rounded once to whole points,
// a half up, when all of them have; nothing else is rounded but the odds, strengths keep their fractions. For: the
// rounding rule keeps fractions until the end. Against: it speaks of combat, and 12.2 leaves the effect to the game.
func (g *Game) Allowance(p *state.Piece) int {
	f := chart.Whole(max(g.Printed(p).Move, 0))
	for _, m := range g.Marks(p) {
		f = f.Times(m.Movement)
	}
	return f.Round() * g.Data.Scale
}

// Left returns the number of movement points that a unit still has, in 1/Scale.
func (g *Game) Left(p *state.Piece) int { return max(g.Allowance(p)-p.Used, 0) }

// Fraction converts movement points from 1/Scale into the fraction that players read.
func (g *Game) Fraction(n int) chart.Fraction { return chart.Frac(int64(n), int64(g.Data.Scale)) }

// Marks lists the markers on a piece, in the order of the module.
func (g *Game) Marks(p *state.Piece) []data.Mark { return g.MarksOf(p.Marks) }

// Name returns a unit's name for a text. Only those who may identify the unit may read that text.
func (g *Game) Name(id order.UnitID) view.Name { return view.Name{ID: id, Name: g.Def.Units[id].Name} }

// Names returns the names of units for a text, as Name does.
func (g *Game) Names(ids []order.UnitID) []view.Name {
	out := make([]view.Name, len(ids))
	for i, id := range ids {
		out[i] = g.Name(id)
	}
	return out
}

// Limit: SCS 4.0: the game's stacking limit, in units. SCS 4.0b: markers do not count.
func (g *Game) Limit() int { return g.Data.Stacking.Limit }

// Letter returns the hex with the letter of a unit's entry area, or its first entry hex if it has no area.
func (g *Game) Letter(p *state.Piece) hex.Hex {
	if a, ok := g.Def.Area(p.Area); ok {
		return a.Hexes[0]
	}
	return p.Entry[0]
}

// Phase returns phase i of a side's part of the turn, with the side that acts in it.
func (g *Game) Phase(moving order.Side, i int) state.Frame {
	f := state.Frame{Name: g.Data.Phases[moving][i], Side: moving}
	f.Side = g.Moving(f) // Moving swaps the sides, here the moving one for the acting one, if the other side acts
	return f
}

// Moving returns the side whose part of the turn contains a phase.
func (g *Game) Moving(f state.Frame) order.Side {
	if slices.Contains(g.Data.Others, f.Name) {
		return g.Def.Enemy(f.Side)
	}
	return f.Side
}

// PhaseIndex returns the position of a phase in the turn; the set-up comes before all, at -1.
func (g *Game) PhaseIndex(f state.Frame) int {
	moving := g.Moving(f)
	i := slices.Index(g.Data.Phases[moving], f.Name)
	if i >= 0 && moving == g.Def.Sides[1].ID {
		i += len(g.Data.Phases[g.Def.Sides[0].ID])
	}
	return i
}
