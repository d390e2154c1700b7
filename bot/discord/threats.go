package discord

import (
	"context"

	"grognard/bot/discord/rest"
	"grognard/rules/order"
	"grognard/rules/view"
)

// seeThreats is /threats: who could attack a hex, as far as the asker can know.
func (b *bot) seeThreats(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	v, _, err := b.referee.Public(ctx, req.cmd.Channel)
	if err != nil {
		return nil, err
	}
	if err := lays(v.Board().Map, threatsLayer); err != nil {
		return nil, err
	}
	h, err := hexOf(v.Board().Map, "threats", "hex", values["hex"])
	if err != nil {
		return nil, err
	}
	w := viewRequest{values: values, layer: view.Layer{Kind: threatsLayer, Hex: h}}
	return b.look(ctx, req, w, threatsLook[view.Secret], threatsLook[view.Public])
}

// threatsLook is who could attack a hex: those that are seen, stack by stack, and where
// others may lie hidden.
func threatsLook[A view.Audience](_ *bot, loc localizer, v A, _ order.Side, w viewRequest) (page[A], error) {
	threats, ok := v.Board().Overlay(threatsLayer)
	if !ok {
		return page[A]{}, refusal("error.no-threats", "hex", w.layer.Hex)
	}
	return page[A]{text: loc.Texts(threats)}, nil
}
