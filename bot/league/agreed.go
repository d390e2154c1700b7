package league

import (
	"context"
	"errors"
	"slices"

	"grognard/bot/league/lobby"
	"grognard/bot/league/season"
)

// Agreement is a game outside of seasons that is to count for ratings. Users are its players, in the order of play.
type Agreement struct {
	Game, Channel string
	Setting       season.Setting
	Users         [2]string
}

// Agreed returns the ID of the season that holds a server's games that count by agreement. It may not have begun yet.
func Agreed(server string) (id string) { return "sagreed-" + server }

// Agree notes that a user wants a game to count for ratings, and returns the season of such games.
func (k *Keeper) Agree(ctx context.Context, c Command, server string, a Agreement) (View, error) {
	id, seat, other := Agreed(server), 0, a.Users[1]
	if of := k.Playing(a.Game); of != "" && of != id {
		return View{}, season.Refusal{Why: season.AlreadyIn}
	}
	switch c.User {
	case a.Users[1]:
		seat, other = 1, a.Users[0]
	case a.Users[0]: // seat and other are his already
	default:
		return View{}, season.Refusal{Why: season.NotIn}
	}
	h, err := k.agreed(ctx, server)
	if err != nil {
		return View{}, err
	}
	err = k.Do(ctx, id, c, func(s *season.Season, _ string, as func(string) (string, error)) (season.Event, error) {
		me, err := as(c.User)
		if err != nil {
			return season.Event{}, err
		}
		said := season.Agreement{Game: a.Game, Channel: a.Channel, Setting: a.Setting}
		*[]*string{&said.Pair.First, &said.Pair.Second}[seat] = me // the other name stays ""
		return season.Agree(s, me, nameOf(h.names, other), said)   // Do holds the lock of h.names
	})
	if err != nil {
		return View{}, err
	}
	return k.Look(ctx, id)
}

// agreed returns the season of the games of a server that count by agreement, and begins it if there is none yet. The
// lock k.first keeps two callers from beginning it twice.
func (k *Keeper) agreed(ctx context.Context, server string) (*held, error) {
	k.first.Lock()
	defer k.first.Unlock()
	id, terms := Agreed(server), season.AgreedTerms()
	h, err := k.find(ctx, id)
	if !errors.Is(err, ErrNoSeason) {
		return h, err
	}
	begin := season.Event{Announced: &terms}
	if err := k.announce(ctx, Command{ID: "agreed " + server}, id, server, begin); err != nil {
		return nil, err
	}
	return k.find(ctx, id)
}

// Meet carries out a command in the lobby of a server, whose games are those of its agreed season.
func (k *Keeper) Meet(ctx context.Context, c Command, server string,
	decide func(l *lobby.Lobby, me string) (lobby.Event, error)) (View, error) {
	if _, err := k.agreed(ctx, server); err != nil {
		return View{}, err
	}
	err := k.Do(ctx, Agreed(server), c, func(s *season.Season, _ string, as func(string) (string, error)) (season.Event,
		error) {
		me, err := as(c.User)
		if err != nil {
			return season.Event{}, err
		}
		event, err := decide(&s.Lobby, me)
		return season.Event{Lobby: &event}, err
	})
	if err != nil {
		return View{}, err
	}
	return k.Look(ctx, Agreed(server))
}

// Remember notes results from before the program, whose players are user IDs, and returns how many were not known yet;
// 0 if the command is given again. played are the results of the server's games, which count as known; in them a
// forgotten player is "".
func (k *Keeper) Remember(ctx context.Context, c Command, server string, p season.Past, played []season.PastResult) (
	taken int, err error) {
	h, err := k.agreed(ctx, server)
	if err != nil {
		return 0, err
	}
	err = k.Do(ctx, Agreed(server), c, func(s *season.Season, _ string, as func(string) (string, error)) (season.Event,
		error) {
		known := slices.Clone(played)
		for _, r := range s.Past { // Do holds the lock of h.names
			r.First, r.Second = h.names[r.First], h.names[r.Second]
			known = append(known, r)
		}
		for _, r := range s.PastOut { // results taken out may come back, but none that names a forgotten user
			r.First, r.Second = h.names[r.First], h.names[r.Second]
			if r.First == "" || r.Second == "" {
				known = append(known, r)
			}
		}
		fresh, _ := season.Unknown(p.Results, known)
		for i := range fresh {
			for _, player := range []*string{&fresh[i].First, &fresh[i].Second} {
				name, err := as(*player)
				if err != nil {
					return season.Event{}, err
				}
				*player = name
			}
		}
		event, err := season.Remember(s, season.Past{Channel: p.Channel, Results: fresh})
		if err == nil {
			taken = len(fresh)
		}
		return event, err
	})
	return taken, err
}
