package discord

import (
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

func button(label, id string, style discordgo.ButtonStyle) discordgo.Button {
	return discordgo.Button{Label: clip(label, labelLimit), CustomID: id, Style: style}
}

func row(parts ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: parts}
}

// rows puts buttons into as many rows as they need.
func rows(buttons []discordgo.MessageComponent) []discordgo.MessageComponent {
	var out []discordgo.MessageComponent
	for some := range slices.Chunk(buttons, rowLimit) {
		out = append(out, row(some...))
	}
	return out
}

func (s speech) sideButton() discordgo.MessageComponent {
	return button(s.say("button.side"), pressSide, discordgo.SecondaryButton)
}

func (s speech) ordersButton() discordgo.MessageComponent {
	return button(s.say("button.orders"), pressOrders, discordgo.PrimaryButton)
}

func (s speech) decideButton(question int) discordgo.MessageComponent {
	return button(s.say("button.decide"), pressDecide+strconv.Itoa(question), discordgo.PrimaryButton)
}
