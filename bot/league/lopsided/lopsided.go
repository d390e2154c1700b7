// Package lopsided finds pairs of players of a season in which one gives up against the other, and against nobody else.
// It may be that one person has two accounts, or that one player is afraid of the other.
//
//	for _, p := range lopsided.For(&s, "boss") {
//		fmt.Println(p.Loser, "has resigned", p.Games, "games early, all against", p.Winner)
//	}
//
// A pair is a hint for an organiser, with no other effect. The program knows nobody's device or address, only results.
//
// RULING: for a hint the same player must have resigned all games that the two have played to their end, at least two,
// each in its first two turns, and he must have resigned none so early against others: a player who drops out loses to
// everybody.
//
// Limits: games of older programs have no turn in which they ended, and don't count as resigned early.
package lopsided

import (
	"slices"

	"grognard/bot/league/request"
	"grognard/bot/league/season"
)

// leastGames is the least number of games for a hint, and earlyTurn the last turn in which a resignation is early.
const (
	leastGames = 2
	earlyTurn  = 2
)

// resigned is season.Game.How of a game that a player has resigned.
const resigned = "resigned"

// Pair is two players of whom one has given up all games against the other.
type Pair struct {
	Winner, Loser string
	Games         int
}

// Of returns the pairs of a season, in the order in which its players have joined.
func Of(s *season.Season) (pairs []Pair) {
	for _, p := range s.Players {
		if pair, ok := pairOf(s, p.ID); ok {
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// For returns the pairs that an organiser may read about: he could judge each of their games, which means that he plays
// neither in it nor in its pool.
func For(s *season.Season, organiser string) []Pair {
	return slices.DeleteFunc(Of(s), func(p Pair) bool {
		return slices.ContainsFunc(s.Games, func(g season.Game) bool {
			_, wins := g.Has(p.Winner)
			_, loses := g.Has(p.Loser)
			return wins && loses && !slices.Contains(season.Judges(s, about(g.Number)), organiser)
		})
	})
}

// about returns a request about a game, made by nobody, to ask who could judge it.
func about(game int) *request.Request { return &request.Request{Asking: request.Asking{Game: game}} }

// pairOf returns the pair in which a player is the loser; ok is false if there is none.
func pairOf(s *season.Season, loser string) (pair Pair, ok bool) {
	pair.Loser = loser
	for i := range s.Games {
		g := &s.Games[i]
		if seat, plays := g.Has(loser); plays && isEarly(g) && g.Result.Points[seat] == 0 {
			other := []string{g.Pair.First, g.Pair.Second}[1-seat]
			if pair.Winner != "" && pair.Winner != other {
				return pair, false
			}
			pair.Winner = other
			pair.Games++
		}
	}
	return pair, pair.Games >= leastGames && pair.Games == countPlayed(s, loser, pair.Winner)
}

// isEarly reports whether a game was resigned in its first turns.
func isEarly(g *season.Game) bool {
	return g.IsOver() && g.Ruled == "" && g.How == resigned && g.Turn > 0 && g.Turn <= earlyTurn
}

// countPlayed counts the games that two have played against each other to their end.
func countPlayed(s *season.Season, a, b string) (n int) {
	for i := range s.Games {
		g := &s.Games[i]
		_, first := g.Has(a)
		_, second := g.Has(b)
		if first && second && g.IsOver() && !g.Result.Unplayed {
			n++
		}
	}
	return n
}
