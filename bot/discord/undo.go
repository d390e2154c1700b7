package discord

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The presses of an undo: pressUndo names the order; the number of a request follows the others.
const (
	pressUndo      = "undo"
	pressRequest   = "undo-asked"
	pressConsent   = "undo-consent"
	pressNoConsent = "undo-decline"
)

const undoVerb order.Verb = "game undo"

// The answers to a request for an undo.
const (
	consent   = "consent"
	noConsent = "decline"
)

// undo is /game undo: it undoes an order, or answers a request for that.
func (b *bot) undo(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	switch answer := values["answer"]; answer {
	case "":
		return b.undone(ctx, req)(b.referee.Undo(ctx, req.cmd, ""))
	case consent, noConsent:
		return b.answerUndo(ctx, req, 0, answer == consent)
	default:
		return nil, refusal("error.no-choice", "value", wording.Quoted(answer), "option", wording.InWords("answer"))
	}
}

// undoPresses are the presses of an undo.
func undoPresses() []pressSpec {
	answer := func(yes bool) pressHandler {
		return withNumber(func(b *bot, ctx context.Context, req request, number int) ([]rest.Message, error) {
			return b.answerUndo(ctx, req, number, yes)
		})
	}
	return []pressSpec{
		{name: pressUndo, run: orPanel(withWhat((*bot).pressedUndo))},
		{name: pressRequest, run: withNumber((*bot).showRequest)},
		{name: pressConsent, run: answer(true)},
		{name: pressNoConsent, run: answer(false)},
	}
}

// pressedUndo undoes the order that the button names; others may have followed it.
func (b *bot) pressedUndo(ctx context.Context, req request, name string) ([]rest.Message, error) {
	if name == "" {
		return nil, errStale
	}
	return b.undone(ctx, req)(b.referee.Undo(ctx, req.cmd, name))
}

func (b *bot) answerUndo(ctx context.Context, req request, number int, yes bool) ([]rest.Message, error) {
	out, err := b.referee.AnswerUndo(ctx, req.cmd, number, yes)
	if err != nil || yes {
		return b.undone(ctx, req)(out, err)
	}
	words := req.Say("undo.answer-" + string(out.Table.Undo.Answer))
	if p, err := b.player(ctx, req); err == nil && req.inPlace() {
		return p.panel(ctx, news{text: words}, 0)
	}
	return page[view.Public]{text: words}.messages(), nil
}

// undone says what was undone, or shows what the other side is asked.
func (b *bot) undone(ctx context.Context, req request) func(referee.Undoing, error) ([]rest.Message, error) {
	return func(out referee.Undoing, err error) ([]rest.Message, error) {
		if err != nil {
			return nil, err
		}
		if !out.Asked {
			out.Order = movedBack(out.View.Board())
			return b.done(ctx, req, out.Outcome)
		}
		loc := req.on(out.View.Board().Map)
		shown := loc.Account(out.Shown)
		if shown == "" {
			shown = loc.Say("undo.unseen")
		}
		p := page[view.Secret]{text: loc.Say("undo.asked", "why", out.Why, "shown", wording.InWords(shown))}
		number := strconv.Itoa(out.Table.Undo.Number)
		p.rows = []discordgo.MessageComponent{row(button(loc.Say("button.undo-retract"),
			pressID(pressNoConsent, out.Table.Game, number), discordgo.SecondaryButton),
			loc.ordersButton(out.Table.Game))}
		return b.open(req, out.Table, out.View, p)
	}
}

// movedBack is an order to move that names the units whose moves were undone, so that the answer says what they have
// left.
func movedBack(b *view.Board) order.Order {
	var moved []order.UnitID
	for _, l := range b.Told {
		if l.Text.ID != "told.taken-back" {
			continue
		}
		what, _ := l.Text.Args[1].(view.Text)
		if len(what.Args) < 2 || what.ID != "told.march" {
			continue
		}
		units, _ := what.Args[1].([]view.Name)
		for _, u := range units {
			moved = append(moved, u.ID)
		}
	}
	return order.Order{Verb: moving(b.Map)}.WithUnits("units", moved...)
}

// showRequest shows a player who is asked to consent what would be undone, as far as he may know it.
func (b *bot) showRequest(ctx context.Context, req request, number int) ([]rest.Message, error) {
	v, t, err := b.referee.Requested(ctx, req.cmd.Channel, req.cmd.User, number)
	if err != nil {
		return nil, err
	}
	loc := req.on(v.Board().Map)
	shown := loc.Account(v.Board().Told)
	if shown == "" {
		shown = loc.Say("undo.nothing-told")
	}
	p := page[view.Secret]{text: strings.Join([]string{loc.Say("undo.request", "side", t.Undo.By), shown}, "\n")}
	n := strconv.Itoa(number)
	p.rows = []discordgo.MessageComponent{row(button(loc.Say("button.consent"), pressID(pressConsent, t.Game, n),
		discordgo.SuccessButton),
		button(loc.Say("button.decline"), pressID(pressNoConsent, t.Game, n), discordgo.SecondaryButton))}
	return b.open(req, t, v, p)
}

// withUndo adds the button that undoes the order with this name, which is "" if that cannot be done without consent.
func (loc localizer) withUndo(rows []discordgo.MessageComponent, game referee.GameID,
	name string) []discordgo.MessageComponent {
	first, ok := rows[0].(discordgo.ActionsRow)
	if !ok || name == "" {
		return rows
	}
	undo := button(loc.Say("button.undo"), pressID(pressUndo, game, name), discordgo.SecondaryButton)
	first.Components = append(slices.Clip(first.Components), undo)
	return append([]discordgo.MessageComponent{first}, rows[1:]...)
}

// tellUndo is the public page of an undo, of a request for one, which pings the player who must consent, or of the
// answer, which pings the player who asked.
func (loc localizer) tellUndo(e referee.Notification) page[view.Public] {
	t, b := e.Table, e.Public.Board()
	if e.Kind == referee.UndoDenied {
		p := page[view.Public]{text: loc.Say("undo.told-"+string(t.Undo.Answer), "side", t.Undo.By)}
		if t.Undo.Answer == referee.Declined {
			p.ping = t.Called(t.Undo.By, nil)
			p.text = string(loc.mentionAll(p.ping)) + " " + p.text
		}
		return p
	}
	if e.Kind == referee.UndoAsked {
		p := page[view.Public]{rows: []discordgo.MessageComponent{row(button(loc.Say("button.undo-request"),
			pressID(pressRequest, t.Game, strconv.Itoa(t.Undo.Number)), discordgo.PrimaryButton))}}
		for _, seat := range t.Seats {
			if seat.Side.ID != t.Undo.By {
				p.text, p.ping = loc.Say("undo.told-asked", "user", loc.mentionAll(t.Called(seat.Side.ID, nil)),
					"side", t.Undo.By), t.Called(seat.Side.ID, nil)
			}
		}
		return p
	}
	p := page[view.Public]{text: loc.Account(b.Told),
		rows: []discordgo.MessageComponent{row(loc.ordersButton(t.Game), loc.sideButton(t.Game))}}
	if e.Kind == referee.UndoAgreed {
		p.ping = t.Called(t.Undo.By, nil)
		p.text = string(loc.mentionAll(p.ping)) + " " + loc.Say("undo.told-consented") + "\n" + p.text
	}
	return p // a decision that is owed again is in the message that asked for it
}
