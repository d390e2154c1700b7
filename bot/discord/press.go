package discord

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/limit"
	"grognard/bot/referee"
	"grognard/rules/order"
)

// pressSpec is a button or a menu, and the form with the same name.
type pressSpec struct {
	name string       // the beginning of its custom ID, before a colon
	run  pressHandler // what a press does
	form pressHandler // takes what was written in the form; nil for none

	noGame bool // its custom ID names no game
	opens  bool // it opens the panel, which is one message in direct messages
	posts  bool // everybody in the channel reads of it, so that its user must be permitted to write there
	setsUp bool // it sets a game up, so that the bot must have the permissions for a game
	looks  bool // it changes nothing, not even what the bot keeps for its user alone
	aside  bool // it is about its user and not about the channel's game, so that it does not count as a look at the game

	cost, formCost limit.Kind // what a press and a form count as
}

// pressHandler carries out a press or a form.
type pressHandler func(*bot, context.Context, request, pressed) ([]rest.Message, error)

// pressSpecs are all buttons, menus and forms. Those by which an order is chosen are not among them: see choice.
func pressSpecs() []pressSpec {
	return slices.Concat(gamePresses(), endingPresses(), undoPresses(), notePresses(), seatPresses(), calendarPresses(),
		panelPresses(), directPresses(), callPresses(), privacyPresses(), reportPresses(), lookupPresses(),
		listPresses(), planPresses(), standingPresses(), standingMenuPresses())
}

// gamePresses are those about the channel's game that have no list of their own.
func gamePresses() []pressSpec {
	return []pressSpec{
		{name: pressJoin, posts: true,
			run: func(b *bot, ctx context.Context, req request, d pressed) ([]rest.Message, error) {
				return b.askSeat(ctx, req, order.Side(d.what))
			},
			form: func(b *bot, ctx context.Context, req request, d pressed) ([]rest.Message, error) {
				return b.join(ctx, req, map[string]string{"side": d.what, "word": d.text()})
			}},
		{name: pressWord, run: withNothing((*bot).askWord), form: withText((*bot).word)},
		{name: pressStart, run: withNothing((*bot).start), setsUp: true},
		{name: pressCheck, run: withWhat((*bot).check)},
		{name: pressDue, run: withNothing((*bot).due)},
		{name: pressSince, run: func(b *bot, ctx context.Context, req request, _ pressed) ([]rest.Message, error) {
			return b.since(ctx, req, nil)
		}},
		{name: pressLog, run: withWhat((*bot).pressedLog)},
		{name: pressUnits, run: withWhat((*bot).pressedUnits)},
		{name: pressMaster, run: withWhat((*bot).pressedMaster)},
		{name: pressClock, run: withWhat((*bot).pressedClock)},
		{name: pressWaive, run: withWhat((*bot).waive)},
		{name: pressDecide, opens: true, run: orPanel(withNumber((*bot).decide))},
		{name: pressOrders, opens: true, run: asPlayer(
			func(p player, ctx context.Context, _ string) ([]rest.Message, error) { return p.orders(ctx) })},
		{name: pressSide, run: asPlayer(player.seeSide), cost: limit.Picture},
		{name: pressWhich, run: withWhat((*bot).chosen), noGame: true},
	}
}

// pressTable are the presses by their names.
func pressTable() map[string]pressSpec {
	table := map[string]pressSpec{}
	for _, p := range pressSpecs() {
		table[p.name] = p
	}
	return table
}

// pressed is a button, a menu or a form as it was pressed, chosen from or filled in.
type pressed struct {
	id, name string            // the custom ID, and its name
	what     string            // what follows the name, and the game if there is one
	chosen   []string          // in a menu
	form     bool              // it is a form
	fields   map[string]string // what was written in it
}

// pressedIn reads a button or a menu.
func pressedIn(d discordgo.MessageComponentInteractionData) pressed {
	name, what, _ := strings.Cut(withoutMark(d.CustomID), ":")
	return pressed{id: d.CustomID, name: name, what: what, chosen: d.Values}
}

// filledIn reads a form.
func filledIn(d discordgo.ModalSubmitInteractionData) pressed {
	name, what, _ := strings.Cut(withoutMark(d.CustomID), ":")
	return pressed{id: d.CustomID, name: name, what: what, form: true, fields: writtenIn(d)}
}

// value is the choice in a menu, "" for none.
func (d pressed) value() string {
	if len(d.chosen) != 1 {
		return ""
	}
	return d.chosen[0]
}

// text is what was written in a form with one field.
func (d pressed) text() string { return d.fields["text"] }

