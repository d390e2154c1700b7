package program

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"grognard/bot/config"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/storage/sqlite"
)

type forgetFlags struct {
	config.Flags
	User string `arg:"" help:"The user's Discord ID, such as 1150000000000000101."`
}

// forget does for a user what the button of /privacy does, except in Discord. The channels of his games are told of it
// when the program runs again. His panel stays, because nothing is kept by which the program could find it then.
func forget(ctx context.Context, f forgetFlags, w Environment) (err error) {
	c, err := config.Files(f.Flags, w.Env)
	if err != nil {
		return err
	}
	path := filepath.Join(c.Data, "grognard.db")
	if _, err := os.Stat(path); err != nil { // opening would create an empty database
		return fmt.Errorf("nobody is forgotten: there is no database: %w", err)
	}
	store, err := sqlite.Open(ctx, path)
	if errors.Is(err, sqlite.ErrInUse) {
		return fmt.Errorf("%w: stop it first, or let the user type /privacy", err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Shut()) }()
	r := referee.New(referee.Options{Store: store, Now: w.Now})
	kept, err := r.Privacy.Depart(ctx, api.Command{ID: "forget " + rand.Text(), User: f.User})
	if err != nil {
		return err
	}
	if kept.None() {
		return errors.New(
			"nothing is kept of that user: his Discord ID is a number, which Discord copies in its developer mode")
	}
	fmt.Fprintf(w.Stdout,
		"forgotten: games: %d, notes: %d, lists of orders and the like: %d, choices: %d; left before their end: %d\n",
		kept.Games, kept.Notes, kept.Papers, kept.Preferences, len(kept.Seats))
	if kept.Waits > 0 {
		fmt.Fprintf(w.Stdout, "in %d servers he waits for a seat no longer\n", kept.Waits)
	}
	if kept.Panels > 0 {
		fmt.Fprintln(w.Stdout,
			"his panel stays in his direct messages, as do the reports there: it shows what he knew, and its buttons do nothing any more")
	}
	_, err = fmt.Fprintln(w.Stdout,
		"backups that were made before still have the user, and so have databases that were kept aside: see PRIVACY.md")
	return err
}
