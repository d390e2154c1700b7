package discord

import (
	"context"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// tokenLife is for how long Discord takes answers to an interaction.
const tokenLife = 15 * time.Minute

// maxZoom is how many hexes a close-up may show round its centre.
const maxZoom = 15

// command carries out what was typed.
func (b *bot) command(ctx context.Context, a ask, verb order.Verb, values map[string]string) ([]message, error) {
	switch verb {
	case "game new":
		return b.newGame(ctx, a, values)
	case "game join":
		return b.join(ctx, a, order.Side(values["side"]), values["word"])
	case "game start":
		return b.start(ctx, a)
	case "game status":
		return b.status(ctx, a)
	case "due":
		return b.due(ctx, a)
	case "map":
		return b.showMap(ctx, a, values)
	case "stack show":
		return b.showStack(ctx, a, values)
	}
	spec, ok := order.Find(b.specs, verb)
	if !ok {
		return nil, &order.Problem{ID: "order.unknown-command", Value: string(verb)}
	}
	o, err := order.Read(spec, values)
	if err != nil {
		return nil, err
	}
	return b.give(ctx, a, o, referee.Expect{})
}

// give hands an order to the referee, and shows what it did as the giver may
// know it. What others may know is an errand's affair.
func (b *bot) give(ctx context.Context, a ask, o order.Order, e referee.Expect) ([]message, error) {
	out, err := b.referee.Give(ctx, a.cmd, o, e)
	if err != nil {
		return nil, err
	}
	s, board := a.on(out.View.Board().Map), out.View.Board()
	p := page[view.Secret]{text: s.account(out.Lines)}
	if p.text == "" {
		p.text = s.say("answer.done")
	}
	p.rows = []discordgo.MessageComponent{row(s.ordersButton(out.Table.Game), s.sideButton(out.Table.Game))}
	if d := board.Due; d != nil {
		p.text += "\n" + s.owed(*d) + "."
		if d.Side == out.View.Side() {
			p.rows = []discordgo.MessageComponent{row(s.decideButton(out.Table.Game, d.ID), s.sideButton(out.Table.Game))}
		}
	}
	return b.open(a, out.Table, out.View, p)
}

// open shows a page of a secret to the one who asked, if it is his.
func (b *bot) open(a ask, t referee.Table, v view.Secret, p page[view.Secret]) ([]message, error) {
	theirs, err := showSide(t, v, p)
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
	return p.page.messages(nil), nil
}

func (b *bot) newGame(ctx context.Context, a ask, values map[string]string) ([]message, error) {
	opening := referee.Opening{Module: values["module"], Scenario: values["scenario"], Side: order.Side(values["side"])}
	t, err := b.referee.NewGame(ctx, a.cmd, opening)
	if err != nil {
		return nil, err
	}
	return a.told("answer.opened", "title", said(t.Title)), nil
}

func (b *bot) join(ctx context.Context, a ask, side order.Side, word string) ([]message, error) {
	t, err := b.referee.Join(ctx, a.cmd, side, word)
	if err != nil {
		return nil, err
	}
	seat, _ := t.Seat(a.cmd.User)
	return a.told("answer.joined", "side", said(seat.Name)), nil
}

func (b *bot) start(ctx context.Context, a ask) ([]message, error) {
	if _, err := b.referee.Start(ctx, a.cmd); err != nil {
		return nil, err
	}
	return a.told("answer.started"), nil
}

// told is a short answer.
func (a ask) told(id string, args ...any) []message {
	return page[view.Public]{text: a.say(id, args...)}.messages(nil)
}

// showMap shows the map as the asker may see it, or, said to be public, as
// everybody may, to the channel.
func (b *bot) showMap(ctx context.Context, a ask, values map[string]string) ([]message, error) {
	o, err := closeUp(values)
	if err != nil {
		return nil, err
	}
	if sec, t, err := b.referee.Secret(ctx, a.cmd.Channel, a.cmd.User); err == nil && values["public"] != "true" {
		if err := onMap(sec.Board(), o.Around); err != nil {
			return nil, err
		}
		s := a.on(sec.Board().Map)
		p, err := mapPage(b, s, sec, s.header(sec.Board()), o)
		if err != nil {
			return nil, err
		}
		return b.open(a, t, sec, p)
	}
	pub, _, err := b.referee.Public(ctx, a.cmd.Channel)
	if err != nil {
		return nil, err
	}
	if err := onMap(pub.Board(), o.Around); err != nil {
		return nil, err
	}
	s := a.on(pub.Board().Map)
	p, err := mapPage(b, s, pub, s.header(pub.Board()), o)
	if err != nil {
		return nil, err
	}
	return b.lookedAt(ctx, a, values, p)
}

// closeUp reads which part of the map is wanted.
func closeUp(values map[string]string) (render.Options, error) {
	o := render.Options{}
	if at, given := values["at"]; given {
		h, err := hex.Parse(at)
		if err != nil {
			return o, &order.Problem{ID: "order.bad-value", Verb: "map", Option: "at", Value: at}
		}
		o = render.Options{Around: h, Radius: 5, HexSize: 80}
	}
	if zoom, err := strconv.Atoi(values["zoom"]); err == nil && o.Around != hex.None {
		o.Radius = min(max(zoom, 1), maxZoom)
	}
	return o, nil
}

// onMap refuses a hex that the map does not have.
func onMap(b *view.Board, h hex.Hex) error {
	if h != hex.None && !b.Map.Grid.Contains(h) {
		return refusal("error.off-map", "hex", h)
	}
	return nil
}

// showStack shows a stack as the asker may see it, or as everybody may, to the
// channel.
func (b *bot) showStack(ctx context.Context, a ask, values map[string]string) ([]message, error) {
	h, err := hex.Parse(values["hex"])
	if err != nil {
		return nil, &order.Problem{ID: "order.bad-value", Verb: "stack show", Option: "hex", Value: values["hex"]}
	}
	if sec, t, err := b.referee.Secret(ctx, a.cmd.Channel, a.cmd.User); err == nil && values["public"] != "true" {
		p, err := stackPage(b, a.on(sec.Board().Map), sec, h)
		if err != nil {
			return nil, err
		}
		return b.open(a, t, sec, p)
	}
	pub, _, err := b.referee.Public(ctx, a.cmd.Channel)
	if err != nil {
		return nil, err
	}
	p, err := stackPage(b, a.on(pub.Board().Map), pub, h)
	if err != nil {
		return nil, err
	}
	return b.lookedAt(ctx, a, values, p)
}

// stackPage is a stack's units, large, with the same in words.
func stackPage[A view.Audience](b *bot, s speech, v A, h hex.Hex) (page[A], error) {
	board := v.Board()
	if err := onMap(board, h); err != nil {
		return page[A]{}, err
	}
	st, ok := stackAt(board, h)
	if !ok {
		return page[A]{}, refusal("error.no-stack", "hex", h)
	}
	words := s.say("stack.at", "hex", h, "side", st.Side, "height", st.Height) + " " + s.stack(st, board.Marks)
	picture, err := render.DrawStack(b.painter, v, render.Paper(), h)
	return page[A]{text: words, picture: picture, alt: clip(words, altLimit)}, err
}

// lookedAt shows a page that everybody may see: to the asker, or, when he said
// so, to the channel. The nonce is the interaction's: one delivered twice posts
// once.
func (b *bot) lookedAt(ctx context.Context, a ask, values map[string]string, p page[view.Public]) ([]message, error) {
	if values["public"] != "true" {
		return p.messages(nil), nil
	}
	for i, m := range p.messages(nil) {
		m.Nonce, m.Enforce = a.cmd.ID+"."+strconv.Itoa(i), true
		if _, err := b.courier.send(ctx, a.cmd.Channel, m); err != nil {
			return nil, err
		}
	}
	return a.told("answer.posted"), nil
}
