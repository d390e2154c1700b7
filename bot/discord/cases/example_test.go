package cases_test

import (
	"fmt"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/cases"
	"grognard/bot/discord/look"
	"grognard/bot/referee"
)

func Example() {
	var commands []ask.CommandSpec
	var looks look.Looks    // of the bot
	r := &referee.Referee{} // of its games

	face := cases.Face{Looks: looks, Referee: r.Cases}
	commands = append(commands, face.Commands()...)
	fmt.Println(len(commands), commands[0].Verb)
	// Output: 1 case
}
