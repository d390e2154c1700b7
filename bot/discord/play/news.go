package play

import (
	"grognard/rules/hex"

	"github.com/bwmarrin/discordgo"
)

// News is what the panel begins with: what an order did, or why a press did nothing.
type News struct {
	Text  string
	Begun []discordgo.MessageComponent // the row of a list that goes on after a decision

	Begin Beginning // with which stack the buttons of stacks begin

	Lines []string                     // all that stands above the panel
	undo  []discordgo.MessageComponent // the button that undoes the player's last order; the panel sets both
}

// Beginning is with which of the stacks that have not moved the row of buttons begins: that of a hex, or the first one
// after it where it has none or is passed over. The last stack is followed by the first. So the buttons go on from the
// stack that was ordered or looked at last, and those that stay put do not hold the row for the whole phase. The zero
// value begins with what lies nearest to the enemy. It is in the custom IDs of the panel, because the bot remembers
// nothing of what was looked at.
type Beginning struct {
	At   hex.Hex
	Past bool
}
