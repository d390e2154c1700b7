package gateway_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http/httptest"

	"grognard/bot/gateway"
	"grognard/bot/localtable"
)

func Example() {
	table, err := localtable.New(localtable.Options{}) // it stands in for Discord
	if err != nil {
		log.Fatal(err)
	}
	defer table.Close()
	server := httptest.NewServer(table.Handler())
	defer server.Close()

	ctx, stop := context.WithCancel(context.Background())
	handle := func(shard int, kind string, data json.RawMessage) {
		fmt.Println("shard", shard, kind)
		if kind == "GUILD_CREATE" {
			stop()
		}
	}
	api := server.URL + "/api/v9/" // in production: https://discord.com/api/v9/
	guilds := 1 << 0
	err = gateway.Run(ctx, gateway.Options{Token: localtable.BotToken, API: api, Intents: guilds, Handle: handle})
	fmt.Println("stopped:", err)
	// Output:
	// shard 0 READY
	// shard 0 GUILD_CREATE
	// stopped: <nil>
}
