package series

import (
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
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
	// Fights are those about a hex that a side can think of, with each result by which it has
	// something to decide, or one without a result; for hex.None those that its enemies could begin
	// next. seen is the position as the side sees it, and sights are
	// asked for what both sides know.
	Fights(by order.Side, seen *view.Board, sight func(order.Side) *state.Sight, at hex.Hex) []Fight
	// Suppose begins such a fight in a scratch that is thrown away, and asks what the side decides
	// in it. Nothing that the side does not know decides what comes of it. A result that no table
	// has is a *view.Mistake.
	Suppose(sc *state.Scratch, by order.Side, f Fight) error
}

// ReadySet is standing orders that a series offers ready-made.
type ReadySet struct {
	ID    string
	Name  view.Text
	About view.Text // what they are for
	Lines string    // as standing.Read reads them
}

// Fight is a fight that a side thinks of: who attacks whom, as far as it knows them, and a result
// that so many throws of its dice bring.
type Fight struct {
	Hex            hex.Hex
	By             order.Side // who attacks
	Units, Against []order.UnitID
	Result         string
	Throws         int
}
