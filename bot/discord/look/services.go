package look

import (
	"context"
	"io"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/luck"
	"grognard/bot/referee/api"
	"grognard/bot/referee/titles"
	"grognard/bot/referee/views"
	"grognard/rules/order"
)

// Looks answers those who look at a position or at what happened in a game.
type Looks struct {
	ask.Kit
	Referee positionService
	Rest    rest.Client
}

// Lookups answers what needs no game: dice, odds, tables and rules.
type Lookups struct {
	ask.Kit
	Referee  moduleService
	Library  *library
	pictures PictureCache
	Entropy  io.Reader
	shared   RecentSet // answers that were shared with everybody, by message
	Commands map[order.Verb]ask.CommandSpec
	Fights   fights
}

// fights answers /odds about a fight that an asker could begin in his game.
type fights interface {
	AnswerOdds(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error)
	SuggestFight(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error)
}

// positionService is what the referee shows of games.
type positionService interface {
	Audit(ctx context.Context, c api.Command) (views.Audit, error)
	Export(ctx context.Context, channel string) (views.Export, error)
	Film(ctx context.Context, channel, user string) (views.Film, error)
	GamesOf(ctx context.Context, user string) ([]api.GameID, error)
	Looked(ctx context.Context, channel, user string) error
	Luck(ctx context.Context, id api.GameID) (luck.Game, api.Table, error)
	LuckIn(ctx context.Context, channel string) (luck.Game, api.Table, error)
	Recap(ctx context.Context, channel, user string) (c views.Recap, err error)
}

// moduleService is what the referee knows of the games that can be played.
type moduleService interface {
	GameHere(ctx context.Context, channel string) (p *titles.Printed, err error)
	Games() (list []*titles.Printed)
}
