package away

import (
	"context"

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

// standingService is what the referee does with standing answers.
type standingService interface {
	ChangeStanding(ctx context.Context, c api.Command, change func(*standing.Answers) error) (drafts.Standing, error)
	Standing(ctx context.Context, c api.Command) (drafts.Standing, error)
	TryStanding(ctx context.Context, c api.Command, at hex.Hex, result string) (t drafts.StandingTrial, err error)
}
