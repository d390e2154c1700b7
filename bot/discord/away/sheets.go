package away

import (
	"grognard/bot/discord/play"
)

// Sheets take the commands and presses about many orders at once: lists, plans and standing orders.
type Sheets struct{ play.Desk }
