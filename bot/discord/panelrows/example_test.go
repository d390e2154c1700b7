package panelrows_test

import (
	"fmt"

	"grognard/bot/discord/page"
	"grognard/bot/discord/panelrows"

	"github.com/bwmarrin/discordgo"
)

func Example() {
	button := func(label string) []discordgo.MessageComponent {
		return []discordgo.MessageComponent{page.Button(label, label, discordgo.PrimaryButton)}
	}
	buttons, foot, undo := button("Attack"), button("End"), button("Undo")
	parts := panelrows.Parts{Buttons: buttons, Foot: foot}
	rows := parts.RowsWithin(1)
	rows = panelrows.With(rows, undo)
	for _, row := range rows {
		fmt.Println(len(row.(discordgo.ActionsRow).Components))
	}
	// Output:
	// 2
	// 1
}
