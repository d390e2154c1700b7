package discord

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

const (
	menuLimit  = 25  // options of a menu
	valueLimit = 100 // characters of the value of an option
	rowLimit   = 5   // buttons of a row
	labelLimit = 80  // characters on a button
	fewAnswers = 5   // so many complete answers are shown as buttons at once
	walkLimit  = 40  // offers looked at to find them
)

// player is a user who chooses an order: his request, and the position as he may see it.
type player struct {
	request
	*bot
	view   view.Secret
	table  referee.Table
	roster unitIndex
}

// player is the asker with the position as he may see it, if he plays here.
func (b *bot) player(ctx context.Context, req request) (player, error) {
	v, t, err := b.referee.Secret(ctx, req.cmd.Channel, req.cmd.User)
	if err != nil {
		if _, now, gone := b.referee.Public(ctx, req.cmd.Channel); gone == nil {
			err = cmp.Or(req.checkGame(now), err) // it says more that this is another game
		}
		return player{}, err
	}
	if err := req.checkGame(t); err != nil {
		return player{}, err
	}
	return b.playing(req, v, t), nil
}

// playing is the asker with the position as he sees it. All that he does with it is for this game.
func (b *bot) playing(req request, v view.Secret, t referee.Table) player {
	req.localizer, req.cmd.Game = req.of(v), t.Game
	if req.seen != nil {
		*req.seen = seenPosition{game: t.Game, seq: v.Board().Seq}
	}
	return player{req, b, v, t, newUnitIndex(t.Game, v)}
}

// checkGame refuses a press that was made for another game.
func (req request) checkGame(t referee.Table) error {
	if req.cmd.Game != "" && req.cmd.Game != t.Game {
		return referee.ErrOtherGame
	}
	return nil
}

// choose takes a press on a choice.
func (p player) choose(ctx context.Context, d pressed) ([]rest.Message, error) {
	made, err := p.roster.decode(d.id)
	if err != nil {
		return nil, err
	}
	c := made.choice
	switch made.action {
	case actShow:
	case actToggle:
		return p.toggle(ctx, c, made.page)
	case actPick:
		picks, err := p.roster.picks(strings.Join(d.chosen, ""))
		if err != nil || len(picks) == 0 {
			return nil, cmp.Or(err, errStale)
		}
		c = p.adding(c, picks)
	case actTurn:
		if len(d.chosen) != 1 {
			return nil, errStale
		}
		if made.page, err = strconv.Atoi(d.chosen[0]); err != nil {
			return nil, errStale
		}
	case actBack:
		before, some, err := p.back(ctx, c)
		if err != nil {
			return nil, err
		}
		if !some {
			return p.again(ctx, c.question)
		}
		c = before
	case actDue:
		return p.bringAll(ctx, c)
	case actGive, actAccept:
		return p.anew(ctx, func(p player) ([]rest.Message, error) { return p.pressedGive(ctx, d) })
	default:
		return nil, errStale
	}
	return p.show(ctx, c, made.page)
}

// pressedGive gives the order of a button in the position in which the button was shown, and else does nothing.
func (p player) pressedGive(ctx context.Context, d pressed) ([]rest.Message, error) {
	made, err := p.roster.decode(d.id)
	if err != nil {
		return nil, err
	}
	digest := 0
	if made.action == actAccept {
		digest = made.page
	}
	list, err := p.carryOut(ctx, made.choice, digest)
	if made.choice.question != 0 && errors.Is(err, referee.ErrStale) {
		return nil, errStale // its question has been answered, which no second try changes
	}
	return list, err
}

// carryOut gives the order that a choice spells. digest is that of the odds and warnings that the player has accepted,
// 0 for none. A fight whose odds have changed is shown anew.
func (p player) carryOut(ctx context.Context, c choice, digest int) ([]rest.Message, error) {
	o, err := p.referee.OrderOf(ctx, p.cmd.Channel, p.cmd.User, c.verb, c.picks)
	if err != nil {
		return nil, err
	}
	// The buttons are of this phase, or their check would not hold; the
	// referee makes sure that nothing has happened since we looked.
	board, warned := p.view.Board(), uint16(digest)
	e := referee.Expect{Question: c.question, Turn: board.Turn, Phase: board.Phase, Warned: &warned,
		Odds: digest >> warnedBits}
	if c.question == 0 { // an answer is given once, because its question is
		e.Seq = board.Seq
	}
	if !p.starts(c.verb) {
		return p.give(ctx, p.request, o, e)
	}
	return p.commit(ctx, c, o, e)
}

// again is the page on which a choice began: that of its decision, or all orders.
func (p player) again(ctx context.Context, question int) ([]rest.Message, error) {
	if question == 0 {
		return p.orders(ctx)
	}
	return p.bot.decide(ctx, p.request, question)
}

// settled is a choice with everything picked that leaves nothing to choose, and the offer after that: a list of one is
// not asked.
func (p player) settled(ctx context.Context, c choice) (choice, view.Offer, error) {
	for {
		offer, err := p.referee.Offer(ctx, p.cmd.Channel, p.cmd.User, c.verb, c.picks)
		if err != nil || !compels(offer) {
			return c, offer, err
		}
		c = c.with(offer.Next[0])
	}
}

