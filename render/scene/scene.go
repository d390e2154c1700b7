// Package scene turns a view into what its picture says, in hexes and words: fights, moves, losses, flags, the
// front, labels and notes, each with its rank. It knows no pixel: both the picture of a view and the text for those
// who do not see pictures are made from the view's scene.
//
//	s := scene.Of(board)
//	for _, m := range s.Moves {
//		fmt.Println(m.Side, m.Path, m.Rank())
//	}
//
// To draw something new of a position, add it to Scene with a Rank, and draw that rank in package board. The words
// on a picture come from Labels, which the caller supplies for a language.
package scene

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/view"
)

// Scene is all that a picture of a board says, in hexes and words. The overview for a phone, a close-up and
// a frame of a film show the same scene: only the part of the map and the size of its hexes differ.
type Scene struct {
	Board *view.Board
	Front []uint8     // by Grid.Index, which side holds the ground: its number from 1; nil in games without a front
	Flags []Flag      // the hexes that are worth points
	Forms []view.Form // of overlays, then of what is told
	Lanes []int       // for each of Forms, in which lane beside the middle a line runs, as Move.Lane
	Events
	part hex.Part // the part that Covers and Happened are about; zero for the whole map
}

// Of returns the scene of a board.
func Of(v *view.Board) Scene {
	forms := formsOf(v)
	var front []uint8
	if !v.Map.NoFront {
		front = sidesBehind(v)
	}
	return Scene{v, front, flagsOf(v), forms, lanesOf(forms), eventsOf(v), hex.Part{}}
}

// Rank says what covers what: things are drawn in the order of their ranks, the lowest first.
type Rank int8

const (
	RankFront      Rank = iota // the line between the sides
	RankSources                // supply sources that serve nobody now
	RankFlags                  // hexes worth points
	RankUnderForms             // forms of overlays that lie under counters
	RankLongMoves              // moves over several hexes, and attacks at range
	RankCounters
	RankDecision   // the hex of the pending decision
	RankShortMoves // moves into the next hex, of which too little would show under counters
	RankAttacks    // from attackers to what they attack
	RankOverForms  // forms that lie over counters, and all labels
	RankSigns      // fights, strikes, losses and arrivals
	Ranks          // how many there are
)

func (m *Move) Rank() Rank {
	switch {
	case m.Kind == Attack && !m.Far:
		return RankAttacks
	case len(m.Path) == 2 && !m.Far:
		return RankShortMoves
	}
	return RankLongMoves
}

func (s *Scene) Occupied(h hex.Hex) bool {
	return slices.ContainsFunc(s.Board.Stacks, func(of view.Stack) bool { return of.Hex == h })
}

// DrawnOver reports whether a form is drawn over the counters: those with Over, and labels.
func DrawnOver(f view.Form) bool {
	return f.Over || f.Shape == view.Label || f.Shape == view.LabelPlated
}

// formsOf returns the forms of a board: those of its overlays, then those of the lines that are told.
func formsOf(v *view.Board) (forms []view.Form) {
	for _, o := range v.Overlays {
		forms = append(forms, o.Forms...)
	}
	for _, l := range v.Told {
		forms = append(forms, l.Forms...)
	}
	return forms
}
