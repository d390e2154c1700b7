package reliability_test

import (
	"fmt"
	"time"

	"grognard/bot/league/reliability"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"
)

func Example() {
	now := time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)
	s := season.Season{}
	for n := range 5 {
		s.Games = append(s.Games, season.Game{Number: n + 1, ID: fmt.Sprint("game", n), Moved: [2]bool{true, true},
			Pair:    season.Pair{First: "player 1", Second: "player 2"},
			Answers: [2]season.Answers{{Asked: 9, Late: 1}, {Asked: 9}},
			Result:  &standings.Result{Points: [2]int{0, 2}}})
	}

	r := reliability.Of(&s, "player 1", now)
	if percent, enough := r.Percent(); enough {
		fmt.Println(percent, "%") // the lesser of both
	}
	fmt.Printf("%d of %d answers in time, %d of %d games finished\n", r.InTime, r.Asked, r.Finished, r.Begun)
	// Output:
	// 90 %
	// 45 of 50 answers in time, 5 of 5 games finished
}
