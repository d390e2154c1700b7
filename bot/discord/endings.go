package discord

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/referee"
	"grognard/rules/view"
)

// The presses that leave a game or end it. Each is the answer to a question, or to an
// offer, of which the number follows.
const (
	pressResign  = "resign"
	pressOffer   = "offer" // an ending follows
	pressCancel  = "cancel"
	pressLeave   = "leave"
	pressAccept  = "accept"
	pressDecline = "decline"
)

// askEnding asks once before a game is left or ended. What cannot be done is refused
// before it is asked.
func (b *bot) askEnding(ctx context.Context, a ask, name string) ([]message, error) {
	v, t, err := b.referee.Public(ctx, a.cmd.Channel)
	if err != nil {
		return nil, err
	}
	a.speech = a.on(v.Board().Map)
	if t.Over {
		return nil, referee.ErrOver
	}
	if name == "game cancel" && !t.Started {
		return a.askCancel(t)
	}
	seat, seated := t.Seat(a.cmd.User)
	switch {
	case !seated:
		return nil, referee.ErrNotSeated
	case t.Player(seat.ID) != a.cmd.User:
		return nil, referee.ErrNotCommander
	case name == "game leave" && t.Started:
		return nil, refusal("table.leave-started")
	case name == "game leave":
		return a.question(a.say("ask.leave", "side", said(seat.Name)), a.say("button.leave"), opener(pressLeave, t.Game)), nil
	case !t.Started:
		return nil, refusal("table.leave-instead")
	case name == "game resign":
		return a.question(a.say("ask.resign", "side", said(seat.Name)), a.say("button.resign"), opener(pressResign, t.Game)), nil
	case name == "game draw":
		return a.askOffer(t, referee.Drawn), nil
	}
	return a.askOffer(t, referee.Cancelled), nil
}

// question is a question with the one button that does it.
func (a ask) question(text, label, press string) []message {
	return page[view.Public]{text: text, rows: []discordgo.MessageComponent{row(button(label, press, discordgo.DangerButton))}}.messages()
}

// askCancel is the question to one who may cancel a game that has not begun.
func (a ask) askCancel(t referee.Table) ([]message, error) {
	if !t.MayCancel(a.cmd.User, time.Now()) {
		return nil, refusal("table.not-opener", "who", said(a.cancellers(t)))
	}
	return a.question(a.say("ask.cancel"), a.say("button.cancel"), opener(pressCancel, t.Game)), nil
}

// cancellers says who can cancel a game that has not begun.
func (s speech) cancellers(t referee.Table) string {
	return s.say("table.cancellers", "user", mention(t.Opener), "free", said(fmt.Sprintf("<t:%d:D>", t.Free().Unix())))
}

// askOffer asks before something is offered; of an offer that stands it shows what can
// be done about it.
func (a ask) askOffer(t referee.Table, how referee.Ending) []message {
	if o := t.Offer; o != nil && o.Answer == "" {
		return page[view.Public]{text: a.offer(*o), rows: a.offerButtons(t, a.cmd.User)}.messages()
	}
	return a.question(a.say("ending.ask-"+string(how)), a.say("ending.button-"+string(how)), opener(pressOffer, t.Game, string(how)))
}

// offer is an offer that stands.
func (s speech) offer(o referee.Proposal) string {
	return s.say("ending.offer-"+string(o.Ending), "side", o.By)
}

// offerButtons answer the offer that stands: all that a user can do about it, or for ""
// what the side can to which it was made.
func (s speech) offerButtons(t referee.Table, user string) []discordgo.MessageComponent {
	n := strconv.Itoa(t.Offer.Number)
	decline := opener(pressDecline, t.Game, n)
	if user != "" && t.Player(t.Offer.By) == user {
		return []discordgo.MessageComponent{row(button(s.say("button.retract"), decline, discordgo.SecondaryButton))}
	}
	return []discordgo.MessageComponent{row(button(s.say("button.accept"), opener(pressAccept, t.Game, n), discordgo.SuccessButton),
		button(s.say("button.decline"), decline, discordgo.SecondaryButton))}
}

// pressedEnding does what one of these buttons says.
func (b *bot) pressedEnding(ctx context.Context, a ask, name, what string) ([]message, error) {
	switch name {
	case pressResign:
		return a.after(a.say("answer.resigned"))(b.referee.Resign(ctx, a.cmd))
	case pressCancel:
		return a.after(a.say("answer.cancelled"))(b.referee.Cancel(ctx, a.cmd))
	case pressLeave:
		return a.after(a.say("answer.left"))(b.referee.Leave(ctx, a.cmd))
	case pressOffer:
		t, err := b.referee.Propose(ctx, a.cmd, referee.Ending(what))
		if err != nil || t.Over {
			return a.after(a.say("answer.agreed"))(t, err)
		}
		return page[view.Public]{text: a.say("answer.offered"), rows: a.offerButtons(t, a.cmd.User)}.messages(), nil
	}
	n, err := strconv.Atoi(what)
	if err != nil {
		return nil, errStale
	}
	if name == pressAccept {
		return a.after(a.say("answer.agreed"))(b.referee.Accept(ctx, a.cmd, n))
	}
	t, err := b.referee.Decline(ctx, a.cmd, n)
	if err != nil {
		return nil, err
	}
	return a.told("ending." + string(t.Offer.Answer)), nil
}

// after answers a command of the table that was carried out.
func (a ask) after(words string) func(referee.Table, error) ([]message, error) {
	return func(_ referee.Table, err error) ([]message, error) {
		if err != nil {
			return nil, err
		}
		return page[view.Public]{text: words}.messages(), nil
	}
}

// tellOffer is the public page of an offer, which wakes the one to whom it is made, or of
// the answer to one.
func (s speech) tellOffer(e referee.Errand) page[view.Public] {
	o := e.Table.Offer
	if e.Kind == referee.Answered {
		return page[view.Public]{text: s.say("ending."+string(o.Answer)+"-"+string(o.Ending), "side", o.By)}
	}
	p := page[view.Public]{rows: s.offerButtons(e.Table, "")}
	for _, seat := range e.Table.Seats {
		if seat.Side.ID != o.By {
			p.text, p.ping = s.say("tell.offered", "user", mention(seat.User), "offer", said(s.offer(*o))), []string{seat.User}
		}
	}
	return p
}

// ending is how a game ended.
func (s speech) ending(t referee.Table) string {
	switch t.Ending {
	case "":
		return s.say("tell.ended")
	case referee.Closed:
		return s.intervened(t)
	case referee.Forfeited:
		return s.say("tell.forfeited", "side", t.EndedBy, "user", mention(t.Player(t.EndedBy)))
	case referee.Resigned:
		return s.say("tell.resigned", "side", t.EndedBy, "user", mention(t.Player(t.EndedBy)))
	}
	return s.say("ending." + string(t.Ending))
}

// occupied says what keeps a channel from having another game, and how it comes free.
func (b *bot) occupied(ctx context.Context, a ask) error {
	t, err := b.referee.Table(ctx, a.cmd.Channel)
	switch {
	case err != nil:
		return errors.Join(err, referee.ErrGameHere)
	case t.Started:
		return refusal("table.game-here")
	}
	return refusal("table.game-waits", "seats", said(a.seats(t)), "who", said(a.cancellers(t)))
}
