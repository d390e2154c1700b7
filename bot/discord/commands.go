package discord

import (
	"context"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/rules/order"
)

// command carries out what was typed: a command of this package, or an order of the game.
func (b *bot) command(ctx context.Context, req ask.Request, verb order.Verb,
	values map[string]string) ([]rest.Message, error) {
	if spec, ok := b.commands[verb]; ok {
		return spec.Run(ctx, req, values)
	}
	if err := refuseGoneCommand(verb); err != nil {
		return nil, err
	}
	if b.play.StartsFight(ctx, req, verb) {
		return b.play.PlanFight(ctx, req, verb, values)
	}
	out, err := b.Referee.Orders.Say(ctx, req.Cmd, verb, values)
	return b.play.AnswerOrder(ctx, req, out, err)
}
