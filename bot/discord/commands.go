package discord

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// command carries out what was typed: a command of this package, or an order of the game.
func (b *bot) command(ctx context.Context, req request, verb order.Verb,
	values map[string]string) ([]rest.Message, error) {
	if spec, ok := b.commands[verb]; ok {
		return spec.run(b, ctx, req, values)
	}
	if b.starts(verb) {
		return b.planFight(ctx, req, verb, values)
	}
	out, err := b.referee.Say(ctx, req.cmd, verb, values)
	return b.result(ctx, req, out, err)
}

// give hands an order to the referee, and shows what it did.
func (b *bot) give(ctx context.Context, req request, o order.Order, e referee.Expect) ([]rest.Message, error) {
	out, err := b.referee.Give(ctx, req.cmd, o, e)
	return b.result(ctx, req, out, err)
}

// result shows what an order did, or what its giver is asked before it is carried out.
func (b *bot) result(ctx context.Context, req request, out referee.Outcome, err error) ([]rest.Message, error) {
	var caution *referee.Caution
	if errors.As(err, &caution) {
		return b.caution(ctx, req, *caution)
	}
	if err != nil {
		return nil, err
	}
	return b.done(ctx, req, out)
}

// done shows what an order did as its giver may know it. What others may know is told by notifications.
func (b *bot) done(ctx context.Context, req request, out referee.Outcome) ([]rest.Message, error) {
	if req.inPlace() {
		return b.playing(req, out.View, out.Table).after(ctx, out)
	}
	loc, board := req.on(out.View.Board().Map), out.View.Board()
	p := page[view.Secret]{text: loc.happened(out)}
	p.rows = []discordgo.MessageComponent{row(loc.ordersButton(out.Table.Game), loc.sideButton(out.Table.Game))}
	if d := board.Due; d != nil {
		p.text += "\n" + loc.Owed(*d) + "."
		if d.Side == out.View.Side() {
			p.rows = []discordgo.MessageComponent{row(loc.decideButton(out.Table.Game, d.ID),
				loc.sideButton(out.Table.Game))}
		}
	} else {
		line, rest := loc.rest(out.Rest)
		left, plan := loc.planLeft(out.Table.Game, out.Plan)
		p.text, p.rows = joined([]string{p.text, line, left}), append(append(p.rows, rest...), plan...)
	}
	p.rows = loc.withUndo(p.rows, out.Table.Game, out.Undo)
	return b.open(req, out.Table, out.View, p)
}

// happened is what an order did, as its giver may know it.
func (loc localizer) happened(out referee.Outcome) string {
	text := loc.Account(out.View.Board().Told)
	switch w := out.Table.Awaits; {
	case w != nil:
		text = joined([]string{text, loc.Say("beacon.accepted", awaiting(*w)...)})
	case text == "":
		text = loc.Say("answer.done")
	}
	return text + loc.stayedBehind(out.Behind, out.Why) + loc.costs(out) + loc.left(out)
}

// open shows a page of a secret to the asker, if he plays its side.
func (b *bot) open(req request, t referee.Table, v view.Secret, p page[view.Secret]) ([]rest.Message, error) {
	theirs, err := showSide(t, v, req.cmd.User, p)
	if err != nil {
		return nil, err
	}
	return req.showPrivate(theirs)
}

// showPrivate shows a page to the asker, if it was made for him.
func (req request) showPrivate(p privatePage) ([]rest.Message, error) {
	if p.user != req.cmd.User {
		return nil, errNotTheirs
	}
	return p.page.messages(), nil
}

func (b *bot) newGame(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	switch values["dice"] {
	case "", ownDice, beaconDice:
	default:
		return nil, refusal("beacon.no-dice")
	}
	wait, err := minutes(values["wait"])
	if err != nil {
		return nil, err
	}
	terms, err := clockTermsOf(values["clock"])
	if err != nil {
		return nil, err
	}
	opening := referee.Opening{Clock: terms, Beacon: values["dice"] == beaconDice, Patience: wait,
		Module: values["module"], Scenario: values["scenario"], Side: order.Side(values["side"])}
	t, err := b.referee.NewGame(ctx, req.cmd, opening)
	if errors.Is(err, referee.ErrGameHere) {
		return nil, b.occupied(ctx, req)
	}
	if err != nil {
		return nil, err
	}
	return req.seated(t, req.Say("answer.opened", "title", wording.InWords(t.Title))), nil
}

// join takes a seat. Whoever has the seat already and gave no word for the dice with it can give it so.
func (b *bot) join(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	side, word := order.Side(values["side"]), values["word"]
	t, err := b.referee.Join(ctx, req.cmd, side, word)
	if errors.Is(err, referee.ErrSeated) && word != "" && b.sits(ctx, req, side) {
		return b.word(ctx, req, word)
	}
	if err != nil {
		return nil, err
	}
	seat, _ := t.Seat(req.cmd.User)
	return req.seated(t, req.Say("answer.joined", "side", wording.InWords(seat.Name))), nil
}

func (b *bot) start(ctx context.Context, req request) ([]rest.Message, error) {
	t, err := b.referee.Start(ctx, req.cmd)
	if err != nil {
		return nil, err
	}
	if t.Awaits != nil {
		return req.told("beacon.accepted", awaiting(*t.Awaits)...), nil
	}
	return req.told("answer.started"), nil
}

// told is a short answer.
func (req request) told(id string, args ...any) []rest.Message {
	return page[view.Public]{text: req.Say(id, args...)}.messages()
}
