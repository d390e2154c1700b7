package player_test

import (
	"context"
	"fmt"
	"log"
	"net/http/httptest"
	"strings"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
)

func Example() {
	table, err := localtable.New(localtable.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer table.Close()
	server := httptest.NewServer(table.Handler())
	defer server.Close()

	ctx := context.Background()
	anna, err := player.Sit(ctx, server.URL, "Anna")
	if err != nil {
		log.Fatal(err)
	}
	defer anna.Leave()
	boris, err := player.Sit(ctx, server.URL, "Boris")
	if err != nil {
		log.Fatal(err)
	}
	defer boris.Leave()

	channel, err := anna.Channel("autumn-for-barbarossa")
	if err != nil {
		log.Fatal(err)
	}
	if _, err := anna.Say(ctx, channel, "who takes the Soviets?"); err != nil {
		log.Fatal(err)
	}
	m, err := boris.Await(ctx, func(m player.Message) bool { return strings.Contains(m.Content, "Soviets") })
	fmt.Println(m.Author.Username, "says:", m.Content, err)

	_, err = anna.Say(ctx, channel, "/game join side:german")
	fmt.Println(err) // there is no bot at the table
	// Output:
	// Anna says: who takes the Soviets? <nil>
	// there is no command /game join side:german here
}
