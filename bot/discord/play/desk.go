package play

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/likely"
	"grognard/bot/discord/look"
	"grognard/bot/discord/ownside"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/taught"
	"grognard/bot/discord/workplace"
	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"
	"grognard/bot/referee/ordering"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// Desk takes the commands and presses by which a player gives orders.
type Desk struct {
	ask.Kit
	orders orderService
	lists  listService
	undos  undoService

	pictures *look.PictureCache // of panels
	worked   *workplace.Memory  // where players gave orders last
	noteMenu func(user string, games []api.GameID)
	// the function panel; it is a field because files that panel.go needs show the panel, too
	showPanel func(ctx context.Context, p Player, n News, number int) ([]rest.Message, error)
}

// orderService is what the referee does with orders before and when they are given.
type orderService interface {
	Complete(ctx context.Context, channel, user string, values map[string]string, option string,
		verbs ...order.Verb) (c ordering.Completion, err error)
	DueOf(ctx context.Context, user string) (list []api.Due, err error)
	Give(ctx context.Context, c api.Command, o order.Order, e ordering.Expect) (ordering.Outcome, error)
	Notes(ctx context.Context, c api.Command) (list []drafts.Note, err error)
	Odds(ctx context.Context, channel, user string, o order.Order) (ordering.FightOdds, error)
	Offer(ctx context.Context, channel, user string, v order.Verb, picks []view.Pick) (offer view.Offer, err error)
	OrderOf(ctx context.Context, channel, user string, v order.Verb, picks []view.Pick) (o order.Order, err error)
	ReadOdds(ctx context.Context, channel, user string, v order.Verb,
		values map[string]string) (ordering.FightOdds, error)
	Verbs(ctx context.Context, channel, user string) (verbs []order.Verb, err error)
	Warnings(ctx context.Context, channel, user string, v order.Verb, picks []view.Pick) (list []view.Warning,
		err error)
	Whole(ctx context.Context, channel, user string, v order.Verb, picks []view.Pick,
		hexes ...hex.Hex) (all []view.Pick, err error)
}

// listService is what the referee does with lists of orders.
type listService interface {
	CarryOut(ctx context.Context, c api.Command, id, preview string, skip ...int) (drafts.Run, error)
	Choose(ctx context.Context, c api.Command, id, preview string, line int, meant string) (drafts.List, error)
	Coming(ctx context.Context, c api.Command) ([]drafts.PhaseToCome, error)
	Discard(ctx context.Context, c api.Command, id string) error
	Give(ctx context.Context, c api.Command, text string) (drafts.Run, error)
	Keep(ctx context.Context, c api.Command, text, when, edited string) (drafts.List, error)
	Left(ctx context.Context, c api.Command, id string) (text, when string, err error)
	Replace(ctx context.Context, c api.Command, id string) (drafts.List, error)
	Rest(ctx context.Context, channel, user string) (l *drafts.List, err error)
	Show(ctx context.Context, c api.Command, id string) (drafts.List, error)
}

// undoService is what the referee does when orders are undone.
type undoService interface {
	AnswerUndo(ctx context.Context, c api.Command, number int, consent bool) (ordering.Undoing, error)
	Requested(ctx context.Context, channel, user string, number int) (v view.Secret, t api.Table, err error)
	Undo(ctx context.Context, c api.Command, name string) (ordering.Undoing, error)
	Undoable(ctx context.Context, channel, user string) (name, ended string, err error)
}

// Player is a user who chooses an order: his request, and the position as he may see it.
type Player struct {
	ask.Request
	Desk   Desk
	View   view.Secret
	Table  api.Table
	Roster page.UnitIndex
	lately string // in words, what has just led to the decision that he is shown; "" if nothing is to be said
	named  string // the order that his page is for, as a tutorial would name it; "" if the page fits any step
}

// Player returns the asker with the position as he may see it, or an error if he plays nothing here.
func (d Desk) Player(ctx context.Context, req ask.Request) (Player, error) {
	v, t, err := d.Referee.Secret(ctx, req.Cmd.Channel, req.Cmd.User)
	if err != nil {
		if _, now, gone := d.Referee.Public(ctx, req.Cmd.Channel); gone == nil {
			err = cmp.Or(req.CheckGame(now), err) // if the channel has another game now, this says more
		}
		return Player{}, err
	}
	if err := req.CheckGame(t); err != nil {
		return Player{}, err
	}
	return d.PlayerSeeing(req, v, t), nil
}

