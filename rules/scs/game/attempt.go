package game

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// Verb is one order of the series: its form, when it can be given, and what can be picked for it.
// Everything about the legality of an order is in the functions of its verb.
type Verb = choice.Verb[*Attempt]

// Attempt is an order while it is put together pick by pick.
type Attempt struct {
	choice.Choice
	Game   *Game
	Units  []*state.Piece // the units picked
	Counts []int          // the number that goes with each unit, for verbs that count
	Hexes  []view.Pick    // the hexes picked; N of each is 1 for a step of a path
	N      int            // the number picked, 0 for none

	Reached uint32 // the serial of the flood for these units, 0 for none; see law.Reach
}

// Try starts an attempt of a verb, without any picks.
func (g *Game) Try(s *state.Sight, v order.Verb) *Attempt { return g.Machine.Start(s, v) }

// Add appends a pick.
func (c *Attempt) Add(p view.Pick) {
	switch {
	case p.Unit != "":
		c.Units, c.Reached = append(c.Units, c.Sight.Piece(p.Unit)), 0
		c.Counts = append(c.Counts, int(p.N))
	case p.Hex != hex.None:
		c.Hexes = append(c.Hexes, p)
	default:
		c.N = int(p.N)
	}
}

// With returns a copy of the attempt with one more unit.
func (c *Attempt) With(u *state.Piece) *Attempt {
	d := *c
	d.Units, d.Reached = append(slices.Clone(c.Units), u), 0
	return &d
}

// Becomes returns for each of the picked units, as what it costs, its counter with the steps that it then has; nothing
// for a unit that has none then.
func (c *Attempt) Becomes(picks []view.Pick, steps func(*state.Piece) int) (out []view.Cost) {
	for _, pick := range picks {
		if p := c.Sight.Piece(pick.Unit); p != nil && p.OnMap() && steps(p) > 0 {
			then := *p
			then.Steps = steps(p)
			text := view.T("cost.becomes", "factors", view.Described{Counter: c.Game.Counter(&then)})
			out = append(out, view.Cost{Picks: []view.Pick{pick}, Text: text, Price: text})
		}
	}
	return out
}

// The names of fights. A fight is a frame inside a phase.
const (
	AttackFight  = "attack"
	OverrunFight = "overrun"
)

// Fight holds what the odds of a fight are computed from.
type Fight struct {
	Name                 string
	Side                 order.Side
	Target               hex.Hex
	Attackers, Defenders []Fighter
}

// Fighter is a unit in a fight. One without an id stands for all units that are not seen.
type Fighter struct {
	ID     order.UnitID
	At     hex.Hex
	Factor chart.Fraction // the attack or defence strength as printed
	Marks  []data.Mark
	Idle   bool // it adds nothing to the defence: SCS 7.2d
}
