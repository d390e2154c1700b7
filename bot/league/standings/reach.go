package standings

import "slices"

// Range is the best and the worst place that a player can reach.
type Range struct {
	Best  int `json:"best"`
	Worst int `json:"worst"`
}

// maxTried is how many open games are tried with all results: 4 to the power of maxTried, as both players can forfeit.
const maxTried = 7

// Reachable returns the places that each player can still reach, in the order of players; the open pairs have still to
// play. When a game ends, a player's range stays or narrows. Once none is left, Best and Worst are his place, which he
// shares with those who are equal in all tie-breaks.
func Reachable(players []string, results []Result, open [][2]string, by []TieBreak) []Range {
	ranges := make([]Range, len(players))
	if len(open) == 0 {
		for _, r := range Table(players, results, by) {
			ranges[slices.Index(players, r.Player)] = Range{r.Place, r.Place}
		}
		return ranges
	}
	points := newScores(players, results).points
	var left [][2]int
	for _, g := range open {
		a, b := slices.Index(players, g[0]), slices.Index(players, g[1])
		if a >= 0 && b >= 0 {
			left = append(left, [2]int{a, b})
		}
	}
	if len(left) <= maxTried {
		for i := range ranges {
			ranges[i] = Range{Best: len(players), Worst: 1} // holds no place yet: try widens it
		}
		try(points, left, ranges)
		return ranges
	}
	most := slices.Clone(points) // each player's points if he wins all games that are left
	for _, g := range left {
		most[g[0]] += 2
		most[g[1]] += 2
	}
	for i := range players {
		ranges[i].Best = 1
		for j := range players {
			if j != i && points[j] > most[i] {
				ranges[i].Best++
			}
			if most[j] >= points[i] {
				ranges[i].Worst++
			}
		}
	}
	return ranges
}

// try widens the ranges by all results of the games that are left. Players with equal points can stand in any order.
func try(points []int, left [][2]int, ranges []Range) {
	if len(left) > 0 {
		g := left[0]
		for _, p := range [][2]int{{2, 0}, {1, 1}, {0, 2}, {0, 0}} {
			points[g[0]] += p[0]
			points[g[1]] += p[1]
			try(points, left[1:], ranges)
			points[g[0]] -= p[0]
			points[g[1]] -= p[1]
		}
		return
	}
	for i, p := range points {
		best, worst := 1, 0
		for _, q := range points {
			if q > p {
				best++
			}
			if q >= p {
				worst++
			}
		}
		ranges[i] = Range{min(ranges[i].Best, best), max(ranges[i].Worst, worst)}
	}
}
