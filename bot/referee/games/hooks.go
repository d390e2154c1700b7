package games

import (
	"context"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger/notices"
	"grognard/rules/view"
)

// Hooks is what the services above do when the kernel comes to it. All are set, once, when the kernel is made.
type Hooks struct {
	// Resume does what follows a command automatically, each in a row of its own, and returns what was told of it.
	Resume func(ctx context.Context, g *Held) ([]view.Account, error)
	// AnswersAtOnce reports whether what the row asks will be answered automatically and at once.
	AnswersAtOnce func(ctx context.Context, g *Held, row notices.NewRow) (bool, error)
	// Passes reports whether the present phase ends automatically.
	Passes func(ctx context.Context, g *Held) bool

	Written      func(g *Held)       // a row was written
	RoundAwaited func(id api.GameID) // a command waits for a round of the beacon

	Alarms []Alarm // those that are due at the same time ring in this order
	// TellVacations writes the rows of vacations that an earlier process did not write.
	TellVacations func(ctx context.Context) error
}
