package play

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/emojis"
	"grognard/bot/discord/page"
	"grognard/bot/discord/panelrows"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

const UndoVerb order.Verb = "game undo"

// The answers to a request for an undo.
const (
	consent   = "consent"
	NoConsent = "decline"
)

// Undo answers /game undo: it undoes an order, or answers a request for that.
func (d Desk) Undo(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	switch answer := values["answer"]; answer {
	case "":
		return d.answerUndone(ctx, req)(d.undos.Undo(ctx, req.Cmd, ""))
	case consent, NoConsent:
		return d.answerUndo(ctx, req, 0, answer == consent)
	default:
		return nil, ask.NoChoice("answer", answer, consent, NoConsent)
	}
}

func (d Desk) undoPresses() []ask.PressSpec {
	answer := func(yes bool) ask.PressHandler {
		return ask.WithNumber(func(ctx context.Context, req ask.Request, number int) ([]rest.Message, error) {
			return d.answerUndo(ctx, req, number, yes)
		})
	}
	return []ask.PressSpec{
		{Name: pressUndo, Run: ask.WithWhat(d.pressedUndo)},
		{Name: pressRequest, Run: ask.WithNumber(d.showRequest)},
		{Name: pressConsent, Run: answer(true)},
		{Name: pressNoConsent, Run: answer(false)},
	}
}

// pressedUndo undoes the order that the button names. It is refused if that is no longer the last order of the side.
func (d Desk) pressedUndo(ctx context.Context, req ask.Request, name string) ([]rest.Message, error) {
	if name == "" {
		return nil, page.ErrStale
	}
	return d.answerUndone(ctx, req)(d.undos.Undo(ctx, req.Cmd, name))
}

// answerUndo answers a request for an undo by its number, 0 for the open one. yes consents; otherwise the other side
// declines, or the side that asked withdraws.
func (d Desk) answerUndo(ctx context.Context, req ask.Request, number int, yes bool) ([]rest.Message, error) {
	out, err := d.undos.AnswerUndo(ctx, req.Cmd, number, yes)
	if err != nil || yes {
		return d.answerUndone(ctx, req)(out, err)
	}
	words := req.Say("undo.answer-" + string(out.Table.Undo.Answer))
	if p, err := d.Player(ctx, req); err == nil && EditsInPlace(req) {
		return p.ShowPanel(ctx, News{Text: words}, PageOfBeginning)
	}
	return page.Page[view.Public]{Text: words}.Messages(), nil
}

// answerUndone returns a function that shows what was undone or, if consent is needed, what the other side is shown.
func (d Desk) answerUndone(ctx context.Context, req ask.Request) func(ordering.Undoing, error) ([]rest.Message, error) {
	return func(out ordering.Undoing, err error) ([]rest.Message, error) {
		if err != nil {
			return nil, err
		}
		if !out.Asked {
			out.Order = moveTakenBack(out.View.Board())
			return d.outcomePage(ctx, req, out.Outcome)
		}
		loc := req.Localizer.On(out.View.Board().Map)
		shown := cmp.Or(loc.InPictures(emojis.All).Account(out.Shown), loc.Say("undo.unseen"))
		p := page.Page[view.Secret]{Text: loc.Say("undo.asked", "why", out.Why, "shown", wording.InWords(shown))}
		number := strconv.Itoa(out.Table.Undo.Number)
		p.Rows = page.OneRow(page.Button(loc.Say("button.undo-retract"), page.PressID(pressNoConsent, out.Table.Game,
			number), discordgo.SecondaryButton), page.OrdersButton(loc, out.Table.Game))
		return req.Open(out.Table, out.View, p)
	}
}

// moveTakenBack returns a move order with the units whose moves were undone. It is never given: outcomePage shows the
// movement points that the units of an order still have.
func moveTakenBack(b *view.Board) order.Order {
	var moved []order.UnitID
	for _, l := range b.Told {
		if l.Text.ID != "told.taken-back" {
			continue
		}
		what, _ := l.Text.Args[1].(view.Text) // Args alternate names and values: the first value
		if len(what.Args) < 2 || what.ID != "told.march" {
			continue
		}
		units, _ := what.Args[1].([]view.Name)
		for _, u := range units {
			moved = append(moved, u.ID)
		}
	}
	return order.Order{Verb: tell.MoveVerb(b.Map)}.WithUnits("units", moved...)
}

