package localtable_test

import (
	"context"
	"fmt"
	"log"
	"net/http/httptest"

	"grognard/bot/discord/rest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
)

func Example() {
	table, err := localtable.New(localtable.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer table.Close()
	server := httptest.NewServer(table.Handler()) // or any server on the loopback
	defer server.Close()

	// A person with a browser.
	ctx := context.Background()
	anna, err := player.Sit(ctx, server.URL, "Anna")
	if err != nil {
		log.Fatal(err)
	}
	defer anna.Leave()

	// A bot, which would receive events after client.Session.Open().
	client, err := rest.New(rest.Options{Token: localtable.BotToken, Host: server.URL})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	channel, _ := table.Channel("autumn-for-barbarossa")
	if _, err := client.Session.ChannelMessageSend(channel, "good evening"); err != nil {
		log.Fatal(err)
	}

	m, err := anna.Await(ctx, func(m player.Message) bool { return m.Author.Bot })
	fmt.Println(m.Author.Username, "says:", m.Content, err)
	// Output: Grognard says: good evening <nil>
}
