package league

import (
	"context"

	"grognard/bot/league/season"
)

// Agreement is a game outside of seasons, with its players in the order of play.
type Agreement struct {
	Game, Channel string
	Setting       season.Setting
	Users         [2]string
}

// Agreed is the season of the games of a server that count by agreement: there is one, and it may have none yet.
func Agreed(server string) (id string) { return "sagreed-" + server }

// Agree notes that a user wants a game to count for ratings, and returns the season of such games.
func (k *Keeper) Agree(ctx context.Context, c Command, server string, a Agreement) (View, error) {
	if id := k.Playing(a.Game); id != "" && id != Agreed(server) {
		return View{}, season.Refusal{Why: season.AlreadyIn}
	}
	id, err := k.Announce(ctx, Command{ID: "agreed " + server}, server, season.AgreedTerms())
	if err != nil {
		return View{}, err
	}
	err = k.Do(ctx, id, c, func(s *season.Season, _ string, as func(string) (string, error)) (season.Event, error) {
		said := season.Agreement{Game: a.Game, Channel: a.Channel, Setting: a.Setting}
		var err error
		if said.Pair.First, err = as(a.Users[0]); err != nil {
			return season.Event{}, err
		}
		if said.Pair.Second, err = as(a.Users[1]); err != nil {
			return season.Event{}, err
		}
		me, err := as(c.User)
		if err != nil {
			return season.Event{}, err
		}
		return season.Agree(s, me, said)
	})
	if err != nil {
		return View{}, err
	}
	return k.Look(ctx, id)
}
