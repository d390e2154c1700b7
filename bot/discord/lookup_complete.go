package discord

import (
	"context"

	"grognard/rules/order"
)

// suggestLookUp is for the options of look-ups.
func (b *bot) suggestLookUp(ctx context.Context, a ask, v order.Verb, focused, typed string) ([]suggestion, error) {
	if v == ruleVerb {
		return b.suggestRules(ctx, a, typed)
	}
	g, err := b.gameOf(ctx, a, meant{verb: v})
	if err != nil {
		return nil, nil // who has chosen no game is asked for one, once he has typed
	}
	s, l, r := a.on(g.SetUp.Board().Map), newListing(typed), g.Book.Reference()
	switch focused {
	case "table":
		for _, t := range r.Tables {
			l.add(0, t.ID, s.text(t.Title), []string{t.ID, s.text(t.Title)})
		}
	case "kind":
		known := map[string]bool{}
		for _, c := range r.Terrain {
			for _, row := range c.Rows {
				if !known[row.Kind] {
					known[row.Kind] = true
					l.add(0, row.Kind, s.text(row.Name), []string{row.Kind, s.text(row.Name)})
				}
			}
		}
	case "side":
		for _, n := range g.Sides {
			l.add(0, string(n.ID), n.Name, []string{string(n.ID), n.Name})
		}
	}
	return l.suggestions(), nil
}
