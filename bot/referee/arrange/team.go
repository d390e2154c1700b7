package arrange

import (
	"context"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/seats"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/view"
)

// Team lists those who play the user's side. Errors: those of Secret.
func (ss *Seats) Team(ctx context.Context, channel, user string) (team api.Team, err error) {
	err = ss.games.Look(ctx, channel, func(g *games.Held) error {
		if _, err := g.Side(user); err != nil {
			return err
		}
		team = tables.Team(g.Game, user)
		return nil
	})
	return team, err
}

// Deputise makes a user the deputy of the player of a seat, until he is dismissed. A deputy can give all orders
// and answers and sees what the side sees; he can neither end the game nor hand over the seat. A user who does
// not play the side yet is invited first. Errors: those of Resign, ErrNotCommander, ErrOwnSeat, ErrPlays,
// ErrKnows, ErrDeputy, ErrTeamFull, ErrInvited.
func (ss *Seats) Deputise(ctx context.Context, c api.Command, user string) (api.Table, error) {
	return ss.games.ExecuteTableFor(ctx, c, user, func(g *games.Held) (ledger.Body, error) {
		b, err := seats.Deputise(g.Game, c.User, user)
		if err != nil {
			return ledger.Body{}, err
		}
		return seats.Invite(g.Game, b, user)
	})
}

// Assign gives a user units of the giver's side to command, or the giver takes them back for himself. Words
// lists formations, units and hexes, separated by commas. A user who does not play the side yet is invited
// first. Errors: those of Deputise but ErrOwnSeat and ErrInvited, *NoForce.
func (ss *Seats) Assign(ctx context.Context, c api.Command, user, words string) (api.Team, error) {
	var team api.Team
	_, err := ss.games.ExecuteFor(ctx, c, user, func(g *games.Held) (ledger.Body, error) {
		side, err := seats.SideOfRecruiter(g.Game, c.User, user)
		if err != nil {
			return ledger.Body{}, err
		}
		f, err := seats.ReadForce(g.Game, side, words)
		if err != nil {
			return ledger.Body{}, err
		}
		b, err := seats.Assign(g.Game, c.User, user, f)
		if err != nil {
			return ledger.Body{}, err
		}
		return seats.Invite(g.Game, b, user)
	}, func(g *games.Held, _ []view.Account) { team = tables.Team(g.Game, c.User) })
	return team, err
}

// Dismiss removes a deputy or a player of the team from the side, or withdraws his invitation. He can also
// leave on his own. Errors: those of Resign, ErrNotCommander, ErrNoMember.
func (ss *Seats) Dismiss(ctx context.Context, c api.Command, user string) (api.Table, error) {
	return ss.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		side, err := g.SideInPlay(c.User)
		if err != nil {
			return ledger.Body{}, err
		}
		m, v := g.Seat(side).Member(user), seats.InvitationTo(g.Game, side, user)
		switch {
		case m != nil:
			return seats.Dismiss(g.Game, c.User, m.Slot)
		case v == nil:
			return ledger.Body{}, api.ErrNoMember
		case g.Player(side) != c.User:
			return ledger.Body{}, api.ErrNotCommander
		}
		return seats.DeclineInvitation(g.Game, c.User, v.Number)
	})
}
