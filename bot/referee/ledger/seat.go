package ledger

import (
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/first"
	"grognard/rules/order"
)

// MostMembers limits the users who play a side beside the player of its seat.
const MostMembers = 12

// Seat is the seat of a side: its player, and who acts for the side beside him.
type Seat struct {
	Side order.Side `json:"side"`
	User string     `json:"user"`
	Word string     `json:"word"`

	LastAnnounced time.Time `json:"heard"` // when he last did something that was announced at once

	Grants  []Grant  `json:"grants,omitempty"`  // in the order in which they were made
	Members []Member `json:"members,omitempty"` // the users who act for the side by grants that have begun
	Slots   int      `json:"slots,omitempty"`   // how many members there were so far: each gets a new slot
}

// Member is a user who plays a side beside the player of its seat.
type Member struct {
	Slot          int       `json:"slot"` // identifies him in the audience of messages for him alone
	User          string    `json:"user"`
	LastAnnounced time.Time `json:"heard,omitzero"` // as in Seat
}

// Grant is a grant in the frame.
type Grant struct {
	api.Grant
	Force
	Row uint64 `json:"row,omitempty"` // the row whose message has its buttons; 0 if it was not announced

	Open   bool     `json:"open,omitempty"`   // whoever accepts first has it
	Seeks  bool     `json:"seeks,omitempty"`  // it is offered to those who wait, one after the other
	Passed []string `json:"passed,omitempty"` // users who declined or did not answer
	// when the search began that it belongs to; zero for none
	Sought time.Time `json:"sought,omitzero"`
}

// Since returns when the search began that the grant belongs to: only those who waited for a seat by then are asked.
func (r Grant) Since() time.Time {
	if r.Sought.IsZero() { // a snapshot of an earlier version
		return r.At
	}
	return r.Sought
}

// Force is what is granted of a side.
type Force struct {
	Formations []string       `json:"formations,omitempty"` // with all their units, also those that arrive later
	Units      []order.UnitID `json:"units,omitempty"`      // single units beside those
}

// FormerPlayer is a user who no longer plays a side but knows its secrets.
type FormerPlayer struct {
	Side order.Side `json:"side"`
	User string     `json:"user"`
}

// At returns the seat without grants that are over at a time, and their members: the rows that end them may come late.
func (p Seat) At(t time.Time) Seat {
	p.Grants = slices.DeleteFunc(slices.Clone(p.Grants),
		func(r Grant) bool { return !r.Until.IsZero() && !t.Before(r.Until) })
	p.Members = slices.DeleteFunc(slices.Clone(p.Members), func(m Member) bool {
		return !slices.ContainsFunc(p.Grants, func(r Grant) bool { return r.Begun && r.To == m.User })
	})
	return p
}

// Member returns a user's entry among the members, nil for none.
func (p Seat) Member(user string) *Member {
	return first.At(p.Members, func(m Member) bool { return m.User == user && user != "" })
}

// Slot returns the slot of a user of the side, 0 for the player of the seat.
func (p Seat) Slot(user string) int {
	if m := p.Member(user); m != nil && p.User != user {
		return m.Slot
	}
	return 0
}

// Commands reports whether a user may give all orders of the side.
func (p Seat) Commands(user string) bool {
	all := func(r Grant) bool { return r.Begun && r.All && r.To == user }
	return user != "" && (p.User == user || slices.ContainsFunc(p.Grants, all))
}

// HasUnits reports whether a user has units of his own to command beside the player of the seat.
func (p Seat) HasUnits(user string) bool {
	return slices.ContainsFunc(p.Grants, func(r Grant) bool {
		return r.Begun && r.To == user && len(r.Formations)+len(r.Units) > 0
	})
}

// LastAnnouncedOf returns when a user of the side last did something that was announced at once.
func (p Seat) LastAnnouncedOf(user string) time.Time {
	if m := p.Member(user); m != nil {
		return m.LastAnnounced
	}
	return p.LastAnnounced
}

// AllGrants returns the grants of all sides, in the order of the seats.
func (g *Game) AllGrants() (all []Grant) {
	for _, p := range g.Seats {
		all = append(all, p.Grants...)
	}
	return all
}

// Grant returns the grant of a number. Its error is ErrNoGrant.
func (g *Game) Grant(number int) (Grant, error) {
	for _, r := range g.AllGrants() {
		if r.Number == number {
			return r, nil
		}
	}
	return Grant{}, api.ErrNoGrant
}

// SeatOffer returns the grant that offers a side's seat, nil for none.
func (g *Game) SeatOffer(side order.Side) *Grant {
	return first.At(g.Seat(side).Grants, func(r Grant) bool { return r.ForGood })
}

// Replaced returns the grant that is replaced by the one that a row makes for a user, nil for none. A seat is offered
// once; a user has one grant of all units, and one of some.
func (p Seat) Replaced(to string, c Reseated) *Grant {
	return first.At(p.Grants, func(r Grant) bool {
		return r.ForGood == c.ForGood && (r.ForGood || r.To == to && r.All == (c.Force == nil))
	})
}
