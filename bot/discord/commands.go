package discord

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// tokenLife is for how long Discord takes answers to an interaction.
const tokenLife = 15 * time.Minute

// command carries out what was typed: a command of this package's own, or else an order.
func (b *bot) command(ctx context.Context, a ask, verb order.Verb, values map[string]string) ([]message, error) {
	if run, ok := b.handlers[verb]; ok {
		return run(b, ctx, a, values)
	}
	if b.starts(verb) {
		return b.planFight(ctx, a, verb, values)
	}
	out, err := b.referee.Say(ctx, a.cmd, verb, values)
	return b.result(ctx, a, out, err)
}

// give hands an order to the referee, and shows what it did.
func (b *bot) give(ctx context.Context, a ask, o order.Order, e referee.Expect) ([]message, error) {
	out, err := b.referee.Give(ctx, a.cmd, o, e)
	return b.result(ctx, a, out, err)
}

// result shows what came of an order: what it did, or what its giver is asked first.
func (b *bot) result(ctx context.Context, a ask, out referee.Outcome, err error) ([]message, error) {
	var caution *referee.Caution
	if errors.As(err, &caution) {
		return b.caution(ctx, a, *caution)
	}
	if err != nil {
		return nil, err
	}
	return b.done(ctx, a, out)
}

// done shows what an order did as the giver may know it. What others may know is an
// errand's affair.
func (b *bot) done(ctx context.Context, a ask, out referee.Outcome) ([]message, error) {
	s, board := a.on(out.View.Board().Map), out.View.Board()
	p := page[view.Secret]{text: s.account(board.Told)}
	switch w := out.Table.Awaits; {
	case w != nil:
		p.text = joined([]string{p.text, s.say("beacon.accepted", awaiting(*w)...)})
	case p.text == "":
		p.text = s.say("answer.done")
	}
	p.text += s.behind(out.Behind, out.Why) + s.costs(out) + s.left(out)
	p.rows = []discordgo.MessageComponent{row(s.ordersButton(out.Table.Game), s.sideButton(out.Table.Game))}
	if d := board.Due; d != nil {
		p.text += "\n" + s.owed(*d) + "."
		if d.Side == out.View.Side() {
			p.rows = []discordgo.MessageComponent{row(s.decideButton(out.Table.Game, d.ID), s.sideButton(out.Table.Game))}
		}
	} else {
		line, rest := s.rest(out.Rest)
		left, plan := s.planLeft(out.Table.Game, out.Plan)
		p.text, p.rows = joined([]string{p.text, line, left}), append(append(p.rows, rest...), plan...)
	}
	p.rows = s.withUndo(p.rows, out.Table.Game, out.Undo)
	return b.open(a, out.Table, out.View, p)
}

// open shows a page of a secret to the one who asked, if it is his.
func (b *bot) open(a ask, t referee.Table, v view.Secret, p page[view.Secret]) ([]message, error) {
	theirs, err := showSide(t, v, a.cmd.User, p)
	if err != nil {
		return nil, err
	}
	return a.read(theirs)
}

// read opens what is for one user's eyes to that user.
func (a ask) read(p private) ([]message, error) {
	if p.user != a.cmd.User {
		return nil, errNotTheirs
	}
	return p.page.messages(), nil
}

func (b *bot) newGame(ctx context.Context, a ask, values map[string]string) ([]message, error) {
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
	opening := referee.Opening{Clock: terms, Beacon: values["dice"] == beaconDice, Patience: wait, Module: values["module"], Scenario: values["scenario"], Side: order.Side(values["side"])}
	t, err := b.referee.NewGame(ctx, a.cmd, opening)
	if errors.Is(err, referee.ErrGameHere) {
		return nil, b.occupied(ctx, a)
	}
	if err != nil {
		return nil, err
	}
	return a.seated(t, a.say("answer.opened", "title", said(t.Title))), nil
}

// join takes a seat. Whoever has it already, and gave no word with it, can give one so.
func (b *bot) join(ctx context.Context, a ask, values map[string]string) ([]message, error) {
	side, word := order.Side(values["side"]), values["word"]
	t, err := b.referee.Join(ctx, a.cmd, side, word)
	if errors.Is(err, referee.ErrSeated) && word != "" && b.sits(ctx, a, side) {
		return b.word(ctx, a, word)
	}
	if err != nil {
		return nil, err
	}
	seat, _ := t.Seat(a.cmd.User)
	return a.seated(t, a.say("answer.joined", "side", said(seat.Name))), nil
}

func (b *bot) start(ctx context.Context, a ask) ([]message, error) {
	t, err := b.referee.Start(ctx, a.cmd)
	if err != nil {
		return nil, err
	}
	if t.Awaits != nil {
		return a.told("beacon.accepted", awaiting(*t.Awaits)...), nil
	}
	return a.told("answer.started"), nil
}

// told is a short answer.
func (a ask) told(id string, args ...any) []message {
	return page[view.Public]{text: a.say(id, args...)}.messages()
}
