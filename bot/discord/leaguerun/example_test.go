package leaguerun_test

import (
	"context"
	"fmt"
	"log"
	"log/slog"
	"os"
	"path/filepath"

	"grognard/bot/discord/leaguerun"
	"grognard/bot/discord/rest"
	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/bot/referee"
	"grognard/storage/sqlite"
)

func Example() {
	ctx, stop := context.WithCancel(context.Background())
	folder, failed := os.MkdirTemp("", "grognard")
	if failed != nil {
		log.Fatal(failed)
	}
	defer os.RemoveAll(folder)
	store, failed := sqlite.Open(ctx, filepath.Join(folder, "games.db"))
	if failed != nil {
		log.Fatal(failed)
	}
	defer store.Shut()
	client, failed := rest.New(rest.Options{Token: "token"})
	if failed != nil {
		log.Fatal(failed)
	}
	defer client.Close()
	r, logger := referee.New(referee.Options{Store: store}), slog.New(slog.DiscardHandler)
	tell := func(_ context.Context, v league.View, _ league.News) error {
		fmt.Println(v.Terms.Name, "is announced")
		stop()
		return nil
	}

	runner := leaguerun.New(leaguerun.Options{Store: store, Referee: r, Rest: client, Tell: tell, Log: logger})
	err := runner.Load(ctx) // the seasons are there for commands
	command := league.Command{ID: "1", User: "42"}
	if _, err := runner.Keeper.Announce(ctx, command, "900", season.DefaultTerms("Summer")); err != nil {
		log.Fatal(err)
	}
	runner.Changed("kiev") // it has a new row
	runner.Run(ctx, "900") // as this user, until ctx ends
	fmt.Println(err)
	// Output:
	// Summer is announced
	// <nil>
}
