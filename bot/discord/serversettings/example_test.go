package serversettings_test

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"grognard/bot/discord/serversettings"
	"grognard/bot/referee/servers"
	"grognard/render"
)

// club is a store with one server, whose one channel is 901.
type club struct{ kept servers.Server }

func (c *club) Of(context.Context, string) (servers.Server, error) { return c.kept, nil }

func (c *club) All(context.Context) ([]servers.Server, error) { return []servers.Server{c.kept}, nil }

func (c *club) Change(_ context.Context, _ string, change func(*servers.Server)) error {
	change(&c.kept)
	return nil
}

func (c *club) Guild(context.Context, string) (string, error) { return "900", nil }

func Example() {
	ctx, house := context.Background(), render.Styles()[0]
	kept := &club{servers.Server{ID: "900", Style: "dark", Quiet: "22:00-07:00", Zone: "Europe/Berlin"}}
	options := serversettings.Options{Store: kept, Channels: kept, Log: slog.New(slog.DiscardHandler),
		Now: func() time.Time { return time.Date(2026, 11, 23, 21, 30, 0, 0, time.UTC) }}

	settings := serversettings.New(options)
	style := settings.House(ctx, "", "901", house)
	silent := settings.Quiet(ctx, "901")
	fmt.Println(style.Name, silent)
	// Output: dark true
}
