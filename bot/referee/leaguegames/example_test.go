package leaguegames_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/bot/referee"
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
	r := referee.New(referee.Options{Store: store})
	defer r.Shut(ctx)
	setting, users := season.Setting{Module: "drill"}, [2]string{"1", "2"}

	games := r.League.For(func() string { return "900" }) // the bot's own user, who opens games
	id, err := games.Open(ctx, league.Opening{ID: "season 1 game 7", Channel: "12", Setting: setting, Users: users})
	if err != nil {
		log.Fatal(err)
	}
	st, err := games.Standing(ctx, id, users)
	fmt.Println(st.Started, st.Over, st.Known)
	fmt.Println(err)
	// Output:
	// false false true
	// <nil>
}
