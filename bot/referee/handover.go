package referee

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// Who plays a side changes by rows of the log: a player can name a deputy, make a team and hand over his seat.
// Nobody plays against his will: a seat is offered first, and a deputy or a player of a team is invited.

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

// mostMembers limits the users who play a side beside the player of its seat.
const mostMembers = 12

// reseating is a change of who plays a side, in the body of a row. The user concerned is in the row's column
// To.
type reseating struct {
	Does  Reseating  `json:"does"`
	Side  order.Side `json:"side"`
	Slot  int        `json:"slot,omitempty"`  // of the user who is dismissed
	Force *force     `json:"force,omitempty"` // what is assigned, or would be after an invitation
	Told  bool       `json:"told,omitempty"`  // the change is announced to everybody
	// a substitute is sought: the seat is offered to one user after the other until somebody takes it
	Seeks bool `json:"seeks,omitempty"`

	Number int `json:"number,omitempty"` // of the invitation that is declined or withdrawn
}

// handing is the offer of a seat, in the frame.
type handing struct {
	Side   order.Side `json:"side"`
	Number int        `json:"number"` // in its game, from 1
	Row    uint64     `json:"row"`    // the row of the offer
	To     string     `json:"to,omitempty"`
	Open   bool       `json:"open,omitempty"` // to anybody
	Seeks  bool       `json:"seeks,omitempty"`
	At     time.Time  `json:"at"`
	Passed []string   `json:"passed,omitempty"` // users who declined or did not answer
}

// reseat is the row of a change of who plays, announced to everybody.
func reseat(does Reseating, side order.Side) body {
	return body{Version: bodyVersion, Reseated: &reseating{Does: does, Side: side, Told: true}}
}

// offerOf is the offer of a side's seat, nil for none.
func (g *game) offerOf(side order.Side) *handing {
	return g.offerWhere(func(h handing) bool { return h.Side == side })
}

func (g *game) offerWhere(is func(handing) bool) *handing {
	if i := slices.IndexFunc(g.Handing, is); i >= 0 {
		return &g.Handing[i]
	}
	return nil
}

// setOffer sets the offer of a side's seat, nil for none.
func (g *game) setOffer(side order.Side, to *handing) {
	g.Handing = slices.DeleteFunc(slices.Clone(g.Handing), func(h handing) bool { return h.Side == side })
	if to != nil {
		g.Handing = append(g.Handing, *to)
	}
}

// sideOfOffer is the side whose seat the offer of a number offers.
func (g *game) sideOfOffer(number int) (order.Side, error) {
	h := g.offerWhere(func(h handing) bool { return h.Number == number })
	if h == nil {
		return "", ErrNoSeatOffer
	}
	return h.Side, nil
}

// OfferSeat offers a player's seat to a user, in place of an earlier offer of it. Errors: those of Resign,
// ErrNotCommander, ErrOwnSeat, ErrPlays, ErrKnows.
func (r *Referee) OfferSeat(ctx context.Context, c Command, user string) (Table, error) {
	return r.executeFrameFor(ctx, c, user, func(g *game) (body, error) {
		side, err := g.sideOfSeatHolder(c.User)
		if err != nil {
			return body{}, err
		}
		return g.offerSeat(side, user, false)
	})
}

// offerSeat is the row that offers a seat to a user; seeks says that a substitute is sought, and then "" offers
// the seat to anybody.
func (g *game) offerSeat(side order.Side, user string, seeks bool) (body, error) {
	b := reseat(SeatOpen, side)
	b.Reseated.Seeks = seeks
	switch {
	case user == "" && !seeks:
		return body{}, ErrNoMember
	case g.over:
		return body{}, ErrOver
	case !g.Started:
		return body{}, ErrNotStarted
	case g.playerOf(side) == "":
		return body{}, ErrNoSide
	}
	return b, g.checkTake(side, user)
}

// checkTake refuses a user who cannot get a seat by an offer; "" stands for anybody.
func (g *game) checkTake(side order.Side, user string) error {
	switch {
	case user == "":
		return nil
	case user == g.playerOf(side):
		return ErrOwnSeat
	}
	return g.checkOtherSide(user, side)
}

// TakeSeat gives a seat to the user who accepts the offer of this number. Errors: those of Resign but
// ErrNotSeated, ErrNoSeatOffer, ErrOwnSeat, ErrPlays, ErrKnows.
func (r *Referee) TakeSeat(ctx context.Context, c Command, number int) (Table, error) {
	sought := false
	t, err := r.executeFrameFor(ctx, c, c.User, func(g *game) (body, error) {
		side, err := g.sideOfOffer(number)
		if err != nil {
			return body{}, err
		}
		sought = g.seeks(side)
		return g.takeOffered(c.User, side)
	})
	if err == nil && sought {
		r.waitsNoLonger(ctx, c)
	}
	return t, err
}

