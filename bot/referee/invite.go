package referee

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"grognard/rules/order"
	"grognard/storage"
)

// Who plays a side beside the player of its seat sees what the side sees, and can play no other side after
// that. So nobody is given such a part against his will: he is invited, and until he accepts he sees
// nothing and is free to play what he likes. What he would command is his side's affair until then.

// Invitation is a user who is invited to play a side beside the player of its seat and has not answered, as
// everybody may know it.
type Invitation struct {
	Number int // in its game, from 1
	Side   order.Side
	User   string
	Deputy bool // to act for the player of the seat
	At     time.Time
}

// What cannot be done about invitations.
var (
	ErrInvited      = errors.New("that user is invited already")
	ErrNoInvitation = errors.New("no such invitation stands")
)

// NotInvited refuses an answer to an invitation, which is for another user.
type NotInvited struct{ User string }

func (n *NotInvited) Error() string { return fmt.Sprintf("the invitation is for %q", n.User) }

// invitation is one that stands, as the frame keeps it. A side has one for a user, and one for a deputy.
type invitation struct {
	Side   order.Side `json:"side"`
	Number int        `json:"number"`
	Row    uint64     `json:"row"` // whose message has its buttons
	User   string     `json:"user"`
	Deputy bool       `json:"deputy,omitempty"`
	force
	At time.Time `json:"at"`
}

// invitedWhere is the first invitation of which something is so, nil for none.
func (g *game) invitedWhere(is func(invitation) bool) *invitation {
	if i := slices.IndexFunc(g.Invited, is); i >= 0 {
		return &g.Invited[i]
	}
	return nil
}

// invitation is the one of a number, nil for none.
func (g *game) invitation(number int) *invitation {
	return g.invitedWhere(func(v invitation) bool { return v.Number == number })
}

// invitationTo is the one by which a side invites a user, nil for none.
func (g *game) invitationTo(side order.Side, user string) *invitation {
	return g.invitedWhere(func(v invitation) bool { return v.Side == side && v.User == user })
}

// uninvite ends invitations.
func (g *game) uninvite(which func(invitation) bool) {
	g.Invited = slices.DeleteFunc(slices.Clone(g.Invited), which)
}

// unpromise takes units that are given to somebody from those that others of the side are invited for.
func (g *game) unpromise(side order.Side, given force) {
	g.Invited = slices.Clone(g.Invited)
	for i, v := range g.Invited {
		if v.Side == side {
			g.Invited[i].force = g.less(v.force, given)
		}
	}
}

// invitations are those that stand, as a table has them.
func (g *game) invitations() (all []Invitation) {
	for _, v := range g.Invited {
		if !g.over {
			all = append(all, Invitation{Number: v.Number, Side: v.Side, User: v.User, Deputy: v.Deputy, At: v.At})
		}
	}
	return all
}

// checkRoom says whether a user can play a side beside the player of its seat: there is room for all who play it
// so, and for those who are invited to.
func (g *game) checkRoom(side order.Side, user string) error {
	p, n := g.seatOf(side), 0
	for _, v := range g.Invited {
		if v.Side == side && v.User != user {
			n++
		}
	}
	if p.at(user) == nil && len(p.Members)+n >= mostMembers {
		return ErrTeamFull
	}
	return g.checkOtherSide(user, side)
}

// invite makes an invitation of the row that gives a user a part, unless he plays the side already. The
// channel is told of it once: which units he is invited for, and that they are more, is the side's affair.
func (g *game) invite(b body, user string) (body, error) {
	c := b.Reseated
	if p := g.seatOf(c.Side); user == p.User || p.at(user) != nil {
		return b, nil
	}
	before, deputy := g.invitationTo(c.Side, user), c.Force == nil
	if before != nil && before.Deputy && deputy {
		return body{}, ErrInvited
	}
	c.Does, c.Told = Invited, before == nil || deputy
	return b, nil
}

