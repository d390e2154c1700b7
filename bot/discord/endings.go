package discord

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/view"
)

// The presses that leave a game or end it. Each answers a question, or an offer, whose number follows.
const (
	pressResign  = "resign"
	pressOffer   = "offer" // an ending follows
	pressCancel  = "cancel"
	pressLeave   = "leave"
	pressAccept  = "accept"
	pressDecline = "decline"
)

// askEnding asks for confirmation before a game is left or ended. What is not possible is refused instead.
func (b *bot) askEnding(ctx context.Context, req request, name string) ([]rest.Message, error) {
	v, t, err := b.referee.Public(ctx, req.cmd.Channel)
	if err != nil {
		return nil, err
	}
	req.localizer = req.on(v.Board().Map)
	if t.Over {
		return nil, referee.ErrOver
	}
	if name == "game cancel" && !t.Started {
		return req.askCancel(t)
	}
	seat, seated := t.Seat(req.cmd.User)
	switch {
	case !seated:
		return nil, referee.ErrNotSeated
	case t.Player(seat.ID) != req.cmd.User:
		return nil, referee.ErrNotCommander
	case name == "game leave" && t.Started:
		return nil, refusal("table.leave-started")
	case name == "game leave":
		return req.question(req.Say("ask.leave", "side", wording.InWords(seat.Name)), req.Say("button.leave"),
			pressID(pressLeave, t.Game)), nil
	case !t.Started:
		return nil, refusal("table.leave-instead")
	case name == "game resign":
		return req.question(req.Say("ask.resign", "side", wording.InWords(seat.Name)), req.Say("button.resign"),
			pressID(pressResign, t.Game)), nil
	case name == "game draw":
		return req.askOffer(t, referee.Drawn), nil
	}
	return req.askOffer(t, referee.Cancelled), nil
}

// question is a question with one button, which does what is asked about.
func (req request) question(text, label, press string) []rest.Message {
	return page[view.Public]{text: text, rows: []discordgo.MessageComponent{row(button(label, press,
		discordgo.DangerButton))}}.messages()
}

// askCancel asks a user who may cancel a game that has not begun whether he means it.
func (req request) askCancel(t referee.Table) ([]rest.Message, error) {
	if !t.MayCancel(req.cmd.User, time.Now()) {
		return nil, refusal("table.not-opener", "who", wording.InWords(req.cancellers(t)))
	}
	return req.question(req.Say("ask.cancel"), req.Say("button.cancel"), pressID(pressCancel, t.Game)), nil
}

// cancellers says who can cancel a game that has not begun.
func (loc localizer) cancellers(t referee.Table) string {
	return loc.Say("table.cancellers", "user", loc.mention(t.Opener),
		"free", wording.InWords(fmt.Sprintf("<t:%d:D>", t.Free().Unix())))
}

// askOffer asks before an ending is offered. If an offer stands already, it shows what can be done about that.
func (req request) askOffer(t referee.Table, how referee.Ending) []rest.Message {
	if o := t.Offer; o != nil && o.Answer == "" {
		return page[view.Public]{text: req.offer(*o), rows: req.offerButtons(t, req.cmd.User)}.messages()
	}
	return req.question(req.Say("ending.ask-"+string(how)), req.Say("ending.button-"+string(how)),
		pressID(pressOffer, t.Game, string(how)))
}

// offer is the open offer in words.
func (loc localizer) offer(o referee.Proposal) string {
	return loc.Say("ending.offer-"+string(o.Ending), "side", o.By)
}

// offerButtons are what a user can do about the open offer, or for "" what the side can to which it was made.
func (loc localizer) offerButtons(t referee.Table, user string) []discordgo.MessageComponent {
	n := strconv.Itoa(t.Offer.Number)
	decline := pressID(pressDecline, t.Game, n)
	if user != "" && t.Player(t.Offer.By) == user {
		return []discordgo.MessageComponent{row(button(loc.Say("button.retract"), decline, discordgo.SecondaryButton))}
	}
	return []discordgo.MessageComponent{row(button(loc.Say("button.accept"), pressID(pressAccept, t.Game, n),
		discordgo.SuccessButton),
		button(loc.Say("button.decline"), decline, discordgo.SecondaryButton))}
}

