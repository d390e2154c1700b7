package play

import (
	"slices"

	"grognard/bot/discord/page"
	"grognard/rules/hex"

	"github.com/bwmarrin/discordgo"
)

// PanelParts are what can be pressed on a panel, before it is made to fit a message.
type PanelParts struct {
	Stacks  []discordgo.MessageComponent // rows: buttons of stacks, and a menu of all where not each has a button
	Menu    []discordgo.MessageComponent // the row of the menu of stacks, which stays where room is short
	Buttons []discordgo.MessageComponent // of orders, those that matter most first
	Looks   []discordgo.MessageComponent // buttons that give no order: the own side, direct messages
	Foot    []discordgo.MessageComponent // buttons of the last row, whose places stay: the end of the phase, Undo last
	Begun   []discordgo.MessageComponent // the row of a list that was begun or is kept
}

// RowsWithin returns the parts in so many rows. The menu of stacks and the row of a list that was begun always remain.
// Where room is short, the last row follows the orders without a row of its own. The buttons that give no order make
// room for the rows of stacks, the last one first; then the buttons of stacks go, which are in the menu too, and then
// what of the orders is beyond the room; the end of the phase and Undo stay.
func (parts PanelParts) RowsWithin(room int) []discordgo.MessageComponent {
	foot, stacks, room := page.Rows(parts.Foot), parts.Stacks, room-len(parts.Begun)
	var last []discordgo.MessageComponent // follows the orders
	if len(stacks)+len(page.Rows(parts.Buttons))+len(foot) > room {
		foot, last = nil, parts.Foot
	}
	room -= len(foot)
	if beside := room - len(page.Rows(slices.Concat(parts.Buttons, last))); len(stacks) > beside && len(stacks) > 0 {
		if stacks = parts.Menu; beside > 1 || len(stacks) == 0 {
			stacks = slices.Concat(parts.Stacks[:1], parts.Menu)
		}
	}
	left := max(room-len(stacks), 0) * page.RowLimit
	orders := parts.Buttons[:min(len(parts.Buttons), max(left-len(last), 0))]
	buttons := slices.Concat(orders, last, parts.Looks)
	buttons = buttons[:min(len(buttons), max(left, len(orders)+len(last)))]
	return slices.Concat(stacks, page.Rows(buttons), foot, parts.Begun)
}

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
