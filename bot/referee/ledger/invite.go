package ledger

import (
	"errors"
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/storage"
)

// invitation is an open invitation, in the frame. A side has at most one for a user, and one for a deputy.
type invitation struct {
	Side   order.Side `json:"side"`
	Number int        `json:"number"`
	Row    uint64     `json:"row"` // the row whose message has its buttons
	User   string     `json:"user"`
	Deputy bool       `json:"deputy,omitempty"`
	force
	At time.Time `json:"at"`
}

// invitedWhere is the first open invitation that fits, nil for none.
func (g *Game) invitedWhere(is func(invitation) bool) *invitation {
	if i := slices.IndexFunc(g.Invited, is); i >= 0 {
		return &g.Invited[i]
	}
	return nil
}

// invitation is the open invitation of a number, nil for none.
func (g *Game) Invitation(number int) *invitation {
	return g.invitedWhere(func(v invitation) bool { return v.Number == number })
}

// invitationTo is the open invitation of a user by a side, nil for none.
func (g *Game) InvitationTo(side order.Side, user string) *invitation {
	return g.invitedWhere(func(v invitation) bool { return v.Side == side && v.User == user })
}

// uninvite removes invitations.
func (g *Game) uninvite(which func(invitation) bool) {
	g.Invited = slices.DeleteFunc(slices.Clone(g.Invited), which)
}

// unpromise removes units that somebody gets from the invitations of others to the side.
func (g *Game) unpromise(side order.Side, given force) {
	g.Invited = slices.Clone(g.Invited)
	for i, v := range g.Invited {
		if v.Side == side {
			g.Invited[i].force = g.less(v.force, given)
		}
	}
}

// invitations are a table's Invited.
func (g *Game) invitations() (all []api.Invitation) {
	for _, v := range g.Invited {
		if !g.Over {
			all = append(all, api.Invitation{Number: v.Number, Side: v.Side, User: v.User, Deputy: v.Deputy, At: v.At})
		}
	}
	return all
}

// checkRoom refuses a user who cannot become a deputy or a player of a side's team. Open invitations count as
// members.
func (g *Game) checkRoom(side order.Side, user string) error {
	p, n := g.SeatOf(side), 0
	for _, v := range g.Invited {
		if v.Side == side && v.User != user {
			n++
		}
	}
	if p.At(user) == nil && len(p.Members)+n >= mostMembers {
		return api.ErrTeamFull
	}
	return g.checkOtherSide(user, side)
}

// invite turns the row that makes a user deputy or gives him units into an invitation, unless he plays the side
// already. An invitation is announced once: which units he would get, and that he would get more, only the side
// knows.
func (g *Game) Invite(b Body, user string) (Body, error) {
	c := b.Reseated
	if p := g.SeatOf(c.Side); user == p.User || p.At(user) != nil {
		return b, nil
	}
	before, deputy := g.InvitationTo(c.Side, user), c.Force == nil
	if before != nil && before.Deputy && deputy {
		return Body{}, api.ErrInvited
	}
	c.Does, c.Told = api.Invited, before == nil || deputy
	return b, nil
}

// followInvitation updates the frame by an invitation. A user who is invited again keeps what he was invited
// for before, and his message where that still says the same. A deputy who is invited replaces another one who
// was.
func (g *Game) followInvitation(s Step) {
	c := s.Body.Reseated
	next := invitation{Side: c.Side, Number: g.Invitations + 1, Row: s.Seq, User: s.To, Deputy: c.Force == nil,
		At: s.At}
	if before := g.InvitationTo(c.Side, s.To); before != nil {
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

// acceptInvitation is the row by which a user accepts a side's invitation.
func (g *Game) AcceptInvitation(user string, side order.Side) (Body, error) {
	v := g.InvitationTo(side, user)
	switch {
	case g.Over:
		return Body{}, api.ErrOver
	case v == nil:
		return Body{}, api.ErrNoInvitation
	}
	if err := g.checkRoom(side, user); err != nil {
		return Body{}, err
	}
	b, f := reseat(api.Assigned, side), v.force
	if v.Deputy {
		b.Reseated.Does = api.Deputised
	}
	if v.Deputy && g.SeatOf(side).deputy() != nil {
		return Body{}, api.ErrDeputy
	}
	if !v.Deputy || len(f.Formations)+len(f.Units) > 0 {
		b.Reseated.Force = &f
	}
	return b, nil
}

func (g *Game) DeclineInvitation(user string, number int) (Body, error) {
	v := g.Invitation(number)
	does := api.InvitationDeclined
	switch {
	case g.Over:
		return Body{}, api.ErrOver
	case v == nil:
		return Body{}, api.ErrNoInvitation
	case user == v.User:
	case user == g.PlayerOf(v.Side):
		does = api.InvitationRetracted
	default:
		return Body{}, &api.NotInvited{User: v.User}
	}
	b := reseat(does, v.Side)
	b.Reseated.Number = number
	return b, nil
}

// expectedPart is the body that the referee would have written for a row that makes a user deputy, gives him
// units, or invites him to that. In old games, without invitations, the player of the seat did so at once.
func (g *Game) expectedPart(s Step) (b Body, err error) {
	c := s.Body.Reseated
	switch {
	case c.Does != api.Invited && s.By == s.To && s.By != g.PlayerOf(c.Side):
		return g.AcceptInvitation(s.By, c.Side)
	case c.Does == api.Deputised, c.Does == api.Invited && c.Force == nil:
		b, err = g.Deputise(s.By, s.To)
	case c.Force == nil:
		return Body{}, errors.New("it assigns nothing")
	default:
		b, err = g.Assignment(s.By, s.To, *c.Force)
	}
	if err != nil || c.Does != api.Invited && g.Invitations == 0 {
		return b, err
	}
	return g.Invite(b, s.To)
}

// stillInvited are the rows with the messages of the invitations that are open after a row.
func (g *Game) stillInvited(c *NewRow) (rows []uint64) {
	after := &Game{Def: g.Def, Frame: g.Frame}
	if c.Body.Framed() {
		s := Step{storage.Row{Seq: c.Seq, By: c.By, To: c.To, At: c.At}, c.Body}
		after.FollowMaster(s)
		after.FollowSeats(s)
	}
	for _, v := range after.Invited {
		rows = append(rows, v.Row)
	}
	return rows
}
