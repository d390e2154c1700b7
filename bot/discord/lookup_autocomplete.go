package discord

import (
	"context"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/rules/order"
)

// suggestFight completes with an attack that can still be made in this player turn, or else with any fight.
func (b *bot) suggestFight(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	return b.play.SuggestPicks(ctx, req, t, append([]order.Verb{look.OddsVerb}, play.Fights(b.Specs)...)...)
}
