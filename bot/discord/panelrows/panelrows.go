// Package panelrows puts what can be pressed on a panel into the rows of a message.
//
//	parts := panelrows.Parts{Buttons: buttons, Foot: foot}
//	rows := parts.RowsWithin(1)
//	rows = panelrows.With(rows, undo)
//
// Limits: a message has five rows of five buttons.
package panelrows

import (
	"slices"

	"grognard/bot/discord/page"

	"github.com/bwmarrin/discordgo"
)

// Parts are what can be pressed on a panel, before it is made to fit a message.
type Parts struct {
	Stacks  []discordgo.MessageComponent // rows of buttons of stacks; if not each has a button, the last is Menu
	Menu    []discordgo.MessageComponent // the row of the menu of stacks, which stays even if room is short
	Buttons []discordgo.MessageComponent // of orders, those that matter most first
	Looks   []discordgo.MessageComponent // buttons that give no order: the own side, direct messages
	Foot    []discordgo.MessageComponent // buttons of the last row, whose places stay: the end of the phase, Undo last
	Begun   []discordgo.MessageComponent // the row of a list that was begun or is kept
}

// RowsWithin returns the parts in at most room rows. The menu of stacks and the row of a list that was begun always
// remain. If room is short, the foot's buttons follow those of orders in the same rows. Then looks go, from the last,
// then the rows of stacks but for the first, as the menu has the stacks too, and then the orders that no longer fit.
// The end of the phase and Undo stay.
func (parts Parts) RowsWithin(room int) []discordgo.MessageComponent {
	foot, stacks, room := page.Rows(parts.Foot), parts.Stacks, room-len(parts.Begun)
	var last []discordgo.MessageComponent // follows the orders
	if len(stacks)+len(page.Rows(parts.Buttons))+len(foot) > room {
		foot, last = nil, parts.Foot
	}
	room -= len(foot)
	forStacks := room - len(page.Rows(slices.Concat(parts.Buttons, last))) // that the orders leave; may be less than 0
	switch tooMany := len(stacks) > max(forStacks, 0); {
	case tooMany && (forStacks > 1 || len(parts.Menu) == 0):
		stacks = slices.Concat(parts.Stacks[:1], parts.Menu)
	case tooMany:
		stacks = parts.Menu
	}
	left := max(room-len(stacks), 0) * page.RowLimit // in buttons
	orders := parts.Buttons[:min(len(parts.Buttons), max(left-len(last), 0))]
	looks := parts.Looks[:min(len(parts.Looks), max(left-len(orders)-len(last), 0))]
	return slices.Concat(stacks, page.Rows(slices.Concat(orders, looks, last)), foot, parts.Begun)
}

// With adds buttons to the rows of a message: as a new row, or if it is full in its last row of buttons with room.
func With(rows, buttons []discordgo.MessageComponent) []discordgo.MessageComponent {
	if len(rows) < page.ButtonLimit/page.RowLimit {
		return append(slices.Clip(rows), page.Rows(buttons)...)
	}
	rows = slices.Clone(rows)
	for i, row := range slices.Backward(rows) {
		if r, ok := row.(discordgo.ActionsRow); ok && len(r.Components)+len(buttons) <= page.RowLimit && hasButtons(r) {
			r.Components = slices.Concat(r.Components, buttons)
			rows[i] = r
			break
		}
	}
	return rows
}

// InFirst returns rows with a button more in the first of them, or if that is full in a new row before it.
func InFirst(rows []discordgo.MessageComponent, b discordgo.MessageComponent) []discordgo.MessageComponent {
	if len(rows) > 0 {
		if r, ok := rows[0].(discordgo.ActionsRow); ok && len(r.Components) < page.RowLimit && hasButtons(r) {
			r.Components = append(slices.Clip(r.Components), b)
			return append([]discordgo.MessageComponent{r}, rows[1:]...)
		}
	}
	return append(page.OneRow(b), rows...)
}

// hasButtons reports whether a row has buttons, not a menu.
func hasButtons(r discordgo.ActionsRow) bool {
	return r.Components[0].Type() == discordgo.ButtonComponent
}
