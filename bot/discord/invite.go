package discord

import (
	"context"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// tellInvited is the public page of an invitation. It pings the user who is invited, and does not say what he would
// command.
func (loc localizer) tellInvited(t referee.Table) page[view.Public] {
	c := t.Reseated
	number := strconv.Itoa(c.Number)
	args := []any{"side", c.Side, "user", loc.mention(c.By), "to", loc.mention(c.User)}
	text := loc.Say("seat.told-invited", args...)
	if c.Deputy {
		text = loc.Say("seat.told-invited-deputy", args...)
	}
	yes := button(loc.Say("button.accept"), pressID(pressAcceptInvite, t.Game, number), discordgo.SuccessButton)
	no := button(loc.Say("button.decline"), pressID(pressDeclineInvite, t.Game, number), discordgo.SecondaryButton)
	return page[view.Public]{text: text, rows: rows([]discordgo.MessageComponent{yes, no}), ping: []string{c.User}}
}

// uninviteRow is a row with the button to withdraw an invitation.
func (loc localizer) uninviteRow(game referee.GameID, v referee.Invitation) discordgo.MessageComponent {
	return row(button(loc.Say("button.uninvite"), pressID(pressDeclineInvite, game, strconv.Itoa(v.Number)),
		discordgo.SecondaryButton))
}

// accepted lets the asker play beside the player who has invited him, and shows him what the side sees.
func (b *bot) accepted(ctx context.Context, req request, number int) ([]rest.Message, error) {
	t, err := b.referee.AcceptInvitation(ctx, req.cmd, number)
	if err != nil {
		return nil, err
	}
	side, _ := t.Seat(req.cmd.User)
	return b.shownSide(ctx, req, func(loc localizer, args ...any) string {
		if t.Commands(req.cmd.User, side.ID) {
			return loc.Say("seat.your-deputy", args...)
		}
		return loc.Say("seat.your-team", args...)
	})
}

// declinedInvite declines an invitation, or withdraws it.
func (b *bot) declinedInvite(ctx context.Context, req request, number int) ([]rest.Message, error) {
	t, err := b.referee.DeclineInvitation(ctx, req.cmd, number)
	if err != nil {
		return nil, err
	}
	if c := t.Reseated; c != nil && c.Does == referee.InvitationRetracted {
		return req.told("seat.uninvited", "user", req.mention(c.User)), nil
	}
	return req.told("seat.declined"), nil
}

// askedBeside are the users who are invited to play a side and have not answered.
func (loc localizer) askedBeside(t referee.Table, side order.Side) string {
	var users []string
	for _, v := range t.Invited {
		if v.Side == side {
			users = append(users, v.User)
		}
	}
	if len(users) == 0 {
		return ""
	}
	return loc.Say("seat.invited", "users", loc.mentionAll(users))
}