// withNothing, withWhat, withNumber and withText make handlers of functions that need no more than that.
func withNothing(run func(*bot, context.Context, request) ([]rest.Message, error)) pressHandler {
	return func(b *bot, ctx context.Context, req request, _ pressed) ([]rest.Message, error) {
		return run(b, ctx, req)
	}
}

func withWhat(run func(*bot, context.Context, request, string) ([]rest.Message, error)) pressHandler {
	return func(b *bot, ctx context.Context, req request, d pressed) ([]rest.Message, error) {
		return run(b, ctx, req, d.what)
	}
}

// withNumber is for numbers from 1.
func withNumber(run func(*bot, context.Context, request, int) ([]rest.Message, error)) pressHandler {
	return func(b *bot, ctx context.Context, req request, d pressed) ([]rest.Message, error) {
		n, err := strconv.Atoi(d.what)
		if err != nil || n < 1 {
			return nil, errStale
		}
		return run(b, ctx, req, n)
	}
}

func withText(run func(*bot, context.Context, request, string) ([]rest.Message, error)) pressHandler {
	return func(b *bot, ctx context.Context, req request, d pressed) ([]rest.Message, error) {
		return run(b, ctx, req, d.text())
	}
}

// asPlayer makes a handler of a function for the players of the game.
func asPlayer(run func(p player, ctx context.Context, what string) ([]rest.Message, error)) pressHandler {
	return func(b *bot, ctx context.Context, req request, d pressed) ([]rest.Message, error) {
		p, err := b.player(ctx, req)
		if err != nil {
			return nil, err
		}
		return run(p, ctx, d.what)
	}
}

// press does what a button, a menu or a form says. Where its game was moved since it says where to.
func (b *bot) press(ctx context.Context, req request, d pressed) ([]rest.Message, error) {
	list, err := b.pressed(ctx, req, d)
	if !errors.Is(err, referee.ErrNoGame) && !errors.Is(err, referee.ErrOtherGame) {
		return list, err
	}
	game, _, _ := strings.Cut(d.what, ":")
	channel, unknown := b.referee.ChannelOf(ctx, referee.GameID(game))
	if unknown != nil || channel == req.cmd.Channel {
		return nil, err
	}
	return nil, &referee.GameMoved{Channel: channel}
}

func (b *bot) pressed(ctx context.Context, req request, d pressed) ([]rest.Message, error) {
	if isChoice(d.name) && !d.form {
		if req.direct && !req.onPanel {
			return b.reopenDirect(ctx, req)
		}
		if req.onPanel {
			if err := b.turnTo(ctx, &req, b.panels.read(b.panels.of(req.cmd.User)).Game); err != nil {
				return nil, err
			}
		}
		p, err := b.player(ctx, req)
		if err != nil {
			return nil, err
		}
		list, err := p.choose(ctx, d)
		if err != nil {
			return b.panelAnew(ctx, req, err)
		}
		return list, nil
	}
	spec := b.presses[d.name]
	run := spec.run
	if d.form {
		run = spec.form
	}
	if run == nil {
		return nil, errStale
	}
	if spec.noGame {
		return run(b, ctx, req, d)
	}
	game, what, _ := strings.Cut(d.what, ":")
	if game == "" {
		return nil, errStale
	}
	if d.what = what; d.value() != "" {
		d.what = d.value()
	}
	req.cmd.Game = referee.GameID(game)
	if req.direct {
		if err := b.turnTo(ctx, &req, req.cmd.Game); err != nil {
			return nil, err
		}
		if spec.opens && !req.onPanel {
			return b.openDirect(ctx, req)
		}
	}
	return run(b, ctx, req, d)
}

// turnTo makes a request from direct messages one about a game, in the channel of that game.
func (b *bot) turnTo(ctx context.Context, req *request, game referee.GameID) (err error) {
	req.cmd.Game = game
	req.cmd.Channel, err = b.referee.ChannelOf(ctx, game)
	return err
}

// isChoice says whether the name of a custom ID is that of a choice: an action and a page.
func isChoice(name string) bool { return len(name) > 1 && isDigit(name[1]) }

// seeSide shows a player the map and all that he knows of his side.
func (p player) seeSide(ctx context.Context, _ string) ([]rest.Message, error) {
	mine, err := p.ownMap(p.localizer, p.table, p.view, p.cmd.User, p.styleOf(ctx, p.cmd.User))
	if err != nil {
		return nil, err
	}
	if back := p.backToPanel(); back != nil {
		mine.page.rows = append(mine.page.rows, row(back...))
	}
	return p.showPrivate(mine)
}
