package season

import (
	"slices"
	"time"
)

// Challenge returns the game of a player with one who stands above on the ladder, by as many places as the terms say.
func (s *Season) Challenge(player, above string, now time.Time) (Event, error) {
	ladder := s.Playing()
	from, to := slices.Index(ladder, player), slices.Index(ladder, above)
	busy := func(id string) bool {
		return slices.ContainsFunc(s.Games, func(g Game) bool {
			_, plays := g.Has(id)
			return plays && !g.IsOver() && g.Challenger == player
		})
	}
	avoids := func(id string) bool { return slices.Contains(s.Player(id).Avoid, player) }
	switch {
	case s.Stage != Running || s.Terms.Format != Ladder:
		return Event{}, Refusal{Why: NotRunning}
	case player == above:
		return Event{}, Refusal{Why: Oneself}
	case from < 0 || to < 0:
		return Event{}, Refusal{Why: NotIn}
	case to > from || from-to > s.Terms.Above:
		return Event{}, Refusal{Why: NotAbove}
	case busy(player) || avoids(above) && slices.ContainsFunc(ladder[max(0, from-s.Terms.Above):from],
		func(id string) bool { return !avoids(id) }): // there is another one to challenge
		return Event{}, Refusal{Why: Busy}
	}
	p := &Pairings{Round: len(s.Rounds) + 1, Deadline: now.Add(time.Duration(s.Terms.Days) * 24 * time.Hour),
		Challenger: player}
	s.bracket(p, [][2]string{{player, above}})
	return Event{Paired: p}, nil
}

// climb orders a ladder by its results, in the order in which there were any: a challenger who has won takes the place
// of the other one, who moves down with all between them. A ruling on an earlier game so counts from that game on, and
// a game that is annulled, as one of its two has left, not at all.
func (s *Season) climb() {
	if s.Terms.Format != Ladder {
		return
	}
	order := slices.Clone(s.Base)
	for _, p := range s.Players { // who has joined since has begun at the bottom
		if !slices.Contains(order, p.ID) {
			order = append(order, p.ID)
		}
	}
	for _, n := range s.Ends {
		g := s.Game(n)
		seat, ok := g.Has(g.Challenger)
		if !ok || g.Challenger == "" || g.Result.Points[seat] != 2 || s.annulled(*g) {
			continue
		}
		other := []string{g.Pair.Second, g.Pair.First}[seat]
		if from, to := slices.Index(order, g.Challenger), slices.Index(order, other); 0 <= to && to < from {
			order = slices.Insert(slices.Delete(order, from, from+1), to, g.Challenger)
		}
	}
	s.Order = order
}
