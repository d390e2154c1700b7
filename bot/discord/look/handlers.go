package look

import (
	"context"
	"slices"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/limit"
)

// Handlers are all that this package answers with.
type Handlers struct {
	Looks   Looks
	Lookups *Lookups
}

// Commands returns the commands of this package. layers are the kinds of overlays that games have.
func (h Handlers) Commands(layers []string) []ask.CommandSpec {
	return slices.Concat(h.Looks.gameCommands(), h.Looks.viewCommands(layers), h.Lookups.commands())
}

// Presses returns the buttons of this package.
func (h Handlers) Presses() []ask.PressSpec { return append(h.Looks.presses(), h.Lookups.presses()...) }

// gameCommands are the commands that look at what happened in a game.
func (l Looks) gameCommands() []ask.CommandSpec {
	return []ask.CommandSpec{
		{Verb: AuditVerb, Run: ask.WithoutOptions(l.Audit), Cost: limit.Film},
		{Verb: StatsVerb, Run: l.Stats, Cost: limit.Film, Options: []ask.Option{
			ask.ChoiceOption("scope", OfGame, OfPlayer, OfAll), ask.UserOption("player"), ask.PublicOption()}},
		{Verb: "game log", Run: l.GameLog, Options: []ask.Option{ask.TurnOption(), ask.PublicOption()}},
		{Verb: ReplayVerb, Run: l.Replay, Cost: limit.Film,
			Options: []ask.Option{ask.StyleOption(), ask.PublicOption()}},
		{Verb: ExportVerb, Run: ask.WithoutOptions(l.Export), Cost: limit.Film},
		{Verb: "since", Run: l.Since, Cost: limit.Film},
	}
}

// viewCommands are the commands that look at a position.
func (l Looks) viewCommands(layers []string) []ask.CommandSpec {
	return []ask.CommandSpec{
		{Verb: "map", Run: l.SeeMap, Cost: limit.Picture, Options: []ask.Option{
			l.SeenOption("at", SuggestStacks), ask.NumberOption("zoom", 1, MaxZoom), ask.ChoiceOption("layer", layers...),
			ask.StyleOption(), ask.PublicOption()}},
		{Verb: "stack show", Run: l.SeeStack, Cost: limit.Picture, Options: []ask.Option{
			l.SeenOption("hex", SuggestStacks).AsRequired(), ask.StyleOption(), ask.PublicOption()}},
		{Verb: "unit show", Run: l.SeeUnit, Cost: limit.Picture, Options: []ask.Option{
			l.SeenOption("unit", SuggestUnits).AsRequired(), ask.StyleOption(), ask.PublicOption()}},
		{Verb: "reach", Run: l.SeeReach, Cost: limit.Picture, Options: []ask.Option{
			l.SeenOption("unit", SuggestOnMap).AsRequired(), ask.StyleOption(), ask.PublicOption()}},
		{Verb: "units", Run: l.Units, Options: []ask.Option{ask.YesOption("unmoved"), ask.PublicOption()}},
		{Verb: "threats", Run: l.SeeThreats, Options: []ask.Option{
			l.SeenOption("hex", SuggestStacks).AsRequired(), ask.PublicOption()}},
	}
}

// presses are the buttons about positions and about what happened in a game.
func (l Looks) presses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: PressCheck, Run: ask.WithWhat(l.Check)},
		{Name: PressSince, Run: func(ctx context.Context, req ask.Request, _ ask.Pressed) ([]rest.Message, error) {
			return l.Since(ctx, req, nil)
		}},
		{Name: PressLog, Run: ask.WithWhat(l.PressedLog)},
		{Name: PressUnits, Run: ask.WithWhat(l.PressedUnits)},
		{Name: pressWhole, Run: ask.WithNothing(l.wholeMap), Cost: limit.Picture}, // under reports for everybody
	}
}
