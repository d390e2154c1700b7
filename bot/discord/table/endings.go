package table

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/beside"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The names of the presses that leave a game or end it. The number of the offer follows the last two.
const (
	pressResign  = "resign"
	pressOffer   = "offer" // an ending follows
	pressCancel  = "cancel"
	pressLeave   = "leave"
	pressAccept  = "accept"
	pressDecline = "decline"
)

// askEnding asks for confirmation before a game is left or ended. What is not possible is refused instead.
func (g Games) askEnding(ctx context.Context, req ask.Request, name string) ([]rest.Message, error) {
	v, t, err := g.Kit.Referee.Public(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, err
	}
	req.Localizer = req.Localizer.On(v.Board().Map)
	if t.Over {
		return nil, api.ErrOver
	}
	if !t.Started && g.Bound != nil && g.Bound(t.Game) {
		return nil, ask.Refusal("table.of-season")
	}
	if name == "game cancel" && !t.Started {
		if !t.MayCancel(req.Cmd.User, time.Now()) {
			return nil, ask.Refusal("table.not-opener", "who", wording.InWords(cancellers(req.Localizer, t)))
		}
		return confirmation(req.Say("ask.cancel"), req.Say("button.cancel"), page.PressID(pressCancel, t.Game)), nil
	}
	seat, seated := t.Seat(req.Cmd.User)
	switch {
	case !seated:
		return nil, api.ErrNotSeated
	case t.Player(seat.ID) != req.Cmd.User:
		return nil, api.ErrNotCommander
	case name == "game leave" && t.Started:
		return nil, ask.Refusal("table.leave-started")
	case name == "game leave":
		return confirmation(req.Say("ask.leave", "side", wording.InWords(seat.Name)), req.Say("button.leave"),
			page.PressID(pressLeave, t.Game)), nil
	case !t.Started:
		return nil, ask.Refusal("table.leave-instead")
	case name == "game resign":
		return confirmation(req.Say("ask.resign", "side", wording.InWords(seat.Name)), req.Say("button.resign"),
			page.PressID(pressResign, t.Game), page.Button(req.Say("button.back"),
				page.PressID(page.PressOrders, t.Game), discordgo.SecondaryButton)), nil
	case name == "game draw":
		return askOffer(req, t, api.Drawn), nil
	}
	return askOffer(req, t, api.Cancelled), nil
}

// confirmation returns a question with a button that answers yes; press is its custom ID. The others stand beside it.
func confirmation(text, label, press string, others ...discordgo.MessageComponent) []rest.Message {
	buttons := append([]discordgo.MessageComponent{page.Button(label, press, discordgo.DangerButton)}, others...)
	return page.Page[view.Public]{Text: text, Rows: page.OneRow(buttons...)}.Messages()
}

// cancellers returns a text that says who can cancel a game that has not begun.
func cancellers(loc wording.Localizer, t api.Table) string {
	return loc.Say("table.cancellers", "user", tell.Mention(loc, t.Opener),
		"free", wording.InWords(fmt.Sprintf("<t:%d:D>", t.Free().Unix())))
}

// askOffer asks for confirmation before an ending is offered. If an offer is open, it shows that with its buttons.
func askOffer(req ask.Request, t api.Table, how api.Ending) []rest.Message {
	if o := t.Offer; o != nil && o.Answer == "" {
		return page.Page[view.Public]{Text: OfferInWords(req.Localizer, *o), Rows: OfferButtons(req.Localizer, t,
			req.Cmd.User)}.Messages()
	}
	return confirmation(req.Say("ending.ask-"+string(how)), req.Say("ending.button-"+string(how)),
		page.PressID(pressOffer, t.Game, string(how)))
}

func OfferInWords(loc wording.Localizer, o api.Proposal) string {
	return loc.Say("ending.offer-"+string(o.Ending), "side", o.By, "channel", page.ChannelLink(o.Channel))
}

// OfferButtons returns the buttons for the open offer: those for a user, or with "" for the side that must answer it.
func OfferButtons(loc wording.Localizer, t api.Table, user string) []discordgo.MessageComponent {
	n := strconv.Itoa(t.Offer.Number)
	decline := page.PressID(pressDecline, t.Game, n)
	if user != "" && t.Player(t.Offer.By) == user {
		return page.OneRow(page.Button(loc.Say("button.retract"), decline, discordgo.SecondaryButton))
	}
	return page.OneRow(page.Button(loc.Say("button.accept"), page.PressID(pressAccept, t.Game,
		n), discordgo.SuccessButton), page.Button(loc.Say("button.decline"), decline, discordgo.SecondaryButton))
}

