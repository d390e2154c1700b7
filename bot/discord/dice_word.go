package discord

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// pressWord asks a player who took a seat without a word for the dice for one.
const pressWord = "word"

// askSeat opens the form in which a user who takes a seat gives his word for the dice.
func (b *bot) askSeat(ctx context.Context, req request, side order.Side) ([]rest.Message, error) {
	if err := b.referee.Free(ctx, req.cmd, side); err != nil {
		return nil, err
	}
	t, err := b.referee.Table(ctx, req.cmd.Channel)
	if err != nil {
		return nil, err
	}
	name := side
	for _, seat := range t.Seats {
		if seat.Side.ID == side {
			name = order.Side(seat.Side.Name)
		}
	}
	return req.wordForm(pressID(pressJoin, req.cmd.Game, string(side)),
		req.Say("word.title", "side", wording.InWords(name))), nil
}

// askWord opens the form for a word that was not given with the seat.
func (b *bot) askWord(ctx context.Context, req request) ([]rest.Message, error) {
	t, err := b.referee.Table(ctx, req.cmd.Channel)
	switch {
	case err != nil:
		return nil, err
	case t.Started:
		return nil, referee.ErrStarted
	case !req.wordless(t):
		return nil, referee.ErrWorded
	}
	return req.wordForm(pressID(pressWord, req.cmd.Game), req.Say("word.title-later")), nil
}

// wordForm is a form for a word. The message is sent if the form can no longer open.
func (req request) wordForm(id, title string) []rest.Message {
	m := rest.NewMessage(req.Say("word.late"), nil)
	m.Form = oneLineForm(id, title, req.Say("word.label"), req.Say("word.hint"), referee.WordLimit)
	return []rest.Message{m}
}

// word takes a word that is given after the seat.
func (b *bot) word(ctx context.Context, req request, word string) ([]rest.Message, error) {
	if strings.TrimSpace(word) == "" {
		t, err := b.referee.Table(ctx, req.cmd.Channel)
		if err != nil {
			return nil, err
		}
		return req.seated(t, req.Say("answer.no-word")), nil
	}
	if _, err := b.referee.Word(ctx, req.cmd, word); err != nil {
		return nil, err
	}
	return req.told("answer.word"), nil
}

// seated is an answer to a user who may have a seat, with the button for his word while he can still give one.
func (req request) seated(t referee.Table, text string, files ...figure[view.Public]) []rest.Message {
	p := page[view.Public]{text: text, figures: files}
	if req.wordless(t) {
		p.rows = []discordgo.MessageComponent{row(button(req.Say("button.word"), pressID(pressWord, t.Game),
			discordgo.SecondaryButton))}
	}
	return p.messages()
}

// sits says whether the asker plays a side.
func (b *bot) sits(ctx context.Context, req request, side order.Side) bool {
	t, err := b.referee.Table(ctx, req.cmd.Channel)
	return err == nil && t.Player(side) == req.cmd.User
}

// wordless says whether the asker has a seat and can still give his word.
func (req request) wordless(t referee.Table) bool {
	for _, seat := range t.Seats {
		if seat.User == req.cmd.User {
			return !seat.Worded && !t.Started && !t.Over
		}
	}
	return false
}
