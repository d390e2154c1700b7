package reports_test

import (
	"fmt"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/members"
	"grognard/bot/discord/reports"
	"grognard/bot/referee/notify"
	"grognard/bot/referee/views"
)

func Example() {
	var commands []ask.CommandSpec
	var presses []ask.PressSpec
	var films *views.Looks // of the referee
	kit, names := ask.Kit{}, &members.Members{}
	var guilds *notify.Channels

	r := reports.New(reports.Options{Kit: kit, Films: films, Members: names, Guilds: guilds})
	commands = append(commands, r.Commands()...)
	presses = append(presses, r.Presses()...)
	fmt.Println(commands[0].Verb, len(presses))
	// Output: game report 1
}
