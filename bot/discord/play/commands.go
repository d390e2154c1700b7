package play

import (
	"context"
	"errors"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/emojis"
	"grognard/bot/discord/page"
	"grognard/bot/discord/remaining"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// AnswerOrder shows what an order did or, if err is an *api.Caution, what is asked before it; it returns other errors.
func (d Desk) AnswerOrder(ctx context.Context, req ask.Request, out ordering.Outcome, err error) ([]rest.Message,
	error) {
	if caution, ok := errors.AsType[*api.Caution](err); ok {
		return d.askCaution(ctx, req, *caution)
	}
	if err != nil {
		return nil, err
	}
	return d.outcomePage(ctx, req, out)
}

// outcomePage shows what an order did as its giver may know it: on the panel if the answer takes the place of a page.
func (d Desk) outcomePage(ctx context.Context, req ask.Request, out ordering.Outcome) ([]rest.Message, error) {
	if EditsInPlace(req) {
		return panelAfter(ctx, d.PlayerSeeing(req, out.View, out.Table), out)
	}
	loc, board := req.Localizer.On(out.View.Board().Map), out.View.Board()
	p := page.Page[view.Secret]{Text: outcomeInWords(ctx, d.PlayerSeeing(req, out.View, out.Table), out)}
	p.Rows = rowsAfter(loc, out.View, out.Table.Game, out.Undo)
	if due := board.Due; due != nil {
		p.Text += "\n" + loc.Owed(*due) + "."
	} else {
		line, row := remaining.Of(loc, out.Rest, false)
		p.Text, p.Rows = JoinLines([]string{p.Text, line}), append(p.Rows, row...)
	}
	return req.Open(out.Table, out.View, p)
}

// outcomeInWords returns what an order did, as its giver may know it.
func outcomeInWords(ctx context.Context, p Player, out ordering.Outcome) string {
	loc := p.Request.Localizer
	text := strings.Replace(loc.InPictures(emojis.All).Account(out.View.Board().Told), loc.Say("told.supplied",
		"side", p.View.Side(), "units", ""), loc.Say("told.all-supplied", "side", p.View.Side()), 1)
	switch w := out.Table.Awaits; {
	case w != nil:
		text = JoinLines([]string{text, loc.Say("beacon.accepted", tell.AwaitedArgs(*w)...)})
	case text == "" && out.Order.Verb == "stack order":
		st, _ := wording.StackAt(out.View.Board(), out.Order.Hex("hex"))
		text = loc.Say("done.restacked", "hex", st.Hex, "units", st.Known)
	case text == "":
		text = loc.Say("answer.done")
	}
	return text + tell.StayedBehind(loc, out.Behind, out.Why) + unconfirmedCosts(loc, out) + pointsLeft(ctx, p, out)
}

// panelAfter returns the panel after an order, with what the order did.
func panelAfter(ctx context.Context, p Player, out ordering.Outcome) ([]rest.Message, error) {
	next := p.Desk.PlayerSeeing(p.Request, out.View, out.Table)
	news := News{Text: outcomeInWords(ctx, next, out), Begin: originOf(next, out), Left: pointsLeft(ctx, next, out)}
	if b := out.View.Board(); b.Phase.Group != "" && out.Order.Verb == tell.MoveVerb(b.Map) {
		var moved []view.Pick
		for _, id := range out.Order.UnitsOnce("units") {
			moved = append(moved, view.Pick{Unit: id})
		}
		news.Left = JoinLines([]string{news.Left, noFights(ctx, next, moved)})
	}
	if at, err := hex.Parse(p.Request.At); err == nil && news.Begin == hex.None {
		news.Begin = at
	}
	return next.ShowPanel(ctx, news, PageOfBeginning)
}

// originOf returns the hex from which the units of an order went, or to which an undo has put them back; hex.None if
// nobody moved.
func originOf(p Player, out ordering.Outcome) hex.Hex {
	board := p.View.Board()
	for _, l := range board.Told {
		if e := l.MapEvent; e != nil && e.Kind == view.Marched && e.Side == p.View.Side() {
			return e.Path[0]
		}
	}
	if units := out.Order.Units("units"); len(units) > 0 && out.Order.Verb == tell.MoveVerb(board.Map) { // an undo
		_, at, _ := board.Find(units[0])
		return at
	}
	return hex.None
}