// PlayerSeeing returns the asker with a position that he sees. His request is then for the game of that position.
func (d Desk) PlayerSeeing(req ask.Request, v view.Secret, t api.Table) Player {
	req.Localizer, req.Cmd.Game = req.Localizer.ForPlayer(v), t.Game
	if req.Seen != nil {
		*req.Seen = ask.SeenPosition{Game: t.Game, Seq: v.Board().Seq}
	}
	return Player{Request: req, Desk: d, View: v, Table: t, Roster: page.NewUnitIndex(t.Game, v)}
}

// ShowPanel shows the player his panel with the news. number is the page of its stacks, from 0, or PageOfBeginning.
func (p Player) ShowPanel(ctx context.Context, n News, number int) ([]rest.Message, error) {
	return p.Desk.showPanel(ctx, p, n, number)
}

// leads reports whether a tutorial's step leads to the page of the player, or past it.
func (p Player) leads(step view.Text) bool {
	return p.named == "" || strings.Contains(p.Request.Localizer.Text(step), "**"+p.named+"**")
}

// Open returns a page of a secret as the answer to the player. It ends with what a tutorial says now.
func (p Player) Open(t api.Table, v view.Secret, pg page.Page[view.Secret]) ([]rest.Message, error) {
	if text := v.Board().Guide; text.ID != "" {
		step := p.Request.Localizer.Text(text)
		if !p.leads(text) {
			step = p.Say("pick.elsewhere")
		}
		pg.Text, pg.Rows = JoinLines([]string{pg.Text, step}), taught.Rows(pg.Rows, step, p.Say("word.then"))
	}
	return p.Request.Open(t, v, pg)
}

// offer returns what can be picked next for an order. It refuses picks that the rules do not allow.
func (p Player) offer(ctx context.Context, v order.Verb, picks []view.Pick) (view.Offer, error) {
	return p.Desk.orders.Offer(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User, v, picks)
}

func (p Player) orderOf(ctx context.Context, v order.Verb, picks []view.Pick) (order.Order, error) {
	return p.Desk.orders.OrderOf(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User, v, picks)
}

// odds returns the odds of a fight whose order is picked.
func (p Player) odds(ctx context.Context, v order.Verb, picks []view.Pick) (view.Odds, error) {
	o, err := p.orderOf(ctx, v, picks)
	if err != nil {
		return view.Odds{}, err
	}
	plan, err := p.plan(ctx, o)
	return plan.Odds, err
}

func (p Player) plan(ctx context.Context, o order.Order) (ordering.FightOdds, error) {
	return p.Desk.orders.Odds(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User, o)
}

// asker returns what asks the referee for chances of fights in the player's name.
func (p Player) asker() likely.Ask { return likely.Ask{Offer: p.offer, Odds: p.odds} }

func (p Player) verbs(ctx context.Context) ([]order.Verb, error) {
	return p.Desk.orders.Verbs(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User)
}

// AsPlayer makes a press handler of a function for players; what is ask.Pressed.What, for a menu its value.
func (d Desk) AsPlayer(run func(ctx context.Context, p Player, what string) ([]rest.Message, error)) ask.PressHandler {
	return func(ctx context.Context, req ask.Request, pressed ask.Pressed) ([]rest.Message, error) {
		return d.PlayerCommand(func(ctx context.Context, p Player, _ map[string]string) ([]rest.Message, error) {
			return run(ctx, p, pressed.What)
		})(ctx, req, nil)
	}
}

// PlayerCommand makes a handler of a function for players; values are the options of the command.
func (d Desk) PlayerCommand(run func(ctx context.Context, p Player, values map[string]string) ([]rest.Message,
	error)) ask.Handler {
	return func(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
		p, err := d.Player(ctx, req)
		if err != nil {
			return nil, err
		}
		return run(ctx, p, values)
	}
}