// compels says whether an offer leaves a single thing to pick.
func compels(offer view.Offer) bool { return !offer.Done && len(offer.Next) == 1 }

// back is the choice without its last pick, and without those that would be picked again at once; false when nothing
// that its player picked is left. Of units that are chosen by buttons all are taken back, because each of the buttons
// takes back its own.
func (p player) back(ctx context.Context, c choice) (choice, bool, error) {
	for len(c.picks) > 0 {
		last := len(c.picks) - 1
		if p.targets(c.verb) {
			for last > 0 && c.picks[last].Unit != "" && c.picks[last-1].Unit != "" {
				last--
			}
		}
		c.picks = c.picks[:last]
		offer, err := p.referee.Offer(ctx, p.cmd.Channel, p.cmd.User, c.verb, c.picks)
		if err != nil || !compels(offer) {
			return c, err == nil, err
		}
	}
	return c, false, nil
}

// show is the page of a choice: the order so far, the odds of a fight, menus of what can be picked next, and buttons to
// give it or to go back. The notes come first.
func (p player) show(ctx context.Context, c choice, number int, notes ...string) ([]rest.Message, error) {
	if err := p.stillOwed(c.question); err != nil {
		return nil, err
	}
	c, offer, err := p.settled(ctx, c)
	if err != nil {
		return nil, err
	}
	text, err := p.soFar(ctx, c)
	if err != nil {
		return nil, err
	}
	at, err := p.confirm(ctx, c, offer)
	if err != nil {
		return nil, err
	}
	pg := page[view.Secret]{text: strings.Join(append(notes, text), "\n") + at.words}
	give, fits := c.encode(at.action, at.digest, p.roster)
	turn, ok := c.encode(actTurn, 0, p.roster)
	if !fits || !ok {
		pg.text += "\n" + p.Say("pick.too-long")
		pg.rows = []discordgo.MessageComponent{row(p.ordersButton(p.table.Game))}
		return p.open(p.request, p.table, p.view, pg)
	}
	if offer.Fatal && at.action == actGive { // costs that are shown say it already
		pg.text += "\n" + p.Describe("pick.fatal."+string(c.verb), "pick.fatal")
	}
	style := discordgo.SuccessButton
	if offer.Fatal || at.danger {
		style = discordgo.DangerButton
	}
	var buttons []discordgo.MessageComponent
	if offer.Done {
		buttons = append(buttons, button(p.Say("button.give"), give, style))
	}
	words, rows, err := p.choices(ctx, c, offer, number, buttons, turn)
	if err != nil {
		return nil, err
	}
	pg.text, pg.rows = joined([]string{pg.text, words}), rows
	return p.open(p.request, p.table, p.view, pg)
}

// choices are the rows of what can be picked next, with what is to be said of it. buttons are those that come first in
// the last row, and turn is the custom ID of the menu of pages.
func (p player) choices(ctx context.Context, c choice, offer view.Offer, number int,
	buttons []discordgo.MessageComponent, turn string) (words string, rows []discordgo.MessageComponent, err error) {
	t, err := p.toggles(ctx, c, offer)
	if err != nil {
		return "", nil, err
	}
	groups := p.grouped(ctx, c, t.without(offer.Next))
	if toggled, _ := roomOf(len(t.rows), len(groups), pagesOf(groups)); !toggled {
		t.able, t.rows = nil, nil
		groups = p.grouped(ctx, c, offer.Next)
	}
	_, shown := roomOf(0, len(groups), pagesOf(groups))
	groups = groups[:shown]
	pages := pagesOf(groups)
	number = min(max(number, 0), pages-1)
	switch {
	case offer.Done && p.starts(c.verb):
		words = p.Say("pick.commit")
	case t.rows != nil:
		words = p.Say("pick.toggle")
	case len(groups) > 0:
		words = p.Say("pick.next")
	}
	rows = append(t.rows, p.menus(ctx, c, offer, groups, number)...)
	if pages > fewPages {
		rows = append(rows, row(p.turner(c, turn, groups, pages, number)))
	}
	all, err := p.arrivalsButton(ctx, c, offer)
	if err != nil {
		return "", nil, err
	}
	turns, err := p.controls(ctx, c, number, pages)
	if err != nil {
		return "", nil, err
	}
	if buttons = slices.Concat(buttons, t.all, all, turns); len(buttons) > 0 {
		rows = append(rows, row(buttons...))
	}
	return words, rows, nil
}

// soFar is the order as far as it is chosen, as it could be typed.
func (p player) soFar(ctx context.Context, c choice) (string, error) {
	o, err := p.referee.OrderOf(ctx, p.cmd.Channel, p.cmd.User, c.verb, c.picks)
	if err != nil {
		return "", err
	}
	spec, ok := p.Spec(c.verb)
	if !ok {
		return "", errStale
	}
	o.Verb = c.verb
	return p.headed(spec, o), nil
}

// headed is an order as it could be typed, after the name of its verb.
func (p player) headed(spec order.Spec, o order.Order) string {
	return "**" + p.called(o.Verb) + "** `" + p.Spelled(spec, o) + "`"
}
