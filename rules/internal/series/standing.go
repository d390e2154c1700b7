package series

import (
	"grognard/rules/internal/state"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// Absent is an engine that answers for players who are away, by their standing orders. The
// games of an engine that is none have no standing orders.
type Absent interface {
	// StandingWords is what standing orders can be about in the game, for who can name these.
	StandingWords(standing.Names) standing.Words
	// StandingSets are sets that are ready to be used.
	StandingSets() []ReadySet
	// Asked is what the sight's side owes, as far as it may know; false where it owes nothing.
	// board is the position as that side sees it.
	Asked(s *state.Sight, board func() *view.Board) (standing.Asked, bool)
}

// ReadySet is standing orders that a series offers ready-made.
type ReadySet struct {
	ID    string
	Name  view.Text
	About view.Text // what they are for
	Lines string    // as standing.Read reads them
}
