package api

import (
	"grognard/bot/calendar"
	"grognard/rules/order"
)

// Vacationer is a player with his announced vacations that are not over.
type Vacationer struct {
	User      string
	Side      order.Side
	Vacations []calendar.Vacation
}
