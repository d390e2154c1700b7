package referee

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"grognard/storage"
)

// Examine opens a game as a command would, and says what is wrong with it, nil for nothing: its
// module or its rows cannot be read, or, where replayed, its rows from the first on do not lead to
// where its snapshot and the rows after that lead.
func (r *Referee) Examine(ctx context.Context, id GameID, replayed bool) error {
	kept, err := r.log.Game(ctx, id)
	if err != nil {
		return err
	}
	from, err := r.snapshot(ctx, id, latest)
	if err != nil && !errors.Is(err, storage.ErrBroken) {
		return err
	}
	whole, _, err := r.replayFrom(ctx, kept, nil, latest, latest)
	if err != nil || from == nil || !replayed {
		return err
	}
	short, _, err := r.replayFrom(ctx, kept, from, latest, latest)
	if err != nil {
		return fmt.Errorf("from the snapshot at row %d: %w", from.Seq, err)
	}
	if a, b, err := both(whole, short); err != nil || !bytes.Equal(a, b) {
		return errors.Join(fmt.Errorf("the snapshot at row %d is not what the rows before it lead to", from.Seq), err)
	}
	return nil
}

// both are two games as their snapshots would be.
func both(a, b *game) (one, other []byte, err error) {
	one, err = a.shot()
	if err == nil {
		other, err = b.shot()
	}
	return one, other, err
}

// shot is the content of a snapshot of a game.
func (g *game) shot() ([]byte, error) {
	match, err := g.match.Snapshot()
	if err != nil {
		return nil, err
	}
	return json.Marshal(snapshot{Frame: g.frame, Match: match})
}
