package table

import (
	"context"
	"strconv"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// TellInvited returns the public page of an invitation. It pings the user who is invited, and does not say what he
// would command.
func TellInvited(loc wording.Localizer, t api.Table) page.Page[view.Public] {
	c := t.Reseated
	number := strconv.Itoa(c.Number)
	args := []any{"side", c.Side, "user", tell.Mention(loc, c.By), "to", tell.Mention(loc, c.User)}
	text := loc.Say("seat.told-invited", args...)
	if c.Deputy {
		text = loc.Say("seat.told-invited-deputy", args...)
	}
	yes := page.Button(loc.Say("button.accept"), page.PressID(pressAcceptInvite, t.Game, number),
		discordgo.SuccessButton)
	no := page.Button(loc.Say("button.decline"), page.PressID(pressDeclineInvite, t.Game, number),
		discordgo.SecondaryButton)
	return page.Page[view.Public]{Text: text, Rows: page.Rows([]discordgo.MessageComponent{yes, no}),
		Ping: []string{c.User}}
}

// uninviteRow returns a row with the button to withdraw an invitation.
func uninviteRow(loc wording.Localizer, game api.GameID, v api.Invitation) discordgo.MessageComponent {
	return page.Row(page.Button(loc.Say("button.uninvite"), page.PressID(pressDeclineInvite, game,
		strconv.Itoa(v.Number)), discordgo.SecondaryButton))
}

// acceptInvitation lets the asker play beside the player who has invited him, and shows him what the side sees.
func (s Seats) acceptInvitation(ctx context.Context, req ask.Request, number int) ([]rest.Message, error) {
	t, err := s.Referee.AcceptInvitation(ctx, req.Cmd, number)
	if err != nil {
		return nil, err
	}
	side, _ := t.Seat(req.Cmd.User)
	return s.showSide(ctx, req, func(loc wording.Localizer, args ...any) string {
		if t.Commands(req.Cmd.User, side.ID) {
			return loc.Say("seat.your-deputy", args...)
		}
		return loc.Say("seat.your-team", args...)
	})
}

// declineInvitation declines an invitation, or withdraws it.
func (s Seats) declineInvitation(ctx context.Context, req ask.Request, number int) ([]rest.Message, error) {
	t, err := s.Referee.DeclineInvitation(ctx, req.Cmd, number)
	if err != nil {
		return nil, err
	}
	if c := t.Reseated; c != nil && c.Does == api.InvitationRetracted {
		return req.TextReply("seat.uninvited", "user", tell.Mention(req.Localizer, c.User)), nil
	}
	return req.TextReply("seat.declined"), nil
}
