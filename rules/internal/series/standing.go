package series

import (
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// Standing is how an engine answers for absent players as they have left behind.
type Standing interface {
	// StandingChoices are the answers that players can leave behind, the ready-made sets first.
	StandingChoices() []standing.Choice
	// Asked is the decision that the sight's side owes, as far as it may know; false where it owes none.
	Asked(s *state.Sight) (standing.Asked, bool)
	// Payments are the orders by which each set and, last, the game's own answer choose who pays what the sight's side
	// owes; none where it owes another decision.
	Payments(s *state.Sight) []Payment
	// Fights are the hypothetical fights about a hex: one for each result by which the side would have something to
	// decide, or one without a result. seen is the position as the side sees it. The sights may only be used for what
	// both sides know.
	Fights(by order.Side, seen *view.Board, sight func(order.Side) *state.Sight, at hex.Hex) []Fight
	// Suppose begins such a fight in a temporary scratch, up to the first decision of the side. The outcome
	// must not depend on anything that the side does not know. A result that no table has is a *view.Mistake.
	Suppose(sc *state.Scratch, by order.Side, f Fight) error
}

// Payment is a choice of the units that lose steps or are removed, and why it is these.
type Payment struct {
	Order order.Order
	Units []view.Name
	Why   view.Text
}

// Fight is a hypothetical fight: who attacks whom, as far as the side knows the units, a result, and the number
// of throws that give it.
type Fight struct {
	Hex            hex.Hex
	By             order.Side // the attacking side
	Units, Against []order.UnitID
	Result         string
	Throws         int
}