// waitsNoLonger removes a user who has got a seat from those who wait for one.
func (r *Referee) waitsNoLonger(ctx context.Context, c Command) {
	guild, err := r.store.GuildOf(ctx, c.Channel)
	if err == nil && guild != "" {
		err = r.store.DropSubstitute(ctx, guild, c.User)
	}
	if err != nil { // he may be asked once more, and can decline
		r.logger.Warn("one who has got a seat waits for another", "error", err)
	}
}

func (g *game) takeOffered(user string, side order.Side) (body, error) {
	h := g.offerOf(side)
	switch {
	case g.over:
		return body{}, ErrOver
	case h == nil, user == "", !h.Open && h.To != user:
		return body{}, ErrNoSeatOffer
	}
	return reseat(SeatTaken, side), g.checkTake(side, user)
}

// DeclineSeat declines a seat for the user to whom it is offered, or withdraws the offer for the player of the
// seat. Errors: those of TakeSeat.
func (r *Referee) DeclineSeat(ctx context.Context, c Command, number int) (Table, error) {
	t, err := r.executeFrame(ctx, c, func(g *game) (body, error) {
		side, err := g.sideOfOffer(number)
		if err != nil {
			return body{}, err
		}
		return g.declineSeat(c.User, side)
	})
	if err == nil {
		if err := r.ringIn(ctx, t.Game); err != nil { // the alarm tries again later
			r.logger.Warn("the next who waits for a seat is not asked yet", "game", t.Game, "error", err)
		}
	}
	return t, err
}

func (g *game) declineSeat(user string, side order.Side) (body, error) {
	h := g.offerOf(side)
	switch {
	case g.over:
		return body{}, ErrOver
	case h == nil:
		return body{}, ErrNoSeatOffer
	case user == g.playerOf(side):
		return reseat(SeatRetracted, side), nil
	case user == "" || user != h.To:
		return body{}, ErrNoSeatOffer
	}
	return reseat(SeatDeclined, side), nil
}

// followSeats updates the frame by a row that changes who plays a side.
func (g *game) followSeats(s step) {
	c := s.body.Reseated
	if c == nil || !g.canFollow(s) {
		return
	}
	did := Reseated{Does: c.Does, Side: c.Side, By: s.By, User: s.To, At: s.At}
	switch c.Does {
	case Deputised, Assigned:
		did.By = g.playerOf(c.Side) // not s.By: that is the user where he accepted an invitation
		g.enlist(c, s.To)
	case Invited:
		g.followInvitation(s)
		did.Deputy, did.Number = c.Force == nil, g.Invitations
	case InvitationDeclined, InvitationRetracted:
		v := g.invitation(c.Number)
		did.User, did.Deputy = v.User, v.Deputy
		g.uninvite(func(v invitation) bool { return v.Number == c.Number })
	case Dismissed:
		g.reseat(c.Side, func(p *seat) {
			p.Members = slices.DeleteFunc(p.Members, func(m member) bool {
				if m.Slot != c.Slot {
					return false
				}
				did.User, did.Deputy = m.User, m.Deputy
				return true
			})
		})
		g.noteFormer(c.Side, did.User)
	case SeatOpen:
		g.passOnSeat(c.Side)
		g.Handings++
		h := handing{Side: c.Side, Number: g.Handings, Row: s.Seq, To: s.To, Open: s.To == "", Seeks: c.Seeks, At: s.At}
		if before := g.offerOf(c.Side); before != nil {
			h.Passed = before.Passed
		}
		g.setOffer(c.Side, &h)
	case SeatTaken:
		did.From = g.playerOf(c.Side)
		g.takeSeat(c.Side, s.To)
		g.setOffer(c.Side, nil)
		g.Handed = s.Seq
		g.lapseOffer()
	case SeatDeclined:
		did.User = g.offerOf(c.Side).To
		g.passOnSeat(c.Side)
	case SeatRetracted:
		did.User = g.offerOf(c.Side).To
		g.setOffer(c.Side, nil)
	}
	if c.Told {
		g.Reseated = &did
	}
}

// canFollow says whether followSeats can follow the row. If not, the row is forged, or the program that wrote
// it was wrong.
func (g *game) canFollow(s step) bool {
	switch c := s.body.Reseated; c.Does {
	case Assigned:
		return c.Force != nil
	case Invited:
		return c.Told || g.invitationTo(c.Side, s.To) != nil
	case InvitationDeclined, InvitationRetracted:
		return g.invitation(c.Number) != nil
	case SeatDeclined, SeatRetracted:
		return g.offerOf(c.Side) != nil
	}
	return true
}

