package play

import (
	"context"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
)

// Desk takes the commands and presses by which a player gives orders.
type Desk struct{ ask.Kit }

// AsPlayer makes a handler of a function for the players of the game.
func (k Desk) AsPlayer(run func(ctx context.Context, p ask.Player, what string) ([]rest.Message,
	error)) ask.PressHandler {
	return func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
		p, err := ask.PlayerOf(ctx, k.Kit, req)
		if err != nil {
			return nil, err
		}
		return run(ctx, p, d.What)
	}
}

// SeeSide shows a player the map and all that he knows of his side.
func SeeSide(ctx context.Context, p ask.Player, _ string) ([]rest.Message, error) {
	mine, err := ask.OwnMap(p.Kit, p.Localizer, p.Table, p.View, p.Cmd.User, p.StyleOf(ctx, p.Cmd.User))
	if err != nil {
		return nil, err
	}
	if back := BackToPanel(p); back != nil {
		mine.Page.Rows = append(mine.Page.Rows, page.Row(back...))
	}
	return p.ShowPrivate(mine)
}

// Decide opens the choice that answers a decision, for a user who owes it.
func (d Desk) Decide(ctx context.Context, req ask.Request, question int) ([]rest.Message, error) {
	return Decide(ctx, d.Kit, req, question)
}
