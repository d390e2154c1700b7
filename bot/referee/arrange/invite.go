package arrange

import (
	"context"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/seats"
)

// A deputy or a player of a team sees what the side sees, and can play no other side after that. So nobody
// becomes one against his will: he is invited, and until he accepts he sees nothing of the side and may still
// play another one. Which units he would command only the side knows.

// AcceptInvitation accepts the invitation of this number. Errors: ErrNoGame, ErrOtherGame, ErrOver,
// ErrNoInvitation, *NotInvited, ErrPlays, ErrKnows, ErrTeamFull, ErrDeputy.
func (ss *Seats) AcceptInvitation(ctx context.Context, c api.Command, number int) (api.Table, error) {
	return ss.games.ExecuteTableFor(ctx, c, c.User, func(g *games.Held) (ledger.Body, error) {
		v := seats.Invitation(g.Game, number)
		switch {
		case v == nil:
			return ledger.Body{}, api.ErrNoInvitation
		case v.User != c.User:
			return ledger.Body{}, &api.NotInvited{User: v.User}
		}
		return seats.AcceptInvitation(g.Game, c.User, v.Side)
	})
}

// DeclineInvitation declines the invitation of this number for the invited user, or withdraws it for the player
// of the seat. Errors: ErrNoGame, ErrOtherGame, ErrOver, ErrNoInvitation, *NotInvited.
func (ss *Seats) DeclineInvitation(ctx context.Context, c api.Command, number int) (api.Table, error) {
	return ss.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		return seats.DeclineInvitation(g.Game, c.User, number)
	})
}
