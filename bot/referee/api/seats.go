package api

import (
	"errors"
	"fmt"
	"time"

	"grognard/rules/order"
	"grognard/rules/view"
)

// SeatOffer is a seat that is offered.
type SeatOffer struct {
	Number int // in its game, from 1
	Side   order.Side
	To     string // "" for anybody
	At     time.Time
}

// Reseating is a change of who plays a side.
type Reseating string

// The changes of who plays a side.
const (
	Deputised     Reseating = "deputised" // a user becomes the deputy of a seat's player
	Assigned      Reseating = "assigned"  // a user gets units of the side to command
	Dismissed     Reseating = "dismissed" // a deputy or a player of the team leaves the side
	SeatOpen      Reseating = "offered"   // a seat is offered to a user, or to anybody
	SeatTaken     Reseating = "taken"     // a user has taken the seat
	SeatDeclined  Reseating = "declined"  // the user has declined the seat
	SeatRetracted Reseating = "retracted" // the offer of the seat is withdrawn

	Invited             Reseating = "invited"         // a user is invited to be a deputy, or a player of the team
	InvitationDeclined  Reseating = "inviteDeclined"  // the user has declined
	InvitationRetracted Reseating = "inviteRetracted" // the invitation is withdrawn
)

// Reseated is a change of who plays a side, as everybody may know it.
type Reseated struct {
	Does   Reseating
	Side   order.Side
	By     string // who did it, "" for nobody
	User   string // the user concerned; "" for a seat that is offered to anybody
	From   string `json:",omitempty"` // who had the seat that was taken
	Deputy bool   `json:",omitempty"` // the user was or would have been the deputy; not set with Deputised
	Number int    `json:",omitempty"` // of the invitation that was made
	At     time.Time
}

// Invitation is an open invitation to play a side beside the player of its seat, as everybody may know it.
type Invitation struct {
	Number int // in its game, from 1
	Side   order.Side
	User   string
	Deputy bool // as the deputy of the seat's player
	At     time.Time
}

// Team lists those who play a side, as the side alone may know it.
type Team struct {
	Table     Table
	View      view.Secret
	Commander string
	Members   []Teammate
	Invited   []Teammate // those who have not answered
}

// Teammate is a member of a side, and what he commands.
type Teammate struct {
	Member
	Formations []string
	Units      []order.UnitID // single units beside the formations
}

// What cannot be done about seats.
var (
	ErrDeputy      = errors.New("that user is the deputy already")
	ErrNoDeputy    = errors.New("the side has no deputy")
	ErrNoMember    = errors.New("that user does not play on that side")
	ErrTeamFull    = errors.New("the side has as many players as it can have")
	ErrOwnSeat     = errors.New("that is the player's own seat")
	ErrNoSeatOffer = errors.New("no such offer of a seat stands")
	ErrHanded      = errors.New("the seat was handed over since")
)

// What cannot be done about invitations.
var (
	ErrInvited      = errors.New("that user is invited already")
	ErrNoInvitation = errors.New("no such invitation stands")
)

// NotInvited is the error for an answer to an invitation of another user.
type NotInvited struct{ User string }

func (n *NotInvited) Error() string { return fmt.Sprintf("the invitation is for %q", n.User) }

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
