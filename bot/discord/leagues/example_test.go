package leagues_test

import (
	"context"
	"fmt"
	"log/slog"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/leagues"
	"grognard/bot/discord/rest"
	"grognard/bot/league"
	"grognard/bot/league/season"
)

func Example() {
	ctx := context.Background()
	words, failed := ask.NewWords(nil)
	if failed != nil {
		fmt.Println(failed)
	}
	client, failed := rest.New(rest.Options{Token: "token"})
	if failed != nil {
		fmt.Println(failed)
	}
	defer client.Close()
	var commands []ask.CommandSpec
	var presses []ask.PressSpec
	logger, view := slog.New(slog.DiscardHandler), league.View{}
	news := league.News{Entry: season.Entry{Event: season.Event{Moved: &season.Contact{}}}} // nobody is told of that

	face := leagues.New(leagues.Options{Messages: words, Rest: client, Log: logger})
	commands = append(commands, face.Commands()...)
	presses = append(presses, face.Presses()...)
	err := face.Tell(ctx, view, news) // one row of a season's log
	fmt.Println(len(commands), len(presses) > 20, err)
	// Output: 2 true <nil>
}
