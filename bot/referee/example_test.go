package referee_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/view"
	"grognard/storage/sqlite"
)

func Example() {
	folder, err := os.MkdirTemp("", "grognard")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	ctx := context.Background()
	store, err := sqlite.Open(ctx, filepath.Join(folder, "games.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer store.Shut()

	r := referee.New(referee.Options{Store: store, Entropy: rand.Reader, Now: time.Now})
	defer r.Shut(ctx)
	if _, err := r.NewGames.NewGame(ctx, by("1", "anna"), arrange.Opening{Module: "drill"}); err != nil {
		log.Fatal(err)
	}
	if _, err := r.NewGames.Join(ctx, by("2", "anna"), "blue", "larch"); err != nil {
		log.Fatal(err)
	}
	if _, err := r.NewGames.Join(ctx, by("3", "boris"), "red", "heron"); err != nil {
		log.Fatal(err)
	}
	if _, err := r.NewGames.Start(ctx, by("4", "anna")); err != nil {
		log.Fatal(err)
	}

	out, err := r.Orders.Order(ctx, by("5", "anna"), "/move units:b-1-arm to:7.09")
	if err != nil {
		log.Fatal(err)
	}
	_, at, _ := out.View.Board().Find("b-1-arm")
	fmt.Println("b-1-arm is in", at)

	_, err = r.Orders.Order(ctx, by("6", "boris"), "/move units:r-1-arm to:14.08")
	if denial := (*view.Denial)(nil); errors.As(err, &denial) {
		fmt.Println("refused by", denial.Rule)
	}
	// Output:
	// b-1-arm is in 7.09
	// refused by 1.0
}

// by is a command under an identifier that is unique for ever, in the channel of the game.
func by(id, user string) api.Command {
	return api.Command{ID: id, User: user, Channel: "42"}
}
