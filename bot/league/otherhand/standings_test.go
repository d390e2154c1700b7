package otherhand_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"grognard/bot/league/standings"
)

// anyGame is a game of somebody with somebody or nobody, as it may end.
func anyGame(r *rand.Rand, first, second string) game {
	g := game{First: first, Second: second, Result: &result{}}
	switch r.IntN(8) {
	case 0, 1, 2:
		g.Result.Points, g.Result.Margin = [2]int{2, 0}, 1+r.IntN(3)
	case 3, 4:
		g.Result.Points, g.Result.Margin = [2]int{0, 2}, -1-r.IntN(3)
	case 5, 6:
		g.Result.Points = [2]int{1, 1}
	default:
		g.Result.Points, g.Result.Unplayed = [][2]int{{2, 0}, {0, 2}, {1, 1}, {0, 0}}[r.IntN(4)], true
	}
	if p := g.Result.Points; !g.Result.Unplayed && p[0] != p[1] && r.IntN(4) == 0 {
		g.Result.Clock = map[bool]string{true: second, false: first}[p[0] > p[1]]
	}
	if second == "" {
		g.Result = &result{Points: [2]int{r.IntN(3), 0}, Unplayed: true}
	}
	return g
}

func theirs(g game) standings.Result {
	return standings.Result{First: g.First, Second: g.Second, Points: g.Result.Points, Margin: g.Result.Margin,
		Unplayed: g.Result.Unplayed, Clock: g.Result.Clock}
}

// Tables of any results, with the tie-breaks in any order, are those that this hand computes.
func TestTable(t *testing.T) {
	for i := range *graphs * 5 {
		r := rand.New(rand.NewPCG(uint64(i), 5))
		var members []string
		for m := range 1 + r.IntN(8) {
			members = append(members, fmt.Sprint("player ", m))
		}
		var games []game
		var results []standings.Result
		for range r.IntN(3 * len(members)) {
			first, second := r.IntN(len(members)+1), r.IntN(len(members)+2)
			name := fmt.Sprint("player ", second)
			if second > len(members) {
				name = ""
			}
			if first != second {
				games = append(games, anyGame(r, fmt.Sprint("player ", first), name))
				results = append(results, theirs(games[len(games)-1]))
			}
		}
		by := standings.TieBreaks()
		r.Shuffle(len(by), func(i, j int) { by[i], by[j] = by[j], by[i] })
		by = by[:r.IntN(len(by)+1)]
		var names []string
		for _, b := range by {
			names = append(names, string(b))
		}
		want, got := standing(members, games, names), standings.Table(members, results, by)
		for j, w := range want {
			g := got[j]
			if w.Player != g.Player || w.Place != g.Place || w.Played != g.Played || w.Won != g.Won || w.Drawn != g.Drawn ||
				w.Lost != g.Lost || w.Points != g.Points || len(g.Broken) != len(by) ||
				fmt.Sprint(w.Broken) != fmt.Sprint(g.Broken) {
				t.Errorf("table %d, by %v: %+v\n%+v\nand by this hand\n%+v", i, by, results, g, w)
			}
		}
		cross := standings.Cross(members, results)
		for a, first := range members {
			for b, second := range members {
				var points []int
				for _, s := range sides(members, games)[first] {
					if s.other == second && a != b {
						points = append(points, s.points)
					}
				}
				if len(points)+len(cross[a][b]) > 0 && !reflect.DeepEqual(points, cross[a][b]) {
					t.Errorf("table %d: %s met %s: %v, and by this hand %v", i, first, second, cross[a][b], points)
				}
			}
		}
		if t.Failed() {
			return
		}
	}
}

// outcomes are ways in which a game can end that can make a difference.
func outcomes(first, second string) (all []game) {
	for _, r := range []result{
		{Points: [2]int{2, 0}, Margin: 1}, {Points: [2]int{2, 0}, Margin: 9},
		{Points: [2]int{0, 2}, Margin: -1}, {Points: [2]int{0, 2}, Margin: -9},
		{Points: [2]int{2, 0}, Margin: 1, Clock: second}, {Points: [2]int{0, 2}, Margin: -1, Clock: first},
		{Points: [2]int{1, 1}}, {Points: [2]int{2, 0}, Unplayed: true}, {Points: [2]int{0, 2}, Unplayed: true},
		{Points: [2]int{1, 1}, Unplayed: true}, {Points: [2]int{0, 0}, Unplayed: true},
	} {
		all = append(all, game{First: first, Second: second, Result: &r})
	}
	return all
}

