package registration_test

import (
	"context"
	"fmt"
	"log"
	"log/slog"
	"net/http/httptest"
	"time"

	"grognard/bot/discord/registration"
	"grognard/bot/discord/rest"
	"grognard/bot/localtable"
)

func Example() {
	table, err := localtable.New(localtable.Options{}) // in place of Discord
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewServer(table.Handler())
	defer server.Close()
	client, err := rest.New(rest.Options{Token: localtable.BotToken, Host: server.URL})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	ctx, logger := context.Background(), slog.New(slog.DiscardHandler)
	const application = localtable.ApplicationID
	commands := []map[string]any{{"name": "map", "description": "Show the map"}}

	keeper := registration.Keeper{Client: client, Application: application, Log: logger, Retry: time.Second}
	err = registration.Register(ctx, keeper, commands, func() { fmt.Println("commands can be given") })
	fmt.Println(err)
	// Output:
	// commands can be given
	// <nil>
}
