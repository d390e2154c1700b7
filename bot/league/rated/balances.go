package rated

import (
	"slices"
	"strings"
	"time"

	"grognard/bot/league/balance"
	"grognard/bot/league/rating"
)

// Balance is how balanced a scenario of a module is.
type Balance struct {
	Scenario string `json:"scenario"`
	balance.Estimate
}

// Balances returns the balance of each scenario of a module, from all results. Players count with the ratings that they
// had when the month of the game began.
func Balances(results []rating.Result, module string) (list []Balance) {
	games := map[string][]balance.Game{}
	for r, before := range rating.Before(results) {
		if r.Module == module && r.Scenario != Sideless {
			games[r.Scenario] = append(games[r.Scenario], balance.Game{First: before[0].Points,
				Second: before[1].Points, Points: r.Points})
		}
	}
	for scenario, played := range games {
		list = append(list, Balance{scenario, balance.Of(played)})
	}
	slices.SortFunc(list, func(a, b Balance) int { return strings.Compare(a.Scenario, b.Scenario) })
	return list
}

// points returns the points of all players who had a rating at a time.
func points(results []rating.Result, at time.Time) map[string]float64 {
	all := map[string]float64{}
	for _, l := range rating.Table(results, at) {
		all[l.Player] = l.Rating.Points
	}
	return all
}

// pointsOf returns a player's points, or if he has none yet those with which everybody begins.
func pointsOf(points map[string]float64, player string) float64 {
	if p, ok := points[player]; ok {
		return p
	}
	return rating.New().Points
}
