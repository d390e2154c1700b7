package gamelist_test

import (
	"context"
	"fmt"
	"log/slog"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/gamelist"
	"grognard/bot/referee/servers"
)

// noServers is a store of a program whose servers have chosen nothing.
type noServers struct{}

func (noServers) Of(context.Context, string) (servers.Server, error) { return servers.Server{}, nil }

func (noServers) All(context.Context) ([]servers.Server, error) { return nil, nil }

func (noServers) Change(context.Context, string, func(*servers.Server)) error { return nil }

func Example() {
	options := gamelist.Options{Kit: ask.Kit{Log: slog.New(slog.DiscardHandler)}, Store: noServers{}}
	ctx, stop := context.WithCancel(context.Background())
	stop() // a program runs it until it ends

	keeper := gamelist.New(options)
	keeper.Run(ctx)
	fmt.Println("no server has a list")
	// Output: no server has a list
}
