package state

import (
	"iter"
	"slices"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/route"
)

// Sight is a copy of what one side may know, without a reference to the State. Legality is decided from a Sight
// alone, so it cannot depend on anything that a series leaves out of it.
type Sight struct {
	Def  *modules.Definition
	Side order.Side
	Open
	Own        []Piece     // every piece of the side, by identifier
	Stacks     Stacks      // of Own
	Enemies    []int8      // by Grid.Index: height of the enemy's stack
	Owed       *Question   // the first pending question, when this side owes it
	Waiting    order.Side  // the side that owes the first pending question, "" when none is pending
	WaitingFor string      // the paragraph of that question
	Ways       route.Field // memory for finding paths; holds no information

	Foes []order.UnitID // every enemy unit of the game, wherever it is: both sides can read the order of battle

	// Known is what the series' rules make public, as it concerns the side. The series fills it at each look
	// and may reuse the memory of the previous one, which See leaves here.
	Known any

	places []int16 // by index of a piece in the state + 1: its index in Own + 1, 0 for a piece of another side
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
	return slices.AppendSeq(make([]*Piece, 0, s.Height(h)), s.Pile(h))
}

// Pile yields the side's pieces in a hex, top first.
func (s *Sight) Pile(h hex.Hex) iter.Seq[*Piece] {
	return func(yield func(*Piece) bool) {
		for n := range s.Stacks.pile(s.Def.Grid.Index(h)) {
			if !yield(&s.Own[n]) {
				return
			}
		}
	}
}

// Tops yields the side's piece on top of each of its stacks, by identifier.
func (s *Sight) Tops() iter.Seq[*Piece] {
	return func(yield func(*Piece) bool) {
		for i := range s.Own {
			if p := &s.Own[i]; p.OnMap() && int(s.Stacks.Top[s.Def.Grid.Index(p.At.Hex)]) == i+1 && !yield(p) {
				return
			}
		}
	}
}

// Height is how many of the side's pieces stand in a hex.
func (s *Sight) Height(h hex.Hex) int { return s.Stacks.height(s.Def.Grid.Index(h)) }

// EnemyAt says whether an enemy stands in a hex.
func (s *Sight) EnemyAt(h hex.Hex) bool { return s.Enemies[s.Def.Grid.Index(h)] > 0 }

// Controls is who controls a hex, "" for nobody.
func (s *Sight) Controls(h hex.Hex) order.Side { return controller(s.Def, s.Control, h) }

// See fills the sight, in its own memory, with what a side knows in every series: its own pieces, where enemies
// stand and the height of their stacks, frames, control, and the decision that it owes.
func (s *Sight) See(st *State, side order.Side) {
	size := len(st.Stacks.Top)
	*s = Sight{Def: st.Def, Side: side, Open: st.Open.copyIn(s.Open), Ways: s.Ways,
		Own: s.Own[:0], Stacks: Stacks{cleared(s.Stacks.Top, size), s.Stacks.Under[:0]},
		Enemies: cleared(s.Enemies, size), Foes: st.foes[side], Known: s.Known,
		places: cleared(s.places, len(st.Pieces)+1)}
	s.Ways.Forget()
	s.muster(st)
	if q := st.Owed(); q != nil {
		s.Waiting, s.WaitingFor = q.Side, q.Rule
		if q.Side == side {
			s.Owed = new(*q)
		}
	}
}

// muster copies the side's own pieces with their stacks, and counts the enemies in each hex.
func (s *Sight) muster(st *State) {
	for i := range st.Pieces {
		if p := &st.Pieces[i]; p.Side == s.Side {
			s.Own = append(s.Own, *p)
			s.places[i+1] = int16(len(s.Own))
		} else if p.OnMap() {
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

// cleared is a list of n zeros, in the memory of old where that is long enough.
func cleared[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	clear(old[:n])
	return old[:n]
}