// seeSide shows the card of a group of units, the overlay named after sideLayer, or for "" what a player has and knows.
func seeSide(ctx context.Context, p Player, group string) ([]rest.Message, error) {
	if kind, ok := strings.CutPrefix(group, sideLayer); ok {
		return seeLayer(ctx, p, kind)
	}
	if group != "" {
		loc := p.Request.Localizer
		pg := look.FormationPage(p.Desk.Kit, loc, p.View, p.Desk.StyleOf(ctx, p.Request.Cmd.User),
			loc.Group(order.GroupID(group)))
		if group == string(p.View.Board().Phase.Group) {
			pg.Text = JoinLines([]string{pg.Text, ownside.Tasks(loc, p.View.Board().Tasks, false)})
		}
		pg.Rows = page.OneRow(append(BackToPanel(p), page.SideButton(loc, p.Table.Game))...)
		return p.Open(p.Table, p.View, pg)
	}
	mine, err := ask.OwnMap(p.Desk.Kit, p.Request.Localizer, p.Table, p.View, p.Request.Cmd.User,
		p.Desk.StyleOf(ctx, p.Request.Cmd.User))
	if err != nil {
		return nil, err
	}
	if p.Desk.RefusesDMs(ctx, p.Request.Cmd.User) {
		mine.Page.Text += "\n" + p.Request.Say("settings.refused")
	}
	var list []discordgo.MessageComponent
	if short := ownside.InShort(p.Request.Localizer, p.View, Tasks(p)); short != "" {
		mine.Page.Text = short
		list = append(list, page.Button(p.Say("button.units"), page.PressID(look.PressUnits, p.Table.Game, "0/false"),
			discordgo.PrimaryButton))
	}
	if v, _, err := p.Desk.Referee.Secret(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User,
		view.Layer{Kind: "supply"}); err == nil { // the layer is empty in a game without supply lines
		mine.Page.Text = JoinLines([]string{mine.Page.Text, ownside.Supply(p.Request.Localizer, v)})
	}
	// A panel with many orders has no room for the button that opens one in direct messages.
	back := BackToPanel(p)
	if back == nil {
		back = append(back, page.OrdersButton(p.Request.Localizer, p.Table.Game))
	}
	list = slices.Concat(back, list, directButtons(p), ownside.LayerButtons(p.Request.Localizer, p.View.Board().Map,
		page.PressID(page.PressSide, p.Table.Game, sideLayer), ""))
	mine.Page.Rows = append(mine.Page.Rows, page.Rows(list)...)
	return p.Request.ShowPrivate(mine)
}

// sideLayer stands before the name of an overlay of the whole map in what follows page.PressSide.
const sideLayer = "layer "

// seeLayer shows an overlay of the whole map.
func seeLayer(ctx context.Context, p Player, kind string) ([]rest.Message, error) {
	v, t, err := p.Desk.Referee.Secret(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User, view.Layer{Kind: kind})
	if err != nil {
		return nil, err
	}
	pg, err := look.LayerPage(p.Desk.Kit, p.Request.Localizer, v, p.Desk.StyleOf(ctx, p.Request.Cmd.User), kind)
	if err != nil {
		return nil, err
	}
	pg.Rows = page.Rows(slices.Concat(append(BackToPanel(p), page.SideButton(p.Request.Localizer, p.Table.Game)),
		ownside.LayerButtons(p.Request.Localizer, v.Board().Map, page.PressID(page.PressSide, t.Game, sideLayer),
			kind)))
	return p.Open(t, v, pg)
}

// News is what the panel ends with, or with first begins with: what an order did, or why a press did nothing.
type News struct {
	Text  string
	Left  string                       // movement points left after an order, and why units cannot fight; "" for none
	Begun []discordgo.MessageComponent // the row of a list that stopped at a line or goes on after a decision
	Begin hex.Hex                      // the panel shows the page with the stack there; hex.None: as beginning chooses
	first bool                         // Text comes before the other lines: with formations they follow from it
	Lines bool                         // Text is about several lines of a list, of which Undo takes back the last
	Since bool                         // without Text, the news is what happened since the player's last order
	undo  []discordgo.MessageComponent // the button that undoes the player's last order; the panel sets it
}

// with joins lines with Text, which comes before or after them.
func (n News) with(lines []string) string {
	if n.first {
		return JoinLines(append([]string{n.Text}, lines...))
	}
	return JoinLines(append(lines, n.Text))
}
