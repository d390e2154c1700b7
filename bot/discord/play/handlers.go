package play

import (
	"grognard/bot/discord/ask"
	"grognard/bot/referee/api"
)

// NewDesk makes a desk. noteMenu is told which games the menu of a user's panel in direct messages names.
func NewDesk(k ask.Kit, orders orderService, lists listService, undos undoService,
	noteMenu func(user string, games []api.GameID)) Desk {
	return Desk{Kit: k, Orders: orders, Lists: lists, Undos: undos, noteMenu: noteMenu, showPanel: panel}
}
