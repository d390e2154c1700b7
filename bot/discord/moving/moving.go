// Package moving lets the players of a game move it by agreement: from a channel to a thread of its own, and from a
// thread to the channel that the thread is of. One of them presses the button below /game status, and the other accepts
// or declines the offer, like the offer of a draw.
//
//	rows = append(rows, moving.Row(req, t)...) // below how the game stands
//	presses = append(presses, mover.Presses()...)
//
// A thread is made when the game is offered to go there, as the offer names it. If the other player declines, it stays
// for the next offer, and is archived like any other.
//
// Limits: a game that has not begun is cancelled and opened anew elsewhere. A game master moves a game anywhere, with
// /master move.
package moving

import (
	"context"
	"errors"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/places"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"

	"github.com/bwmarrin/discordgo"
)

// pressMove offers the other player to go on elsewhere.
const pressMove = "move-game"

// Mover offers to move games.
type Mover struct {
	Referee  referee
	Threads  places.Threads
	Rest     rest.Client
	Messages ask.MessageCatalogue
}

// referee is what is needed of the referee.
type referee interface {
	Table(ctx context.Context, channel string) (api.Table, error)
	ProposeMove(ctx context.Context, c api.Command, channel string) (api.Table, error)
}

// Row returns the button of a player whose game can go elsewhere, nil for anybody else.
func Row(req ask.Request, t api.Table) []discordgo.MessageComponent {
	seat, seated := t.Seat(req.Cmd.User)
	if req.Direct || req.Guild == "" || check(t) != nil || !seated || t.Player(seat.ID) != req.Cmd.User {
		return nil
	}
	label := req.Say("button.to-thread")
	if req.Permissions.Thread {
		label = req.Say("button.to-channel")
	}
	return page.OneRow(page.Button(label, page.PressID(pressMove, t.Game), discordgo.SecondaryButton))
}

// check refuses what the referee would refuse, before a thread is made.
func check(t api.Table) error {
	switch o := t.Offer; {
	case t.Over:
		return api.ErrOver
	case !t.Started:
		return api.ErrNotStarted
	case len(t.Seats) < 2:
		return ask.Refusal("moving.alone") // nobody is there to agree
	case o != nil && o.Answer == "":
		return api.ErrOffered
	}
	return nil
}

// Presses returns the presses of the package.
func (m Mover) Presses() []ask.PressSpec {
	return []ask.PressSpec{{Name: pressMove, Run: ask.WithNothing(m.offer), SetsUp: true}}
}

// offer offers the other player to go on elsewhere. For an asker without a seat no thread is made.
func (m Mover) offer(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	t, err := m.Referee.Table(ctx, req.Cmd.Channel)
	if err == nil {
		err = errors.Join(req.CheckGame(t), check(t))
	}
	if err != nil {
		return nil, err
	}
	switch seat, seated := t.Seat(req.Cmd.User); {
	case !seated:
		return nil, api.ErrNotSeated
	case t.Player(seat.ID) != req.Cmd.User:
		return nil, api.ErrNotCommander
	}
	to, made, err := m.place(ctx, req, t)
	if err != nil {
		return nil, err
	}
	if _, err = m.Referee.ProposeMove(ctx, req.Cmd, to); err != nil {
		if made {
			m.Threads.Abandon(ctx, to)
		}
		return nil, err
	}
	if made { // the thread's first message can be missing: the offer names the thread
		first := rest.NewMessage(m.Messages.InChannel().Say("moving.first", "title", wording.InWords(t.Title),
			"channel", page.ChannelLink(req.Cmd.Channel)), nil)
		req.Sends(first)
		_, _ = m.Rest.Send(ctx, to, first.Once(req.Cmd.ID))
	}
	return req.TextReply("answer.offered"), nil
}

// place returns where a game can go: from a thread its channel, from a channel the thread of the last offer, which may
// have been declined in this turn, else a new one, for which made is true. It refuses a channel that has a game.
func (m Mover) place(ctx context.Context, req ask.Request, t api.Table) (to string, made bool, err error) {
	if req.Permissions.Thread {
		if to, err = m.Threads.Home(ctx, req); err == nil {
			err = m.free(ctx, to)
		}
		return to, false, err
	}
	if o := t.Offer; o != nil && o.Ending == api.Moved && m.Threads.Has(ctx, t.Channel, o.Channel) &&
		m.free(ctx, o.Channel) == nil {
		return o.Channel, false, nil
	}
	to, err = m.Threads.Make(ctx, req, t.Title, places.Public)
	return to, true, err
}

// free refuses a channel that has a game.
func (m Mover) free(ctx context.Context, channel string) error {
	there, err := m.Referee.Table(ctx, channel)
	switch {
	case errors.Is(err, api.ErrNoGame) || err == nil && there.Over:
		return nil
	case err == nil:
		return api.ErrTaken
	}
	return err
}
