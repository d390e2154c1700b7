package play

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

const (
	fewAnswers = 5  // so many complete answers are shown as buttons at once
	walkLimit  = 40 // offers looked at to find them
)

// AnswerChoice takes a press on a choice.
func AnswerChoice(ctx context.Context, p Player, d ask.Pressed) ([]rest.Message, error) {
	made, err := p.Roster.Decode(d.ID)
	if err != nil {
		return nil, err
	}
	c := made.Choice
	switch made.Action {
	case page.ActShow:
	case page.ActToggle:
		return toggle(ctx, p, c, made.Page)
	case page.ActPick:
		picks, err := p.Roster.Picks(strings.Join(d.Chosen, ""))
		if err != nil || len(picks) == 0 {
			return nil, cmp.Or(err, page.ErrStale)
		}
		c = withPicks(p, c, picks)
	case page.ActTurn:
		if len(d.Chosen) != 1 {
			return nil, page.ErrStale
		}
		if made.Page, err = strconv.Atoi(d.Chosen[0]); err != nil {
			return nil, page.ErrStale
		}
	case page.ActBack:
		before, some, err := takeBack(ctx, p, c)
		if err != nil {
			return nil, err
		}
		if !some {
			return beginAgain(ctx, p, c.Question)
		}
		c = before
	case page.ActDue:
		return bringAll(ctx, p, c)
	case page.ActGive, page.ActAccept:
		return retryStale(ctx, p, func(p Player) ([]rest.Message, error) { return pressedGive(ctx, p, d) })
	default:
		return nil, page.ErrStale
	}
	return ShowChoice(ctx, p, c, made.Page)
}

// pressedGive gives the order of a button in the position in which the button was shown. In another one it does
// nothing.
func pressedGive(ctx context.Context, p Player, d ask.Pressed) ([]rest.Message, error) {
	made, err := p.Roster.Decode(d.ID)
	if err != nil {
		return nil, err
	}
	digest := 0
	if made.Action == page.ActAccept {
		digest = made.Page
	}
	list, err := giveChoice(ctx, p, made.Choice, digest)
	if made.Choice.Question != 0 && errors.Is(err, api.ErrStale) {
		return nil, page.ErrStale // its question has been answered, which no second try changes
	}
	return list, err
}

// giveChoice gives the order that a choice spells. digest is that of the odds and warnings that the player has
// accepted, 0 for none. A fight whose odds have changed is shown again.
func giveChoice(ctx context.Context, p Player, c page.Choice, digest int) ([]rest.Message, error) {
	o, err := p.orderOf(ctx, c.Verb, c.Picks)
	if err != nil {
		return nil, err
	}
	// The buttons are of this phase, or their check would not hold; the
	// referee makes sure that nothing has happened since we looked.
	board, warned := p.View.Board(), uint16(digest)
	e := ordering.Expect{Question: c.Question, Turn: board.Turn, Phase: board.Phase, Warned: &warned,
		Odds: digest >> page.WarnedBits}
	if c.Question == 0 { // an answer is given once, because its question is
		e.Seq = board.Seq
	}
	if !p.startsFight(c.Verb) {
		return p.Desk.give(ctx, p.Request, o, e)
	}
	return giveFight(ctx, p, c, o, e)
}

// beginAgain shows the page on which a choice began: that of its decision, or the panel.
func beginAgain(ctx context.Context, p Player, question int) ([]rest.Message, error) {
	if question == 0 {
		return orders(ctx, p)
	}
	return p.Desk.decide(ctx, p.Request, question)
}

// settle returns a choice with everything picked that leaves nothing to choose, and the offer after that: a list of one
// is not asked.
func settle(ctx context.Context, p Player, c page.Choice) (page.Choice, view.Offer, error) {
	for {
		offer, err := p.offer(ctx, c.Verb, c.Picks)
		if err != nil || !isForced(offer) {
			return c, offer, err
		}
		c = c.With(offer.Next[0])
	}
}

// isForced reports whether an offer leaves a single thing to pick.
func isForced(offer view.Offer) bool { return !offer.Done && len(offer.Next) == 1 }

// takeBack returns the choice without its last pick, and without those that would be picked again at once; false if
// nothing is left that its player picked. Of units that are chosen by buttons all are taken back, because each of the
// buttons takes back its own.
func takeBack(ctx context.Context, p Player, c page.Choice) (page.Choice, bool, error) {
	for len(c.Picks) > 0 {
		last := len(c.Picks) - 1
		if hasTarget(p, c.Verb) {
			for last > 0 && c.Picks[last].Unit != "" && c.Picks[last-1].Unit != "" {
				last--
			}
		}
		c.Picks = c.Picks[:last]
		offer, err := p.offer(ctx, c.Verb, c.Picks)
		if err != nil || !isForced(offer) {
			return c, err == nil, err
		}
	}
	return c, false, nil
}

