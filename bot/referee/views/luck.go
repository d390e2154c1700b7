package views

import (
	"context"
	"errors"
	"fmt"

	"grognard/bot/luck"
	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/replay"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/view"
	"grognard/storage"
)

// GamesOf lists the games in which a user has given a command; for the user "" all games.
func (lk *Looks) GamesOf(ctx context.Context, user string) ([]api.GameID, error) {
	return games.Within(lk.games, func() ([]api.GameID, error) { return lk.log.GamesOf(ctx, user) })
}

// LuckIn does what Luck does, for a channel's last game. Errors: ErrNoGame.
func (lk *Looks) LuckIn(ctx context.Context, channel string) (luck.Game, api.Table, error) {
	return lk.luck(ctx, func() (storage.Game, error) { return lk.games.InChannel(ctx, channel) })
}

// Luck returns the rolls and fights of a game: all of one that is over, of a running one those that everybody was told
// of. Errors: ErrNoGame. For several games call it once for each, so that only one is in memory.
func (lk *Looks) Luck(ctx context.Context, id api.GameID) (luck.Game, api.Table, error) {
	return lk.luck(ctx, func() (storage.Game, error) {
		kept, err := lk.log.Game(ctx, id)
		if errors.Is(err, storage.ErrNotFound) {
			err = api.ErrNoGame
		}
		return kept, err
	})
}

// luck replays the game that find finds, and counts its rolls and fights.
func (lk *Looks) luck(ctx context.Context, find func() (storage.Game, error)) (out luck.Game, t api.Table, err error) {
	err = lk.games.Gate.Enter(func() error {
		kept, err := find()
		if err != nil {
			return err
		}
		g, steps, err := lk.rowsOf(ctx, kept)
		if err != nil {
			return err
		}
		c := luckCounter{Game: g, lastReport: ledger.LastReport(steps)}
		if err := replay.Open(g, nil, steps[:1]); err != nil { // nil for no snapshot
			return err
		}
		for _, s := range steps[1:] {
			account, err := replay.Apply(g, s.Seq, s.Body)
			if err != nil {
				return fmt.Errorf("game %s, row %d: %w", kept.ID, s.Seq, err)
			}
			by := s.By
			if g.Waiting != nil { // the row with its dice has no giver
				by = g.Waiting.By
			}
			replay.Follow(g, s)
			c.take(s, by, account)
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		g.Over = g.Match.Standing().Over
		out, t = c.luck(), tables.Of(g)
		return nil
	})
	return out, t, err
}

// luckCounter collects the rolls and fights of a game, row by row.
type luckCounter struct {
	*ledger.Game
	lastReport uint64 // the last row that ended a phase or began the game: all rows up to it are announced

	rolls, open   []luck.Roll  // all, and those whose faces everybody was told
	fights, known []luck.Fight // all, and those that everybody was told of
}

// take counts a row that the game has applied; giver is the user who gave its order, "" for none.
func (c *luckCounter) take(s ledger.Step, giver string, account view.Account) {
	p := s.Body.Result()
	if p == nil {
		return
	}
	told := s.Seq <= c.lastReport || p.Announced
	public := map[uint64]bool{} // by the numbers of rolls: whether everybody was told the faces
	for _, l := range account.Public() {
		if len(l.Dice) == 0 {
			continue
		}
		public[uint64(l.Roll)] = told
		if l.Reckoned == nil || l.Stake == nil {
			continue
		}
		f := c.fight(l)
		c.fights = append(c.fights, f)
		if told {
			c.known = append(c.known, f)
		}
	}
	var by luck.Party
	// The side comes from the row, because its giver may have handed over his seat since.
	if side, err := ledger.SideOfCommand(p.Asked); err == nil && side != "" && giver != "" {
		by = luck.Party{Side: side, User: giver}
	}
	for _, fell := range p.Record.Rolls() {
		roll := luck.Roll{Number: fell.Number, By: by, For: fell.For, Faces: fell.Faces}
		c.rolls = append(c.rolls, roll)
		if public[fell.Number] {
			c.open = append(c.open, roll)
		}
	}
}

// fight returns the fight that a line tells of.
func (c *luckCounter) fight(l view.Line) luck.Fight {
	r := l.Reckoned
	f := luck.Fight{Turn: l.Turn, Hex: r.Target, Attacker: luck.Party{Side: r.Side, User: c.Player(r.Side)},
		Column: r.Column, Number: uint64(l.Roll), Read: r.Roll, Result: r.Result, Stake: *l.Stake}
	f.Compared = r.Compared()
	if r.Alone { // there are no odds
		f.Compared = r.Attack.Mixed()
	}
	for _, s := range c.Seats {
		if s.Side != r.Side {
			f.Defender = luck.Party{Side: s.Side, User: s.User}
		}
	}
	return f
}

func (c *luckCounter) luck() luck.Game {
	out := luck.Game{ID: string(c.Stored.ID), Title: c.Def.Title, Over: c.Over, Rolls: c.open, Fights: c.known}
	if c.Over {
		out.Rolls, out.Fights = c.rolls, c.fights
	}
	return out
}
