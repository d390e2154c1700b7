package api

import (
	"errors"
	"fmt"
	"time"

	"grognard/rules/order"
)

// Invitation is an open invitation to play a side beside the player of its seat, as everybody may know it.
type Invitation struct {
	Number int // in its game, from 1
	Side   order.Side
	User   string
	Deputy bool // as the deputy of the seat's player
	At     time.Time
}

// What cannot be done about invitations.
var (
	ErrInvited      = errors.New("that user is invited already")
	ErrNoInvitation = errors.New("no such invitation stands")
)

// NotInvited is the error for an answer to an invitation of another user.
type NotInvited struct{ User string }

func (n *NotInvited) Error() string { return fmt.Sprintf("the invitation is for %q", n.User) }
