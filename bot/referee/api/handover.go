package api

import (
	"errors"
	"time"

	"grognard/rules/order"
)

// Reseating is a change of who plays a side.
type Reseating string

// The changes.
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

// SeatOffer is a seat that is offered.
type SeatOffer struct {
	Number int // in its game, from 1
	Side   order.Side
	To     string // "" for anybody
	At     time.Time
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
