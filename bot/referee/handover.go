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

// Who plays a side changes by rows of the log: a player names a deputy, makes a team, and hands his
// seat over to one who takes it. Nobody plays against his will: a seat is offered first, and one who is to
// play beside its player is invited.

// Reseating is a change of who plays a side.
type Reseating string

// The changes.
const (
	Deputised     Reseating = "deputised" // a user acts for the player of a seat
	Assigned      Reseating = "assigned"  // units of the side are a user's to command
	Dismissed     Reseating = "dismissed" // a deputy, or a player of the team, plays it no longer
	SeatOpen      Reseating = "offered"   // its seat is offered to a user, or to whoever takes it
	SeatTaken     Reseating = "taken"     // and he has it
	SeatDeclined  Reseating = "declined"  // he does not want it
	SeatRetracted Reseating = "retracted" // it is offered no longer

	Invited             Reseating = "invited"         // a user is invited to be a deputy, or a player of the team
	InvitationDeclined  Reseating = "inviteDeclined"  // he does not want to
	InvitationRetracted Reseating = "inviteRetracted" // he is invited no longer
)

// Reseated is a change of who plays a side, as everybody may know it.
type Reseated struct {
	Does   Reseating
	Side   order.Side
	By     string // who did it, "" for nobody
	User   string // whom it concerns: "" for a seat that is offered to everybody
	From   string `json:",omitempty"` // who had the seat that was taken
	Deputy bool   `json:",omitempty"` // of one who was dismissed, or is or was invited: as the deputy
	Number int    `json:",omitempty"` // of the invitation that was made
	At     time.Time
}

