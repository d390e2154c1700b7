package ledger

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// mostMembers limits the users who play a side beside the player of its seat.
const mostMembers = 12

// reseating is a change of who plays a side, in the body of a row. The user concerned is in the row's column
// To.
type reseating struct {
	Does  api.Reseating `json:"does"`
	Side  order.Side    `json:"side"`
	Slot  int           `json:"slot,omitempty"`  // of the user who is dismissed
	Force *force        `json:"force,omitempty"` // what is assigned, or would be after an invitation
	Told  bool          `json:"told,omitempty"`  // the change is announced to everybody
	// a substitute is sought: the seat is offered to one user after the other until somebody takes it
	Seeks bool `json:"seeks,omitempty"`

	Number int `json:"number,omitempty"` // of the invitation that is declined or withdrawn
}

// handing is the offer of a seat, in the frame.
type Handing struct {
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
func reseat(does api.Reseating, side order.Side) Body {
	return Body{Version: BodyVersion, Reseated: &reseating{Does: does, Side: side, Told: true}}
}

// offerOf is the offer of a side's seat, nil for none.
func (g *Game) OfferOf(side order.Side) *Handing {
	return g.offerWhere(func(h Handing) bool { return h.Side == side })
}

func (g *Game) offerWhere(is func(Handing) bool) *Handing {
	if i := slices.IndexFunc(g.Handing, is); i >= 0 {
		return &g.Handing[i]
	}
	return nil
}

// setOffer sets the offer of a side's seat, nil for none.
func (g *Game) setOffer(side order.Side, to *Handing) {
	g.Handing = slices.DeleteFunc(slices.Clone(g.Handing), func(h Handing) bool { return h.Side == side })
	if to != nil {
		g.Handing = append(g.Handing, *to)
	}
}

// sideOfOffer is the side whose seat the offer of a number offers.
func (g *Game) SideOfOffer(number int) (order.Side, error) {
	h := g.offerWhere(func(h Handing) bool { return h.Number == number })
	if h == nil {
		return "", api.ErrNoSeatOffer
	}
	return h.Side, nil
}

// offerSeat is the row that offers a seat to a user; seeks says that a substitute is sought, and then "" offers
// the seat to anybody.
func (g *Game) OfferSeat(side order.Side, user string, seeks bool) (Body, error) {
	b := reseat(api.SeatOpen, side)
	b.Reseated.Seeks = seeks
	switch {
	case user == "" && !seeks:
		return Body{}, api.ErrNoMember
	case g.Over:
		return Body{}, api.ErrOver
	case !g.Started:
		return Body{}, api.ErrNotStarted
	case g.PlayerOf(side) == "":
		return Body{}, api.ErrNoSide
	}
	return b, g.CheckTake(side, user)
}

// checkTake refuses a user who cannot get a seat by an offer; "" stands for anybody.
func (g *Game) CheckTake(side order.Side, user string) error {
	switch {
	case user == "":
		return nil
	case user == g.PlayerOf(side):
		return api.ErrOwnSeat
	}
	return g.checkOtherSide(user, side)
}

func (g *Game) TakeOffered(user string, side order.Side) (Body, error) {
	h := g.OfferOf(side)
	switch {
	case g.Over:
		return Body{}, api.ErrOver
	case h == nil, user == "", !h.Open && h.To != user:
		return Body{}, api.ErrNoSeatOffer
	}
	return reseat(api.SeatTaken, side), g.CheckTake(side, user)
}

func (g *Game) DeclineSeat(user string, side order.Side) (Body, error) {
	h := g.OfferOf(side)
	switch {
	case g.Over:
		return Body{}, api.ErrOver
	case h == nil:
		return Body{}, api.ErrNoSeatOffer
	case user == g.PlayerOf(side):
		return reseat(api.SeatRetracted, side), nil
	case user == "" || user != h.To:
		return Body{}, api.ErrNoSeatOffer
	}
	return reseat(api.SeatDeclined, side), nil
}

// followSeats updates the frame by a row that changes who plays a side.
func (g *Game) FollowSeats(s Step) {
	c := s.Body.Reseated
	if c == nil || !g.canFollow(s) {
		return
	}
	did := api.Reseated{Does: c.Does, Side: c.Side, By: s.By, User: s.To, At: s.At}
	switch c.Does {
	case api.Deputised, api.Assigned:
		did.By = g.PlayerOf(c.Side) // not s.By: that is the user where he accepted an invitation
		g.enlist(c, s.To)
	case api.Invited:
		g.followInvitation(s)
		did.Deputy, did.Number = c.Force == nil, g.Invitations
	case api.InvitationDeclined, api.InvitationRetracted:
		v := g.Invitation(c.Number)
		did.User, did.Deputy = v.User, v.Deputy
		g.uninvite(func(v invitation) bool { return v.Number == c.Number })
	case api.Dismissed:
		g.reseat(c.Side, func(p *SeatOf) {
			p.Members = slices.DeleteFunc(p.Members, func(m member) bool {
				if m.Slot != c.Slot {
					return false
				}
				did.User, did.Deputy = m.User, m.Deputy
				return true
			})
		})
		g.noteFormer(c.Side, did.User)
	case api.SeatOpen:
		g.passOnSeat(c.Side)
		g.Handings++
		h := Handing{Side: c.Side, Number: g.Handings, Row: s.Seq, To: s.To, Open: s.To == "", Seeks: c.Seeks, At: s.At}
		if before := g.OfferOf(c.Side); before != nil {
			h.Passed = before.Passed
		}
		g.setOffer(c.Side, &h)
	case api.SeatTaken:
		did.From = g.PlayerOf(c.Side)
		g.takeSeat(c.Side, s.To)
		g.setOffer(c.Side, nil)
		g.Handed = s.Seq
		g.lapseOffer()
	case api.SeatDeclined:
		did.User = g.OfferOf(c.Side).To
		g.passOnSeat(c.Side)
	case api.SeatRetracted:
		did.User = g.OfferOf(c.Side).To
		g.setOffer(c.Side, nil)
	}
	if c.Told {
		g.Reseated = &did
	}
}

// canFollow says whether followSeats can follow the row. If not, the row is forged, or the program that wrote
// it was wrong.
func (g *Game) canFollow(s Step) bool {
	switch c := s.Body.Reseated; c.Does {
	case api.Assigned:
		return c.Force != nil
	case api.Invited:
		return c.Told || g.InvitationTo(c.Side, s.To) != nil
	case api.InvitationDeclined, api.InvitationRetracted:
		return g.Invitation(c.Number) != nil
	case api.SeatDeclined, api.SeatRetracted:
		return g.OfferOf(c.Side) != nil
	}
	return true
}

// passOnSeat notes that the user to whom a seat is offered does not get it. Where a substitute is sought the
// next user will be asked, and this one not again.
func (g *Game) passOnSeat(side order.Side) {
	if !g.Seeks(side) {
		g.setOffer(side, nil)
		return
	}
	h := *g.OfferOf(side)
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
	case c.Does == api.SeatTaken:
		return view.T("told.seat-taken", "side", c.Side), true
	case c.Does == api.Deputised:
		return view.T("told.seat-deputised", "side", c.Side), true
	case c.Does == api.Assigned:
		return view.T("told.seat-joined", "side", c.Side), true
	case c.Does == api.Dismissed:
		return view.T("told.seat-dismissed", "side", c.Side), true
	}
	return view.Text{}, false
}

