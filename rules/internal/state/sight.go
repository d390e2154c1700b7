package state

import (
	"slices"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/route"
)

// Sight is what one side may know, copied, with nothing that leads back to a
// State: what a series does not put into it, legality cannot depend on.
type Sight struct {
	Def        *modules.Definition
	Side       order.Side
	Turn       int
	Frames     []Frame // phases and fights are open to all
	Own        []Piece // every piece of the side, by identifier
	Stacks     Stacks  // of Own
	Enemies    []int8  // by Grid.Index: how high the enemy's stack is
	Control    []int8
	Marks      []HexMark
	Tallies    []Tally
	Owed       *Question  // what is owed first, when this side owes it
	Waiting    order.Side // who owes what is owed first, "" when nothing is
	WaitingFor string     // the paragraph by which it is owed
	Over       bool
	Ways       route.Field // memory for finding ways, no knowledge

	Foes []order.UnitID // every enemy unit of the game, wherever it is: the order of battle is printed

	// Known is what is open to everybody by the rules of the series, as it bears on the side. The
	// series makes it anew at each look, in the memory of the last one, which See leaves to it.
	Known any

	places []int16 // by the place of a piece in the state + 1: its place in Own + 1
}

// Piece finds a piece of the side.
func (s *Sight) Piece(id order.UnitID) *Piece {
	i, ok := slices.BinarySearchFunc(s.Own, id,
		func(p Piece, id order.UnitID) int { return strings.Compare(string(p.ID), string(id)) })
	if !ok {
		return nil
	}
	return &s.Own[i]
}

// Stack is the side's pieces in a hex, top first.
func (s *Sight) Stack(h hex.Hex) []*Piece {
	at := s.Def.Grid.Index(h)
	out := make([]*Piece, 0, s.Stacks.height(at))
	for n := range s.Stacks.pile(at) {
		out = append(out, &s.Own[n])
	}
	return out
}

// Height is how many of the side's pieces stand in a hex.
func (s *Sight) Height(h hex.Hex) int { return s.Stacks.height(s.Def.Grid.Index(h)) }

// EnemyAt says whether an enemy stands in a hex.
func (s *Sight) EnemyAt(h hex.Hex) bool { return s.Enemies[s.Def.Grid.Index(h)] > 0 }

// Phase is the outermost frame.
func (s *Sight) Phase() Frame {
	if len(s.Frames) == 0 {
		return Frame{}
	}
	return s.Frames[0]
}

// Controls is who controls a hex, "" for nobody.
func (s *Sight) Controls(h hex.Hex) order.Side { return controller(s.Def, s.Control, h) }

// Flagged says whether a hex has a flag, whenever it ends.
func (s *Sight) Flagged(h hex.Hex, flag string) bool { return marked(s.Marks, h, passing+flag) }

// Tally is a count, 0 when it was never set.
func (s *Sight) Tally(name string) int { return count(s.Tallies, name) }

// Marked says whether a hex has a lasting mark.
func (s *Sight) Marked(h hex.Hex, word string) bool { return marked(s.Marks, h, word) }

// See makes the sight what every series lets a side know of the state, in the
// memory that it has: the side's own pieces, where enemies stand and how high,
// frames, control, and what it owes.
func (s *Sight) See(st *State, side order.Side) {
	size := len(st.Stacks.Top)
	*s = Sight{Def: st.Def, Side: side, Turn: st.Turn, Over: st.Over, Ways: s.Ways,
		Frames: append(s.Frames[:0], st.Frames...), Control: append(s.Control[:0], st.Control...),
		Marks: append(s.Marks[:0], st.Marks...), Tallies: append(s.Tallies[:0], st.Tallies...),
		Own: s.Own[:0], Stacks: Stacks{cleared(s.Stacks.Top, size), s.Stacks.Under[:0]},
		Enemies: cleared(s.Enemies, size), Foes: s.Foes[:0], Known: s.Known,
		places: cleared(s.places, len(st.Pieces)+1)}
	s.Ways.Forget()
	s.muster(st)
	if q := st.Owed(); q != nil {
		s.Waiting, s.WaitingFor = q.Side, q.Rule
		if q.Side == side {
			mine := *q
			s.Owed = &mine
		}
	}
}

// muster copies the side's own pieces, as they lie, and counts the others.
func (s *Sight) muster(st *State) {
	for i := range st.Pieces {
		p := &st.Pieces[i]
		if p.Side == s.Side {
			s.Own = append(s.Own, *p)
			s.places[i+1] = int16(len(s.Own))
			continue
		}
		s.Foes = append(s.Foes, p.ID)
		if p.OnMap() {
			s.Enemies[st.Def.Grid.Index(p.At.Hex)]++
		}
	}
	for i, under := range st.Stacks.Under {
		if s.places[i+1] > 0 {
			s.Stacks.Under = append(s.Stacks.Under, s.places[under])
		}
	}
	for i := range s.Own {
		if p := &s.Own[i]; p.OnMap() {
			at := st.Def.Grid.Index(p.At.Hex)
			s.Stacks.Top[at] = s.places[st.Stacks.Top[at]]
		}
	}
}

// cleared is a list of so many zeros, in the memory of another list where it is
// long enough.
func cleared[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	clear(old[:n])
	return old[:n]
}
