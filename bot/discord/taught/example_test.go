package taught_test

import (
	"fmt"

	"grognard/bot/discord/page"
	"grognard/bot/discord/taught"

	"github.com/bwmarrin/discordgo"
)

func Example() {
	var buttons []discordgo.MessageComponent
	for _, label := range []string{"1 Lancers +1 6.11", "2 Lancers 6.10", "Attack by Fire", "Attack · 6.15: loss 42%"} {
		buttons = append(buttons, page.Button(label, label, discordgo.PrimaryButton))
	}
	for _, step := range []string{"Tap **Attack**, then **Give the order**.", "Tap the button with **6.11**.", "Wait."} {
		rows := page.OneRow(buttons...)
		rows = taught.Rows(rows, step, ", then")
		for _, c := range rows[0].(discordgo.ActionsRow).Components {
			fmt.Print(c.(discordgo.Button).Style == discordgo.SuccessButton, " ")
		}
		fmt.Println(rows[0].(discordgo.ActionsRow).Components[1].(discordgo.Button).Style)
	}
	// Output:
	// false false false true 2
	// true false false false 2
	// false false false false 1
}
