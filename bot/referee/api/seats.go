package api

import (
	"errors"
	"fmt"
	"time"

	"grognard/rules/order"
	"grognard/rules/view"
)

// Grant says that a user may act for a side, as everybody may know it: for all its units or for some, from a time and
// until a time. A grant of all units for good hands the side's seat over.
type Grant struct {
	Number  int        `json:"number"` // in its game, from 1
	Side    order.Side `json:"side"`
	To      string     `json:"to,omitempty"`      // "" for whoever takes it
	Giver   string     `json:"giver,omitempty"`   // who made it, or began the search for a player
	All     bool       `json:"all,omitempty"`     // for all units of the side
	ForGood bool       `json:"forGood,omitempty"` // with the side's seat

	From  time.Time `json:"from,omitzero"`  // the zero time for as soon as it is accepted
	Until time.Time `json:"until,omitzero"` // the zero time for until somebody ends it

	Reason   string    `json:"reason,omitempty"`   // of a game master; "" where a player grants it
	At       time.Time `json:"at"`                 // when it was made
	Accepted bool      `json:"accepted,omitempty"` // To has accepted it, or need not
	Begun    bool      `json:"begun,omitempty"`    // To acts for the side
	// the side whose player must still consent before it begins; "" for none
	Consent order.Side `json:"consent,omitempty"`
}

// AwaitsConsent reports whether the grant is accepted and begins only if a player consents.
func (r Grant) AwaitsConsent() bool { return r.Accepted && !r.Begun && r.Consent != "" }

// Granting is what a user wants to grant.
type Granting struct {
	Side    order.Side // "" for the user's own
	To      string
	Units   string // formations, units and hexes, separated by commas; "" for all units
	ForGood bool   // with the side's seat
	Waiting bool   // to those who wait for a seat, one after the other; for good

	From, Until time.Time // as in Grant
	Reason      string    // where the user is a game master
}

// Reseating is what can become of a grant.
type Reseating string

// What can become of a grant.
const (
	GrantOffered Reseating = "offered" // it is offered to a user, or to whoever takes it
	GrantGiven   Reseating = "given"   // a user who plays the side already has it without being asked
	// the user accepts, and it begins later, or when a player consents; or that player consents, and it begins later
	GrantAccepted Reseating = "accepted"
	GrantBegun    Reseating = "begun" // the user acts for the side from now on
	GrantEnded    Reseating = "ended" // it is declined or withdrawn, or is over
)

// Reseated is what became of a grant, as everybody may know it.
type Reseated struct {
	Does Reseating
	Grant
	By  string    // who did it, "" for nobody
	Had string    `json:",omitempty"` // who had the seat that was handed over
	Did time.Time // when it was done
}

// OffersAnothers reports whether somebody other than player, who has the seat, has just offered it or a part of it. A
// search that goes on to its next candidate does not count: it was told before.
func (r Reseated) OffersAnothers(player string) bool {
	return r.Does == GrantOffered && r.By != "" && r.By != player
}

// Team lists those who play a side, as the side alone may know it.
type Team struct {
	Table     Table
	View      view.Secret
	Commander string
	Grants    []TeamGrant
}

// TeamGrant is a grant with the units for which it is.
type TeamGrant struct {
	Grant
	Formations []string
	Units      []order.UnitID // single units beside the formations
}

// What cannot be done about grants.
var (
	ErrNoMember     = errors.New("that user does not act for that side")
	ErrTeamFull     = errors.New("the side has as many players as it can have")
	ErrOwnSeat      = errors.New("that is the player's own seat")
	ErrNoGrant      = errors.New("no such grant stands")
	ErrGranted      = errors.New("that is granted or offered to that user already")
	ErrGrantTerms   = errors.New("no grant can be so")
	ErrGrantOther   = errors.New("a player grants for his own side, or seeks one for a side whose clock has run out")
	ErrMastersGrant = errors.New("only the game master who made the offer can take it back")
	ErrHanded       = errors.New("the seat was handed over since")
	ErrSought       = errors.New("the seat is offered to those who wait already")
)

// NotGrantee is the error for an answer to what is offered to another user, or needs another one's consent.
type NotGrantee struct{ User string }

func (n *NotGrantee) Error() string { return fmt.Sprintf("it is offered to %q", n.User) }

// Refusals of what only another player of the same side may do.
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