// endingPresses are the presses that leave a game or end it.
func endingPresses() []pressSpec {
	return []pressSpec{
		{name: pressResign, run: withNothing((*bot).resign)},
		{name: pressCancel, run: withNothing((*bot).cancel), posts: true},
		{name: pressLeave, run: withNothing((*bot).leave)},
		{name: pressOffer, run: withWhat((*bot).offerEnding)},
		{name: pressAccept, run: withNumber((*bot).acceptEnding)},
		{name: pressDecline, run: withNumber((*bot).declineEnding)},
	}
}

func (b *bot) resign(ctx context.Context, req request) ([]rest.Message, error) {
	return req.after(req.Say("answer.resigned"))(b.referee.Resign(ctx, req.cmd))
}

func (b *bot) cancel(ctx context.Context, req request) ([]rest.Message, error) {
	return req.after(req.Say("answer.cancelled"))(b.referee.Cancel(ctx, req.cmd))
}

func (b *bot) leave(ctx context.Context, req request) ([]rest.Message, error) {
	return req.after(req.Say("answer.left"))(b.referee.Leave(ctx, req.cmd))
}

func (b *bot) offerEnding(ctx context.Context, req request, how string) ([]rest.Message, error) {
	t, err := b.referee.Propose(ctx, req.cmd, referee.Ending(how))
	if err != nil || t.Over {
		return req.after(req.Say("answer.agreed"))(t, err)
	}
	return page[view.Public]{text: req.Say("answer.offered"), rows: req.offerButtons(t, req.cmd.User)}.messages(), nil
}

func (b *bot) acceptEnding(ctx context.Context, req request, number int) ([]rest.Message, error) {
	return req.after(req.Say("answer.agreed"))(b.referee.Accept(ctx, req.cmd, number))
}

func (b *bot) declineEnding(ctx context.Context, req request, number int) ([]rest.Message, error) {
	t, err := b.referee.Decline(ctx, req.cmd, number)
	if err != nil {
		return nil, err
	}
	return req.told("ending." + string(t.Offer.Answer)), nil
}

// after answers a command that changed the game, such as a resignation.
func (req request) after(words string) func(referee.Table, error) ([]rest.Message, error) {
	return func(_ referee.Table, err error) ([]rest.Message, error) {
		if err != nil {
			return nil, err
		}
		return page[view.Public]{text: words}.messages(), nil
	}
}

// tellOffer is the public page of an offer, which pings the player to whom it is made, or of the answer to one.
func (loc localizer) tellOffer(e referee.Notification) page[view.Public] {
	o := e.Table.Offer
	if e.Kind == referee.Answered {
		return page[view.Public]{text: loc.Say("ending."+string(o.Answer)+"-"+string(o.Ending), "side", o.By)}
	}
	p := page[view.Public]{rows: loc.offerButtons(e.Table, "")}
	for _, seat := range e.Table.Seats {
		if seat.Side.ID != o.By {
			p.text, p.ping = loc.Say("tell.offered", "user", loc.mention(seat.User),
				"offer", wording.InWords(loc.offer(*o))), []string{seat.User}
		}
	}
	return p
}

// ending is how a game ended, in words.
func (loc localizer) ending(t referee.Table) string {
	switch t.Ending {
	case "":
		return loc.Say("tell.ended")
	case referee.Closed:
		return loc.intervened(t)
	case referee.Forfeited:
		return loc.Say("tell.forfeited", "side", t.EndedBy, "user", loc.mention(t.Player(t.EndedBy)))
	case referee.Resigned:
		return loc.Say("tell.resigned", "side", t.EndedBy, "user", loc.mention(t.Player(t.EndedBy)))
	}
	return loc.Say("ending." + string(t.Ending))
}

// occupied says which game keeps the channel from having another one, and how the channel becomes free.
func (b *bot) occupied(ctx context.Context, req request) error {
	t, err := b.referee.Table(ctx, req.cmd.Channel)
	switch {
	case err != nil:
		return errors.Join(err, referee.ErrGameHere)
	case t.Started:
		return refusal("table.game-here")
	}
	return refusal("table.game-waits", "seats", wording.InWords(req.seats(t)),
		"who", wording.InWords(req.cancellers(t)))
}
