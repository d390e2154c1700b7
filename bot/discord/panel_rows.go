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
// give no order make room for them, the last one first; then the row of the plan, which has a command too, and then what
// of the orders is beyond the room. Stacks that have no button are in the menu, which therefore remains where there is no
// room for buttons too.
func (parts panelParts) fitted(room int) []discordgo.MessageComponent {
	left := max(room-min(len(parts.stacks), 1)-len(parts.begun), 0)
	if len(rows(parts.buttons))+len(parts.plan) > left {
		parts.plan = nil // no button that goes would make room for it
	}
	buttons := slices.Concat(parts.buttons, parts.looks)
	for len(buttons) > len(parts.buttons) && len(rows(buttons))+len(parts.plan) > left {
		buttons = buttons[:len(buttons)-1]
	}
	buttons = buttons[:min(len(buttons), left*rowLimit)]
	last := slices.Concat(rows(buttons), parts.begun, parts.plan)
	first := parts.stacks[min(max(len(parts.stacks)+len(last)-room, 0), len(parts.stacks)):]
	return append(slices.Clip(first), last...)
}
