package rated_test

import (
	"context"
	"fmt"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rated"
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
	var looks rated.Looks                          // of the referee
	var library rated.Library
	var presses []ask.PressSpec
	view := league.View{Season: season.Season{Terms: season.AgreedTerms()}, Names: map[string]string{"player 1": "42"}}
	said := season.Agreement{Channel: "12", Pair: season.Pair{First: "player 1"}}
	news := league.News{Entry: season.Entry{By: "player 1", Event: season.Event{Agreed: &said}}}

	face := rated.New(rated.Options{Messages: words, Keeper: keeper, Looks: looks, Library: library, Now: time.Now})
	presses = append(presses, face.Presses()...)
	channel, m, told := face.News(ctx, view, news) // of the season of agreed games
	fmt.Println(len(presses), channel, told, m.Content[:26])
	// Output: 2 12 true <@42> would like this game
}
