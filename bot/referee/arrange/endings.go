package arrange

import (
	"context"
	"errors"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/endings"
	"grognard/storage"
)

// Endings ends games by resignation and by agreement.
type Endings struct {
	games *games.Games
}

// Resign ends a game that has begun: the user's side gives it up. Errors: ErrNoGame, ErrOtherGame,
// ErrNotSeated, ErrNotCommander, ErrNotStarted, ErrOver.
func (en *Endings) Resign(ctx context.Context, c api.Command) (api.Table, error) {
	return en.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		return endings.Resign(g.Game, c.User)
	})
}

// Propose offers the other side to end a game that has begun, as Drawn or Cancelled. If the other side has
// offered the same, the game ends. An offer stands until it is answered or withdrawn, the turn is over, or the
// end of a phase is taken back, so that an undo cannot revive an offer that lapsed. A side can make each kind
// of offer once a turn. Errors: those of Resign, ErrOffered, ErrDeclined.
func (en *Endings) Propose(ctx context.Context, c api.Command, how api.Ending) (api.Table, error) {
	return en.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		return endings.Propose(g.Game, c.User, how, "") // "", as it leads to no channel
	})
}

// ProposeMove offers the other side to go on in a channel, as Propose offers an ending. Errors: those of Propose,
// ErrSamePlace, ErrTaken.
func (en *Endings) ProposeMove(ctx context.Context, c api.Command, channel string) (api.Table, error) {
	return en.agree(ctx, c, func(g *games.Held) (ledger.Body, error) {
		return endings.Propose(g.Game, c.User, api.Moved, channel)
	})
}

// agree carries out a command that may move the game.
func (en *Endings) agree(ctx context.Context, c api.Command,
	decide func(*games.Held) (ledger.Body, error)) (api.Table, error) {
	t, err := en.games.ExecuteTable(ctx, c, decide)
	switch {
	case errors.Is(err, storage.ErrTaken):
		err = api.ErrTaken
	case errors.Is(err, api.ErrNoGame), errors.Is(err, api.ErrOtherGame): // a repeated command may have moved it
		if there, again, _ := movedAlready(ctx, en.games, c); again {
			return there, nil
		}
	}
	return t, err
}

// Accept ends or moves the game by accepting the other side's offer of this number. Errors: those of Resign,
// ErrNoOffer, ErrOwnOffer, ErrTaken.
func (en *Endings) Accept(ctx context.Context, c api.Command, number int) (api.Table, error) {
	return en.agree(ctx, c, func(g *games.Held) (ledger.Body, error) {
		o, side, err := endings.Open(g.Game, c.User, number)
		if err != nil {
			return ledger.Body{}, err
		}
		if o.By == side {
			return ledger.Body{}, api.ErrOwnOffer
		}
		return endings.Agree(g.Game, *o)
	})
}

// Decline declines the offer of this number, or withdraws the user's own. Errors: those of Resign, ErrNoOffer.
func (en *Endings) Decline(ctx context.Context, c api.Command, number int) (api.Table, error) {
	return en.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		return endings.Decline(g.Game, c.User, number)
	})
}

// Cancel ends a game that has not begun. Its opener can do so, the only user with a seat, and after a week
// anybody. Errors: ErrNoGame, ErrOtherGame, ErrOver, ErrStarted, ErrNotOpener.
func (ng *NewGames) Cancel(ctx context.Context, c api.Command) (api.Table, error) {
	return ng.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		return endings.Cancel(g.Game, c.User, ng.games.RowTime(g))
	})
}

// Leave gives up a user's seat before the game begins, with his word for the dice. Errors: ErrNoGame,
// ErrOtherGame, ErrNotSeated, ErrOver, ErrStarted.
func (ng *NewGames) Leave(ctx context.Context, c api.Command) (api.Table, error) {
	return ng.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		return endings.Leave(g.Game, c.User)
	})
}
