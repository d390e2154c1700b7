package referee

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"

	"grognard/bot/referee/ledger"
	"grognard/storage"
)

// Logs reads games from their logs.
type Logs struct {
	log         storage.Log
	logger      *slog.Logger
	definitions *Definitions
	logChecks   *logChecks
	holds       *Holds
}

// latest is a sequence that no log reaches, for a replay up to the last row.
const latest = math.MaxInt64

// stillTold is what remains to be told in the report of a phase, after a row that may be an undo u: neither
// what was taken back nor the undo itself.
func stillTold(told []ledger.ToldRow, u *ledger.UndoneOf) []ledger.ToldRow {
	return slices.DeleteFunc(told, func(t ledger.ToldRow) bool { return !t.Master && (t.Undo || u != nil && t.Seq > u.To) })
}

// replay reads a game as it was after the row last, and what was told of the rows from first on; first is 1 or
// later. A useless snapshot only costs time, because the log alone is enough.
func (ls *Logs) replay(ctx context.Context, kept storage.Game, first, last uint64) (*Held, []ledger.ToldRow, error) {
	from, err := ls.snapshot(ctx, kept.ID, first-1)
	if err == nil {
		var g *Held
		var told []ledger.ToldRow
		if g, told, err = ls.replayFrom(ctx, kept, from, first, last); err == nil {
			return g, told, ls.holds.loadClockHolds(ctx, g)
		}
		if from == nil {
			return g, told, err
		}
	}
	ls.logger.Warn("a snapshot is no use", "game", kept.ID, "error", err)
	g, told, err := ls.replayFrom(ctx, kept, nil, first, last)
	if err == nil {
		err = ls.holds.loadClockHolds(ctx, g)
	}
	return g, told, err
}

func (ls *Logs) replayFrom(ctx context.Context, kept storage.Game, from *ledger.Snapshot, first,
	last uint64) (*Held, []ledger.ToldRow, error) {
	blank, err := ls.blank(ctx, kept)
	if err != nil {
		return nil, nil, err
	}
	g := &Held{Game: blank}
	steps, err := ls.steps(ctx, kept.ID, from, last)
	if err != nil {
		return nil, nil, err
	}
	silent := 0 // rows before first, and the opening, of which the rules tell nothing
	for silent < len(steps) && (steps[silent].Seq < first || steps[silent].Seq == 1) {
		silent++
	}
	if err := g.Open(from, steps[:silent]); err != nil {
		return nil, nil, err
	}
	var told []ledger.ToldRow
	for _, s := range steps[silent:] {
		account, err := g.Apply(s.Seq, s.Body)
		if err != nil {
			return nil, nil, fmt.Errorf("game %s, row %d: %w", kept.ID, s.Seq, err)
		}
		g.Follow(s)
		told = append(stillTold(told, s.Body.Undone), ledger.ToldRow{Play: s.Body.Play(), Bound: s.Body.Bound, Seq: s.Seq,
			At: s.At, Account: account, Heard: s.Body.Heard(),
			Reported: s.Body.Reports(), Undo: s.Body.Undone != nil, Master: s.Body.Framed(), Vacation: s.Body.Vacation})
	}
	g.Over = g.Match.Standing().Over
	return g, told, nil
}

// blank returns a game before its first row.
func (ls *Logs) blank(ctx context.Context, kept storage.Game) (*ledger.Game, error) {
	def, err := ls.definitions.ByHash(ctx, kept.Module)
	if err != nil {
		return nil, err
	}
	return &ledger.Game{Kept: kept, Def: def, Prepare: ls.definitions.Prepare}, nil
}

// steps reads the rows after a snapshot, nil for all, up to last.
func (ls *Logs) steps(ctx context.Context, id storage.GameID, from *ledger.Snapshot, last uint64) ([]ledger.Step, error) {
	var after uint64
	if from != nil {
		after = from.Seq
	}
	var steps []ledger.Step
	for row, err := range ls.log.Rows(ctx, id, after) {
		if err != nil {
			return nil, ls.logChecks.noteDamage(id, err)
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

// snapshot is the newest snapshot at or before a sequence, nil for none.
func (ls *Logs) snapshot(ctx context.Context, id storage.GameID, atMost uint64) (*ledger.Snapshot, error) {
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
