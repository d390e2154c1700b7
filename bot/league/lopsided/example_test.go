package lopsided_test

import (
	"fmt"

	"grognard/bot/league/lopsided"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"
)

func Example() {
	s := season.Season{Organisers: []string{"boss"}, Players: []season.Player{{ID: "player 1"}, {ID: "player 2"}}}
	for n := range 2 {
		s.Games = append(s.Games, season.Game{Number: n + 1, How: "resigned", Turn: 1,
			Pair: season.Pair{First: "player 1", Second: "player 2"}, Result: &standings.Result{Points: [2]int{0, 2}}})
	}
	for _, p := range lopsided.For(&s, "boss") {
		fmt.Println(p.Loser, "has resigned", p.Games, "games early, all against", p.Winner)
	}
	// Output: player 1 has resigned 2 games early, all against player 2
}
