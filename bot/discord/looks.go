package discord

import (
	"context"
	"errors"
	"strconv"

	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// maxZoom is how many hexes a close-up may show round its centre.
const maxZoom = 15

// sight makes the page of what somebody looks at, out of what its reader may see.
type sight[A view.Audience] func(b *bot, s speech, v A, values map[string]string) (page[A], error)

// look shows something as the asker may see it, or, said to be public, as everybody
// may, to the channel. Both sights show the same thing to different eyes.
func (b *bot) look(ctx context.Context, a ask, values map[string]string, own sight[view.Secret], all sight[view.Public]) ([]message, error) {
	if values["public"] != "true" {
		v, t, err := b.referee.Secret(ctx, a.cmd.Channel, a.cmd.User)
		if err == nil {
			p, err := own(b, a.on(v.Board().Map), v, values)
			if err != nil {
				return nil, err
			}
			return b.open(a, t, v, p)
		}
		if !errors.Is(err, referee.ErrNotSeated) {
			return nil, err
		}
	}
	v, _, err := b.referee.Public(ctx, a.cmd.Channel)
	if err != nil {
		return nil, err
	}
	p, err := all(b, a.on(v.Board().Map), v, values)
	if err != nil {
		return nil, err
	}
	return b.lookedAt(ctx, a, values, p)
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

// mapLook is the map, or a part of it from nearer.
func mapLook[A view.Audience](b *bot, s speech, v A, values map[string]string) (page[A], error) {
	o, err := closeUp(values)
	if err != nil {
		return page[A]{}, err
	}
	if err := onMap(v.Board(), o.Around); err != nil {
		return page[A]{}, err
	}
	return mapPage(b, s, v, s.header(v.Board()), o)
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

// stackLook is a stack's units, large, with the same in words.
func stackLook[A view.Audience](b *bot, s speech, v A, values map[string]string) (page[A], error) {
	h, err := hex.Parse(values["hex"])
	if err != nil {
		return page[A]{}, &order.Problem{ID: "order.bad-value", Verb: "stack show", Option: "hex", Value: values["hex"]}
	}
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

// unitLook is a unit's counter, both sides, with the same in words and where it is.
func unitLook[A view.Audience](b *bot, s speech, v A, values map[string]string) (page[A], error) {
	board := v.Board()
	card, err := cardOf(board.Map, values["unit"])
	if err != nil {
		return page[A]{}, err
	}
	var eyes order.Side
	if own, ok := any(v).(view.Secret); ok {
		eyes = own.Side()
	}
	words := s.card(board, card, eyes)
	picture, err := render.DrawUnit(b.painter, v, render.Paper(), card.ID)
	return page[A]{text: words, picture: picture, alt: clip(words, altLimit)}, err
}
