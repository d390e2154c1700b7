package audit_test

import (
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/audit"
	"grognard/bot/discord/wording"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

func Example() {
	texts, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	loc := wording.New(texts.In(catalogue.Default))
	rows := audit.WithCheck(loc, nil, "g1", []view.Line{{Roll: 3}, {Roll: 4}, {Roll: 9}})
	fmt.Println(rows[0].(discordgo.ActionsRow).Components[0].(discordgo.Button).CustomID)
	// Output: check:g1:3-4.9
}
