package discord

import (
	"context"

	"grognard/rules/order"
)

// suggestLookUp is for the options of look-ups, in the order in which the game prints what they name.
func (b *bot) suggestLookUp(ctx context.Context, req request, v order.Verb, focused, typed string) ([]suggestion, error) {
	if v == ruleVerb {
		return b.suggestRules(ctx, req, typed)
	}
	g, err := b.gameOf(ctx, req, typedCommand{verb: v})
	if err != nil {
		return nil, nil // who has chosen no game is asked for one, once he has typed
	}
	loc, l, r := req.on(g.SetUp.Board().Map), newListing(typed), g.Book.Reference()
	switch focused {
	case "table":
		for i, t := range r.Tables {
			l.add(i, t.ID, loc.text(t.Title), []string{t.ID, loc.text(t.Title)})
		}
	case "kind":
		known := map[string]bool{}
		for _, c := range r.Terrain {
			for _, row := range c.Rows {
				if !known[row.Kind] {
					known[row.Kind] = true
					l.add(len(known), row.Kind, loc.text(row.Name), []string{row.Kind, loc.text(row.Name)})
				}
			}
		}
	case "side":
		for i, n := range g.Sides {
			l.add(i, string(n.ID), n.Name, []string{string(n.ID), n.Name})
		}
	}
	return l.suggestions(), nil
}
