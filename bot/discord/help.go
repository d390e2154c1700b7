package discord

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/view"
)

// helpVerb is a command that can be given wherever look-ups can.
const helpVerb = "help"

// help is /help: what the asker can do now, where he asks, in at most five lines, with
// buttons that do it.
func (b *bot) help(ctx context.Context, req request) ([]rest.Message, error) {
	if req.userInstalled {
		return req.told("help.away"), nil
	}
	if req.direct {
		return b.helpDirect(ctx, req)
	}
	v, t, err := b.referee.Public(ctx, req.cmd.Channel)
	if errors.Is(err, referee.ErrNoGame) {
		return req.told("help.no-game"), nil
	}
	if err != nil {
		return nil, err
	}
	req.localizer = req.on(v.Board().Map)
	var p page[view.Public]
	switch {
	case t.Over && v.Board().Due == nil:
		p.text = strings.Join([]string{req.ending(t), req.Say("help.over")}, "\n")
	case !t.Started:
		p = req.helpToBegin(t)
	default:
		if p, err = b.helpToPlay(ctx, req, t, v.Board()); err != nil {
			return nil, err
		}
	}
	return p.messages(), nil
}

// helpDirect is /help in direct messages: what they are for, with the button that opens the panel of a user who plays.
func (b *bot) helpDirect(ctx context.Context, req request) ([]rest.Message, error) {
	list, err := b.referee.DueOf(ctx, req.cmd.User)
	if err != nil {
		return nil, err
	}
	p := page[view.Public]{text: req.Say("help.direct")}
	if len(list) > 0 {
		p.text = joined([]string{req.Say("help.panel"), p.text})
		p.rows = []discordgo.MessageComponent{row(req.ordersButton(list[0].Table.Game))}
	}
	return p.messages(), nil
}

// helpToBegin is what can be done before a game begins.
func (req request) helpToBegin(t referee.Table) page[view.Public] {
	seat, seated := t.Seat(req.cmd.User)
	lines := []string{req.seats(t), req.first(t)}
	if seated {
		lines = append(lines, req.Say("help.seated", "side", wording.InWords(seat.Name)))
	}
	p := page[view.Public]{}
	switch {
	case vacant(t) && seated:
		lines = append(lines, req.Say("help.wait"))
	case vacant(t):
		lines = append(lines, req.Say("help.join"))
		p.rows = req.seatButtons(t)
	case seated:
		lines = append(lines, req.Say("help.start"))
		p.rows = req.seatButtons(t)
	}
	p.text = strings.Join(append(lines, req.Say("help.open")), "\n")
	return p
}

// helpToPlay is what can be done in a game that is being played.
func (b *bot) helpToPlay(ctx context.Context, req request, t referee.Table,
	board *view.Board) (page[view.Public], error) {
	seat, seated := t.Seat(req.cmd.User)
	lines := []string{strings.Join(append(req.pause(t), req.waiting(t, board)), " ")}
	if !seated {
		return page[view.Public]{text: strings.Join(append(lines, req.Say("help.onlooker"), req.Say("help.story"),
			req.Say("help.master")), "\n")}, nil
	}
	p := page[view.Public]{rows: []discordgo.MessageComponent{row(req.ordersButton(t.Game), req.sideButton(t.Game))}}
	verbs, err := b.referee.Verbs(ctx, req.cmd.Channel, req.cmd.User)
	if err != nil {
		return p, err
	}
	switch due := board.Due; {
	case due != nil && due.Side == seat.ID:
		p.rows = []discordgo.MessageComponent{row(req.decideButton(t.Game, due.ID), req.sideButton(t.Game))}
		lines = append(lines, req.Say("help.decide", "verbs", wording.InWords(req.Verbs(verbs))))
	case len(verbs) > 0:
		lines = append(lines, req.Say("help.orders", "verbs", wording.InWords(req.Verbs(verbs))))
	default:
		lines = append(lines, req.Say("help.not-yours", "side", wording.InWords(seat.Name)))
		p.rows = []discordgo.MessageComponent{row(req.sideButton(t.Game))}
	}
	p.text = strings.Join(append(lines, req.Say("help.looks"), req.Say("help.story"),
		req.Say("help.exits")+" "+req.Say("help.master")), "\n")
	return p, nil
}

// first says which side begins a game, and with what.
func (loc localizer) first(t referee.Table) string {
	if len(t.SetUp) == 0 {
		return loc.Say("tell.first", "side", t.Seats[0].Side.ID)
	}
	return loc.Say("tell.first-placing", "sides", t.SetUp, "side", t.Seats[0].Side.ID)
}
