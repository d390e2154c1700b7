package localtable_test

import (
	"context"
	"fmt"
	"log"
	"net/http/httptest"

	"github.com/bwmarrin/discordgo"

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

	// A bot, which would receive events after session.Open().
	session, err := discordgo.New("Bot " + localtable.BotToken)
	if err != nil {
		log.Fatal(err)
	}
	session.Client, err = localtable.Client(server.URL)
	if err != nil {
		log.Fatal(err)
	}
	channel, _ := table.Channel("autumn-for-barbarossa")
	if _, err := session.ChannelMessageSend(channel, "good evening"); err != nil {
		log.Fatal(err)
	}

	m, err := anna.Await(ctx, func(m player.Message) bool { return m.Author.Bot })
	fmt.Println(m.Author.Username, "says:", m.Content, err)
	// Output: Grognard says: good evening <nil>
}
