package series

import (
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// Standing is the part of an engine that decides for absent players by the answers that they have left behind.
type Standing interface {
	// StandingChoices are the answers that players can leave behind, the ready-made sets first.
	StandingChoices() []standing.Choice
	// Asked returns the decision that the sight's side owes, as far as it may know; false if it owes none.
	Asked(s *state.Sight) (standing.Asked, bool)
	// Payments returns the orders that choose which units pay if the sight's side owes losses or removals: one for each
	// ready-made set that has an answer, last one for the game's own. For other decisions it returns nil.
	Payments(s *state.Sight) []Payment
	// Fights returns the hypothetical fights about a hex: one for each result by which side by would have something to
	// decide, or a single one without a result. seen is the position as that side sees it. The sights may only be used
	// for what both sides know.
	Fights(by order.Side, seen *view.Board, sight func(order.Side) *state.Sight, at hex.Hex) []Fight
	// Suppose begins one of the Fights in a temporary scratch, up to the first decision of side by. The outcome must
	// not depend on anything that this side does not know. The error is a *view.Mistake for a result of no table.
	Suppose(sc *state.Scratch, by order.Side, f Fight) error
}

// Payment is a choice of the units that lose steps or are removed, and why it is these.
type Payment struct {
	Order order.Order
	Units []view.Name
	Why   view.Text
}

// Fight is a hypothetical fight: who attacks whom, as far as the side knows, a result, and the number of throws for it.
type Fight struct {
	Hex            hex.Hex
	By             order.Side // the attacking side
	Units, Against []order.UnitID
	Result         string
	Throws         int
}
