package look

import (
	"context"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The kinds of overlays that have commands of their own.
const (
	ReachLayer   = "reach"
	ThreatsLayer = "threats"
)

// reachLook returns the page with every hex that a unit can move to, with its cost. If the viewer does not see the
// unit, the refusal is the same wherever the unit is.
func reachLook[A view.Audience](k ask.Kit, loc wording.Localizer, v A, viewer order.Side, w viewRequest) (page.Page[A],
	error) {
	board := v.Board()
	reach, ok := board.Overlay(ReachLayer)
	if !ok {
		card, err := CardOf(board, w.values["unit"])
		if err != nil {
			return page.Page[A]{}, err
		}
		return page.Page[A]{}, noReach(loc, board, card, viewer, w)
	}
	near, _ := render.Focus(board) // else the whole map
	p := page.Page[A]{Text: loc.Texts(reach), Figures: ask.DrawFigure(k, page.OverlayFileName(reach),
		loc.Items(reach), func() (render.Picture[A], error) {
			return render.Draw(k.PainterIn(loc), v, w.style, near)
		})}
	return p.InFull(loc.AllItems(reach)), nil
}

// noReach returns the reason why a unit's reach cannot be shown, and what can be done instead.
func noReach(loc wording.Localizer, b *view.Board, c view.Card, viewer order.Side, w viewRequest) error {
	_, _, seen := b.Find(c.ID)
	switch {
	case seen || c.Side == viewer:
		return ask.Refusal("error.reach-off-map", "unit", wording.InWords(c.Name),
			"where", wording.InWords(loc.Whereabouts(b, c, hex.None, seen, viewer)))
	case w.values["public"] == "true":
		return ask.Refusal("error.reach-unseen-by-all", "unit", wording.InWords(c.Name))
	}
	return ask.Refusal("error.reach-unseen", "unit", wording.InWords(c.Name))
}

// CheckOverlay refuses a command whose kind of overlay the game does not have.
func CheckOverlay(m *view.Map, kind string) error {
	if slices.ContainsFunc(m.Layers, func(l view.LayerKind) bool { return l.Name == kind }) {
		return nil
	}
	return ask.Refusal("error.no-layer", "verb", order.Verb(kind))
}

// noOverlay returns the refusal to show an overlay of the whole map that the game does not have, with those it has.
func noOverlay(m *view.Map, kind string) error {
	var has []string
	for _, l := range m.Layers {
		if l.Of == view.OfMap {
			has = append(has, "`"+l.Name+"`")
		}
	}
	return ask.Refusal("error.no-overlay", "layer", wording.Quoted(kind),
		"layers", wording.InWords(strings.Join(has, ", ")))
}

func (l Looks) seeReach(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	board, _, _, err := l.Seen(ctx, req, values["public"] == "true")
	if err != nil {
		return nil, err
	}
	if err := CheckOverlay(board.Map, ReachLayer); err != nil {
		return nil, err
	}
	card, err := CardOf(board, values["unit"])
	if err != nil {
		return nil, err
	}
	w := viewRequest{values: values, layer: view.Layer{Kind: ReachLayer, Unit: card.ID}}
	return l.look(ctx, req, w, reachLook[view.Secret], reachLook[view.Public])
}

// seeThreats answers /threats: who could attack a hex, as far as the asker can know.
func (l Looks) seeThreats(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	v, _, err := l.Kit.Referee.Public(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, err
	}
	if err := CheckOverlay(v.Board().Map, ThreatsLayer); err != nil {
		return nil, err
	}
	h, err := HexOf(v.Board().Map, "threats", "hex", values["hex"])
	if err != nil {
		return nil, err
	}
	w := viewRequest{values: values, layer: view.Layer{Kind: ThreatsLayer, Hex: h}}
	return l.look(ctx, req, w, threatsLook[view.Secret], threatsLook[view.Public])
}

// threatsLook returns the page of the units seen that could attack a hex, by stacks, and where others may hide.
func threatsLook[A view.Audience](_ ask.Kit, loc wording.Localizer, v A, _ order.Side, w viewRequest) (page.Page[A],
	error) {
	threats, ok := v.Board().Overlay(ThreatsLayer)
	if !ok {
		return page.Page[A]{}, ask.Refusal("error.no-threats", "hex", w.layer.Hex)
	}
	return page.Page[A]{Text: loc.Texts(threats)}, nil
}
