package discord_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"time"

	"grognard/bot/discord"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/referee"
	"grognard/storage/sqlite"
)

func Example() {
	table, err := localtable.New(localtable.Options{AnswerWithin: time.Minute}) // in place of Discord
	if err != nil {
		log.Fatal(err)
	}
	defer table.Close()
	server := httptest.NewServer(table.Handler())
	defer server.Close()
	folder, err := os.MkdirTemp("", "grognard")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)

	ctx, stop := context.WithCancel(context.Background())
	store, err := sqlite.Open(ctx, filepath.Join(folder, "games.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer store.Shut()
	r := referee.New(referee.Options{Store: store, Entropy: rand.Reader, Now: time.Now})
	ready, ended := make(chan bool), make(chan error)
	options := discord.Options{Token: localtable.BotToken, Host: server.URL, Referee: r, Preferences: store}
	options.Ready = func() { close(ready) }
	go func() {
		ended <- discord.Run(ctx, options)
	}()
	<-ready

	anna, err := player.Sit(ctx, server.URL, "Anna")
	if err != nil {
		log.Fatal(err)
	}
	channel, err := anna.Channel("autumn-for-barbarossa")
	if err != nil {
		log.Fatal(err)
	}
	answer, err := anna.Say(ctx, channel, "/rule find:9.1c")
	if err != nil {
		log.Fatal(err)
	}
	first, _, _ := strings.Cut(answer.Content, "\n")
	fmt.Println(first)
	anna.Leave()

	stop()
	fmt.Println(<-ended)
	// Output:
	// **9.1c** Toward supply where possible
	// <nil>
}
