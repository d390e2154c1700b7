package welcome_test

import (
	"context"
	"fmt"
	"log/slog"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/welcome"
)

// A server that invited the bot long ago is not greeted: at a start Discord names all servers.
func Example() {
	words, err := ask.NewWords(nil)
	if err != nil {
		panic(err)
	}
	options := welcome.Options{Messages: words, Log: slog.New(slog.DiscardHandler)}
	event := []byte(`{"id": "900", "joined_at": "2020-01-01T00:00:00Z"}`)
	const self = "1" // the bot's own user
	ctx, stop := context.WithCancel(context.Background())
	stop() // a program runs it until it ends

	greeter := welcome.New(options)
	greeter.Note(event) // a GUILD_CREATE
	greeter.Run(ctx, self)
	fmt.Println("nobody is greeted")
	// Output: nobody is greeted
}
