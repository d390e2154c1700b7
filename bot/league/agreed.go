package league

import (
	"context"
	"errors"

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
	id, terms, seat, other := Agreed(server), season.AgreedTerms(), 0, a.Users[1]
	if of := k.Playing(a.Game); of != "" && of != id {
		return View{}, season.Refusal{Why: season.AlreadyIn}
	}
	switch c.User {
	case a.Users[1]:
		seat, other = 1, a.Users[0]
	case a.Users[0]:
	default:
		return View{}, season.Refusal{Why: season.NotIn}
	}
	k.first.Lock() // of two who are the first to agree on a server one begins its season
	h, err := k.find(ctx, id)
	if errors.Is(err, ErrNoSeason) {
		err = k.announce(ctx, Command{ID: "agreed " + server}, id, server, season.Event{Announced: &terms})
		if err == nil {
			h, err = k.find(ctx, id)
		}
	}
	k.first.Unlock()
	if err != nil {
		return View{}, err
	}
	err = k.Do(ctx, id, c, func(s *season.Season, _ string, as func(string) (string, error)) (season.Event, error) {
		me, err := as(c.User)
		if err != nil {
			return season.Event{}, err
		}
		said := season.Agreement{Game: a.Game, Channel: a.Channel, Setting: a.Setting}
		*[]*string{&said.Pair.First, &said.Pair.Second}[seat] = me
		return season.Agree(s, me, nameOf(h.names, other), said) // its lock is held
	})
	if err != nil {
		return View{}, err
	}
	return k.Look(ctx, id)
}
