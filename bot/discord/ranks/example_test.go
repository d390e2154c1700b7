package ranks_test

import (
	"context"
	"fmt"
	"log/slog"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/ranks"
	"grognard/bot/discord/rest"
	"grognard/bot/league/rating"
	"grognard/bot/referee/servers"
)

// none is a store without a server.
type none struct{}

func (none) Of(context.Context, string) (servers.Server, error)                  { return servers.Server{}, nil }
func (none) All(context.Context) ([]servers.Server, error)                       { return nil, nil }
func (none) Change(context.Context, string, func(*servers.Server)) error         { return nil }
func (none) results(context.Context, string) (table []rating.Line, failed error) { return nil, nil }

func Example() {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	words, err := ask.NewWords(nil)
	if err != nil {
		panic(err)
	}
	var store none
	var client rest.Client
	var presses []ask.PressSpec
	results, logger := store.results, slog.New(slog.DiscardHandler)

	face := ranks.New(ranks.Options{Store: store, Results: results, Rest: client, Messages: words, Log: logger})
	presses = append(presses, face.Presses()...)
	face.Changed("900") // a game of this server has got its result
	face.Run(ctx)       // until ctx ends
	fmt.Println(len(presses))
	// Output: 2
}
