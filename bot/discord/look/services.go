package look

import (
	"context"
	"io"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/audit"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/limit"
	"grognard/bot/luck"
	"grognard/bot/referee/api"
	"grognard/bot/referee/titles"
	"grognard/bot/referee/views"
	"grognard/rules/order"
	"grognard/rules/view"
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

// Handlers are all that this package answers with.
type Handlers struct {
	Looks   Looks
	Lookups *Lookups
}

// Commands returns the commands of this package. layers are the kinds of overlays that games have.
func (h Handlers) Commands(layers []string) []ask.CommandSpec {
	return append(h.Looks.commands(layers), h.Lookups.commands()...)
}

// Presses returns the buttons of this package.
func (h Handlers) Presses() []ask.PressSpec { return append(h.Looks.presses(), h.Lookups.presses()...) }

// commands returns the commands that look at a position, or at what happened in a game.
func (l Looks) commands(layers []string) []ask.CommandSpec {
	return []ask.CommandSpec{
		l.audits().Command(),
		{Verb: StatsVerb, Run: l.stats, Cost: limit.Film, Options: []ask.Option{
			ask.ChoiceOption("scope", scopeGame, scopePlayer, scopeAll), ask.UserOption("player"), ask.PublicOption()}},
		{Verb: "game log", Run: l.gameLog, Options: []ask.Option{ask.TurnOption(), ask.PublicOption()}},
		{Verb: ReplayVerb, Run: l.replay, Cost: limit.Film,
			Options: []ask.Option{ask.StyleOption(), ask.PublicOption()}},
		{Verb: ExportVerb, Run: ask.WithoutOptions(l.Export), Cost: limit.Film},
		{Verb: "since", Run: l.since, Cost: limit.Film},
		{Verb: "map", Run: l.pageHandler(mapLook[view.Secret], mapLook[view.Public]), Cost: limit.Picture,
			Options: []ask.Option{l.SeenOption("at", SuggestStacks), ask.NumberOption("zoom", 1, maxZoom),
				ask.ChoiceOption("layer", layers...), ask.StyleOption(), ask.PublicOption()}},
		{Verb: "stack show", Run: l.pageHandler(stackLook[view.Secret], stackLook[view.Public]), Cost: limit.Picture,
			Options: []ask.Option{l.SeenOption("hex", SuggestStacks).AsRequired(), ask.StyleOption(),
				ask.PublicOption()}},
		{Verb: "unit show", Run: l.pageHandler(unitLook[view.Secret], unitLook[view.Public]), Cost: limit.Picture,
			Options: []ask.Option{l.SeenOption("unit", SuggestUnits).AsRequired(), ask.StyleOption(),
				ask.PublicOption()}},
		{Verb: "reach", Run: l.seeReach, Cost: limit.Picture, Options: []ask.Option{
			l.SeenOption("unit", suggestOnMap).AsRequired(), ask.StyleOption(), ask.PublicOption()}},
		{Verb: "units", Run: l.units, Options: []ask.Option{ask.YesOption("unmoved"), ask.PublicOption()}},
		{Verb: "threats", Run: l.seeThreats, Options: []ask.Option{
			l.SeenOption("hex", suggestThreatened).AsRequired(), ask.PublicOption()}},
	}
}

func (l Looks) audits() audit.Audits { return audit.Audits{Referee: l.Referee, Export: l.exportFile} }

func (l Looks) presses() []ask.PressSpec {
	return append(l.audits().Presses(), []ask.PressSpec{
		{Name: page.PressSince, Run: func(ctx context.Context, req ask.Request, _ ask.Pressed) ([]rest.Message, error) {
			return l.since(ctx, req, nil)
		}},
		{Name: pressLog, Run: ask.WithWhat(l.pressedLog)},
		{Name: PressUnits, Run: ask.WithWhat(l.pressedUnits)},
		{Name: pressExport, Run: ask.WithNothing(l.pressedExport), Cost: limit.Film},
		{Name: pressWhole, Run: ask.WithNothing(l.wholeMap), Cost: limit.Picture}, // its button is below public reports
	}...)
}
