package people

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"grognard/bot/calendar"
	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/storage"
)

// Kept counts what is stored of a user.
type Kept struct {
	Games              int // games in which he has given a command
	Preferences, Notes int
	Papers             int        // standing answers and lists
	Changes            int        // changes of his calendar
	Waits              int        // servers in which he waits for a seat
	Panels             int        // 1 when he has a panel in his direct messages
	Seasons            int        // of leagues in which he takes part, or did
	Lobbies            int        // servers whose rated games, past results and requests name him outside of seasons
	Seats              []SeatKept // in games that are not over
	Asked              []SeatKept // grants in such games that he has not answered, or that begin later
}

// Exits are the functions by which a user leaves games, and the one by which users' last looks are forgotten.
type Exits struct {
	Leave, Cancel, Resign func(ctx context.Context, c api.Command) (api.Table, error)
	EndGrant              func(ctx context.Context, c api.Command, number int) (api.Table, error)
	ForgetVisits          func()
}

// Privacy says what is stored of a user, and forgets him.
type Privacy struct {
	games *games.Games
	store Store
	log   Log
	exits Exits
}

// None reports whether nothing is stored.
func (k Kept) None() bool {
	return k.Games+k.Preferences+k.Notes+k.Papers+k.Changes+k.Waits+k.Panels+k.Seasons+k.Lobbies == 0
}

// SeatKept is a game that is not over and in which a user plays, or which he has opened and nobody has joined.
type SeatKept struct {
	Game    api.GameID
	Channel string
	Started bool
	Beside  bool  // he plays beside the player who has the seat
	alone   bool  // nobody else has a seat
	grants  []int // the numbers of his grants in the game
}

// Kept counts what is stored of a user.
func (pr *Privacy) Kept(ctx context.Context, user string) (Kept, error) {
	return games.Within(pr.games, func() (Kept, error) {
		ids, err := pr.log.GamesOf(ctx, user)
		if err != nil {
			return Kept{}, err
		}
		papers, err := pr.store.PapersBy(ctx, user)
		if err != nil {
			return Kept{}, err
		}
		kept := Kept{Games: len(ids)}
		for _, p := range papers {
			switch {
			case strings.HasPrefix(p.Kind, api.PaperOfNote):
				kept.Notes++
			case strings.HasPrefix(p.Kind, api.PaperOfWaiting):
				kept.Waits++
			case p.Kind == api.PaperOfPanel:
				kept.Panels++
			case p.Kind == api.PaperOfCalendar:
				var changes []calendar.Change
				if json.Unmarshal([]byte(p.Text), &changes) != nil { // it must not keep him from being forgotten
					kept.Changes = 1
					continue
				}
				kept.Changes = len(changes)
			case p.Game == "":
				kept.Preferences++
			default:
				kept.Papers++
			}
		}
		for _, id := range ids {
			seat, asked, err := pr.seatKept(ctx, id, user)
			if errors.Is(err, api.ErrDamaged) { // nobody can play it, and it must not keep him from being forgotten
				continue
			}
			if err != nil {
				return Kept{}, err
			}
			if seat != nil {
				kept.Seats = append(kept.Seats, *seat)
			}
			kept.Asked = append(kept.Asked, asked...)
		}
		return kept, nil
	})
}

// seatKept returns a user's part in a game and the grants that he has not answered. seat is nil if the game is over or
// he no longer plays in it.
func (pr *Privacy) seatKept(ctx context.Context, id api.GameID, user string) (seat *SeatKept, asked []SeatKept,
	err error) {
	kept, err := pr.log.Game(ctx, id)
	if err != nil || kept.Over {
		return nil, nil, err
	}
	err = pr.games.WithLoaded(ctx, kept, func(g *games.Held) error {
		seat, asked = partIn(g.Game, user)
		return nil
	})
	return seat, asked, err
}

// partIn returns a user's seat in a game (nil if it is over or he has none) and the grants that he has not answered.
func partIn(g *ledger.Game, user string) (seat *SeatKept, asked []SeatKept) {
	if g.Over {
		return nil, nil
	}
	id, channel := g.Stored.ID, g.Stored.Channel
	side, notSeated := g.Side(user)
	s := SeatKept{Game: id, Channel: channel, Started: g.Started, Beside: notSeated == nil &&
		g.Player(side) != user, alone: true}
	for _, p := range g.Seats {
		s.alone = s.alone && (p.User == "" || p.User == user)
		for _, r := range p.Grants {
			switch {
			case r.To != user:
			case r.Begun:
				s.grants = append(s.grants, r.Number)
			default:
				asked = append(asked, SeatKept{Game: id, Channel: channel, Started: true, Beside: true,
					grants: []int{r.Number}})
			}
		}
	}
	if notSeated != nil && (g.Started || g.Opener != user || !s.alone) { // no seat, nor a game that nobody has joined
		return nil, asked
	}
	return &s, asked
}

// Depart forgets a user who asks for it. First he leaves the games that are not over, so that nobody waits for
// him: in a game that has begun he resigns, or no longer acts for another player; in another one his seat opens again,
// or the game is cancelled if he is alone; what is offered to him is declined. All of that is announced as usual.
func (pr *Privacy) Depart(ctx context.Context, c api.Command) (Kept, error) {
	kept, err := pr.Kept(ctx, c.User)
	if err != nil {
		return kept, err
	}
	for _, s := range append(slices.Clip(kept.Seats), kept.Asked...) {
		cmd := api.Command{ID: c.ID + " " + string(s.Game), User: c.User, Channel: s.Channel, Game: s.Game}
		if err := pr.leave(ctx, cmd, s); err != nil && !errors.Is(err, api.ErrOver) &&
			!errors.Is(err, api.ErrNotSeated) && !errors.Is(err, api.ErrNoGrant) { // the game ended meanwhile
			return kept, err
		}
	}
	return kept, pr.Forget(ctx, c.User)
}

// leave has a user leave a game, or decline what is offered to him in it.
func (pr *Privacy) leave(ctx context.Context, c api.Command, s SeatKept) (err error) {
	switch {
	case s.Beside:
		id := c.ID
		for _, number := range s.grants {
			c.ID = fmt.Sprintf("%s %d", id, number)
			if _, failed := pr.exits.EndGrant(ctx, c, number); failed != nil {
				err = failed
			}
		}
	case s.Started:
		_, err = pr.exits.Resign(ctx, c)
	case s.alone:
		_, err = pr.exits.Cancel(ctx, c)
	default:
		_, err = pr.exits.Leave(ctx, c)
	}
	return err
}

// Forget deletes what the store keeps of a user; see storage.Log. His games go on and show the name that their
// logs have for him; he can no longer give orders in them. Forget waits for running calls, so that none of them
// stores again what it read before.
func (pr *Privacy) Forget(ctx context.Context, user string) error {
	return pr.games.Gate.Alone(func() error {
		ids, err := pr.log.Forget(ctx, user)
		if err != nil {
			return err
		}
		pr.exits.ForgetVisits()
		pr.games.Drop(ids)
		return nil
	})
}

// ForgottenNumber returns the number by which a game knows a user who was forgotten, from what stands there in his
// place; ok is false for a user who was not forgotten.
func ForgottenNumber(user string) (n int, ok bool) { return storage.PlayerNumber(user) }
