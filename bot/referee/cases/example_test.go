package cases_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/storage/sqlite"
)

func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "grognard")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	store, err := sqlite.Open(ctx, filepath.Join(folder, "games.db"))
	if err != nil {
		panic(err)
	}
	defer store.Shut()
	r := referee.New(referee.Options{Store: store})
	defer r.Shut(ctx)

	c, err := r.Cases.Of(ctx, "12", "anna", "") // of the game in channel 12
	fmt.Println(len(c.Text), errors.Is(err, api.ErrNoGame))
	// Output: 0 true
}
