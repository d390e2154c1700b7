package games

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"time"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/replay"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules"
	"grognard/rules/order"
	"grognard/storage"
)

// UnitsOf reads the units of an order from the row of its command.
func (ls *Logs) UnitsOf(ctx context.Context, command string) ([]order.UnitID, error) {
	row, err := ls.log.ByCommand(ctx, command)
	if err != nil {
		return nil, err
	}
	s, err := ledger.ReadStep(row)
	if err != nil {
		return nil, err
	}
	return ledger.OrderedUnits(s)
}

// Logs reads games from their logs.
type Logs struct {
	log         storage.Log
	logger      *slog.Logger
	definitions *Definitions
	logChecks   *logChecks
	holds       *Holds
}

// Latest is a sequence that no log reaches, for a replay up to the last row.
const Latest = math.MaxInt64

// StillTold removes from told all undos and what the undo u, nil for none, took back, but nothing of a game master's.
func StillTold(told []tables.RowAccount, u *ledger.Undone) []tables.RowAccount {
	return slices.DeleteFunc(told, func(t tables.RowAccount) bool {
		return !t.Master && (t.Undo || u != nil && t.Seq > u.To)
	})
}

// Replay reads a game as it was after the row last, and what was told of the rows from first on; first is 1 or
// later. A useless snapshot only costs time, because the log alone is enough.
func (ls *Logs) Replay(ctx context.Context, kept storage.Game, first, last uint64) (*Held, []tables.RowAccount, error) {
	from, err := ls.Snapshot(ctx, kept.ID, first-1)
	if err == nil {
		var g *Held
		var told []tables.RowAccount
		if g, told, err = ls.ReplayFrom(ctx, kept, from, first, last); err == nil {
			return g, told, ls.holds.Load(ctx, g)
		}
		if from == nil {
			return g, told, err
		}
	}
	ls.logger.Warn("a snapshot is no use", "game", kept.ID, "error", err)
	g, told, err := ls.ReplayFrom(ctx, kept, nil, first, last)
	if err == nil {
		err = ls.holds.Load(ctx, g)
	}
	return g, told, err
}

// ReplayFrom does what Replay does, beginning with a snapshot, nil for none. It does not read what holds the clock.
func (ls *Logs) ReplayFrom(ctx context.Context, kept storage.Game, from *ledger.Snapshot, first,
	last uint64) (*Held, []tables.RowAccount, error) {
	blank, err := ls.Blank(ctx, kept)
	if err != nil {
		return nil, nil, err
	}
	g := &Held{Game: blank}
	steps, err := ls.Steps(ctx, kept.ID, from, last)
	if err != nil {
		return nil, nil, err
	}
	silent := 0 // how many rows are not told: those before first, and the opening, of which the rules tell nothing
	for silent < len(steps) && (steps[silent].Seq < first || steps[silent].Seq == 1) {
		silent++
	}
	if err := replay.Open(g.Game, from, steps[:silent]); err != nil {
		return nil, nil, err
	}
	var told []tables.RowAccount
	for _, s := range steps[silent:] {
		account, err := replay.Apply(g.Game, s.Seq, s.Body)
		if err != nil {
			return nil, nil, fmt.Errorf("game %s, row %d: %w", kept.ID, s.Seq, err)
		}
		replay.Follow(g.Game, s)
		told = append(StillTold(told, s.Body.Undone), tables.AccountOf(s, account))
	}
	g.Over = g.Match.Standing().Over
	return g, told, nil
}

// Blank returns a game before its first row.
func (ls *Logs) Blank(ctx context.Context, kept storage.Game) (*ledger.Game, error) {
	def, err := ls.definitions.ByHash(ctx, kept.Module)
	if err != nil {
		return nil, err
	}
	return &ledger.Game{Stored: kept, Def: def, Prepare: ls.definitions.Prepare}, nil
}

// Steps reads the rows after a snapshot, nil for all, up to last.
func (ls *Logs) Steps(ctx context.Context, id storage.GameID, from *ledger.Snapshot,
	last uint64) ([]ledger.Step, error) {
	var after uint64
	if from != nil {
		after = from.Seq
	}
	var steps []ledger.Step
	for row, err := range ls.log.Rows(ctx, id, after) {
		if err != nil {
			return nil, ls.logChecks.NoteDamage(id, err)
		}
		if row.Seq > last {
			break
		}
		s, err := ledger.ReadStep(row)
		if err != nil {
			return nil, err
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// Snapshot returns the newest snapshot at or before a sequence, nil for none.
func (ls *Logs) Snapshot(ctx context.Context, id storage.GameID, atMost uint64) (*ledger.Snapshot, error) {
	found, err := ls.log.LatestSnapshot(ctx, id, snapshotFormat, atMost)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s := &ledger.Snapshot{Seq: found.Seq}
	return s, json.Unmarshal(found.Blob, s)
}

// Held is a game in memory.
type Held struct {
	*ledger.Game
	Beside any // what a service has read from the store beside the log; nil until it puts something there

	place *lockedGame // its place in the cache; nil for a game that was replayed outside the cache
	due   *time.Time  // when an alarm is due next, as the store has it; nil where that is not known

	Told     []tables.RowAccount // what the rows from toldFrom on told, except those that were taken back
	toldFrom uint64              // 0 where nothing has been told since the game was loaded
}

const snapshotFormat = "table/1 " + rules.SnapshotFormat // the versions of the frame and of the match
