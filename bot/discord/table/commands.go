package table

import (
	"context"
	"errors"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/rules/order"
)

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
