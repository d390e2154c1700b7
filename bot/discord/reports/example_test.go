package reports_test

import (
	"context"
	"fmt"
	"log/slog"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/members"
	"grognard/bot/discord/reports"
	"grognard/bot/referee/views"
)

func Example() {
	var commands []ask.CommandSpec
	var presses []ask.PressSpec
	var films *views.Looks // of the referee
	kit, names, logger := ask.Kit{}, &members.Members{}, slog.New(slog.DiscardHandler)
	guild := func(context.Context, string) (string, error) { return "900", nil }

	r := reports.New(reports.Options{Kit: kit, Films: films, Members: names, Guild: guild, Log: logger})
	commands = append(commands, r.Commands()...)
	presses = append(presses, r.Presses()...)
	fmt.Println(commands[0].Verb, len(presses))
	// Output: game report 1
}