// ShowChoice returns the page of a choice: the order so far, the odds of a fight, menus of what can be picked next, and
// buttons to give it or to go back. The notes come first.
func ShowChoice(ctx context.Context, p Player, c page.Choice, number int, notes ...string) ([]rest.Message, error) {
	if err := stillOwed(p, c.Question); err != nil {
		return nil, err
	}
	c, offer, err := settle(ctx, p, c)
	if err != nil {
		return nil, err
	}
	text, err := orderSoFar(ctx, p, c)
	if err != nil {
		return nil, err
	}
	at, err := confirmationOf(ctx, p, c, offer)
	if err != nil {
		return nil, err
	}
	pg := page.Page[view.Secret]{Text: strings.Join(append(notes, text), "\n") + at.words}
	give, fits := c.Encode(at.action, at.digest, p.Roster)
	turn, ok := c.Encode(page.ActTurn, 0, p.Roster)
	if !fits || !ok {
		pg.Text += "\n" + p.Say("pick.too-long")
		pg.Rows = page.OneRow(page.OrdersButton(p.Request.Localizer, p.Table.Game))
		return p.Open(p.Table, p.View, pg)
	}
	if offer.Fatal && at.action == page.ActGive { // costs that are shown say it already
		pg.Text += "\n" + p.Request.Localizer.Describe("pick.fatal."+string(c.Verb), "pick.fatal")
	}
	style := discordgo.SuccessButton
	if offer.Fatal || at.danger {
		style = discordgo.DangerButton
	}
	var buttons []discordgo.MessageComponent
	if offer.Done {
		buttons = append(buttons, page.Button(p.Say("button.give"), give, style))
	}
	words, rows, err := choiceRows(ctx, p, c, offer, number, buttons, turn)
	if err != nil {
		return nil, err
	}
	pg.Text, pg.Rows = JoinLines([]string{pg.Text, words}), rows
	return p.Open(p.Table, p.View, pg)
}

// choiceRows returns the rows of what can be picked next, with what is to be said of it. buttons are those that come
// first in the last row, and turn is the custom ID of the menu of pages.
func choiceRows(ctx context.Context, p Player, c page.Choice, offer view.Offer, number int,
	buttons []discordgo.MessageComponent, turn string) (words string, rows []discordgo.MessageComponent, err error) {
	t, err := togglesOf(ctx, p, c, offer)
	if err != nil {
		return "", nil, err
	}
	groups := groupPicks(ctx, p, c, t.withoutToggles(offer.Next))
	if toggled, _ := FittingMenus(len(t.rows), len(groups), pagesOf(groups)); !toggled {
		t.able, t.rows = nil, nil
		groups = groupPicks(ctx, p, c, offer.Next)
	}
	_, shown := FittingMenus(0, len(groups), pagesOf(groups))
	groups = groups[:shown]
	pages := pagesOf(groups)
	number = min(max(number, 0), pages-1)
	switch {
	case offer.Done && p.startsFight(c.Verb):
		words = p.Say("pick.commit")
	case t.rows != nil:
		words = p.Say("pick.toggle")
	case len(groups) > 0:
		words = p.Say("pick.next")
	}
	rows = append(t.rows, menus(ctx, p, c, offer, groups, number)...)
	if pages > FewPages {
		rows = append(rows, page.Row(pageMenu(p, c, turn, groups, pages, number)))
	}
	all, err := arrivalsButton(ctx, p, c, offer)
	if err != nil {
		return "", nil, err
	}
	turns, err := controlButtons(ctx, p, c, groups, number)
	if err != nil {
		return "", nil, err
	}
	if buttons = slices.Concat(buttons, t.all, all, turns); len(buttons) > 0 {
		rows = append(rows, page.Row(buttons...))
	}
	return words, rows, nil
}

// orderSoFar returns the order as far as it is chosen, as it could be typed.
func orderSoFar(ctx context.Context, p Player, c page.Choice) (string, error) {
	o, err := p.orderOf(ctx, c.Verb, c.Picks)
	if err != nil {
		return "", err
	}
	spec, ok := p.Request.Localizer.Spec(c.Verb)
	if !ok {
		return "", page.ErrStale
	}
	o.Verb = c.Verb
	return orderLine(p, spec, o), nil
}

// orderLine returns an order as it could be typed, after the name of its verb.
func orderLine(p Player, spec order.Spec, o order.Order) string {
	return "**" + orderName(p, o.Verb) + "** `" + p.Request.Localizer.Spelled(spec, o) + "`"
}
