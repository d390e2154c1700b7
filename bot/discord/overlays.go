package discord

import (
	"context"
	"slices"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The kinds of overlays that have commands of their own.
const (
	reachLayer   = "reach"
	threatsLayer = "threats"
)

// reachLook is the page with every hex that a unit can move to, with its cost. If the viewer does not see the unit, the
// refusal is the same wherever the unit is.
func reachLook[A view.Audience](b *bot, loc localizer, v A, viewer order.Side, w viewRequest) (page[A], error) {
	board := v.Board()
	reach, ok := board.Overlay(reachLayer)
	if !ok {
		card, err := cardOf(board, w.values["unit"])
		if err != nil {
			return page[A]{}, err
		}
		return page[A]{}, loc.noReach(board, card, viewer, w)
	}
	near, _ := render.Focus(board) // else the whole map
	return page[A]{text: loc.Texts(reach), figures: drawn(b, figureOf(reach), loc.Items(reach),
		func() (render.Picture[A], error) {
			return render.Draw(b.painterIn(loc), v, w.look, near)
		})}, nil
}

// noReach is the reason why a unit's reach cannot be shown, and what can be done instead.
func (loc localizer) noReach(b *view.Board, c view.Card, viewer order.Side, w viewRequest) error {
	_, _, seen := b.Find(c.ID)
	switch {
	case seen || c.Side == viewer:
		return refusal("error.reach-off-map", "unit", wording.InWords(c.Name),
			"where", wording.InWords(loc.Whereabouts(b, c, hex.None, seen, viewer)))
	case w.values["public"] == "true":
		return refusal("error.reach-unseen-by-all", "unit", wording.InWords(c.Name))
	}
	return refusal("error.reach-unseen", "unit", wording.InWords(c.Name))
}

// checkOverlay refuses a command whose kind of overlay the game does not have.
func checkOverlay(m *view.Map, kind string) error {
	if slices.ContainsFunc(m.Layers, func(l view.LayerKind) bool { return l.Name == kind }) {
		return nil
	}
	return refusal("error.no-layer", "verb", order.Verb(kind))
}

// seeReach is /reach.
func (b *bot) seeReach(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	board, _, _, err := b.seen(ctx, req, values["public"] == "true")
	if err != nil {
		return nil, err
	}
	if err := checkOverlay(board.Map, reachLayer); err != nil {
		return nil, err
	}
	card, err := cardOf(board, values["unit"])
	if err != nil {
		return nil, err
	}
	w := viewRequest{values: values, layer: view.Layer{Kind: reachLayer, Unit: card.ID}}
	return b.look(ctx, req, w, reachLook[view.Secret], reachLook[view.Public])
}

// seeThreats is /threats: who could attack a hex, as far as the asker can know.
func (b *bot) seeThreats(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	v, _, err := b.referee.Public(ctx, req.cmd.Channel)
	if err != nil {
		return nil, err
	}
	if err := checkOverlay(v.Board().Map, threatsLayer); err != nil {
		return nil, err
	}
	h, err := hexOf(v.Board().Map, "threats", "hex", values["hex"])
	if err != nil {
		return nil, err
	}
	w := viewRequest{values: values, layer: view.Layer{Kind: threatsLayer, Hex: h}}
	return b.look(ctx, req, w, threatsLook[view.Secret], threatsLook[view.Public])
}

// threatsLook is the page of the units that could attack a hex: those that are seen, stack by stack, and where others
// may be hidden.
func threatsLook[A view.Audience](_ *bot, loc localizer, v A, _ order.Side, w viewRequest) (page[A], error) {
	threats, ok := v.Board().Overlay(threatsLayer)
	if !ok {
		return page[A]{}, refusal("error.no-threats", "hex", w.layer.Hex)
	}
	return page[A]{text: loc.Texts(threats)}, nil
}
