package discord

import (
	"context"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// tellInvited is the public page of an invitation. It calls the one who is invited, and says nothing of what he
// would command.
func (s speech) tellInvited(t referee.Table) page[view.Public] {
	c := t.Reseated
	number := strconv.Itoa(c.Number)
	args := []any{"side", c.Side, "user", mention(c.By), "to", mention(c.User)}
	text := s.say("seat.told-invited", args...)
	if c.Deputy {
		text = s.say("seat.told-invited-deputy", args...)
	}
	yes := button(s.say("button.accept"), opener(pressAcceptInvite, t.Game, number), discordgo.SuccessButton)
	no := button(s.say("button.decline"), opener(pressDeclineInvite, t.Game, number), discordgo.SecondaryButton)
	return page[view.Public]{text: text, rows: rows([]discordgo.MessageComponent{yes, no}), ping: []string{c.User}}
}

// withdrawRow is a row with the button to withdraw an invitation.
func (s speech) withdrawRow(game referee.GameID, v referee.Invitation) discordgo.MessageComponent {
	return row(button(s.say("button.uninvite"), opener(pressDeclineInvite, game, strconv.Itoa(v.Number)), discordgo.SecondaryButton))
}

// accepted has the asker play beside the player who has invited him, and shows him what his side sees.
func (b *bot) accepted(ctx context.Context, a ask, number int) ([]message, error) {
	t, err := b.referee.AcceptInvitation(ctx, a.cmd, number)
	if err != nil {
		return nil, err
	}
	side, _ := t.Seat(a.cmd.User)
	return b.shownSide(ctx, a, func(s speech, args ...any) string {
		if t.Commands(a.cmd.User, side.ID) {
			return s.say("seat.your-deputy", args...)
		}
		return s.say("seat.your-team", args...)
	})
}

// declinedInvite declines an invitation, or withdraws it.
func (b *bot) declinedInvite(ctx context.Context, a ask, number int) ([]message, error) {
	t, err := b.referee.DeclineInvitation(ctx, a.cmd, number)
	if err != nil {
		return nil, err
	}
	if c := t.Reseated; c != nil && c.Does == referee.InvitationRetracted {
		return a.told("seat.uninvited", "user", mention(c.User)), nil
	}
	return a.told("seat.declined"), nil
}

// askedBeside is who are invited to play a side and have not answered.
func (s speech) askedBeside(t referee.Table, side order.Side) string {
	var users []string
	for _, v := range t.Invited {
		if v.Side == side {
			users = append(users, v.User)
		}
	}
	if len(users) == 0 {
		return ""
	}
	return s.say("seat.invited", "users", mentionAll(users))
}
