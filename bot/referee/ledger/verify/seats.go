package verify

import (
	"errors"
	"fmt"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/seats"
)

// expectedReseat is Expected for a row that changes who plays a side.
func expectedReseat(g *ledger.Game, s ledger.Step) (ledger.Body, error) {
	switch c := s.Body.Reseated; c.Does {
	case api.Deputised, api.Assigned, api.Invited:
		return expectedPart(g, s)
	case api.InvitationDeclined, api.InvitationRetracted:
		return seats.DeclineInvitation(g, s.By, c.Number)
	case api.Dismissed:
		return seats.Dismiss(g, s.By, c.Slot)
	case api.SeatOpen:
		if s.By != "" { // nobody gives the row of an offer that goes to the next user
			if side, err := g.SideOfSeatHolder(s.By); err != nil || side != c.Side {
				return ledger.Body{}, errors.Join(api.ErrNotCommander, err)
			}
		}
		return seats.Offer(g, c.Side, s.To, c.Seeks)
	case api.SeatTaken:
		if s.To != s.By {
			return ledger.Body{}, errors.New("it gives a seat to one who does not take it")
		}
		return seats.Take(g, s.By, c.Side)
	case api.SeatDeclined, api.SeatRetracted:
		return seats.DeclineOffer(g, s.By, c.Side)
	default:
		return ledger.Body{}, fmt.Errorf("nobody's seat is %q", c.Does)
	}
}

// expectedPart is Expected for a row that makes a user deputy, gives him units, or invites him to that. In old games,
// without invitations, the player of the seat did so at once.
func expectedPart(g *ledger.Game, s ledger.Step) (b ledger.Body, err error) {
	c := s.Body.Reseated
	switch {
	case c.Does != api.Invited && s.By == s.To && s.By != g.Player(c.Side):
		return seats.AcceptInvitation(g, s.By, c.Side)
	case c.Does == api.Deputised, c.Does == api.Invited && c.Force == nil:
		b, err = seats.Deputise(g, s.By, s.To)
	case c.Force == nil:
		return ledger.Body{}, errors.New("it assigns nothing")
	default:
		b, err = seats.Assign(g, s.By, s.To, *c.Force)
	}
	if err != nil || c.Does != api.Invited && g.Invitations == 0 {
		return b, err
	}
	return seats.Invite(g, b, s.To)
}
