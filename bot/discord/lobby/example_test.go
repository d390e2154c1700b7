package lobby_test

import (
	"context"
	"fmt"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/lobby"
	"grognard/bot/discord/rest"
	"grognard/bot/league"
	"grognard/bot/league/season"
)

func Example() {
	ctx := context.Background()
	words, err := ask.NewWords(nil)
	if err != nil {
		panic(err)
	}
	keeper := func() *league.Keeper { return nil } // there are no seasons
	var client rest.Client
	var library lobby.Library
	var commands []ask.CommandSpec
	var presses []ask.PressSpec
	view := league.View{Season: season.Season{Terms: season.DefaultTerms("Summer")}}
	news := league.News{}

	face := lobby.New(lobby.Options{Messages: words, Keeper: keeper, Rest: client, Library: library})
	commands = append(commands, face.Commands()...)
	presses = append(presses, face.Presses()...)
	told, err := face.Tell(ctx, view, news) // of the season of agreed games
	fmt.Println(commands[0].Verb, len(presses), told, err)
	// Output: seek 5 false <nil>
}
