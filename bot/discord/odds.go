package discord

import (
	"context"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
)

// odds is /odds: of a hypothetical fight, or in a game of a fight that can be started now, or else of an attack that
// can still be made in this player turn.
func (b *bot) odds(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if paper, err := look.OnPaper(values); err != nil {
		return nil, err
	} else if paper {
		return b.lookups.LookUp(ctx, req, ask.TypedCommand{Verb: look.OddsVerb, Values: values})
	}
	p, err := b.play.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	var why error
	for _, v := range append(play.Fights(p.View.Board().Map.Orders), look.OddsVerb) {
		plan, err := b.Referee.ReadOdds(ctx, req.Cmd.Channel, req.Cmd.User, v, values)
		if err == nil {
			return play.ShowOdds(p, plan)
		}
		if play.Closeness(err) >= play.Closeness(why) {
			why = err
		}
	}
	return nil, why
}
