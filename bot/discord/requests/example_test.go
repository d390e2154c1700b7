package requests_test

import (
	"context"
	"fmt"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/requests"
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
	var looks requests.Looks
	send := func(context.Context, league.View, string, league.News, rest.Message) error { return nil }
	var presses []ask.PressSpec
	view := league.View{Season: season.Season{Terms: season.DefaultTerms("Summer")}}
	news := league.News{}

	face := requests.New(requests.Options{Messages: words, Keeper: keeper, Looks: looks, Send: send, Now: time.Now})
	presses = append(presses, face.Presses()...)
	told, err := face.Tell(ctx, view, news) // one row of a season's log
	fmt.Println(len(presses), told, err)
	// Output: 8 false <nil>
}
