package away

import (
	"context"
	"slices"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/play"
	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"
	"grognard/rules/hex"
)

// Plans take the commands and presses about orders for a phase to come.
type Plans struct {
	Desk    play.Desk
	Referee planService
}

// Standing takes the commands and presses about the standing orders of a player who is away.
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
	return slices.Concat(h.Plans.presses(), h.Standing.presses(), h.Standing.menuPresses())
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

// standingService is what the referee does with standing orders.
type standingService interface {
	AddStanding(ctx context.Context, c api.Command, text string, before int) (drafts.StandingOrders, error)
	ChangeStanding(ctx context.Context, c api.Command, number int, text, mark string) (drafts.StandingOrders,
		error)
	DraftStanding(ctx context.Context, c api.Command, text string) (drafts.StandingOrders, error)
	MoveStanding(ctx context.Context, c api.Command, number, before int, mark string) (drafts.StandingOrders,
		error)
	RemoveStanding(ctx context.Context, c api.Command, number int, mark string) (drafts.StandingOrders, error)
	Standing(ctx context.Context, c api.Command) (drafts.StandingOrders, error)
	SwitchStanding(ctx context.Context, c api.Command, off, here bool) (drafts.StandingOrders, error)
	TryStanding(ctx context.Context, c api.Command, at hex.Hex, result string) (t drafts.StandingTrial, err error)
	UseStandingSet(ctx context.Context, c api.Command, id string, all bool) (drafts.StandingOrders, error)
}
