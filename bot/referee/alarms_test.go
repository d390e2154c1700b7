package referee

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"grognard/rules/order"
	"grognard/storage/sqlite"
)

// A moment is written with the row that brings it, is rung once, also by a program that was started
// after it had passed, and costs the others nothing when it fails.
func TestAlarms(t *testing.T) {
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "games.db")
	now := time.Date(2025, 6, 22, 3, 0, 0, 0, time.UTC)
	var rung []GameID
	failing := GameID("")
	open := func() (*Referee, *sqlite.Store) {
		store, err := sqlite.Open(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Shut() })
		r := New(Options{Store: store, Entropy: rand.NewChaCha8([32]byte{3}), Now: func() time.Time { return now }})
		done := map[GameID]bool{}
		for _, id := range rung {
			done[id] = true
		}
		r.extra = []alarm{{
			next: func(_ context.Context, g *game) (time.Time, error) {
				if g.acting() == "" || done[g.kept.ID] {
					return time.Time{}, nil
				}
				return g.Since.Add(time.Hour), nil
			},
			ring: func(_ context.Context, _ *box, g *game) error {
				if g.kept.ID == failing {
					return errors.New("not now")
				}
				rung, done[g.kept.ID] = append(rung, g.kept.ID), true
				return nil
			},
		}}
		return r, store
	}
	r, store := open()
	var games []GameID
	said := 0
	for _, channel := range []string{"c1", "c2"} {
		cmd := func(user string) Command {
			said++
			return Command{ID: fmt.Sprint(said), User: user, Channel: channel}
		}
		if _, err := r.NewGame(ctx, cmd("anna"), Opening{Module: "drill", Side: order.Side("blue")}); err != nil {
			t.Fatal(err)
		}
		if at, err := store.NextDue(ctx); len(games) == 0 && (err != nil || !at.IsZero()) {
			t.Errorf("before it begins a game is due at %v, %v", at, err)
		}
		if _, err := r.Join(ctx, cmd("boris"), "red", ""); err != nil {
			t.Fatal(err)
		}
		table, err := r.Start(ctx, cmd("anna"))
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, table.Game)
		now = now.Add(time.Minute)
	}
	if wait, err := r.Ring(ctx); err != nil || wait != 58*time.Minute || len(rung) > 0 {
		t.Errorf("too early: %v, %v, %v", wait, err, rung)
	}
	now = now.Add(2 * time.Hour)
	failing = games[0]
	if _, err := r.Ring(ctx); err == nil || !slices.Equal(rung, games[1:]) {
		t.Errorf("one that fails: %v, %v", rung, err)
	}
	if wait, err := r.Ring(ctx); err != nil || wait != longest {
		t.Errorf("it is looked at again after %v, %v", wait, err)
	}
	store.Shut()
	failing = ""
	now = now.Add(time.Minute)
	r, _ = open()
	for range 2 {
		if wait, err := r.Ring(ctx); err != nil || wait != never || !slices.Equal(rung, []GameID{games[1], games[0]}) {
			t.Errorf("after a restart: %v, %v, %v", rung, wait, err)
		}
	}
}
