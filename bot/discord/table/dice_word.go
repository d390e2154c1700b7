package table

import (
	"context"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/referee/api"
)

// askWord opens the form for a dice word that was not given with the seat. The message is sent if it opens too late.
func (g Games) askWord(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	t, err := g.Kit.Referee.Table(ctx, req.Cmd.Channel)
	switch {
	case err != nil:
		return nil, err
	case t.Started:
		return nil, api.ErrStarted
	case !tell.CanGiveDiceWord(req, t):
		return nil, api.ErrWorded
	}
	m := rest.NewMessage(req.Say("word.late"), nil)
	m.Form = page.OneLineForm(page.PressID(page.PressWord, req.Cmd.Game), req.Say("word.title"),
		req.Say("word.label"), req.Say("word.hint"), api.WordLimit)
	return []rest.Message{m}, nil
}

// submitDiceWord stores the user's word for the dice. For a blank one it stores nothing and offers the button again.
func (g Games) submitDiceWord(ctx context.Context, req ask.Request, word string) ([]rest.Message, error) {
	if strings.TrimSpace(word) == "" {
		t, err := g.Kit.Referee.Table(ctx, req.Cmd.Channel)
		if err != nil {
			return nil, err
		}
		return tell.SeatReply(req, t, req.Say("answer.no-word")), nil
	}
	if _, err := g.Referee.Word(ctx, req.Cmd, word); err != nil {
		return nil, err
	}
	return req.TextReply("answer.word"), nil
}
