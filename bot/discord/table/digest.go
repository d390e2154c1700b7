package table

import (
	"context"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"

	"github.com/bwmarrin/discordgo"
)

// dueEverywhere answers /due all:true: all games of the asker that wait for somebody.
func (c Calls) dueEverywhere(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	list, err := c.Referee.DueOf(ctx, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	p := tell.DigestPage(req.Localizer, list)
	p.Rows = page.OneRow(page.Button(req.Say("button.remind"), pressRemind+":", discordgo.SecondaryButton))
	return p.Messages(), nil
}
