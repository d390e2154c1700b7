package away

import (
	"context"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/play"
	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"
	"grognard/rules/hex"
	"grognard/rules/standing"
)

// Standing takes the commands and presses about the standing answers of a player who is away.
type Standing struct {
	Desk    play.Desk
	Referee standingService
}

// Handlers are all that this package answers with.
type Handlers struct {
	Standing Standing
}

// Commands returns the commands of this package.
func (h Handlers) Commands() []ask.CommandSpec {
	return h.Standing.commands()
}

// Presses returns the buttons, menus and forms of this package.
func (h Handlers) Presses() []ask.PressSpec {
	return h.Standing.presses()
}

// standingService is what the referee does with standing answers.
type standingService interface {
	ChangeStanding(ctx context.Context, c api.Command, change func(*standing.Answers) error) (drafts.Standing, error)
	Standing(ctx context.Context, c api.Command) (drafts.Standing, error)
	TryStanding(ctx context.Context, c api.Command, at hex.Hex, result string) (t drafts.StandingTrial, err error)
}
