package seats

import (
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
)

// Invitation returns the open invitation of a number, nil for none.
func Invitation(g *ledger.Game, number int) *ledger.Invitation {
	return invitedWhere(g, func(v ledger.Invitation) bool { return v.Number == number })
}

// InvitationTo returns the open invitation of a user by a side, nil for none.
func InvitationTo(g *ledger.Game, side order.Side, user string) *ledger.Invitation {
	return invitedWhere(g, func(v ledger.Invitation) bool { return v.Side == side && v.User == user })
}

// invitedWhere returns the first open invitation that fits, nil for none.
func invitedWhere(g *ledger.Game, is func(ledger.Invitation) bool) *ledger.Invitation {
	if i := slices.IndexFunc(g.Invited, is); i >= 0 {
		return &g.Invited[i]
	}
	return nil
}

// Invite turns the row that makes a user deputy or gives him units into an invitation, unless he plays the side
// already. An invitation is announced once: which units he would get, and that he would get more, only the side
// knows.
func Invite(g *ledger.Game, b ledger.Body, user string) (ledger.Body, error) {
	c := b.Reseated
	if p := g.Seat(c.Side); user == p.User || p.Member(user) != nil {
		return b, nil
	}
	before, deputy := InvitationTo(g, c.Side, user), c.Force == nil
	if before != nil && before.Deputy && deputy {
		return ledger.Body{}, api.ErrInvited
	}
	c.Does, c.Announced = api.Invited, before == nil || deputy
	return b, nil
}

// AcceptInvitation returns the row by which a user accepts a side's invitation.
func AcceptInvitation(g *ledger.Game, user string, side order.Side) (ledger.Body, error) {
	v := InvitationTo(g, side, user)
	switch {
	case g.Over:
		return ledger.Body{}, api.ErrOver
	case v == nil:
		return ledger.Body{}, api.ErrNoInvitation
	}
	if err := checkRoom(g, side, user); err != nil {
		return ledger.Body{}, err
	}
	b, f := reseat(api.Assigned, side), v.Force
	if v.Deputy {
		b.Reseated.Does = api.Deputised
	}
	if v.Deputy && g.Seat(side).Deputy() != nil {
		return ledger.Body{}, api.ErrDeputy
	}
	if !v.Deputy || len(f.Formations)+len(f.Units) > 0 {
		b.Reseated.Force = &f
	}
	return b, nil
}

// DeclineInvitation returns the row by which a user declines an invitation, or the player of the seat withdraws it.
func DeclineInvitation(g *ledger.Game, user string, number int) (ledger.Body, error) {
	v := Invitation(g, number)
	does := api.InvitationDeclined
	switch {
	case g.Over:
		return ledger.Body{}, api.ErrOver
	case v == nil:
		return ledger.Body{}, api.ErrNoInvitation
	case user == v.User:
	case user == g.Player(v.Side):
		does = api.InvitationRetracted
	default:
		return ledger.Body{}, &api.NotInvited{User: v.User}
	}
	b := reseat(does, v.Side)
	b.Reseated.Number = number
	return b, nil
}

// checkRoom refuses a user who cannot become a deputy or a player of a side's team. Open invitations count as
// members.
func checkRoom(g *ledger.Game, side order.Side, user string) error {
	p, n := g.Seat(side), 0
	for _, v := range g.Invited {
		if v.Side == side && v.User != user {
			n++
		}
	}
	if p.Member(user) == nil && len(p.Members)+n >= ledger.MostMembers {
		return api.ErrTeamFull
	}
	return CheckOtherSide(g, user, side)
}

// uninvite removes invitations.
func uninvite(g *ledger.Game, which func(ledger.Invitation) bool) {
	g.Invited = slices.DeleteFunc(slices.Clone(g.Invited), which)
}

// unpromise removes units that somebody gets from the invitations of others to the side.
func unpromise(g *ledger.Game, side order.Side, given ledger.Force) {
	g.Invited = slices.Clone(g.Invited)
	for i, v := range g.Invited {
		if v.Side == side {
			g.Invited[i].Force = lessForce(g, v.Force, given)
		}
	}
}
