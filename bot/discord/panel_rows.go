package discord

import (
	"slices"

	"github.com/bwmarrin/discordgo"
)

// panelParts are what can be pressed on a panel, before it is made to fit a message.
type panelParts struct {
	stacks  []discordgo.MessageComponent // rows: buttons of stacks, and a menu of all where not each has a button
	buttons []discordgo.MessageComponent // of orders, those that matter most first
	looks   []discordgo.MessageComponent // buttons that give no order: other pages, the own side, direct messages
	begun   []discordgo.MessageComponent // the row of a list that was begun
	plan    []discordgo.MessageComponent // the row of a plan
}

// fitted are the parts in so many rows. A row of stacks and that of a list that was begun always remain. The buttons that
// give no order make room for all rows of stacks, the last one first; then the buttons of stacks go, which are in the
// menu too, then the row of the plan, which has a command, and then what of the orders is beyond the room.
func (parts panelParts) fitted(room int) []discordgo.MessageComponent {
	stacks, orders := min(len(parts.stacks), 1), len(rows(parts.buttons))
	if orders+len(parts.plan) > room-stacks-len(parts.begun) {
		parts.plan = nil // no button that goes would make room for it
	}
	if orders+len(parts.plan) <= room-len(parts.stacks)-len(parts.begun) {
		stacks = len(parts.stacks)
	}
	left := max(room-stacks-len(parts.begun), 0)
	buttons := slices.Concat(parts.buttons, parts.looks)
	for len(buttons) > len(parts.buttons) && len(rows(buttons))+len(parts.plan) > left {
		buttons = buttons[:len(buttons)-1]
	}
	buttons = buttons[:min(len(buttons), left*rowLimit)]
	return slices.Concat(parts.stacks[len(parts.stacks)-stacks:], rows(buttons), parts.begun, parts.plan)
}
