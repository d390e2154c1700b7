package discord

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/render"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// reachLook is every hex that a unit can go to, with its cost. Whoever does not see
// the unit on the map is refused in the same words wherever it is.
func reachLook[A view.Audience](b *bot, s speech, v A, eyes order.Side, w wish) (page[A], error) {
	board := v.Board()
	if board.Reach == nil {
		card, err := cardOf(board, w.values["unit"])
		if err != nil {
			return page[A]{}, err
		}
		return page[A]{}, s.noReach(board, card, eyes, w)
	}
	words := s.reach(board)
	near, _ := render.Focus(board) // else the whole map
	return page[A]{text: words, figures: drawn(b, reachName, s.reachAlt(board), func() (render.Picture[A], error) {
		return render.Draw(b.painter, v, w.look, near)
	})}, nil
}

// noReach says why a unit's way cannot be shown, and what would be right.
func (s speech) noReach(b *view.Board, c view.Card, eyes order.Side, w wish) error {
	_, _, seen := b.Find(c.ID)
	switch {
	case seen || c.Side == eyes:
		return refusal("error.reach-off-map", "unit", said(c.Name), "where", said(s.whereabouts(b, c, hex.None, seen, eyes)))
	case w.values["public"] == "true":
		return refusal("error.reach-unseen-by-all", "unit", said(c.Name))
	}
	return refusal("error.reach-unseen", "unit", said(c.Name))
}

// reach says how far a unit goes.
func (s speech) reach(b *view.Board) string {
	r := b.Reach
	zones, whole := 0, 0
	for _, h := range r.Hexes {
		if slices.Contains(r.Zones, h.Hex) {
			zones++
		}
		if h.Whole {
			whole++
		}
	}
	when := s.say("reach.later", "left", r.Left)
	if r.Now {
		when = s.say("reach.now", "left", r.Left)
	}
	words := s.say("reach.unit", "unit", said(s.unit(r.Unit, b.Marks)), "hex", r.From) + "\n" + when + " "
	if len(r.Hexes) == 0 {
		return words + s.say("reach.none")
	}
	words += s.say("reach.hexes", "n", len(r.Hexes))
	if zones > 0 {
		words += " " + s.say("reach.zones", "n", zones)
	}
	if whole > 0 {
		words += " " + s.say("reach.whole", "n", whole)
	}
	return words
}

// reachAlt is the hexes that a unit reaches, by what they cost.
func (s speech) reachAlt(b *view.Board) string {
	r := b.Reach
	costs := map[chart.Fraction][]hex.Hex{}
	var paid []chart.Fraction
	for _, h := range r.Hexes {
		if costs[h.Cost] == nil {
			paid = append(paid, h.Cost)
		}
		costs[h.Cost] = append(costs[h.Cost], h.Hex)
	}
	slices.SortFunc(paid, chart.Fraction.Compare)
	words := unmarked(s.reach(b)) + "\n"
	var list []string
	for _, c := range paid {
		list = append(list, s.say("alt.cost", "cost", c, "hexes", said(numbers(costs[c]))))
	}
	return words + s.within(list, altLimit-utf8.RuneCountInString(words))
}

// numbers is hexes by their numbers alone.
func numbers(list []hex.Hex) string {
	var words []string
	for _, h := range list {
		words = append(words, h.String())
	}
	return strings.Join(words, " ")
}

// seeReach is /reach.
func (b *bot) seeReach(ctx context.Context, a ask, values map[string]string) ([]message, error) {
	board, _, _, err := b.seen(ctx, a, values["public"] == "true")
	if err != nil {
		return nil, err
	}
	card, err := cardOf(board, values["unit"])
	if err != nil {
		return nil, err
	}
	w := wish{values: values, layers: view.Layers{Reach: card.ID}}
	return b.look(ctx, a, w, reachLook[view.Secret], reachLook[view.Public])
}