// showRequest shows what would be undone to the player whose consent is asked, as far as he may know it.
func (d Desk) showRequest(ctx context.Context, req ask.Request, number int) ([]rest.Message, error) {
	v, t, err := d.undos.Requested(ctx, req.Cmd.Channel, req.Cmd.User, number)
	if err != nil {
		return nil, err
	}
	loc := req.Localizer.On(v.Board().Map)
	shown := cmp.Or(loc.InPictures(emojis.All).Account(v.Board().Told), loc.Say("undo.nothing-told"))
	p := page.Page[view.Secret]{Text: strings.Join([]string{loc.Say("undo.request", "side", t.Undo.By), shown}, "\n")}
	n := strconv.Itoa(number)
	p.Rows = page.OneRow(page.Button(loc.Say("button.consent"), page.PressID(pressConsent,
		t.Game, n), discordgo.SuccessButton),
		page.Button(loc.Say("button.decline"), page.PressID(pressNoConsent, t.Game, n), discordgo.SecondaryButton))
	return req.Open(t, v, p)
}

// TellUndo returns the public message about an undo. A request pings the player who must consent; consent and refusal
// ping the player who asked. A withdrawn request and an undo without consent ping nobody.
func TellUndo(loc wording.Localizer, e api.Notification) page.Page[view.Public] {
	t, b := e.Table, e.Public.Board()
	if e.Kind == api.UndoDenied {
		p := page.Page[view.Public]{Text: loc.Say("undo.told-"+string(t.Undo.Answer), "side", t.Undo.By)}
		if t.Undo.Answer == api.Declined {
			p.Ping = t.Called(t.Undo.By, nil)
			p.Text = string(tell.MentionAll(loc, p.Ping)) + " " + p.Text
		}
		return p
	}
	if e.Kind == api.UndoAsked {
		p := page.Page[view.Public]{Rows: page.OneRow(
			page.Button(loc.Say("button.undo-request"),
				page.PressID(pressRequest, t.Game, strconv.Itoa(t.Undo.Number)), discordgo.PrimaryButton))}
		for _, seat := range t.Seats {
			if seat.Side.ID != t.Undo.By {
				p.Text, p.Ping = loc.Say("undo.told-asked", "user", tell.MentionAll(loc, t.Called(seat.Side.ID, nil)),
					"side", t.Undo.By), t.Called(seat.Side.ID, nil)
			}
		}
		return p
	}
	p := page.Page[view.Public]{Text: loc.InPictures(emojis.All).Account(b.Told),
		Rows: page.OneRow(page.OrdersButton(loc, t.Game), page.SideButton(loc, t.Game))}
	if e.Kind == api.UndoAgreed {
		p.Ping = t.Called(t.Undo.By, nil)
		p.Text = string(tell.MentionAll(loc, p.Ping)) + " " + loc.Say("undo.told-consented") + "\n" + p.Text
	}
	return p // if the undo makes a decision pending again, the earlier message with its buttons is still there
}

// The buttons about undos. The custom ID of pressUndo has the name of the order, the others the number of the request.
const (
	pressUndo      = "undo"
	pressRequest   = "undo-asked"
	pressConsent   = "undo-consent"
	pressNoConsent = "undo-decline"
)

// rowsAfter returns the buttons below what an order did: to the panel or a decision of its giver, to his side, and Undo
// of the order of this name. name is "" if the order can't be undone at once.
func rowsAfter(loc wording.Localizer, v view.Secret, game api.GameID, name string) []discordgo.MessageComponent {
	first := page.OrdersButton(loc, game)
	if due := v.Board().Due; due != nil && due.Side == v.Side() {
		first = page.DecideButton(loc, game, due.ID)
	}
	rows := page.OneRow(first, page.SideButton(loc, game))
	if name == "" {
		return rows
	}
	undo := page.Button(loc.Say("button.undo"), page.PressID(pressUndo, game, name), discordgo.SecondaryButton)
	return panelrows.InFirst(rows, undo)
}
