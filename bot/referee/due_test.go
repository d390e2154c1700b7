package referee_test

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"strings"
	"testing"

	"grognard/bot/referee/api"
	"grognard/storage"
)

// shutGames is a store some of whose games cannot be opened.
type shutGames struct {
	storage.Log
	rows, gone map[storage.GameID]bool // whose rows cannot be read; that are not there
}

func (s *shutGames) Game(ctx context.Context, id storage.GameID) (storage.Game, error) {
	if s.gone[id] {
		return storage.Game{}, storage.ErrNotFound
	}
	return s.Log.Game(ctx, id)
}

func (s *shutGames) Rows(ctx context.Context, id storage.GameID, after uint64) iter.Seq2[storage.Row, error] {
	if s.rows[id] {
		return func(yield func(storage.Row, error) bool) { yield(storage.Row{}, errors.New("rows cannot be read")) }
	}
	return s.Log.Rows(ctx, id, after)
}

// A game that cannot be opened does not keep its player from the list of his other games. If none can be opened, that
// is no empty list.
func TestAGameThatCannotBeOpenedIsNotListed(t *testing.T) {
	for name, shut := range map[string]func(*shutGames, storage.GameID){
		"its rows cannot be read": func(s *shutGames, id storage.GameID) { s.rows[id] = true },
		"it is not there":         func(s *shutGames, id storage.GameID) { s.gone[id] = true },
	} {
		t.Run(name, func(t *testing.T) {
			s := &shutGames{rows: map[storage.GameID]bool{}, gone: map[storage.GameID]bool{}}
			h := newHouse(t, func(l storage.Log) storage.Log { s.Log = l; return s })
			var log lines
			h.logger = slog.New(slog.NewTextHandler(&log, nil))
			for _, channel := range []string{"c1", "c2", "c3"} {
				h.begin(channel, "anna", "boris")
			}
			games := h.games()
			for shutSoFar, id := range append([]api.GameID{""}, games...) {
				if id != "" {
					shut(s, id)
				}
				h.restart()
				list, err := h.Digests.DueOf(t.Context(), "anna")
				if len(list) != len(games)-shutSoFar || (err != nil) != (shutSoFar == len(games)) {
					t.Errorf("of %d games, %d of which cannot be opened, %d are listed: %v", len(games), shutSoFar,
						len(list), err)
				}
				if id != "" && !strings.Contains(log.String(), string(id)) {
					t.Errorf("the log does not name game %s:\n%s", id, log.String())
				}
			}
		})
	}
}
