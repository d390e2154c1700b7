package table

import (
	"context"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/referee/api"
	"grognard/rules/view"
)

// Status is /game status: how the channel's game stands.
func (g Games) Status(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	v, t, err := g.Referee.Public(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, err
	}
	loc := req.On(v.Board().Map)
	lines := []string{tell.Title(loc, t, v.Board()), tell.Seats(loc, t), tell.Waiting(loc, t, v.Board())}
	lines = append(lines, tell.Banks(loc, t)...)
	lines = append(lines, tell.Pause(loc, t)...)
	away, err := g.Referee.Vacationers(ctx, t)
	if err != nil {
		return nil, err
	}
	for _, w := range away {
		lines = append(lines, onVacation(loc, w))
	}
	lines = append(lines, loc.Gone(v.Board())...)
	lines = append(lines, tell.Places(loc, t, v.Board())...)
	lines = append(lines, tell.Module(loc, t), tell.Rulings(loc, t), tell.Dice(loc, t))
	lines = append(lines, ask.PermissionWarning(req)...)
	return page.Page[view.Public]{Text: strings.Join(lines, "\n")}.Messages(), nil
}

// Due says who has to do what next, and since when.
func (g Games) Due(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	v, t, err := g.Referee.Public(ctx, req.Cmd.Channel)
	if err == nil {
		err = req.CheckGame(t)
	}
	if err != nil {
		return nil, err
	}
	req.Localizer = req.On(v.Board().Map)
	p := page.Page[view.Public]{Text: strings.Join(append(tell.Pause(req.Localizer, t), tell.Waiting(req.Localizer, t,
		v.Board())), "\n")}
	if t.Started {
		p.Text += tell.Reminder(ctx, g.Log, g.Referee, req, v.Board().Turn)
	}
	if t.Started || t.Awaits != nil {
		p.Rows = tell.Next(req, t, v.Board())
	}
	if o := t.Offer; o != nil && o.Answer == "" {
		p.Text += "\n" + Offer(req.Localizer, *o)
		if seat, _ := t.Seat(req.Cmd.User); seat.ID != "" && t.Player(seat.ID) == req.Cmd.User {
			p.Rows = append(p.Rows, OfferButtons(req.Localizer, t, req.Cmd.User)...)
		}
	}
	p.Text = play.Joined(append([]string{p.Text}, tell.TimeOffered(req.Localizer, t)...))
	if !t.Terms.None() && t.Started && !t.Over {
		p.Rows = append(p.Rows, page.Row(page.ClockButton(req.Localizer, t.Game)))
	}
	if q := t.Undo; q != nil && q.Answer == "" {
		p.Text += "\n" + req.Say("undo.due", "side", q.By)
	}
	return g.withRest(ctx, req, t, p)
}

// withRest adds to a page where the asker's list of orders stands, if he has begun one.
func (g Games) withRest(ctx context.Context, req ask.Request, t api.Table,
	pg page.Page[view.Public]) ([]rest.Message, error) {
	if _, seated := t.Seat(req.Cmd.User); !seated || !t.Started {
		return pg.Messages(), nil
	}
	p, err := g.Desk.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	line, rest, err := play.Rest(ctx, p)
	if err != nil {
		return nil, err
	}
	return req.Open(p.Table, p.View, page.Page[view.Secret]{Text: play.Joined([]string{pg.Text, line}),
		Rows: append(pg.Rows, rest...)})
}
