package play

import (
	"slices"

	"grognard/bot/discord/page"

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
// what of the orders is beyond the room.
func (parts PanelParts) RowsWithin(room int) []discordgo.MessageComponent {
	foot, stacks, orders := page.Rows(parts.Foot), parts.Stacks, len(page.Rows(parts.Buttons))
	if room -= len(foot) + len(parts.Begun); len(stacks)+orders > room {
		parts.Buttons, room, foot = slices.Concat(parts.Buttons, parts.Foot), room+len(foot), nil
		orders = len(page.Rows(parts.Buttons))
	}
	if beside := room - orders; len(stacks) > beside {
		if stacks = parts.Menu; beside > 1 || len(stacks) == 0 {
			stacks = slices.Concat(parts.Stacks[:1], parts.Menu)
		}
	}
	left := max(room-len(stacks), 0)
	buttons := slices.Concat(parts.Buttons, parts.Looks)
	for len(buttons) > len(parts.Buttons) && len(page.Rows(buttons)) > left {
		buttons = buttons[:len(buttons)-1]
	}
	buttons = buttons[:min(len(buttons), left*page.RowLimit)]
	return slices.Concat(stacks, page.Rows(buttons), foot, parts.Begun)
}
