package table

import (
	"context"
	"errors"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/rules/order"
)

// commands are those that set a game up, end it and tell how it stands.
func (g Games) commands() []ask.CommandSpec {
	game := ask.Completed("module", g.SuggestModules).AsRequired()
	scenario, side := ask.Completed("scenario", g.SuggestScenarios), ask.Completed("side", g.SuggestSides)
	dice, wait := ask.ChoiceOption("dice", OwnDice, BeaconDice), ask.NumberOption("wait", 1, MostPatience)
	clock := ask.Completed("clock", suggestClockTerms)
	return []ask.CommandSpec{
		{Verb: "game new", Run: g.NewGame, SetsUp: true,
			Options: []ask.Option{game, scenario, side, dice, wait, clock}},
		{Verb: "game join", Run: g.Join, Posts: true, Options: []ask.Option{
			ask.Completed("side", g.SuggestSeat).AsRequired(), ask.TextOption("word")}},
		{Verb: "game leave", Run: g.Asking("game leave")},
		{Verb: "game start", Run: ask.WithoutOptions(g.Start), SetsUp: true},
		{Verb: "game resign", Run: g.Asking("game resign")},
		{Verb: "game draw", Run: g.Asking("game draw")},
		{Verb: "game cancel", Run: g.Asking("game cancel"), Posts: true},
		{Verb: "game status", Run: ask.WithoutOptions(g.Status)},
	}
}

// presses are the presses about a game as a whole.
func (g Games) presses() []ask.PressSpec {
	return append(g.endingPresses(), []ask.PressSpec{
		{Name: page.PressJoin, Posts: true,
			Run: func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
				return g.AskSeat(ctx, req, order.Side(d.What))
			},
			Form: func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
				return g.Join(ctx, req, map[string]string{"side": d.What, "word": d.Text()})
			}},
		{Name: page.PressWord, Run: ask.WithNothing(g.AskWord), Form: ask.WithText(g.Word)},
		{Name: page.PressStart, Run: ask.WithNothing(g.Start), SetsUp: true},
		{Name: page.PressDue, Run: ask.WithNothing(g.Due)},
		{Name: tell.PressWaive, Run: ask.WithWhat(g.Waive)},
	}...)
}

func (g Games) NewGame(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	switch values["dice"] {
	case "", OwnDice, BeaconDice:
	default:
		return nil, ask.Refusal("beacon.no-dice")
	}
	wait, err := minutes(values["wait"])
	if err != nil {
		return nil, err
	}
	terms, err := clockTermsOf(values["clock"])
	if err != nil {
		return nil, err
	}
	opening := referee.Opening{Clock: terms, Beacon: values["dice"] == BeaconDice, Patience: wait,
		Module: values["module"], Scenario: values["scenario"], Side: order.Side(values["side"])}
	t, err := g.Referee.NewGame(ctx, req.Cmd, opening)
	if errors.Is(err, api.ErrGameHere) {
		return nil, g.occupied(ctx, req)
	}
	if err != nil {
		return nil, err
	}
	return tell.Seated(req, t, req.Say("answer.opened", "title", wording.InWords(t.Title))), nil
}

// Join takes a seat. Whoever has the seat already and gave no word for the dice with it can give it so.
func (g Games) Join(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	side, word := order.Side(values["side"]), values["word"]
	t, err := g.Referee.Join(ctx, req.Cmd, side, word)
	if errors.Is(err, api.ErrSeated) && word != "" && g.sits(ctx, req, side) {
		return g.Word(ctx, req, word)
	}
	if err != nil {
		return nil, err
	}
	seat, _ := t.Seat(req.Cmd.User)
	return tell.Seated(req, t, req.Say("answer.joined", "side", wording.InWords(seat.Name))), nil
}

func (g Games) Start(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	t, err := g.Referee.Start(ctx, req.Cmd)
	if err != nil {
		return nil, err
	}
	if t.Awaits != nil {
		return req.Told("beacon.accepted", tell.Awaiting(*t.Awaits)...), nil
	}
	return req.Told("answer.started"), nil
}
