package api

import (
	"errors"
	"fmt"

	"grognard/rules/view"
)

// What is for another player of the same side.
var (
	ErrNotCommander = errors.New("that is for the player who has the seat")
	ErrNotUndoer    = errors.New("the order was another player's of that side")
)

// NotYours is the error for an order that another player of the same side must give.
type NotYours struct {
	Unit view.Name // a unit of another player; zero for an order of the commander
	User string    // the player who may give the order
}

func (n *NotYours) Error() string {
	return fmt.Sprintf("unit %q is for %q to command", n.Unit.ID, n.User)
}

// NoForce is the error for words that name no formation, unit or hex of a side.
type NoForce struct{ Words string }

func (n *NoForce) Error() string {
	return fmt.Sprintf("the side has no formation, unit or hex %q", n.Words)
}
