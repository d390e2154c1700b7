package referee

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"grognard/rules/view"
	"grognard/storage"
)

// latest is a sequence that no log reaches, for a replay up to the last row.
const latest = math.MaxInt64

// toldRow is what was told of one row.
type toldRow struct {
	bound    *bound  // what its dice were bound to, nil for nothing
	play     *played // its result by the rules, nil for none
	seq      uint64
	at       time.Time
	account  view.Account
	heard    bool // it was announced at once
	reported bool // its own announcement is the report of a phase or of the game's beginning
	undo     bool // it took other rows back
	vacation *vacation
	master   bool // a game master's, or a change of who plays: an undo does not remove it from what is told
}

// stillTold is what remains to be told in the report of a phase, after a row that may be an undo u: neither
// what was taken back nor the undo itself.
func stillTold(told []toldRow, u *undone) []toldRow {
	return slices.DeleteFunc(told, func(t toldRow) bool { return !t.master && (t.undo || u != nil && t.seq > u.To) })
}

// replay reads a game as it was after the row last, and what was told of the rows from first on; first is 1 or
// later. A useless snapshot only costs time, because the log alone is enough.
func (r *Referee) replay(ctx context.Context, kept storage.Game, first, last uint64) (*game, []toldRow, error) {
	from, err := r.snapshot(ctx, kept.ID, first-1)
	if err == nil {
		var g *game
		var told []toldRow
		if g, told, err = r.replayFrom(ctx, kept, from, first, last); err == nil {
			return g, told, r.loadClockHolds(ctx, g)
		}
		if from == nil {
			return g, told, err
		}
	}
	r.logger.Warn("a snapshot is no use", "game", kept.ID, "error", err)
	g, told, err := r.replayFrom(ctx, kept, nil, first, last)
	if err == nil {
		err = r.loadClockHolds(ctx, g)
	}
	return g, told, err
}

func (r *Referee) replayFrom(ctx context.Context, kept storage.Game, from *snapshot, first,
	last uint64) (*game, []toldRow, error) {
	def, err := r.library.kept(ctx, kept.Module)
	if err != nil {
		return nil, nil, err
	}
	g := &game{kept: kept, def: def, prepare: r.library.prepare, drafts: map[string]*storage.Draft{},
		plans:    map[string]*plan{},
		standing: map[string]*userStanding{}, answered: map[string][]Answering{}}
	steps, err := r.steps(ctx, kept.ID, from, last)
	if err != nil {
		return nil, nil, err
	}
	silent := 0 // rows before first, and the opening, of which the rules tell nothing
	for silent < len(steps) && (steps[silent].Seq < first || steps[silent].Seq == 1) {
		silent++
	}
	if err := g.open(from, steps[:silent]); err != nil {
		return nil, nil, err
	}
	var told []toldRow
	for _, s := range steps[silent:] {
		account, err := g.apply(s.Seq, s.body)
		if err != nil {
			return nil, nil, fmt.Errorf("game %s, row %d: %w", kept.ID, s.Seq, err)
		}
		g.follow(s)
		told = append(stillTold(told, s.body.Undone), toldRow{play: s.body.play(), bound: s.body.Bound, seq: s.Seq,
			at: s.At, account: account, heard: s.body.heard(),
			reported: s.body.reports(), undo: s.body.Undone != nil, master: s.body.framed(), vacation: s.body.Vacation})
	}
	g.over = g.match.Standing().Over
	return g, told, nil
}

// steps reads the rows after a snapshot, nil for all, up to last.
func (r *Referee) steps(ctx context.Context, id storage.GameID, from *snapshot, last uint64) ([]step, error) {
	var after uint64
	if from != nil {
		after = from.Seq
	}
	var steps []step
	for row, err := range r.log.Rows(ctx, id, after) {
		if err != nil {
			return nil, r.noteDamage(id, err)
		}
		if row.Seq > last {
			break
		}
		s, err := read(row)
		if err != nil {
			return nil, err
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// snapshot is the newest snapshot at or before a sequence, nil for none.
func (r *Referee) snapshot(ctx context.Context, id storage.GameID, atMost uint64) (*snapshot, error) {
	found, err := r.log.LatestSnapshot(ctx, id, snapshotFormat, atMost)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s := &snapshot{Seq: found.Seq}
	return s, json.Unmarshal(found.Blob, s)
}