// SeatOffer is a seat that is offered.
type SeatOffer struct {
	Number int // in its game, from 1
	Side   order.Side
	To     string // "" for whoever takes it
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

// mostMembers is how many users can play a side beside the player of its seat.
const mostMembers = 12

// reseating is a change of who plays a side, in the body of a row. Whom it names the row's To says.
type reseating struct {
	Does  Reseating  `json:"does"`
	Side  order.Side `json:"side"`
	Slot  int        `json:"slot,omitempty"`  // of the one who is dismissed
	Force *force     `json:"force,omitempty"` // what is assigned, or would be
	Told  bool       `json:"told,omitempty"`  // everybody is told of it
	Seeks bool       `json:"seeks,omitempty"` // the seat is offered to one after the other until somebody takes it

	Number int `json:"number,omitempty"` // of the invitation that is declined or withdrawn
}

// handing is a seat that is offered, as the frame keeps it.
type handing struct {
	Side   order.Side `json:"side"`
	Number int        `json:"number"` // in its game, from 1
	Row    uint64     `json:"row"`    // by which it is offered
	To     string     `json:"to,omitempty"`
	Open   bool       `json:"open,omitempty"` // to whoever takes it
	Seeks  bool       `json:"seeks,omitempty"`
	At     time.Time  `json:"at"`
	Passed []string   `json:"passed,omitempty"` // who did not want it
}

// reseat is the row of such a change.
func reseat(does Reseating, side order.Side) body {
	return body{Version: bodyVersion, Reseated: &reseating{Does: does, Side: side, Told: true}}
}

// offerOf is how the seat of a side is offered, nil where it is not.
func (g *game) offerOf(side order.Side) *handing {
	return g.offerWhere(func(h handing) bool { return h.Side == side })
}

func (g *game) offerWhere(is func(handing) bool) *handing {
	if i := slices.IndexFunc(g.Handing, is); i >= 0 {
		return &g.Handing[i]
	}
	return nil
}

// setOffer notes how the seat of a side is offered from now on, nil for not at all.
func (g *game) setOffer(side order.Side, to *handing) {
	g.Handing = slices.DeleteFunc(slices.Clone(g.Handing), func(h handing) bool { return h.Side == side })
	if to != nil {
		g.Handing = append(g.Handing, *to)
	}
}

// sideOfOffer is the side whose seat is offered by the offer of a number.
func (g *game) sideOfOffer(number int) (order.Side, error) {
	h := g.offerWhere(func(h handing) bool { return h.Number == number })
	if h == nil {
		return "", ErrNoSeatOffer
	}
	return h.Side, nil
}

// OfferSeat offers a player's seat to a user. An offer of it to another one that stands is at an end.
// Errors: those of Resign, ErrNotCommander, ErrOwnSeat, ErrPlays, ErrKnows.
func (r *Referee) OfferSeat(ctx context.Context, c Command, user string) (Table, error) {
	return r.executeFrameFor(ctx, c, user, func(g *game) (body, error) {
		side, err := g.sideOfSeatHolder(c.User)
		if err != nil {
			return body{}, err
		}
		return g.offerSeat(side, user, false)
	})
}

// offerSeat offers a seat to a user, or for "" to whoever takes it; one who seeks a substitute has it
// offered to one after the other.
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

// checkTake says whether a user can get a seat by an offer; "" is anybody.
func (g *game) checkTake(side order.Side, user string) error {
	switch {
	case user == "":
		return nil
	case user == g.playerOf(side):
		return ErrOwnSeat
	}
	return g.checkOtherSide(user, side)
}

// TakeSeat takes the seat that is offered. Errors: those of Resign but ErrNotSeated, ErrNoSeatOffer,
// ErrOwnSeat, ErrPlays, ErrKnows.
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

// waitsNoLonger takes one who has got a seat off the list of those who wait for one.
func (r *Referee) waitsNoLonger(ctx context.Context, c Command) {
	guild, err := r.store.GuildOf(ctx, c.Channel)
	if err == nil && guild != "" {
		err = r.store.DropSubstitute(ctx, guild, c.User)
	}
	if err != nil { // he is asked once more, and can decline
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

// DeclineSeat is the answer of one who does not want the seat that is offered to him, or withdraws the
// offer for the player of the seat. Errors: those of TakeSeat.
func (r *Referee) DeclineSeat(ctx context.Context, c Command, number int) (Table, error) {
	t, err := r.executeFrame(ctx, c, func(g *game) (body, error) {
		side, err := g.sideOfOffer(number)
		if err != nil {
			return body{}, err
		}
		return g.declineSeat(c.User, side)
	})
	if err == nil {
		if err := r.ringIn(ctx, t.Game); err != nil { // it comes by itself later
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

// followSeats brings the frame up to a row that changes who plays a side.
func (g *game) followSeats(s step) {
	c := s.body.Reseated
	if c == nil || !g.canFollow(s) {
		return
	}
	did := Reseated{Does: c.Does, Side: c.Side, By: s.By, User: s.To, At: s.At}
	switch c.Does {
	case Deputised, Assigned:
		did.By = g.playerOf(c.Side) // also where the user has accepted
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

// canFollow says whether the row can be followed. One that cannot was forged, or a program is at fault.
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

// passOnSeat notes that the one to whom a seat is offered does not get it. Where a substitute is sought the
// next one is asked, and he is not asked again.
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

// told is what everybody reads of it in the story of the game, none where that is nothing.
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

// expectedReseat is what the referee would write of such a row.
func (g *game) expectedReseat(s step) (body, error) {
	switch c := s.body.Reseated; c.Does {
	case Deputised, Assigned, Invited:
		return g.expectedPart(s)
	case InvitationDeclined, InvitationRetracted:
		return g.declineInvitation(s.By, c.Number)
	case Dismissed:
		return g.dismiss(s.By, c.Slot)
	case SeatOpen:
		if s.By != "" { // else nobody answered for it
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

// endsOffer is the row of the offer of a seat that a row ends, 0 for none.
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

// names says whether the row names a user beside its giver, and whether it may: a seat can be offered to
// everybody.
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

// seatTaken says whether a player has handed his seat over by the row.
func (b body) seatTaken() bool { return b.Reseated != nil && b.Reseated.Does == SeatTaken }

// tellReseat tells of a change of who plays. One who plays by it is told by himself, too.
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
