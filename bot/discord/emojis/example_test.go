package emojis_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"time"

	"grognard/bot/discord/emojis"
	"grognard/bot/discord/rest"
	"grognard/bot/localtable"
	"grognard/render/emoji"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

func Example() {
	table, err := localtable.New(localtable.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	server := httptest.NewServer(table.Handler())
	defer server.Close()
	client, err := rest.New(rest.Options{Token: localtable.BotToken, Host: server.URL})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	board := &view.Board{Map: &view.Map{Sides: []order.Nation{{ID: "blue", Color: "#3b6ea8"}},
		Cards: []view.Card{{Side: "blue", Symbol: "armour"}}}}
	unit := view.Counter{Name: "25 Pz", Side: "blue", Symbol: "armour"}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	application, signs, log := localtable.ApplicationID, emoji.Signs(board), slog.New(slog.DiscardHandler)
	var option discordgo.SelectMenuOption

	set := emojis.NewSet()
	keeper := emojis.Keeper{Client: client, Application: application, Set: set, Signs: signs, Uploads: true, Log: log}
	go keeper.Keep(ctx)
	beside := set.Of(emoji.UnitSign(board.Map, unit.Side, unit.Symbol)) // the zero Emoji while it is not there
	for beside.ID == "" {
		time.Sleep(time.Millisecond)
		beside = set.Of(emoji.UnitSign(board.Map, unit.Side, unit.Symbol))
	}
	text := beside.Before(unit.Name) // <:gg:1200…> 25 Pz
	option.Emoji = beside.Component()
	fmt.Println(emojis.Plain(text), text == "<:gg:"+option.Emoji.ID+"> 25 Pz")
	// Output: 25 Pz true
}
