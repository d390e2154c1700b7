package table

import (
	"context"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
)

// suggestModules completes with the games that can be played.
func (g Games) suggestModules(_ context.Context, _ ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	l := ask.NewListing(t.Text())
	for _, m := range g.Referee.Modules() {
		l.Add(0, m.ID, m.Title, []string{m.Title, m.ID})
	}
	return l.Suggestions(), nil
}

// suggestScenarios completes with the scenarios of the game that is typed already.
func (g Games) suggestScenarios(_ context.Context, _ ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	l := ask.NewListing(t.Text())
	for _, m := range g.Referee.Modules() {
		for _, sc := range m.Scenarios {
			if m.ID == t.Values["module"] {
				l.Add(0, sc.ID, sc.Name, []string{sc.Name, sc.ID})
			}
		}
	}
	return l.Suggestions(), nil
}

// suggestSides completes with the sides of the game that is typed already.
func (g Games) suggestSides(_ context.Context, _ ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	l := ask.NewListing(t.Text())
	for _, m := range g.Referee.Modules() {
		for _, s := range m.Sides {
			if m.ID == t.Values["module"] {
				l.Add(0, string(s.ID), s.Name, []string{s.Name, string(s.ID)})
			}
		}
	}
	return l.Suggestions(), nil
}

// suggestSeat completes with the free seats of the channel's game.
func (g Games) suggestSeat(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	table, err := g.Kit.Referee.Table(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, err
	}
	l := ask.NewListing(t.Text())
	for _, seat := range table.Seats {
		if seat.User == "" {
			l.Add(0, string(seat.Side.ID), seat.Side.Name, []string{seat.Side.Name, string(seat.Side.ID)})
		}
	}
	return l.Suggestions(), nil
}
