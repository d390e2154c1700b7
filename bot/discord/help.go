package discord

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// helpVerb is the command that can be given wherever look-ups can.
const helpVerb = "help"

// help is /help: what the asker can do now, where he asks, in at most five lines, with
// buttons that do it.
func (b *bot) help(ctx context.Context, a ask) ([]message, error) {
	if a.away {
		return a.told("help.away"), nil
	}
	if a.direct {
		return a.told("help.direct"), nil
	}
	v, t, err := b.referee.Public(ctx, a.cmd.Channel)
	if errors.Is(err, referee.ErrNoGame) {
		return a.told("help.no-game"), nil
	}
	if err != nil {
		return nil, err
	}
	a.speech = a.on(v.Board().Map)
	var p page[view.Public]
	switch {
	case t.Over && v.Board().Due == nil:
		p.text = strings.Join([]string{a.ending(t), a.say("help.over")}, "\n")
	case !t.Started:
		p = a.helpToBegin(t)
	default:
		if p, err = b.helpToPlay(ctx, a, t, v.Board()); err != nil {
			return nil, err
		}
	}
	return p.messages(), nil
}

// helpToBegin is what can be done before a game begins.
func (a ask) helpToBegin(t referee.Table) page[view.Public] {
	seat, seated := t.Seat(a.cmd.User)
	lines := []string{a.seats(t), a.first(t)}
	if seated {
		lines = append(lines, a.say("help.seated", "side", said(seat.Name)))
	}
	p := page[view.Public]{}
	switch {
	case vacant(t) && seated:
		lines = append(lines, a.say("help.wait"))
	case vacant(t):
		lines = append(lines, a.say("help.join"))
		p.rows = a.seatButtons(t)
	case seated:
		lines = append(lines, a.say("help.start"))
		p.rows = a.seatButtons(t)
	}
	p.text = strings.Join(append(lines, a.say("help.open")), "\n")
	return p
}

// helpToPlay is what can be done in a game that is being played.
func (b *bot) helpToPlay(ctx context.Context, a ask, t referee.Table, board *view.Board) (page[view.Public], error) {
	seat, seated := t.Seat(a.cmd.User)
	lines := []string{strings.Join(append(a.pause(t), a.waiting(t, board)), " ")}
	if !seated {
		return page[view.Public]{text: strings.Join(append(lines, a.say("help.onlooker"), a.say("help.story"), a.say("help.master")), "\n")}, nil
	}
	p := page[view.Public]{rows: []discordgo.MessageComponent{row(a.ordersButton(t.Game), a.sideButton(t.Game))}}
	verbs, err := b.referee.Verbs(ctx, a.cmd.Channel, a.cmd.User)
	if err != nil {
		return p, err
	}
	switch due := board.Due; {
	case due != nil && due.Side == seat.ID:
		p.rows = []discordgo.MessageComponent{row(a.decideButton(t.Game, due.ID), a.sideButton(t.Game))}
		lines = append(lines, a.say("help.decide", "verbs", said(a.verbs(verbs))))
	case len(verbs) > 0:
		lines = append(lines, a.say("help.orders", "verbs", said(a.verbs(verbs))))
	default:
		lines = append(lines, a.say("help.not-yours", "side", said(seat.Name)))
		p.rows = []discordgo.MessageComponent{row(a.sideButton(t.Game))}
	}
	p.text = strings.Join(append(lines, a.say("help.looks"), a.say("help.story"), a.say("help.exits")+" "+a.say("help.master")), "\n")
	return p, nil
}

// verbs are orders as they are typed.
func (s speech) verbs(list []order.Verb) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = "`/" + string(v) + "`"
	}
	return strings.Join(words, " ")
}

// first says who does what first in a game.
func (s speech) first(t referee.Table) string {
	if len(t.SetUp) == 0 {
		return s.say("tell.first", "side", t.Seats[0].Side.ID)
	}
	return s.say("tell.first-placing", "sides", t.SetUp, "side", t.Seats[0].Side.ID)
}