// followInvitation brings the frame up to an invitation. One who is invited once more keeps what he was invited for,
// and his message where that says the same. A deputy is invited in the place of another.
func (g *game) followInvitation(s step) {
	c := s.body.Reseated
	next := invitation{Side: c.Side, Number: g.Invitations + 1, Row: s.Seq, User: s.To, Deputy: c.Force == nil,
		At: s.At}
	if before := g.invitationTo(c.Side, s.To); before != nil {
		next.force, next.Deputy = before.force, next.Deputy || before.Deputy
		if !c.Told {
			next.Number, next.Row, next.At = before.Number, before.Row, before.At
		}
	}
	g.Invitations = max(g.Invitations, next.Number)
	g.uninvite(func(v invitation) bool {
		return v.Side == c.Side && (v.User == s.To || c.Force == nil && v.Deputy)
	})
	if c.Force != nil {
		g.unpromise(c.Side, *c.Force)
		next.force = g.less(next.force, *c.Force).with(*c.Force)
	}
	g.Invited = append(slices.Clip(g.Invited), next)
}

// AcceptInvitation has a user who is invited play beside the player of a seat. Errors: ErrNoGame,
// ErrOtherGame, ErrOver, ErrNoInvitation, *NotInvited, ErrPlays, ErrKnows, ErrTeamFull, ErrDeputy.
func (r *Referee) AcceptInvitation(ctx context.Context, c Command, number int) (Table, error) {
	return r.executeFrameFor(ctx, c, c.User, func(g *game) (body, error) {
		v := g.invitation(number)
		switch {
		case v == nil:
			return body{}, ErrNoInvitation
		case v.User != c.User:
			return body{}, &NotInvited{v.User}
		}
		return g.acceptInvitation(c.User, v.Side)
	})
}

// acceptInvitation is the row by which one who is invited accepts.
func (g *game) acceptInvitation(user string, side order.Side) (body, error) {
	v := g.invitationTo(side, user)
	switch {
	case g.over:
		return body{}, ErrOver
	case v == nil:
		return body{}, ErrNoInvitation
	}
	if err := g.checkRoom(side, user); err != nil {
		return body{}, err
	}
	b, f := reseat(Assigned, side), v.force
	if v.Deputy {
		b.Reseated.Does = Deputised
	}
	if v.Deputy && g.seatOf(side).deputy() != nil {
		return body{}, ErrDeputy
	}
	if !v.Deputy || len(f.Formations)+len(f.Units) > 0 {
		b.Reseated.Force = &f
	}
	return b, nil
}

// DeclineInvitation is the answer of one who does not want to play a side, or withdraws the invitation for
// the player of the seat. Errors: ErrNoGame, ErrOtherGame, ErrOver, ErrNoInvitation, *NotInvited.
func (r *Referee) DeclineInvitation(ctx context.Context, c Command, number int) (Table, error) {
	return r.executeFrame(ctx, c, func(g *game) (body, error) { return g.declineInvitation(c.User, number) })
}

func (g *game) declineInvitation(user string, number int) (body, error) {
	v := g.invitation(number)
	does := InvitationDeclined
	switch {
	case g.over:
		return body{}, ErrOver
	case v == nil:
		return body{}, ErrNoInvitation
	case user == v.User:
	case user == g.playerOf(v.Side):
		does = InvitationRetracted
	default:
		return body{}, &NotInvited{v.User}
	}
	b := reseat(does, v.Side)
	b.Reseated.Number = number
	return b, nil
}

// expectedPart is what the referee would write of a row that gives a user a part, or invites him to it. In a game
// from before there were invitations the player of the seat gave it at once.
func (g *game) expectedPart(s step) (b body, err error) {
	c := s.body.Reseated
	switch {
	case c.Does != Invited && s.By == s.To && s.By != g.playerOf(c.Side):
		return g.acceptInvitation(s.By, c.Side)
	case c.Does == Deputised, c.Does == Invited && c.Force == nil:
		b, err = g.deputise(s.By, s.To)
	case c.Force == nil:
		return body{}, errors.New("it assigns nothing")
	default:
		b, err = g.assignment(s.By, s.To, *c.Force)
	}
	if err != nil || c.Does != Invited && g.Invitations == 0 {
		return b, err
	}
	return g.invite(b, s.To)
}

// stillInvited are the rows with the messages of the invitations that stand after a command.
func (g *game) stillInvited(c *newRow) (rows []uint64) {
	after := &game{def: g.def, frame: g.frame}
	if c.body.framed() {
		s := step{storage.Row{Seq: c.seq, By: c.by, To: c.to, At: c.at}, c.body}
		after.followMaster(s)
		after.followSeats(s)
	}
	for _, v := range after.Invited {
		rows = append(rows, v.Row)
	}
	return rows
}
