package games

import (
	"context"
	"errors"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/view"
	"grognard/storage"
)

// decideFunc decides a command: it refuses it or returns the body of its row. It does not change the game.
type decideFunc func(*Held) (ledger.Body, error)

// resultFunc makes the answer for the giver of a command, from the game after the command and what was told. It is
// called again when rows have followed automatically, with what all of them told.
type resultFunc func(*Held, []view.Account)

// Execute carries out a command once: under the game's lock it decides and applies it, and writes its row and
// notices in one transaction. A command that is in the log already is answered from there, and again is true. The
// log is asked for a command only when the game or the log refuses it, because most commands are new.
//
// The command is applied before it is written, because its notices are written with it and depend on its result. So the
// game is not in memory until the commit has succeeded: after a failure the next caller loads it from the log.
func (gs *Games) Execute(ctx context.Context, c api.Command, decide decideFunc,
	tell resultFunc) (again bool, err error) {
	return gs.ExecuteFor(ctx, c, "", decide, tell)
}

// ExecuteFor does what Execute does, for a command that concerns another user, "" for none.
func (gs *Games) ExecuteFor(ctx context.Context, c api.Command, to string, decide decideFunc,
	tell resultFunc) (again bool, err error) {
	err = gs.withCommanded(ctx, c, func(g *Held) (err error) {
		again, err = gs.execute(ctx, g, c, to, decide, tell)
		return err
	})
	return again, err
}

// execute carries out a command in its locked game.
func (gs *Games) execute(ctx context.Context, g *Held, c api.Command, to string, decide decideFunc,
	tell resultFunc) (again bool, err error) {
	if _, err := gs.Resume(ctx, g); err != nil { // a repeated command gets its answer even when the disk is full
		return gs.repeated(ctx, c, g.Stored, tell, err)
	}
	rowBody, err := decide(g)
	if err != nil {
		return gs.repeated(ctx, c, g.Stored, tell, err)
	}
	w, err := gs.commit(ctx, decidedBy(g, c, to, rowBody))
	if errors.Is(err, errAlreadyExecuted) {
		return gs.repeated(ctx, c, g.Stored, tell, err)
	}
	if err != nil {
		return false, err
	}
	told := []view.Account{w.account}
	tell(g, told)
	gs.settle(ctx, w)
	switch passed, err := gs.Resume(ctx, g); {
	case err != nil: // the next call for the game tries again
		gs.logger.Error("what follows a command by itself does not", "game", g.Stored.ID, "error", err)
	case len(passed) > 0:
		tell(g, append(told, passed...))
	}
	return false, nil
}

// withCommanded calls do under the lock of a command's game.
func (gs *Games) withCommanded(ctx context.Context, c api.Command, do func(*Held) error) error {
	return gs.Gate.Enter(func() error {
		b, kept, err := gs.lockChannel(ctx, c.Channel)
		if err != nil {
			return err
		}
		defer gs.cache.unlock(b)
		if c.Game != "" && c.Game != kept.ID {
			return api.ErrOtherGame
		}
		g, err := gs.load(ctx, b, kept)
		if err == nil {
			err = g.CheckChannel(c.Channel)
		}
		if err != nil {
			return err
		}
		return do(g)
	})
}

// lockChannel locks the game that InChannel finds.
func (gs *Games) lockChannel(ctx context.Context, channel string) (*lockedGame, storage.Game, error) {
	kept, err := gs.InChannel(ctx, channel)
	if err != nil {
		return nil, kept, err
	}
	return gs.cache.lock(kept.ID), kept, nil
}

// InChannel returns the channel's game that is not over, or else its last one. Errors: ErrNoGame.
func (gs *Games) InChannel(ctx context.Context, channel string) (storage.Game, error) {
	kept, err := gs.channels.find(channel, func() (storage.Game, error) { return gs.log.InChannel(ctx, channel) })
	if errors.Is(err, storage.ErrNotFound) {
		return kept, api.ErrNoGame
	}
	return kept, err
}

// withLocked calls do under a game's lock, without loading the game.
func (gs *Games) withLocked(ctx context.Context, id api.GameID, do func(*lockedGame, storage.Game) error) error {
	return gs.Gate.Enter(func() error {
		kept, err := gs.log.Game(ctx, id)
		if err != nil {
			return err
		}
		b := gs.cache.lock(id)
		defer gs.cache.unlock(b)
		return do(b, kept)
	})
}

