package lopsided_test

import (
	"slices"
	"testing"

	"grognard/bot/league/lopsided"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"
)

// A pair is named only where all its games were given up early by the same player, and none of his against others.
func TestOf_Cases(t *testing.T) {
	game := func(first, second, how string, turn, points int) season.Game {
		return season.Game{Pair: season.Pair{First: first, Second: second}, How: how, Turn: turn,
			Result: &standings.Result{Points: [2]int{points, 2 - points}}}
	}
	early := func(loser, winner string) season.Game { return game(loser, winner, "resigned", 1, 0) }
	ruled, unplayed := early("a", "b"), game("b", "a", season.Forfeit, 0, 2)
	ruled.Ruled, unplayed.Result.Unplayed = "boss", true
	named := []lopsided.Pair{{Winner: "b", Loser: "a", Games: 2}}
	for name, c := range map[string]struct {
		games []season.Game
		want  []lopsided.Pair
	}{
		"no game":  {},
		"one game": {games: []season.Game{early("a", "b")}},
		"two": {games: []season.Game{early("a", "b"), game("b", "a", "resigned", 2, 2)},
			want: named},
		"each one":                {games: []season.Game{early("a", "b"), early("b", "a")}},
		"a third that was played": {games: []season.Game{early("a", "b"), early("a", "b"), game("a", "b", "", 8, 0)}},
		"one late":                {games: []season.Game{early("a", "b"), game("a", "b", "resigned", 3, 0)}},
		"an unknown turn":         {games: []season.Game{early("a", "b"), game("a", "b", "resigned", 0, 0)}},
		"to everybody":            {games: []season.Game{early("a", "b"), early("a", "b"), early("a", "c")}},
		"one of them ruled":       {games: []season.Game{early("a", "b"), ruled}},
		"and one not played": {games: []season.Game{early("a", "b"), early("a", "b"), unplayed},
			want: named},
		"another lost by play": {games: []season.Game{early("a", "b"), early("a", "b"),
			game("a", "c", "resigned", 6, 0)},
			want: named},
	} {
		t.Run(name, func(t *testing.T) {
			s := season.Season{Games: c.games, Players: []season.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}}}
			if got := lopsided.Of(&s); !slices.Equal(got, c.want) {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

// An organiser reads of no pair whose games he could not judge: of one in his own pool, and of his own games.
func TestFor_WhoCouldJudge(t *testing.T) {
	s := season.Season{Organisers: []string{"boss", "c", "d", "b"}, Pools: [][]string{{"a", "b", "c"}, {"d", "e"}},
		Players: []season.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}, {ID: "e"}}}
	for n := range 2 {
		s.Games = append(s.Games, season.Game{Number: n + 1, Pair: season.Pair{Pool: 1, First: "a", Second: "b"}, Turn: 1,
			How: "resigned", Result: &standings.Result{Points: [2]int{0, 2}}})
	}
	for organiser, want := range map[string]int{"boss": 1, "d": 1, "c": 0, "b": 0, "e": 0} {
		if got := lopsided.For(&s, organiser); len(got) != want {
			t.Errorf("%s reads of %v", organiser, got)
		}
	}
}
