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

// Plans take the commands and presses about orders for a phase to come.
type Plans struct {
	Desk    play.Desk
	Referee planService
}

// Standing takes the commands and presses about the standing answers of a player who is away.
type Standing struct {
	Desk    play.Desk
	Referee standingService
}

// Handlers are all that this package answers with.
type Handlers struct {
	Plans    Plans
	Standing Standing
}

// Commands returns the commands of this package.
func (h Handlers) Commands() []ask.CommandSpec {
	return append(h.Plans.commands(), h.Standing.commands()...)
}

// Presses returns the buttons, menus and forms of this package.
func (h Handlers) Presses() []ask.PressSpec {
	return append(h.Plans.presses(), h.Standing.presses()...)
}

// planService is what the referee does with plans.
type planService interface {
	BeginPlan(ctx context.Context, c api.Command, shown string) (api.PlanRun, error)
	DropPlan(ctx context.Context, c api.Command) error
	DropPlanned(ctx context.Context, c api.Command, shown string, number int) (api.TurnPlan, error)
	KeepPlan(ctx context.Context, c api.Command, draft string) (api.TurnPlan, error)
	SetPlan(ctx context.Context, c api.Command, text string, add bool, delay int) (api.TurnPlan, error)
	TurnPlan(ctx context.Context, c api.Command) (api.TurnPlan, error)
}

// standingService is what the referee does with standing answers.
type standingService interface {
	ChangeStanding(ctx context.Context, c api.Command, change func(*standing.Answers) error) (drafts.Standing, error)
	Standing(ctx context.Context, c api.Command) (drafts.Standing, error)
	TryStanding(ctx context.Context, c api.Command, at hex.Hex, result string) (t drafts.StandingTrial, err error)
}
