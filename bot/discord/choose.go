package discord

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

const (
	menuLimit  = 25 // options of a menu
	rowLimit   = 5  // buttons of a row
	labelLimit = 80 // characters on a button
	fewAnswers = 5  // so many complete answers are shown as buttons at once
	walkLimit  = 40 // offers looked at to find them
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
	case actPick:
		picks, err := p.roster.picks(strings.Join(d.chosen, ""))
		if err != nil {
			return nil, err
		}
		c.picks = append(c.picks, picks...)
	case actTurn:
		if len(d.chosen) != 1 {
			return nil, errStale
		}
		if made.page, err = strconv.Atoi(d.chosen[0]); err != nil {
			return nil, errStale
		}
	case actBack:
		if len(c.picks) == 0 {
			return p.again(ctx, c.question)
		}
		c.picks = c.picks[:len(c.picks)-1]
	case actGive:
		return p.carryOut(ctx, c, 0)
	case actAccept:
		return p.carryOut(ctx, c, made.page)
	default:
		return nil, errStale
	}
	return p.show(ctx, c, made.page)
}

// carryOut gives the order that a choice spells. digest is that of the odds and warnings that the player has accepted,
// 0 for none. A fight whose odds have changed is shown anew.
func (p player) carryOut(ctx context.Context, c choice, digest int) ([]rest.Message, error) {
	o, err := p.referee.OrderOf(ctx, p.cmd.Channel, p.cmd.User, c.verb, c.picks)
	if err != nil {
		return nil, err
	}
	// The buttons are of this phase, or their check would not hold; the
	// referee makes sure that it has not ended since we looked.
	board, warned := p.view.Board(), uint16(digest)
	e := referee.Expect{Question: c.question, Turn: board.Turn, Phase: board.Phase, Warned: &warned,
		Odds: digest >> warnedBits}
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

// show is the page of a choice: the order so far, the odds of a fight, menus of what can be picked next, and buttons to
// give it or to go back. The notes come first.
func (p player) show(ctx context.Context, c choice, number int, notes ...string) ([]rest.Message, error) {
	if err := p.stillOwed(c.question); err != nil {
		return nil, err
	}
	offer, err := p.referee.Offer(ctx, p.cmd.Channel, p.cmd.User, c.verb, c.picks)
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
	if offer.Fatal {
		pg.text += "\n" + p.Say("pick.fatal")
	}
	groups := p.grouped(offer.Next)
	groups = groups[:min(len(groups), mostMenus)]
	pages := pagesOf(groups)
	number = min(max(number, 0), pages-1)
	switch {
	case offer.Done && p.starts(c.verb):
		pg.text += "\n" + p.Say("pick.commit")
	case len(groups) > 0:
		pg.text += "\n" + p.Say("pick.next")
	}
	pg.rows = p.menus(ctx, c, groups, number)
	if pages > 2 {
		pg.rows = append(pg.rows, row(p.turner(turn, pages, number)))
	}
	style := discordgo.SuccessButton
	if offer.Fatal || at.danger {
		style = discordgo.DangerButton
	}
	pg.rows = append(pg.rows, row(p.controls(c, button(p.Say("button.give"), give, style), offer, number, pages)...))
	return p.open(p.request, p.table, p.view, pg)
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

// group is the picks of one kind that fill the same option; each group has a menu.
type group struct {
	kind  string
	arg   uint8
	picks []view.Pick
}

// grouped sorts picks by kind and option, in the order in which they come.
func (p player) grouped(next []view.Pick) []group {
	var groups []group
	for _, pick := range next {
		kind := kindOf(pick)
		i := slices.IndexFunc(groups, func(g group) bool { return g.kind == kind && g.arg == pick.Arg })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group{kind: kind, arg: pick.Arg})
		}
		groups[i].picks = append(groups[i].picks, pick)
	}
	return groups
}

func kindOf(p view.Pick) string {
	switch {
	case p.Unit != "":
		return "unit"
	case p.Hex == hex.None:
		return "count"
	case p.N == 1:
		return "step"
	}
	return "hex"
}

// pagesOf is how many pages the longest menu needs, at least one.
func pagesOf(groups []group) int {
	n := 1
	for _, g := range groups {
		n = max(n, (len(g.picks)+menuLimit-1)/menuLimit)
	}
	return n
}

// mostMenus is how many menus fit a message beside a row of buttons and the menu of pages. Options that come later are
// offered once an earlier one is filled; they can also be typed.
const mostMenus = 3

