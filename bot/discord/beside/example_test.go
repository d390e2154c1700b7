package beside_test

import (
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/beside"
	"grognard/bot/discord/wording"

	"github.com/bwmarrin/discordgo"
)

func Example() {
	words, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	loc := wording.New(words.In(catalogue.Default))

	rows := beside.Rows(loc, "k3", map[string]string{"module": "bcs-drill", "side": "blue"})

	button := rows[0].(discordgo.ActionsRow).Components[0].(discordgo.Button)
	fmt.Println(button.Label, button.CustomID)
	fmt.Println(beside.Values("bcs-drill||blue"))
	fmt.Println(beside.Rows(loc, "k3", map[string]string{"module": "bcs-drill", "clock": "1d"}))
	// Output:
	// Open it in a thread beside:k3:bcs-drill||blue
	// map[module:bcs-drill scenario: side:blue thread:public]
	// []
}
