package table

import (
	"context"
	"errors"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The names of presses about a game whose channel cannot be reached. They work in any channel and in direct messages.
const (
	pressLost     = "lost"      // shows what can be done
	pressEnd      = "end"       // asks before the game is ended; the subcommand of /game follows
	pressMoveHere = "move-here" // offers to go on in the channel of the press
)

// askEnd asks before the game that the press names is ended; how is the subcommand of /game.
func (g Games) askEnd(ctx context.Context, req ask.Request, how string) ([]rest.Message, error) {
	if err := g.TurnTo(ctx, &req, req.Cmd.Game); err != nil {
		return nil, err
	}
	return g.askEnding(ctx, req, "game "+how)
}

// TellLost returns the page that tells a player in a direct message that his game's channel cannot be reached.
func TellLost(loc wording.Localizer, t api.Table) page.Page[view.Secret] {
	if !t.Started {
		return page.Page[view.Secret]{Text: lostInWords(loc, t),
			Rows: page.OneRow(endButton(loc, t, "button.cancel", "cancel"))}
	}
	return page.Page[view.Secret]{Rows: page.OneRow(lostButtons(loc, t)...),
		Text: lostInWords(loc, t) + " " + loc.Say("lost.still") + "\n" + loc.Say("lost.elsewhere")}
}

// lostInWords says that a game's channel cannot be reached, and why.
func lostInWords(loc wording.Localizer, t api.Table) string {
	return loc.Say("lost."+string(t.Lost), "title", wording.InWords(t.Title), "channel", page.ChannelLink(t.Channel))
}

// lostButtons returns the buttons that end or export a game whose channel cannot be reached.
func lostButtons(loc wording.Localizer, t api.Table) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{endButton(loc, t, "button.resign", "resign"),
		endButton(loc, t, "ending.button-"+string(api.Drawn), "draw"),
		endButton(loc, t, "ending.button-"+string(api.Cancelled), "cancel"), look.ExportButton(loc, t.Game)}
}

func endButton(loc wording.Localizer, t api.Table, label, how string) discordgo.Button {
	return page.Button(loc.Say(label), page.PressID(pressEnd, t.Game, how), discordgo.SecondaryButton)
}

// showLost shows what can be done about a game whose channel cannot be reached, and the open offer of an ending.
func (g Games) showLost(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	t, err := g.turnToLost(ctx, &req)
	if err != nil {
		return nil, err
	}
	p := page.Page[view.Public]{Text: lostInWords(req.Localizer, t) + " " + req.Say("lost.still"),
		Rows: page.OneRow(lostButtons(req.Localizer, t)...)}
	if !playsHere(req) {
		p.Text += "\n" + req.Say("lost.elsewhere")
	} else {
		p.Text += "\n" + req.Say("lost.here")
		here := page.Button(req.Say("button.move-here"), page.PressID(pressMoveHere, t.Game), discordgo.PrimaryButton)
		p.Rows = append(page.OneRow(here), p.Rows...)
	}
	return withOffer(req, t, p).Messages(), nil
}

// playsHere reports whether the bot can play a game in the channel of a request, as it is in the channel's server.
func playsHere(req ask.Request) bool { return !req.Direct && !req.UserInstalled }

// turnToLost changes a request into one about the game that it names, in that game's own channel. It refuses a game
// whose channel can be reached.
func (g Games) turnToLost(ctx context.Context, req *ask.Request) (t api.Table, err error) {
	if err := g.TurnTo(ctx, req, req.Cmd.Game); err != nil {
		return t, err
	}
	v, t, err := g.PublicHere(ctx, *req)
	if err != nil {
		return t, err
	}
	req.Localizer = req.Localizer.On(v.Board().Map)
	if t.Lost, err = g.Referee.Loss(ctx, t.Game); err == nil && t.Lost == "" {
		err = ask.Refusal("lost.found", "channel", page.ChannelLink(t.Channel))
	}
	return t, err
}

// offerMoveHere offers the other player to go on in the channel of the press. He is told in a direct message. As he may
// not accept any, a public message in this channel names him too, with the buttons to answer.
func (g Games) offerMoveHere(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	here := req.Cmd.Channel
	switch t, err := g.Kit.Referee.Table(ctx, here); {
	case !playsHere(req):
		return nil, page.ErrStale
	case err == nil && !t.Over:
		return nil, api.ErrTaken
	case err != nil && !errors.Is(err, api.ErrNoGame):
		return nil, err
	}
	if _, err := g.turnToLost(ctx, &req); err != nil {
		return nil, err
	}
	t, err := g.Referee.ProposeMove(ctx, req.Cmd, here)
	if err != nil || t.Channel == here {
		return answerAgreed(req, t, err)
	}
	offer := TellOffer(req.Localizer, api.Notification{Kind: api.Offered, Table: t})
	offer.Ping = nil // the direct message notifies him
	all := offer.Messages()
	for i := range all {
		all[i].Public = true
	}
	return append(page.Page[view.Public]{Text: req.Say("answer.offered"), Rows: OfferButtons(req.Localizer, t,
		req.Cmd.User)}.Messages(), all...), nil
}
