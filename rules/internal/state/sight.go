package state

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// Sight is what one side may know, copied, with nothing that leads back to a
// State: what a series does not put into it, legality cannot depend on.
type Sight struct {
	Def        *modules.Definition
	Side       order.Side
	Turn       int
	Frames     []Frame // phases and fights are open to all
	Own        []Piece // every piece of the side, in the order of the roster
	Stacks     [][]int16
	Enemies    []int8 // by Grid.Index: how high the enemy's stack is
	Zone       []bool // by Grid.Index: in an enemy zone of control
	Spent      []bool // by Grid.Index: everyone in it was attacked in this phase
	Control    []int8
	Marks      []HexMark
	Tallies    []Tally
	Owed       *Question  // what is owed first, when this side owes it
	Waiting    order.Side // who owes what is owed first, "" when nothing is
	WaitingFor string     // the paragraph by which it is owed
	Over       bool
}

// Piece finds a piece of the side.
func (s *Sight) Piece(id order.UnitID) *Piece {
	i := slices.IndexFunc(s.Own, func(p Piece) bool { return p.ID == id })
	if i < 0 {
		return nil
	}
	return &s.Own[i]
}

// Stack is the side's pieces in a hex, top first.
func (s *Sight) Stack(h hex.Hex) []*Piece {
	ids := s.Stacks[s.Def.Grid.Index(h)]
	out := make([]*Piece, len(ids))
	for i, n := range ids {
		out[i] = &s.Own[n]
	}
	return out
}

// EnemyAt says whether an enemy stands in a hex.
func (s *Sight) EnemyAt(h hex.Hex) bool { return s.Enemies[s.Def.Grid.Index(h)] > 0 }

// InZone says whether a hex lies in an enemy zone of control.
func (s *Sight) InZone(h hex.Hex) bool { return s.Zone[s.Def.Grid.Index(h)] }

// Phase is the outermost frame.
func (s *Sight) Phase() Frame {
	if len(s.Frames) == 0 {
		return Frame{}
	}
	return s.Frames[0]
}

// Flagged says whether a hex has a flag of this phase.
func (s *Sight) Flagged(h hex.Hex, flag string) bool {
	return slices.Contains(s.Marks, HexMark{h, passing + flag})
}

// Marked says whether a hex has a lasting mark.
func (s *Sight) Marked(h hex.Hex, word string) bool {
	return slices.Contains(s.Marks, HexMark{h, word})
}

// See copies what every series lets a side know of the state: its own pieces,
// where enemies stand and how high, frames, control, and what it owes.
func See(s *State, side order.Side) *Sight {
	v := &Sight{Def: s.Def, Side: side, Turn: s.Turn, Over: s.Over,
		Frames: slices.Clone(s.Frames), Control: slices.Clone(s.Control),
		Marks: slices.Clone(s.Marks), Tallies: slices.Clone(s.Tallies),
		Stacks: make([][]int16, len(s.Stacks)), Enemies: make([]int8, len(s.Stacks)),
		Zone: make([]bool, len(s.Stacks))}
	own := make([]int16, len(s.Pieces))
	for i, p := range s.Pieces {
		if p.Side == side {
			own[i] = int16(len(v.Own))
			v.Own = append(v.Own, p)
		}
	}
	for at, stack := range s.Stacks {
		if len(stack) == 0 {
			continue
		}
		if s.Pieces[stack[0]].Side != side {
			v.Enemies[at] = int8(len(stack))
			continue
		}
		v.Stacks[at] = make([]int16, len(stack))
		for i, n := range stack {
			v.Stacks[at][i] = own[n]
		}
	}
	if q := s.Owed(); q != nil {
		v.Waiting, v.WaitingFor = q.Side, q.Rule
		if q.Side == side {
			mine := *q
			v.Owed = &mine
		}
	}
	return v
}