// passOnSeat notes that the user to whom a seat is offered does not get it. Where a substitute is sought the
// next user will be asked, and this one not again.
func (g *game) passOnSeat(side order.Side) {
	if !g.seeks(side) {
		g.setOffer(side, nil)
		return
	}
	h := *g.offerOf(side)
	if h.To != "" {
		h.Passed = append(slices.Clip(h.Passed), h.To)
	}
	h.To, h.Open = "", false
	g.setOffer(side, &h)
}

// told is the line about it in the game's story, and whether there is one.
func (c reseating) told() (view.Text, bool) {
	switch {
	case !c.Told:
	case c.Does == SeatTaken:
		return view.T("told.seat-taken", "side", c.Side), true
	case c.Does == Deputised:
		return view.T("told.seat-deputised", "side", c.Side), true
	case c.Does == Assigned:
		return view.T("told.seat-joined", "side", c.Side), true
	case c.Does == Dismissed:
		return view.T("told.seat-dismissed", "side", c.Side), true
	}
	return view.Text{}, false
}

// expectedReseat is the body that the referee would have written for a row that changes who plays a side.
func (g *game) expectedReseat(s step) (body, error) {
	switch c := s.body.Reseated; c.Does {
	case Deputised, Assigned, Invited:
		return g.expectedPart(s)
	case InvitationDeclined, InvitationRetracted:
		return g.declineInvitation(s.By, c.Number)
	case Dismissed:
		return g.dismiss(s.By, c.Slot)
	case SeatOpen:
		if s.By != "" { // nobody gives the row of an offer that goes to the next user
			if side, err := g.sideOfSeatHolder(s.By); err != nil || side != c.Side {
				return body{}, errors.Join(ErrNotCommander, err)
			}
		}
		return g.offerSeat(c.Side, s.To, c.Seeks)
	case SeatTaken:
		if s.To != s.By {
			return body{}, errors.New("it gives a seat to one who does not take it")
		}
		return g.takeOffered(s.By, c.Side)
	case SeatDeclined, SeatRetracted:
		return g.declineSeat(s.By, c.Side)
	default:
		return body{}, fmt.Errorf("nobody's seat is %q", c.Does)
	}
}

// endsOffer is the row of the offer of a seat that a body ends, 0 for none.
func (g *game) endsOffer(b body) uint64 {
	var side order.Side
	switch m, c := b.Master, b.Reseated; {
	case m != nil && m.Does == HandOver:
		side = m.Side
	case c != nil && slices.Contains([]Reseating{SeatOpen, SeatTaken, SeatDeclined, SeatRetracted}, c.Does):
		side = c.Side
	}
	if h := g.offerOf(side); h != nil {
		return h.Row
	}
	return 0
}

// names says whether the row must name a user beside its giver, and whether it may: an offer of a seat may name
// one, or nobody.
func (b body) names() (does, may bool) {
	m, c := b.Master, b.Reseated
	switch {
	case m != nil:
		return m.Does == HandOver, m.Does == HandOver
	case c == nil:
		return false, false
	}
	switch c.Does {
	case Dismissed, SeatDeclined, SeatRetracted, InvitationDeclined, InvitationRetracted:
		return false, false
	}
	return c.Does != SeatOpen, true
}

// seatTaken says whether the row gives a seat to a user who accepted its offer.
func (b body) seatTaken() bool { return b.Reseated != nil && b.Reseated.Does == SeatTaken }

// tellReseat announces a change of who plays. A user who plays a side from then on gets a message of his own,
// too.
func (n *notificationPlan) tellReseat(g *game) {
	c := n.body.Reseated
	switch {
	case !c.Told:
		return
	case c.Does == SeatOpen:
		n.begin(SeatOffered)
		return
	case c.Does == Invited:
		n.begin(SeatInvited)
		return
	}
	n.tell(SeatsChanged)
	p := g.seatOf(c.Side)
	audience := ""
	switch c.Does {
	case SeatTaken:
		audience = audienceOf(c.Side)
	case Deputised, Assigned:
		audience = p.audienceOf(member{Slot: p.Slots + 1})
		if m := p.at(n.to); m != nil {
			audience = p.audienceOf(*m)
		}
	default:
		return
	}
	n.list = append(n.list, storage.Notice{Audience: audience, Kind: string(SeatsChanged), From: n.seq})
}