// WithLoaded loads a game and calls do under its lock, for callers within the gate who know the game as it is stored.
func (gs *Games) WithLoaded(ctx context.Context, kept storage.Game, do func(*Held) error) error {
	b := gs.cache.lock(kept.ID)
	defer gs.cache.unlock(b)
	g, err := gs.load(ctx, b, kept)
	if err != nil {
		return err
	}
	return do(g)
}

// InMemory calls do under a game's lock, with nil where the game is not in memory.
func (gs *Games) InMemory(id api.GameID, do func(*Held) error) error {
	b := gs.cache.lock(id)
	defer gs.cache.unlock(b)
	return do(b.game)
}

// Drop removes games from memory, so that the next caller reads them from the log.
func (gs *Games) Drop(games []storage.GameID) {
	for _, id := range games {
		gs.moments.drop(id)
		b := gs.cache.lock(id)
		b.game = nil
		gs.cache.unlock(b)
	}
}

// load returns the locked game, from memory or else from the log, which was checked once from its first row.
// What the store knows of the game is read under its lock, because a move changes it. A game that ended just
// before an earlier process stopped is closed here.
func (gs *Games) load(ctx context.Context, b *lockedGame, kept storage.Game) (*Held, error) {
	if err := gs.LogChecks.check(ctx, kept.ID); err != nil {
		b.game = nil
		return nil, err
	}
	if b.game != nil {
		return b.game, nil
	}
	kept, err := gs.log.Game(ctx, kept.ID)
	if err != nil {
		return nil, err
	}
	g, _, err := gs.Logs.Replay(ctx, kept, Latest, Latest)
	if err != nil {
		return nil, err
	}
	if g.Feeds, err = gs.store.Feeds(ctx, kept.ID); err != nil {
		return nil, err
	}
	gs.closeIfOver(ctx, g)
	g.place, b.game = b, g
	return g, nil
}

// repeated answers a command that the log has as it was answered the first time, and returns true. If the log does not
// have it, the refusal is returned.
func (gs *Games) repeated(ctx context.Context, c api.Command, kept storage.Game, tell resultFunc,
	refusal error) (bool, error) {
	row, err := gs.log.ByCommand(ctx, c.ID)
	if errors.Is(err, storage.ErrNotFound) {
		return false, refusal
	}
	if err != nil {
		return false, err
	}
	if row.Game != kept.ID || row.By != c.User {
		return false, api.ErrReused
	}
	g, told, err := gs.Logs.Replay(ctx, kept, row.Seq, row.Seq)
	if err != nil {
		return false, err
	}
	var accounts []view.Account
	for _, t := range told {
		accounts = append(accounts, t.Account)
	}
	tell(g, accounts)
	return true, nil
}

// RowOf finds the row of a command and its game. known is false where the log does not have the command.
func (ls *Logs) RowOf(ctx context.Context, command string) (row storage.Row, kept storage.Game, known bool, err error) {
	row, err = ls.log.ByCommand(ctx, command)
	if errors.Is(err, storage.ErrNotFound) {
		return row, kept, false, nil
	}
	if err == nil {
		kept, err = ls.log.Game(ctx, row.Game)
	}
	return row, kept, err == nil, err
}

// InGame calls do under a game's lock, unless the game is over or damaged.
func (gs *Games) InGame(ctx context.Context, id api.GameID, do func(*Held) error) error {
	kept, err := gs.log.Game(ctx, id)
	if err != nil || kept.Over {
		return err
	}
	loaded := false
	err = gs.WithLoaded(ctx, kept, func(g *Held) error {
		loaded = true
		if err := gs.Holds.Load(ctx, g); err != nil {
			return err
		}
		return do(g)
	})
	if !loaded && errors.Is(err, api.ErrDamaged) {
		return nil
	}
	return err
}

// ExecuteTable does what Execute does, and returns the Table after the command.
func (gs *Games) ExecuteTable(ctx context.Context, c api.Command, decide decideFunc) (api.Table, error) {
	return gs.ExecuteTableFor(ctx, c, "", decide)
}

// ExecuteTableFor does what ExecuteTable does, for a command that concerns another user.
func (gs *Games) ExecuteTableFor(ctx context.Context, c api.Command, user string,
	decide decideFunc) (api.Table, error) {
	var t api.Table
	_, err := gs.ExecuteFor(ctx, c, user, decide, func(g *Held, _ []view.Account) { t = tables.Of(g.Game) })
	return t, err
}
