package season

import (
	"slices"
	"time"
)

// Challenge returns the event by which a player challenges one who is at most Terms.Above places above him.
func (s *Season) Challenge(player, above string, now time.Time) (Event, error) {
	ladder := s.Playing()
	from, to := slices.Index(ladder, player), slices.Index(ladder, above)
	challenges := slices.ContainsFunc(s.Games, func(g Game) bool { // an earlier challenge of his is not over
		_, plays := g.Has(player)
		return plays && !g.IsOver() && g.Challenger == player
	})
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
	case challenges || avoids(above) && slices.ContainsFunc(ladder[max(0, from-s.Terms.Above):from],
		func(id string) bool { return !avoids(id) }): // he can challenge somebody who doesn't avoid him
		return Event{}, Refusal{Why: Busy}
	}
	p := &Pairings{Round: len(s.Rounds) + 1, Deadline: now.Add(time.Duration(s.Terms.Days) * 24 * time.Hour),
		Challenger: player}
	s.bracket(p, [][2]string{{player, above}})
	return Event{Paired: p}, nil
}

// climb computes the order of a ladder anew from all results, in the order in which games first had one. A challenger
// who has won takes the place of his opponent, who moves down with all between them. So a later ruling counts from its
// game on, and a game that is annulled because a player has left counts not at all.
func (s *Season) climb() {
	if s.Terms.Format != Ladder {
		return
	}
	order := slices.Clone(s.Base)
	for _, p := range s.Players { // players who have joined since have begun at the bottom
		if !slices.Contains(order, p.ID) {
			order = append(order, p.ID)
		}
	}
	for _, n := range s.Ends {
		g := s.Game(n)
		seat, ok := g.Has(g.Challenger)
		if !ok || g.Challenger == "" || g.Result.Points[seat] != 2 || s.isAnnulled(*g) {
			continue
		}
		other := []string{g.Pair.Second, g.Pair.First}[seat]
		if from, to := slices.Index(order, g.Challenger), slices.Index(order, other); 0 <= to && to < from {
			order = slices.Insert(slices.Delete(order, from, from+1), to, g.Challenger)
		}
	}
	s.Order = order
}
