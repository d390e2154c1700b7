package play

import (
	"grognard/rules/hex"

	"github.com/bwmarrin/discordgo"
)

// News is what the panel ends with, where a phone shows it, or begins with where much else follows: what an order did,
// or why a press did nothing.
type News struct {
	Text  string
	Leads bool                         // it is a roll that has ended something: it comes first, and there is no picture
	Begun []discordgo.MessageComponent // the row of a list that goes on after a decision
	Begin hex.Hex                      // the panel shows the page with the stack there, the first for hex.None
	first bool                         // it comes first, as what can be done follows from it
	Lines bool                         // it is about lines of a list, of which Undo takes the last one back
	undo  []discordgo.MessageComponent // the button that undoes the player's last order; the panel sets it
}

// with returns lines with the news in their place.
func (n News) with(lines []string) string {
	if n.Leads || n.first {
		return JoinLines(append([]string{n.Text}, lines...))
	}
	return JoinLines(append(lines, n.Text))
}
