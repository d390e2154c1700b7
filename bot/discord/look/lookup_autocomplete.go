package look

import (
	"context"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/titles"
)

// ofPrinted completes with what is printed in the game whose tables are looked up. A user who has not chosen a game is
// asked for one when he has given the command.
func (b *Lookups) ofPrinted(list func(loc wording.Localizer, g *titles.Printed, l *ask.Listing)) ask.Completer {
	return func(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
		g, err := b.gameOf(ctx, req, ask.TypedCommand{Verb: t.Verb})
		if err != nil {
			return nil, nil
		}
		l := ask.NewListing(t.Text())
		list(req.Localizer.On(g.SetUp.Board().Map), g, l)
		return l.Suggestions(), nil
	}
}

// listTables returns a function that lists the tables in the order in which the game prints them; with fights only
// those that /odds can be asked of.
func listTables(fights bool) func(loc wording.Localizer, g *titles.Printed, l *ask.Listing) {
	return func(loc wording.Localizer, g *titles.Printed, l *ask.Listing) {
		for i, t := range g.Book.Reference().Tables {
			if !fights || !t.NoFight {
				l.Add(i, t.ID, loc.Text(t.Title), []string{t.ID, loc.Text(t.Title)})
			}
		}
	}
}

func listTerrain(loc wording.Localizer, g *titles.Printed, l *ask.Listing) {
	known := map[string]bool{}
	for _, c := range g.Book.Reference().Terrain {
		for _, row := range c.Rows {
			if !known[row.Kind] {
				known[row.Kind] = true
				l.Add(len(known), row.Kind, loc.Text(row.Name), []string{row.Kind, loc.Text(row.Name)})
			}
		}
	}
}

func listNations(_ wording.Localizer, g *titles.Printed, l *ask.Listing) {
	for i, n := range g.Sides {
		l.Add(i, string(n.ID), n.Name, []string{string(n.ID), n.Name})
	}
}
