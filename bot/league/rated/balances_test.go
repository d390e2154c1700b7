package rated_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"grognard/bot/league"
	"grognard/bot/league/balance"
	"grognard/bot/league/bid"
	"grognard/bot/league/lobby"
	"grognard/bot/league/rated"
	"grognard/bot/league/rating"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"
)

// A player counts with the rating that he had before the month, not with that of the games themselves.
func TestBalances_RatingsBeforeTheMonth(t *testing.T) {
	at := func(month time.Month, day int) time.Time { return time.Date(2026, month, day, 12, 0, 0, 0, time.UTC) }
	results := []rating.Result{
		{ID: "1", At: at(1, 1), Module: "drill", Scenario: "a", First: "x", Second: "y", Points: [2]int{2, 0}},
		{ID: "2", At: at(1, 31), Module: "drill", Scenario: "a", First: "y", Second: "x", Points: [2]int{1, 1}},
		{ID: "3", At: at(2, 1), Module: "drill", Scenario: "a", First: "y", Second: "x", Points: [2]int{2, 0}},
		{ID: "4", At: at(2, 2), Module: "drill", Scenario: "b", First: "x", Second: "z", Points: [2]int{0, 2}},
		{ID: "5", At: at(2, 3), Module: "afb", First: "x", Second: "z", Points: [2]int{2, 0}},
	}
	was := map[string]float64{"z": 1500}
	for _, l := range rating.Table(results[:2], at(1, 31)) {
		was[l.Player] = l.Rating.Points
	}
	want := []rated.Balance{
		{Scenario: "a", Estimate: balance.Of([]balance.Game{{First: 1500, Second: 1500, Points: [2]int{2, 0}},
			{First: 1500, Second: 1500, Points: [2]int{1, 1}}, {First: was["y"], Second: was["x"], Points: [2]int{2, 0}}})},
		{Scenario: "b", Estimate: balance.Of([]balance.Game{{First: was["x"], Second: was["z"], Points: [2]int{0, 2}}})},
	}
	if got := rated.Balances(results, "drill"); !reflect.DeepEqual(got, want) || was["x"] <= 1500 {
		t.Errorf("%+v; want %+v", got, want)
	}
}

// A game for a side of which points were bid says nothing of the balance: its result has them in it.
func TestBalances_WithoutBids(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	v := league.View{ID: "s1", Season: season.Season{Players: []season.Player{{ID: "one"}, {ID: "two"}}}}
	for n, met := range []*lobby.Match{nil, {Most: 9, Bid: &bid.Say{Side: 1, Points: 9}}, {Most: 9}, {}} {
		v.Games = append(v.Games, season.Game{Number: n + 1, ID: fmt.Sprint(n), Ended: at, Met: met,
			Pair: season.Pair{First: "one", Second: "two"}, Setting: season.Setting{Module: "drill", Scenario: "a"},
			Result: &standings.Result{First: "one", Second: "two", Points: [2]int{0, 2}}})
	}
	results := rated.Results(v)
	list := rated.Balances(results, "drill")
	if len(results) != 4 || len(list) != 1 || list[0].Scenario != "a" || list[0].Games != 3 {
		t.Errorf("of %d results: %+v", len(results), list)
	}
}

// Results of 400 players over 19 years, as a club may bring them.
func BenchmarkBalances(b *testing.B) {
	var results []rating.Result
	for n := range 5000 {
		results = append(results, rating.Result{ID: fmt.Sprint(n), Module: "drill", Scenario: "a",
			At:    time.Date(2006, 1, 1+n*7000/5000, 0, 0, 0, 0, time.UTC),
			First: fmt.Sprint("p", n%200), Second: fmt.Sprint("q", n%199), Points: [2]int{2, 0}})
	}
	for b.Loop() {
		rated.Balances(results, "drill")
	}
}