// The places that can be reached hold whatever comes, and they only ever narrow. With the last two games they are no
// wider than what points alone forbid, as if tie-breaks could still order equals in any way.
func TestReachable(t *testing.T) {
	var wide, tight int
	for i := range *graphs / 4 {
		r := rand.New(rand.NewPCG(uint64(i), 6))
		var members []string
		var open [][2]string
		for m := range 3 + r.IntN(3) {
			name := fmt.Sprint("player ", m)
			for _, other := range members {
				open = append(open, [2]string{name, other}, [2]string{other, name})
			}
			members = append(members, name)
		}
		r.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
		by := standings.TieBreaks()
		if r.IntN(2) == 0 {
			r.Shuffle(len(by), func(i, j int) { by[i], by[j] = by[j], by[i] })
		}
		by = by[:1+r.IntN(len(by))]
		var names []string
		for _, b := range by {
			names = append(names, string(b))
		}
		var games []game
		var results []standings.Result
		var before []standings.Range
		for {
			reach := standings.Reachable(members, results, open, by)
			for j, m := range members {
				if before != nil && (reach[j].Best < before[j].Best || reach[j].Worst > before[j].Worst) {
					t.Fatalf("season %d, %d open: %s could reach %v, and now %v", i, len(open), m, before[j], reach[j])
				}
			}
			before = reach
			found, byPoints := make([]span, len(members)), make([]span, len(members))
			try := func(more []game) {
				end := standing(members, append(games[:len(games):len(games)], more...), names)
				for _, w := range end {
					for j, m := range members {
						if m != w.Player {
							continue
						}
						if found[j].Best == 0 || w.Place < found[j].Best {
							found[j].Best = w.Place
						}
						found[j].Worst = max(found[j].Worst, w.Place)
						better, equal := 0, 0
						for _, o := range end {
							if o.Points > w.Points {
								better++
							} else if o.Points == w.Points {
								equal++
							}
						}
						if byPoints[j].Best == 0 || better+1 < byPoints[j].Best {
							byPoints[j].Best = better + 1
						}
						byPoints[j].Worst = max(byPoints[j].Worst, better+equal)
						if w.Place < reach[j].Best || w.Place > reach[j].Worst {
							t.Fatalf("season %d: %+v, by %v: %s could reach %v, and with %+v he is at %d",
								i, results, by, m, reach[j], more, w.Place)
						}
					}
				}
			}
			switch len(open) {
			case 0:
				try(nil)
			case 1:
				for _, g := range outcomes(open[0][0], open[0][1]) {
					try([]game{g})
				}
			case 2:
				for _, g := range outcomes(open[0][0], open[0][1]) {
					for _, h := range outcomes(open[1][0], open[1][1]) {
						try([]game{g, h})
					}
				}
			default:
				for range 20 {
					var more []game
					for _, p := range open {
						more = append(more, anyGame(r, p[0], p[1]))
					}
					try(more)
				}
			}
			for j := range members {
				switch {
				case len(open) > 2:
				case len(open) == 0 && span(reach[j]) != found[j], span(reach[j]) != found[j] && span(reach[j]) != byPoints[j]:
					t.Errorf("season %d, %d open: %s is said to reach %v, by points %v, and this hand finds %v",
						i, len(open), members[j], reach[j], byPoints[j], found[j])
				case span(reach[j]) == found[j]:
					tight++
				default:
					wide++
				}
			}
			if len(open) == 0 {
				break
			}
			games = append(games, anyGame(r, open[0][0], open[0][1]))
			results, open = append(results, theirs(games[len(games)-1])), open[1:]
		}
	}
	t.Logf("with at most two games open, %d ranges are exact, and %d wider", tight, wide)
}

// ladder: who is challenged is above, and not too far.
func (s seasonJSON) ladder(fail failure) {
	for _, r := range s.Rounds {
		rungs := s.rungs(at(r.Paired))
		for _, g := range r.Games {
			other := map[bool]string{true: g.Second, false: g.First}[g.Challenger == g.First]
			from, to := slices.Index(rungs, g.Challenger), slices.Index(rungs, other)
			if to < 0 || to >= from || from-to > s.Terms.Above {
				fail("game %d: %s at %d challenges %s at %d", g.Game, g.Challenger, from+1, other, to+1)
			}
		}
	}
	if rungs := s.rungs(time.Now().AddDate(99, 0, 0)); !slices.Equal(rungs, s.Ladder) {
		fail("the ladder is %v, and by this hand %v", s.Ladder, rungs)
	}
}

// rungs returns the ladder at a time. A challenger who wins, also as the other has left, takes his rung, and those between
// go down by one.
func (s seasonJSON) rungs(until time.Time) []string {
	games := slices.DeleteFunc(s.games(0), func(g game) bool {
		return g.Result == nil || g.Annulled || g.ended().After(until)
	})
	slices.SortStableFunc(games, func(a, b game) int { return a.ended().Compare(b.ended()) })
	var rungs []string
	for _, p := range s.Players {
		rungs = append(rungs, p.ID)
	}
	for _, g := range games {
		other, won := g.Second, g.Result.Points[0] > g.Result.Points[1]
		if g.Challenger == g.Second {
			other, won = g.First, g.Result.Points[1] > g.Result.Points[0]
		}
		from, to := slices.Index(rungs, g.Challenger), slices.Index(rungs, other)
		if won && from > to {
			rungs = slices.Insert(slices.Delete(rungs, from, from+1), to, g.Challenger)
		}
	}
	for _, p := range s.Players {
		if p.Left != "" && !at(p.Left).After(until) {
			rungs = slices.DeleteFunc(rungs, func(r string) bool { return r == p.ID })
		}
	}
	return rungs
}
