package views

import (
	"context"
	"errors"
	"fmt"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/view"
	"grognard/storage"
)

// Audit lists the dice of a game, as far as a user may know them.
type Audit struct {
	Table api.Table
	Rolls []api.DiceRoll // in the order in which they were given

	Public *view.Public // with everything that everybody was told of the game, nil before it begins

	// api.HeadLine of the last hash posted, "" for none. Who posts it himself knows that nobody can edit it.
	Witness string
}

// Audit lists the dice of the command's game, or else of the channel's last one. A player is shown the rolls
// that his side was told of, anybody else those that everybody was told of, and all are shown everything when
// the game is over. The hash of an order is shown with its rolls: it tells no more than the fight that was
// announced. Errors: ErrNoGame, ErrOtherGame.
func (lk *Looks) Audit(ctx context.Context, c api.Command) (Audit, error) {
	return games.Within(lk.games, func() (Audit, error) {
		kept, err := lk.commandGame(ctx, c)
		if err != nil {
			return Audit{}, err
		}
		g, told, err := lk.games.Logs.Replay(ctx, kept, 1, games.Latest)
		if err != nil {
			return Audit{}, err
		}
		a := Audit{Table: tables.Of(g.Game)}
		if g.Head != "" {
			a.Witness = api.HeadLine(kept.ID, g.Match.Standing().Turn, g.Head)
		}
		side, _ := g.Side(c.User) // "" for an onlooker
		for _, t := range told {
			if t.Result == nil {
				continue
			}
			cast, err := tables.DiceRoll(g.Game, t, side)
			if err != nil {
				return Audit{}, fmt.Errorf("game %s, row %d: %w", kept.ID, t.Seq, err)
			}
			if len(cast.Rolls) > 0 {
				a.Rolls = append(a.Rolls, cast)
			}
		}
		if g.Started {
			a.Public = storyOf(g, told, "").Public // "" for an onlooker
		}
		return a, nil
	})
}

// commandGame finds the game that a command means: the named one, with ErrOtherGame if it is no longer in the
// command's channel, or the channel's if none is named.
func (lk *Looks) commandGame(ctx context.Context, c api.Command) (storage.Game, error) {
	if c.Game == "" {
		return lk.games.InChannel(ctx, c.Channel)
	}
	kept, err := lk.log.Game(ctx, c.Game)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return kept, api.ErrNoGame
	case err == nil && kept.Channel != c.Channel:
		return kept, api.ErrOtherGame
	}
	return kept, err
}
