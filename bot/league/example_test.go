package league_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/storage/seasons"
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
	var games league.Games   // of the referee
	var people league.People // with their calendars
	tell := func(_ context.Context, v league.View, n league.News) error {
		fmt.Println(v.Terms.Name, "is announced:", n.Announced != nil)
		return nil
	}

	k := league.New(league.Options{Log: seasons.New(store), Games: games, People: people, Tell: tell, Now: time.Now})
	id, err := k.Announce(ctx, league.Command{ID: "interaction 1", User: "42"}, "900", season.DefaultTerms("Summer"))
	if err != nil {
		log.Fatal(err)
	}
	err = k.Step(ctx, id) // what is due by now
	fmt.Println(err)
	// Output:
	// Summer is announced: true
	// <nil>
}
