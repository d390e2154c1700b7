package beside_test

import (
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/beside"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/titles"

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
	fmt.Println(beside.InThread(beside.Values("bcs-drill||blue")))
	fmt.Println(beside.Rows(loc, "k3", map[string]string{"module": "bcs-drill", "clock": "1d"}))
	drill := []titles.Module{{ID: "bcs-drill", Title: "BCS Drill"}}
	fmt.Println(beside.Named(drill, map[string]string{"module": " bcs DRILL , Chess"}))
	fmt.Println(len(beside.Instead(drill, map[string]string{"module": "Chess"})))
	// Output:
	// My game in a thread beside:k3:bcs-drill||blue
	// map[module:bcs-drill scenario: side:blue thread:public]
	// []
	// map[module:bcs-drill, Chess]
	// 1
}
