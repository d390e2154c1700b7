package play

import (
	"grognard/rules/hex"

	"github.com/bwmarrin/discordgo"
)

// News is what the panel begins with: what an order did, or why a press did nothing.
type News struct {
	Text  string
	Begun []discordgo.MessageComponent // the row of a list that goes on after a decision

	Begin hex.Hex // the panel shows the page with the stack there, the first for hex.None

	Lines []string                     // all that stands above the panel
	undo  []discordgo.MessageComponent // the button that undoes the player's last order; the panel sets both
}
