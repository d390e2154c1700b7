package table

import (
	"context"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/referee/titles"
	"grognard/rules/order"
)

// suggestModules completes with the games that can be played.
func (g Games) suggestModules(_ context.Context, _ ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	l, typed := ask.NewListing(t.Text()), order.Fold(strings.TrimSpace(t.Text()))
	for _, m := range g.Referee.Modules() {
		class := 1
		if strings.HasPrefix(order.Fold(m.Title), typed) || strings.HasPrefix(order.Fold(m.ID), typed) {
			class = 0 // first, because the name of one game can be a part of another's
		}
		l.Add(class, m.ID, m.Title, []string{m.Title, m.ID})
	}
	return l.Suggestions(), nil
}

// suggestScenarios completes with the scenarios of the game that was typed before.
func (g Games) suggestScenarios(_ context.Context, _ ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	return g.suggestOf(t, func(l *ask.Listing, m titles.Module) {
		for _, sc := range m.Scenarios {
			l.Add(0, sc.ID, sc.Name, []string{sc.Name, sc.ID})
		}
	})
}

// suggestSides completes with the sides of the game that was typed before.
func (g Games) suggestSides(_ context.Context, _ ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	return g.suggestOf(t, func(l *ask.Listing, m titles.Module) {
		for _, side := range m.Sides {
			addSide(l, side)
		}
	})
}

// suggestOf completes with what list adds for the game that was typed before.
func (g Games) suggestOf(t ask.Typing, list func(*ask.Listing, titles.Module)) ([]rest.Suggestion, error) {
	l := ask.NewListing(t.Text())
	for _, m := range g.Referee.Modules() {
		if m.ID == t.Values["module"] {
			list(l, m)
		}
	}
	return l.Suggestions(), nil
}

const onlyFree, freeOrNot = true, false // for suggestSeats

// suggestSeats returns a completer for the sides of the channel's game, with free only for those whose seat is free.
func (g Games) suggestSeats(free bool) ask.Completer {
	return func(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
		table, err := g.Kit.Referee.Table(ctx, req.Cmd.Channel)
		if err != nil {
			return nil, err
		}
		l := ask.NewListing(t.Text())
		for _, seat := range table.Seats {
			if !free || seat.User == "" {
				addSide(l, seat.Side)
			}
		}
		return l.Suggestions(), nil
	}
}

func addSide(l *ask.Listing, side order.Nation) {
	l.Add(0, string(side.ID), side.Name, []string{side.Name, string(side.ID)})
}
