package season

import (
	"slices"

	"grognard/bot/league/standings"
)

// repetitionOf returns the game that repeats g, a drawn one, nil if there is none.
func repetitionOf(s *Season, g Game) *Game {
	i := slices.IndexFunc(s.Games, func(o Game) bool { return o.Again == g.Number })
	if i < 0 {
		return nil
	}
	return &s.Games[i]
}

// Repeated reports whether g is a drawn game of a knock-out that is or will be repeated.
func Repeated(s *Season, g Game) bool {
	if !inKnockOut(s) || !g.IsOver() || g.Again != 0 || g.Result.Points != [2]int{1, 1} {
		return false
	}
	if repetitionOf(s, g) != nil {
		return true
	}
	_, again := s.winner(g)
	return again
}

// Out returns who no longer plays in a season that is a knock-out: the losers of games that decide who goes on, and
// those who have left. In other seasons it returns nil.
func Out(s *Season) (ids []string) {
	if s.Terms.Format != Knock {
		return nil
	}
	undecided := s.Undecided()
	for _, g := range s.Games {
		if !g.IsOver() || g.Again != 0 || slices.Contains(undecided, g.Number) {
			continue
		}
		players := []string{g.Pair.First, g.Pair.Second}
		if o := repetitionOf(s, g); o != nil {
			if !o.IsOver() {
				continue
			}
			players = append(players, o.Pair.First, o.Pair.Second) // a reserve may have taken over the second game
		}
		if winner, again := s.winner(g); !again {
			ids = append(ids, slices.DeleteFunc(players, func(id string) bool { return id == winner || id == "" })...)
		}
	}
	for _, p := range s.Players {
		if !p.Left.IsZero() {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// outLast marks in the table of a knock-out the players who are out, and puts them below those who are still in.
func outLast(s *Season, rows []standings.Row) []standings.Row {
	out := Out(s)
	if len(out) == 0 {
		return rows
	}
	for i := range rows {
		rows[i].Out = slices.Contains(out, rows[i].Player)
	}
	slices.SortStableFunc(rows, func(a, b standings.Row) int {
		switch {
		case a.Out == b.Out:
			return 0
		case b.Out:
			return -1
		}
		return 1
	})
	for i, was := 0, 0; i < len(rows); i++ {
		place := rows[i].Place // as the table gave it: equal players share one
		rows[i].Place = i + 1
		if i > 0 && place == was && rows[i].Out == rows[i-1].Out {
			rows[i].Place = rows[i-1].Place
		}
		was = place
	}
	return rows
}
