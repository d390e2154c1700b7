package moving_test

import (
	"fmt"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/moving"
	"grognard/bot/referee/api"

	"github.com/bwmarrin/discordgo"
)

func Example() {
	mover := moving.Mover{} // with the referee, threads, a client and the catalogue
	req := ask.Request{Direct: true}
	t := api.Table{Game: "kiev"}
	var rows []discordgo.MessageComponent
	var presses []ask.PressSpec

	rows = append(rows, moving.Row(req, t)...) // below how the game stands
	presses = append(presses, mover.Presses()...)
	fmt.Println(len(rows), "rows in direct messages,", len(presses), "press")
	// Output: 0 rows in direct messages, 1 press
}
