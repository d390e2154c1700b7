package season_test

import (
	"fmt"
	"log"
	"time"

	"grognard/bot/league/season"
)

func Example() {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	s := season.Season{}
	event, err := season.Announce(season.DefaultTerms("Summer"))
	if err != nil {
		log.Fatal(err)
	}
	err = s.Apply(season.Entry{At: now, By: "player 1", Event: event})
	for _, player := range []string{"player 2", "player 3", "player 4"} {
		join, _ := s.Join(player, season.SignUp{Zone: "Europe/Berlin"})
		err = s.Apply(season.Entry{At: now, By: player, Event: join})
	}
	start, _ := s.Start("player 1", now)
	err = s.Apply(season.Entry{At: now, By: "player 1", Event: start})
	for _, task := range s.Tasks(now) {
		fmt.Println(task.Kind) // open a game, warn a player, pair a round
	}
	fmt.Println(len(s.Games), err)
	// Output:
	// open
	// open
	// open
	// open
	// open
	// open
	// 6 <nil>
}