// menus are a menu for each option that can be filled next, all turned to the same page.
func (p player) menus(ctx context.Context, c choice, groups []group, number int) []discordgo.MessageComponent {
	var rows []discordgo.MessageComponent
	for _, g := range groups {
		last := (len(g.picks) - 1) / menuLimit
		from := min(number, last) * menuLimit
		var options []discordgo.SelectMenuOption
		for _, pick := range g.picks[from:min(from+menuLimit, len(g.picks))] {
			if code, ok := p.roster.encode(pick); ok {
				label, more := p.label(c.verb, pick)
				if g.kind == "count" {
					more = p.cost(ctx, c.with(pick))
				}
				options = append(options, discordgo.SelectMenuOption{Label: wording.Clip(label, 100), Value: code,
					Description: wording.Clip(more, 100)})
			}
		}
		// The number of the row makes the custom IDs of two menus differ. It stands
		// in place of the page, which a pick does not need.
		id, ok := c.encode(actPick, len(rows), p.roster)
		if !ok || len(options) == 0 {
			continue
		}
		rows = append(rows, row(discordgo.SelectMenu{CustomID: id,
			Placeholder: p.placeholder(c.verb, g, min(number, last), last+1), Options: options}))
	}
	return rows
}

func (p player) placeholder(v order.Verb, g group, page, pages int) string {
	words := p.Describe("pick."+g.kind+"."+string(v), "pick."+g.kind)
	spec, _ := p.Spec(v)
	if at := g.picks[0].Part(spec.Options); at >= 0 {
		o := spec.Options[at]
		if g.arg > 0 || o.Kind == order.Word || o.Kind == order.Group {
			words = p.Describe("option."+string(v)+"."+o.Name, "option."+o.Name)
		}
	}
	if pages > 1 {
		words += p.Say("pick.page", "page", page+1, "pages", pages)
	}
	return wording.Clip(words, 150)
}

// turner is the menu of pages, each named by its number.
func (p player) turner(id string, pages, current int) discordgo.SelectMenu {
	m := discordgo.SelectMenu{CustomID: id, Placeholder: p.Say("pick.turn")}
	first := min(max(current-menuLimit/2, 0), max(pages-menuLimit, 0))
	for i := first; i < min(first+menuLimit, pages); i++ {
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: p.Say("pick.page-name", "page", i+1),
			Value: strconv.Itoa(i), Default: i == current})
	}
	return m
}

// controls are the buttons that give the order, go back, or turn a page.
func (p player) controls(c choice, give discordgo.Button, offer view.Offer, number,
	pages int) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	if offer.Done {
		buttons = append(buttons, give)
	}
	back, _ := c.encode(actBack, 0, p.roster)
	buttons = append(buttons, button(p.Say("button.back"), back, discordgo.SecondaryButton))
	if number > 0 {
		id, _ := c.encode(actShow, number-1, p.roster)
		buttons = append(buttons, button(p.Say("button.earlier"), id, discordgo.SecondaryButton))
	}
	if number < pages-1 {
		id, _ := c.encode(actShow, number+1, p.roster)
		buttons = append(buttons, button(p.Say("button.later"), id, discordgo.SecondaryButton))
	}
	return buttons
}

// label is a pick for an order in words, and what else is to be said of it.
func (p player) label(v order.Verb, pick view.Pick) (label, more string) {
	switch kindOf(pick) {
	case "unit":
		return p.unitLabel(pick)
	case "count":
		return p.counted(v, pick), ""
	}
	if st, ok := wording.StackAt(p.view.Board(), pick.Hex); ok {
		more = p.Side(st.Side) + ": " + p.Stack(st, p.view.Board().Marks)
	}
	return p.Hex(pick.Hex), more
}

// counted is a number, or the word that it stands for.
func (p player) counted(v order.Verb, pick view.Pick) string {
	spec, _ := p.Spec(v)
	at := pick.Part(spec.Options)
	if at < 0 {
		return strconv.Itoa(int(pick.N))
	}
	var held order.Arg
	pick.Add(&held, spec.Options[at])
	word := spec.Options[at].Text(held)
	if pick.N > 0 && held.N > 0 { // a number that can be picked alone
		return strconv.Itoa(int(pick.N))
	}
	return p.Describe("word."+word, word)
}

// unitLabel is a unit with its factors and where it is.
func (p player) unitLabel(pick view.Pick) (label, more string) {
	board := p.view.Board()
	c, at, known := board.Find(pick.Unit)
	if !known {
		return string(pick.Unit), ""
	}
	label, more = p.Unit(c, board.Marks), c.Formation
	if at != hex.None {
		label = p.Say("pick.unit-at", "unit", wording.InWords(label), "hex", at)
	}
	if pile, ok := wording.PileOf(board, c.ID); ok {
		more = p.Where(pile)
	}
	if pick.Hex != hex.None {
		label += " → " + p.Hex(pick.Hex)
	}
	return label, more
}
