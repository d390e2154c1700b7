package rated_test

import (
	"context"
	"fmt"
	"time"

	"grognard/bot/league"
	"grognard/bot/league/rated"
	"grognard/bot/league/rating"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"
)

// shelf has the seasons of one server.
type shelf map[string]league.View

func (s shelf) Of(context.Context, string) ([]string, error)           { return []string{"s1"}, nil }
func (s shelf) Look(_ context.Context, id string) (league.View, error) { return s[id], nil }
func (s shelf) Ended(string) (times int, over bool)                    { return 0, false }

func Example() {
	ctx := context.Background()
	won := &standings.Result{First: "player 1", Second: "player 2", Points: [2]int{2, 0}}
	bye := &standings.Result{First: "player 1", Points: [2]int{2, 0}, Unplayed: true}
	drill := season.Setting{Module: "drill"}
	keeper := shelf{"s1": {ID: "s1", Names: map[string]string{"player 1": "42"}, Season: season.Season{Games: []season.Game{
		{Number: 1, Pair: season.Pair{First: "player 1", Second: "player 2"}, Setting: drill, Result: won},
		{Number: 2, Pair: season.Pair{First: "player 1"}, Setting: drill, Result: bye}}}}}

	results, err := rated.Of(ctx, keeper, "900")
	lines := rating.Table(rated.In(results, "drill"), time.Now())
	fmt.Println(err, rated.Modules(results), len(results))
	for _, l := range lines { // player 2 has no user ID here, so his name has the season's ID in front
		fmt.Printf("%s has won %d of %d\n", l.Player, l.Won, l.Games)
	}
	// Output:
	// <nil> [drill] 1
	// 42 has won 1 of 1
	// s1 player 2 has won 0 of 1
}
