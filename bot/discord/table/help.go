package table

import (
	"context"
	"errors"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/turn"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/view"
)

// HelpVerb is the help command, which can be given everywhere.
const HelpVerb = "help"

// help answers /help: a few lines about what the asker can do now in this place, with buttons that do it.
func (s Profiles) help(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	if req.UserInstalled {
		return req.TextReply("help.away"), nil
	}
	if req.Direct {
		return s.helpDirect(ctx, req)
	}
	v, t, err := s.Kit.Referee.Public(ctx, req.Cmd.Channel)
	if errors.Is(err, api.ErrNoGame) {
		return req.TextReply("help.no-game"), nil
	}
	if err != nil {
		return nil, err
	}
	req.Localizer = req.Localizer.On(v.Board().Map)
	var p page.Page[view.Public]
	switch {
	case t.Over && v.Board().Due == nil:
		p.Text = tell.OverInWords(req.Localizer, t, v.Board())
	case !t.Started:
		p = helpToBegin(req, t)
	default:
		if p, err = s.helpToPlay(ctx, req, t, v.Board()); err != nil {
			return nil, err
		}
	}
	return p.Messages(), nil
}

// helpDirect answers /help in direct messages: what they are for, and for a player the button that opens his panel.
func (s Profiles) helpDirect(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	list, err := s.Referee.DueOf(ctx, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	p := page.Page[view.Public]{Text: req.Say("help.direct")}
	if len(list) > 0 {
		p.Text = play.JoinLines([]string{req.Say("help.panel"), p.Text})
		p.Rows = page.OneRow(page.OrdersButton(req.Localizer, list[0].Table.Game))
	}
	return p.Messages(), nil
}

// helpToBegin returns what can be done before a game begins.
func helpToBegin(req ask.Request, t api.Table) page.Page[view.Public] {
	seat, seated := t.Seat(req.Cmd.User)
	lines := []string{tell.SeatsInWords(req.Localizer, t), WhoBegins(req.Localizer, t)}
	if seated {
		lines = append(lines, req.Say("help.seated", "side", wording.InWords(seat.Name)))
	}
	p := page.Page[view.Public]{}
	switch {
	case tell.HasFreeSeat(t) && seated:
		lines = append(lines, req.Say("help.wait"))
	case tell.HasFreeSeat(t):
		lines = append(lines, req.Say("help.join"))
		p.Rows = page.SeatButtons(req.Localizer, t)
	case seated && t.Together:
		lines = append(lines, req.Say("help.together"))
	case seated:
		lines = append(lines, req.Say("help.start"))
		p.Rows = page.SeatButtons(req.Localizer, t)
	}
	p.Text = strings.Join(append(lines, req.Say("help.open")), "\n")
	return p
}

// helpToPlay returns what can be done in a game that is being played.
func (s Profiles) helpToPlay(ctx context.Context, req ask.Request, t api.Table,
	board *view.Board) (page.Page[view.Public], error) {
	seat, seated := t.Seat(req.Cmd.User)
	lines := []string{strings.Join(append(tell.PauseLines(req.Localizer, t),
		tell.WaitingInWords(req.Localizer, t, board)), " ")}
	phases := turn.Lines(req.Localizer, board, tell.HasActivations(board.Map))
	threats := "" // the kind of overlay, if the game has it
	if look.CheckOverlay(board.Map, look.ThreatsLayer) == nil {
		threats = look.ThreatsLayer
	}
	if !seated {
		lines = slices.Concat(lines, []string{req.Say("help.onlooker", "threats", threats)}, phases,
			[]string{req.Say("help.story"), req.Say("help.more", "seated", "")})
		return page.Page[view.Public]{Text: strings.Join(lines, "\n")}, nil
	}
	p := page.Page[view.Public]{Rows: page.OneRow(page.OrdersButton(req.Localizer, t.Game),
		page.SideButton(req.Localizer, t.Game))}
	verbs, err := s.Referee.Verbs(ctx, req.Cmd.Channel, req.Cmd.User)
	if err != nil {
		return p, err
	}
	switch due := board.Due; {
	case due != nil && due.Side == seat.ID:
		p.Rows = page.OneRow(page.DecideButton(req.Localizer, t.Game, due.ID), page.SideButton(req.Localizer, t.Game))
		lines = append(lines, req.Say("help.decide", "verbs", wording.InWords(req.Localizer.Verbs(verbs))))
	case len(verbs) > 0:
		lines = append(lines, req.Say("help.orders", "verbs", wording.InWords(req.Localizer.Verbs(verbs))))
	default:
		lines = append(lines, req.Say("help.not-yours", "side", wording.InWords(seat.Name)))
		p.Rows = page.OneRow(page.SideButton(req.Localizer, t.Game))
	}
	p.Text = strings.Join(append(append(lines, phases...), req.Say("help.looks", "threats", threats),
		req.Say("help.story"), req.Say("help.exits"), req.Say("help.more", "seated", seat.ID)), "\n")
	return p, nil
}

// WhoBegins returns a text that says which side begins a game, and with what.
func WhoBegins(loc wording.Localizer, t api.Table) string {
	switch {
	case len(t.Seats) == 1:
		return loc.Say("tell.first-alone")
	case t.Leads != "":
		return loc.Say("tell.first-leads", "begins", t.Seats[0].Side.ID, "side", t.Leads)
	case len(t.SetUp) == 0:
		return loc.Say("tell.first", "side", t.Seats[0].Side.ID)
	}
	return loc.Say("tell.first-placing", "sides", t.SetUp, "side", t.Seats[0].Side.ID)
}