// confirmed returns the handler of a button that makes a confirmed change and answers with the catalogue's message id.
func (g Games) confirmed(change func(gameService, context.Context, api.Command) (api.Table, error),
	id string) ask.PressHandler {
	return ask.WithNothing(func(ctx context.Context, req ask.Request) ([]rest.Message, error) {
		return answerChange(req, id)(change(g.Referee, ctx, req.Cmd))
	})
}

// offerEnding offers a draw or a cancellation once it is confirmed. If the other side has offered it, the game ends.
func (g Games) offerEnding(ctx context.Context, req ask.Request, how string) ([]rest.Message, error) {
	t, err := g.Referee.Propose(ctx, req.Cmd, api.Ending(how))
	if err != nil || t.Over {
		return answerAgreed(req, t, err)
	}
	return page.Page[view.Public]{Text: req.Say("answer.offered"), Rows: OfferButtons(req.Localizer, t,
		req.Cmd.User)}.Messages(), nil
}

func (g Games) acceptEnding(ctx context.Context, req ask.Request, number int) ([]rest.Message, error) {
	t, err := g.Referee.Accept(ctx, req.Cmd, number)
	return answerAgreed(req, t, err)
}

// answerAgreed answers a player who has agreed to what the other player had offered: an ending, or another channel.
func answerAgreed(req ask.Request, t api.Table, err error) ([]rest.Message, error) {
	switch {
	case err != nil:
		return nil, err
	case t.Over:
		return req.TextReply("answer.agreed"), nil
	}
	return answerMeasure(req, t, nil) // the game has moved
}

// declineEnding declines the offer with a number, or withdraws it.
func (g Games) declineEnding(ctx context.Context, req ask.Request, number int) ([]rest.Message, error) {
	t, err := g.Referee.Decline(ctx, req.Cmd, number)
	if err != nil {
		return nil, err
	}
	return req.TextReply("ending." + string(t.Offer.Answer)), nil
}

// answerChange returns a function that answers a command which changed the game, such as a resignation, with a message
// of the catalogue or with the error.
func answerChange(req ask.Request, id string, args ...any) func(api.Table, error) ([]rest.Message, error) {
	return func(_ api.Table, err error) ([]rest.Message, error) {
		if err != nil {
			return nil, err
		}
		return req.TextReply(id, args...), nil
	}
}

// TellOffer returns the public page of an offer of an ending, which pings the player who must answer, or of its answer.
func TellOffer(loc wording.Localizer, e api.Notification) page.Page[view.Public] {
	o := e.Table.Offer
	if e.Kind == api.Answered {
		return page.Page[view.Public]{Text: loc.Say("ending."+string(o.Answer)+"-"+string(o.Ending), "side", o.By)}
	}
	p := page.Page[view.Public]{Rows: OfferButtons(loc, e.Table, "")}
	for _, seat := range e.Table.Seats {
		if seat.Side.ID != o.By {
			p.Text, p.Ping = loc.Say("tell.offered", "user", tell.Mention(loc, seat.User),
				"offer", wording.InWords(OfferInWords(loc, *o))), []string{seat.User}
		}
	}
	return p
}

// refuseSecondGame refuses a second game in a channel: it says which is there, how it ends, and offers a thread.
func (g Games) refuseSecondGame(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message,
	error) {
	t, err := g.Kit.Referee.Table(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, errors.Join(err, api.ErrGameHere)
	}
	p := page.Page[view.Public]{Text: req.Say("table.game-here")}
	if !t.Started {
		p.Text = req.Say("table.game-waits", "seats", wording.InWords(tell.SeatsInWords(req.Localizer, t)))
	}
	if req.Permissions.Guild {
		p.Rows = beside.Rows(req.Localizer, t.Game, values)
	}
	return p.Messages(), nil
}

// askBefore returns the handler of a command that leaves or ends a game.
func (g Games) askBefore(name string) ask.Handler {
	return func(ctx context.Context, req ask.Request, _ map[string]string) ([]rest.Message, error) {
		return g.askEnding(ctx, req, name)
	}
}