// expectedReseat is the body that the referee would have written for a row that changes who plays a side.
func (g *Game) expectedReseat(s Step) (Body, error) {
	switch c := s.Body.Reseated; c.Does {
	case api.Deputised, api.Assigned, api.Invited:
		return g.expectedPart(s)
	case api.InvitationDeclined, api.InvitationRetracted:
		return g.DeclineInvitation(s.By, c.Number)
	case api.Dismissed:
		return g.Dismiss(s.By, c.Slot)
	case api.SeatOpen:
		if s.By != "" { // nobody gives the row of an offer that goes to the next user
			if side, err := g.SideOfSeatHolder(s.By); err != nil || side != c.Side {
				return Body{}, errors.Join(api.ErrNotCommander, err)
			}
		}
		return g.OfferSeat(c.Side, s.To, c.Seeks)
	case api.SeatTaken:
		if s.To != s.By {
			return Body{}, errors.New("it gives a seat to one who does not take it")
		}
		return g.TakeOffered(s.By, c.Side)
	case api.SeatDeclined, api.SeatRetracted:
		return g.DeclineSeat(s.By, c.Side)
	default:
		return Body{}, fmt.Errorf("nobody's seat is %q", c.Does)
	}
}

// endsOffer is the row of the offer of a seat that a body ends, 0 for none.
func (g *Game) endsOffer(b Body) uint64 {
	var side order.Side
	switch m, c := b.Master, b.Reseated; {
	case m != nil && m.Does == api.HandOver:
		side = m.Side
	case c != nil && slices.Contains([]api.Reseating{api.SeatOpen, api.SeatTaken, api.SeatDeclined, api.SeatRetracted}, c.Does):
		side = c.Side
	}
	if h := g.OfferOf(side); h != nil {
		return h.Row
	}
	return 0
}

// names says whether the row must name a user beside its giver, and whether it may: an offer of a seat may name
// one, or nobody.
func (b Body) Names() (does, may bool) {
	m, c := b.Master, b.Reseated
	switch {
	case m != nil:
		return m.Does == api.HandOver, m.Does == api.HandOver
	case c == nil:
		return false, false
	}
	switch c.Does {
	case api.Dismissed, api.SeatDeclined, api.SeatRetracted, api.InvitationDeclined, api.InvitationRetracted:
		return false, false
	}
	return c.Does != api.SeatOpen, true
}

// seatTaken says whether the row gives a seat to a user who accepted its offer.
func (b Body) SeatTaken() bool { return b.Reseated != nil && b.Reseated.Does == api.SeatTaken }

// tellReseat announces a change of who plays. A user who plays a side from then on gets a message of his own,
// too.
func (n *NotificationPlan) tellReseat(g *Game) {
	c := n.Body.Reseated
	switch {
	case !c.Told:
		return
	case c.Does == api.SeatOpen:
		n.begin(api.SeatOffered)
		return
	case c.Does == api.Invited:
		n.begin(api.SeatInvited)
		return
	}
	n.Tell(api.SeatsChanged)
	p := g.SeatOf(c.Side)
	audience := ""
	switch c.Does {
	case api.SeatTaken:
		audience = AudienceOf(c.Side)
	case api.Deputised, api.Assigned:
		audience = p.audienceOf(member{Slot: p.Slots + 1})
		if m := p.At(n.To); m != nil {
			audience = p.audienceOf(*m)
		}
	default:
		return
	}
	n.List = append(n.List, storage.Notice{Audience: audience, Kind: string(api.SeatsChanged), From: n.Seq})
}
