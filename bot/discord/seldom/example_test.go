package seldom_test

import (
	"fmt"
	"slices"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/panelrows"
	"grognard/bot/discord/seldom"

	"github.com/bwmarrin/discordgo"
)

func Example() {
	words, err := ask.NewWords(nil)
	if err != nil {
		panic(err)
	}
	loc := words.InChannel()
	buttons := func(labels ...string) (list []discordgo.MessageComponent) {
		for _, label := range labels {
			list = append(list, page.Button(label, label, discordgo.PrimaryButton))
		}
		return list
	}
	trains := buttons("Flip · only before a unit acts", "Fall back", "Move Trains")
	parts := panelrows.Parts{Buttons: buttons("Engage", "Fire", "Barrage", "Attack"), Looks: buttons("My side", "Details")}

	own := seldom.Page{Orders: trains, ID: "panel:g1:-2", Back: "panel:g1:-1"}
	rows := own.Rows(loc, parts, 5) // of the panel
	fmt.Println(len(rows), rows[0].(discordgo.ActionsRow).Components[4].(discordgo.Button).Label)
	parts.Begun, parts.Foot = page.OneRow(parts.Looks[0]), slices.Repeat(parts.Looks[:1], 5)
	rows = own.Rows(loc, parts, 3) // where room is short
	fmt.Println(rows[0].(discordgo.ActionsRow).Components[4].(discordgo.Button).Label)
	own.Shown = true
	rows = own.Rows(loc, parts, 5) // of the page
	fmt.Println(len(rows), len(rows[1].(discordgo.ActionsRow).Components))
	parts.Buttons = parts.Buttons[:2] // the first row has two of the orders, too
	fmt.Println(own.Rows(loc, parts, 5)[0].(discordgo.ActionsRow).Components[0].(discordgo.Button).Label)
	// Output:
	// 2 More…
	// More…
	// 2 1
	// Flip · only before a unit acts
}
