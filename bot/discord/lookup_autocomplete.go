package discord

import (
	"context"

	"grognard/bot/discord/rest"
	"grognard/bot/referee"
	"grognard/rules/order"
)

// ofPrinted completes with what is printed in the game whose tables are looked up. A user who has not chosen a game is
// asked for one when he has given the command.
func ofPrinted(list func(loc localizer, g *referee.Printed, l *listing)) completer {
	return func(b *bot, ctx context.Context, req request, t typing) ([]rest.Suggestion, error) {
		g, err := b.gameOf(ctx, req, typedCommand{verb: t.verb})
		if err != nil {
			return nil, nil
		}
		l := newListing(t.text())
		list(req.on(g.SetUp.Board().Map), g, l)
		return l.suggestions(), nil
	}
}

// listTables, listTerrain and listNations list them in the order in which the game prints them.
func listTables(loc localizer, g *referee.Printed, l *listing) {
	for i, t := range g.Book.Reference().Tables {
		l.add(i, t.ID, loc.Text(t.Title), []string{t.ID, loc.Text(t.Title)})
	}
}

func listTerrain(loc localizer, g *referee.Printed, l *listing) {
	known := map[string]bool{}
	for _, c := range g.Book.Reference().Terrain {
		for _, row := range c.Rows {
			if !known[row.Kind] {
				known[row.Kind] = true
				l.add(len(known), row.Kind, loc.Text(row.Name), []string{row.Kind, loc.Text(row.Name)})
			}
		}
	}
}

func listNations(_ localizer, g *referee.Printed, l *listing) {
	for i, n := range g.Sides {
		l.add(i, string(n.ID), n.Name, []string{string(n.ID), n.Name})
	}
}

// suggestFight completes with an attack that can still be made in this player turn, or else with any fight.
func (b *bot) suggestFight(ctx context.Context, req request, t typing) ([]rest.Suggestion, error) {
	return b.suggestPicks(ctx, req, t, append([]order.Verb{oddsVerb}, fights(b.specs)...)...)
}
