// Package game is one game of the Battalion Combat Series as its module describes it, and how its Formations and units
// stand in a state: counters, the compiled map, Formations by name, and the words in which a state keeps what the
// series knows of them.
//
// It may import data. It must not know what is legal, and changes no position.
package game

import (
	"fmt"

	"grognard/rules/bcs/data"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/route"
	"grognard/rules/view"
)

// Game is one game as its module describes it. It does not change while it is played.
type Game struct {
	Machine *choice.Machine[*Attempt] // the verbs of the game: it offers picks and checks orders

	Def   *modules.Definition
	Data  *data.Data
	Units []data.Printed    // in the order of the roster
	Ways  [Kinds]*route.Map // by Kind: what units that move together pay, closed where they cannot go

	Ground []Ground  // by Grid.Index
	Shots  [2][]Shot // by the parity of a column
	Around []int16   // by 6 × Grid.Index + direction: the index of the hex there, -1 off the map
	roads  []uint8   // by 6 × Grid.Index + direction: which MSRs a road over that hexside carries

	sources map[order.Side][]bool // by Grid.Index: supply sources
	edges   map[order.Side][]bool // by Grid.Index: entry hexes

	byName map[order.GroupID]*data.Formation
	hexes  []hex.Hex     // by Grid.Index
	sides  [][]view.Face // what is printed on each unit's counter, in the order of the roster
	traits [][2][]string // what each side of a counter has beside ratings, in the order of the roster
}

// Ground is what the terrain of a hex does.
type Ground struct {
	Terrain, Blocking, Key, Stop, City bool
	Road                               uint8 // what its roads can carry: the bits ToHQ, ToSource and Track
}

// What a road can carry of an MSR.
const (
	ToHQ     = 1 << iota // the part from Trains to HQ: any road but a railroad
	ToSource             // the part from a supply source to Trains: primary and secondary roads
	Track                // a track: Trains stand on it in an entry hex or supply source
)

// New compiles a module of the series. Machine stays nil: the package that makes the verbs sets it.
func New(d *modules.Definition) (*Game, error) {
	own, ours := d.Own.(*data.Data)
	if !ours {
		return nil, fmt.Errorf("%s: it was not read as a module of this series", d.Title)
	}
	g := &Game{Def: d, Data: own, byName: map[order.GroupID]*data.Formation{},
		sources: map[order.Side][]bool{}, edges: map[order.Side][]bool{}}
	for _, id := range d.Roster {
		g.Units = append(g.Units, data.UnitOf(d.Units[id]))
	}
	g.print()
	for i := range own.Formations {
		g.byName[own.Formations[i].ID] = &own.Formations[i]
	}
	if err := g.compile(); err != nil {
		return nil, err
	}
	return g, nil
}

// Formation finds a Formation, nil for none.
func (g *Game) Formation(id order.GroupID) *data.Formation { return g.byName[id] }

// FormationName returns the name of a Formation, or the ID itself if no Formation has it.
func (g *Game) FormationName(id order.GroupID) string {
	if f := g.Formation(id); f != nil {
		return f.Name
	}
	return string(id)
}

// Of is what is printed on a piece's counter.
func (g *Game) Of(p *state.Piece) *data.Printed { return &g.Units[p.Number()] }

// Face is the side of a counter that is up.
func (g *Game) Face(p *state.Piece) *data.Face { return &g.Of(p).Faces[p.Face&1] }

// IsCombat reports whether a piece is a combat unit: neither HQ nor Trains.
func (g *Game) IsCombat(p *state.Piece) bool { return g.Of(p).Role == data.Combat }

// Kinds is one more than the greatest Kind. A Kind is the set of classes of units that move together, as bits.
const Kinds = 8

// KindOf is the Kind of a single class.
func KindOf(c data.Class) int { return 1 << ClassIndex(c) }

// Source reports whether a hex is a supply source of a side.
func (g *Game) Source(s order.Side, at int) bool { return g.sources[s][at] }

// Entry reports whether a hex is an entry hex of a side.
func (g *Game) Entry(s order.Side, at int) bool { return g.edges[s][at] }

// Road returns which parts of an MSR the roads over a hexside carry, as bits such as ToHQ.
func (g *Game) Road(at, dir int) uint8 { return g.roads[6*at+dir] }

// Neighbours are the indexes of the six hexes around one, -1 off the map.
func (g *Game) Neighbours(at int) []int16 { return g.Around[6*at : 6*at+6] }

// Enemy is the other side.
func (g *Game) Enemy(s order.Side) order.Side { return g.Def.Enemy(s) }

// Pupil is the only side that is played in a state, "" where both are.
func (g *Game) Pupil(st *state.State) order.Side {
	if n := st.Tally(Pupil); n > 0 && n <= len(g.Def.Sides) {
		return g.Def.Sides[n-1].ID
	}
	return ""
}

// ClassIndex returns the place of a class in data.Classes, as Row.Cost counts them.
func ClassIndex(c data.Class) int {
	switch c {
	case data.Truck:
		return 1
	case data.Leg:
		return 2
	}
	return 0 // data.Tac
}
