package ledger

import (
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/order"
)

// MostMembers limits the users who play a side beside the player of its seat.
const MostMembers = 12

// Seat is the seat of a side: its player and the members beside him.
type Seat struct {
	Side order.Side `json:"side"`
	User string     `json:"user"`
	Word string     `json:"word"`

	LastAnnounced time.Time `json:"heard"` // when he last did something that was announced at once

	Members []Member `json:"members,omitempty"`
	// units that the player commands of formations that are assigned to others
	Units []order.UnitID `json:"units,omitempty"`
	Slots int            `json:"slots,omitempty"` // how many members there were so far: each gets a new slot
}

// Member is a user who plays a side beside the player of its seat.
type Member struct {
	Slot          int       `json:"slot"` // identifies him in the audience of messages for him alone
	User          string    `json:"user"`
	Deputy        bool      `json:"deputy,omitempty"` // he acts for the player of the seat
	Force                   // what he commands
	LastAnnounced time.Time `json:"heard,omitzero"` // as in Seat
}

// Force is what is assigned to a player of a team.
type Force struct {
	Formations []string       `json:"formations,omitempty"` // with all their units, also those that arrive later
	Units      []order.UnitID `json:"units,omitempty"`      // single units beside those
}

// With returns the sum of two forces.
func (f Force) With(more Force) Force {
	return Force{append(slices.Clip(f.Formations), more.Formations...), append(slices.Clip(f.Units), more.Units...)}
}

// FormerPlayer is a user who no longer plays a side but knows its secrets.
type FormerPlayer struct {
	Side order.Side `json:"side"`
	User string     `json:"user"`
}

// Member returns a user's entry among the members, nil for none.
func (p Seat) Member(user string) *Member {
	i := slices.IndexFunc(p.Members, func(m Member) bool { return m.User == user && user != "" })
	if i < 0 {
		return nil
	}
	return &p.Members[i]
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
	m := p.Member(user)
	return user != "" && (p.User == user || m != nil && m.Deputy)
}

// Deputy returns the deputy of the seat's player, nil for none.
func (p Seat) Deputy() *Member {
	if i := slices.IndexFunc(p.Members, func(m Member) bool { return m.Deputy }); i >= 0 {
		return &p.Members[i]
	}
	return nil
}

// LastAnnouncedOf returns when a user of the side last did something that was announced at once.
func (p Seat) LastAnnouncedOf(user string) time.Time {
	if m := p.Member(user); m != nil {
		return m.LastAnnounced
	}
	return p.LastAnnounced
}

// SeatOffer is the offer of a seat, in the frame.
type SeatOffer struct {
	Side   order.Side `json:"side"`
	Number int        `json:"number"` // in its game, from 1
	Row    uint64     `json:"row"`    // the row of the offer
	To     string     `json:"to,omitempty"`
	Open   bool       `json:"open,omitempty"` // to anybody
	Seeks  bool       `json:"seeks,omitempty"`
	At     time.Time  `json:"at"`
	Passed []string   `json:"passed,omitempty"` // users who declined or did not answer
}

// SeatOffer returns the offer of a side's seat, nil for none.
func (g *Game) SeatOffer(side order.Side) *SeatOffer {
	return g.offerWhere(func(h SeatOffer) bool { return h.Side == side })
}

// SideOfOffer returns the side whose seat the offer of a number offers. Its error is ErrNoSeatOffer.
func (g *Game) SideOfOffer(number int) (order.Side, error) {
	h := g.offerWhere(func(h SeatOffer) bool { return h.Number == number })
	if h == nil {
		return "", api.ErrNoSeatOffer
	}
	return h.Side, nil
}

// SeeksSubstitute reports whether a substitute is sought for the player of a side.
func (g *Game) SeeksSubstitute(side order.Side) bool {
	h := g.SeatOffer(side)
	return h != nil && h.Seeks
}

func (g *Game) offerWhere(is func(SeatOffer) bool) *SeatOffer {
	if i := slices.IndexFunc(g.SeatOffers, is); i >= 0 {
		return &g.SeatOffers[i]
	}
	return nil
}

// Invitation is an open invitation, in the frame. A side has at most one for a user, and one for a deputy.
type Invitation struct {
	Side   order.Side `json:"side"`
	Number int        `json:"number"`
	Row    uint64     `json:"row"` // the row whose message has its buttons
	User   string     `json:"user"`
	Deputy bool       `json:"deputy,omitempty"`
	Force
	At time.Time `json:"at"`
}
