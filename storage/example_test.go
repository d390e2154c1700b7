package storage_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"grognard/storage"
	"grognard/storage/sqlite"
)

func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "grognard")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	store, err := sqlite.Open(ctx, filepath.Join(folder, "games.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer store.Shut()
	var games storage.Log = store // any store passes the same tests

	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	module := []byte("the files of the game")
	game := storage.Game{ID: "afb-1", Channel: "42", Module: sha256.Sum256(module), Secret: []byte("seed"), Opened: now}
	genesis := storage.Entry{Game: "afb-1", Seq: 1, CommandID: "i-1", At: now, By: "allied", Body: []byte("genesis")}
	_, _, err = games.Create(ctx, game, module, genesis)
	if err != nil {
		log.Fatal(err)
	}
	entry := storage.Entry{Game: "afb-1", Seq: 2, CommandID: "i-2", At: now, By: "allied", Body: []byte("events"),
		Notices: []storage.Notice{{Audience: "public", Kind: "account", From: 2}}}
	row, fresh, err := games.Append(ctx, entry)
	fmt.Println(row.Seq, fresh, err)

	row, fresh, err = games.Append(ctx, entry) // the same command again
	fmt.Println(row.Seq, fresh, err)

	entry.CommandID = "i-3"
	_, _, err = games.Append(ctx, entry)
	conflict := errors.Is(err, storage.ErrConflict) // another command came first: read it, decide again
	fmt.Println(conflict)
	// Output:
	// 2 true <nil>
	// 2 false <nil>
	// true
}
