package otherhand_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/league/season"
	"grognard/bot/league/standings"
	"grognard/bot/simulate/seasonplay"
	"grognard/rules/must"
)

var (
	seeds   = flag.Uint64("seeds", 1, "how many seasons of each format and length are played")
	players = flag.Int("players", 4, "how many players they have")
	lengths = flag.String("days", "40", "how many days are played of each of them")
)

func play(t *testing.T, format string, days int, seed uint64) reportJSON {
	t.Helper()
	report := must.Get(seasonplay.Play(t.Context(), seasonplay.Options{
		Players: *players, Days: days, Seed: seed, Format: season.Format(format)}))(t)
	var r reportJSON
	must.Do(t, json.Unmarshal(must.Get(json.Marshal(report))(t), &r))
	for _, p := range r.People {
		first, second, byes := 0, 0, 0
		for _, g := range r.Season.games(0) {
			switch {
			case p.Name == "":
			case g.First == p.Name && g.Second == "":
				byes++
			case g.First == p.Name:
				first++
			case g.Second == p.Name:
				second++
			}
		}
		if p.First != first || p.Second != second || p.Byes != byes {
			t.Errorf("%s, seed %d: %+v has sides %d and %d, and %d byes", format, seed, p, first, second, byes)
		}
	}
	return r
}

// Every number of the tables follows from the games, and who meets whom is as the format says.
func TestSeasons(t *testing.T) {
	var days []int
	for word := range strings.SplitSeq(*lengths, ",") {
		var d int
		must.Get(fmt.Sscan(word, &d))(t)
		days = append(days, d)
	}
	seasons, tables, byes, dearer := 0, 0, 0, 0
	for _, format := range []string{"pools", "swiss", "knock", "ladder"} {
		for seed := range *seeds {
			for _, d := range days {
				name := fmt.Sprintf("%s, %d players, seed %d, %d days", format, *players, seed+1, d)
				report := play(t, format, d, seed+1)
				s := report.Season
				seasons, tables = seasons+1, tables+len(s.Tables)
				fail := func(f string, args ...any) {
					t.Helper()
					t.Errorf("%s: %s", name, fmt.Sprintf(f, args...))
				}
				s.tables(fail)
				s.reach(fail)
				report.ratings(fail)
				report.reliability(fail)
				switch format {
				case "pools":
					s.pools(fail)
				case "swiss":
					had, dear := s.swiss(fail)
					byes, dearer = byes+had, dearer+dear
				case "knock":
					s.knock(fail)
				case "ladder":
					s.ladder(fail)
				}
			}
		}
	}
	t.Logf("%d seasons, %d tables; %d byes, and somebody with fewer points could have had %d",
		seasons, tables, byes, dearer)
}

type failure func(format string, args ...any)

// games returns those of a pool, or all.
func (s seasonJSON) games(pool int) (all []game) {
	for _, r := range s.Rounds {
		for _, g := range r.Games {
			if pool == 0 || g.Pool == pool {
				all = append(all, g)
			}
		}
	}
	return all
}

// members returns who is in the table of a pool: who has a game there; without pools also all who take
// part to the end.
func (s seasonJSON) members(pool int) (all []string) {
	for _, p := range s.Players {
		plays := func(g game) bool { return g.First == p.ID || g.Second == p.ID }
		if pool == 0 && !p.Reserve && p.Left == "" || slices.ContainsFunc(s.games(pool), plays) {
			all = append(all, p.ID)
		}
	}
	return all
}

func (s seasonJSON) left(player string) bool {
	for _, p := range s.Players {
		if p.ID == player {
			return p.Left != ""
		}
	}
	return false
}

// counted returns the games of a pool that count in its table.
func (s seasonJSON) counted(pool int, fail failure) (all []game) {
	for _, r := range s.Rounds {
		for _, g := range r.Games {
			if counts := g.Result != nil && !g.Annulled && !r.PlayOff; counts != g.Counts {
				fail("game %d: counts: %v", g.Game, g.Counts)
			}
			if g.Counts && (pool == 0 || g.Pool == pool) {
				all = append(all, g)
			}
		}
	}
	return all
}

// reach looks at what can be reached at the end, and plays the games of each pool anew, in the order in which they
// ended: what can be reached only narrows.
func (s seasonJSON) reach(fail failure) {
	var by []standings.TieBreak
	for _, b := range s.Terms.TieBreaks {
		by = append(by, standings.TieBreak(b))
	}
	for _, table := range s.Tables {
		members, games := s.members(table.Pool), s.counted(table.Pool, fail)
		open := slices.ContainsFunc(s.games(table.Pool), func(g game) bool { return g.Result == nil && !g.Annulled })
		for _, r := range table.Rows {
			if (r.Reach != nil) != (s.Format == "pools") {
				fail("%s reaches %v", r.Player, r.Reach)
			} else if r.Reach != nil && !open && *r.Reach != (span{r.Place, r.Place}) {
				fail("pool %d: %s is at %d, and reaches %v", table.Pool, r.Player, r.Place, *r.Reach)
			}
		}
		if s.Format != "pools" || open {
			continue
		}
		slices.SortStableFunc(games, func(a, b game) int { return a.ended().Compare(b.ended()) })
		var before []standings.Range
		for n := range len(games) + 1 {
			var results []standings.Result
			var left [][2]string
			for i, g := range games {
				if i < n {
					results = append(results, theirs(g))
				} else {
					left = append(left, [2]string{g.First, g.Second})
				}
			}
			reach := standings.Reachable(members, results, left, by)
			for i, m := range members {
				if before != nil && (reach[i].Best < before[i].Best || reach[i].Worst > before[i].Worst) {
					fail("pool %d, after %d games: %s could reach %v, and now %v", table.Pool, n, m, before[i], reach[i])
				}
				for _, r := range table.Rows {
					if r.Player == m && (r.Place < reach[i].Best || r.Place > reach[i].Worst) {
						fail("pool %d, after %d games: %s could reach %v, and came to %d", table.Pool, n, m, reach[i], r.Place)
					}
				}
			}
			before = reach
		}
	}
}

func (g game) ended() time.Time { return at(g.Ended) }

func at(text string) time.Time {
	when, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		panic(err)
	}
	return when
}

// pools: from three to five in each, and each of them meets each other once with each side, but for those who left and
// those who came in their stead.
func (s seasonJSON) pools(fail failure) {
	for _, table := range s.Tables {
		games := s.games(table.Pool)
		stayed, leavers := []string{}, 0
		for _, r := range table.Rows {
			if s.left(r.Player) {
				leavers++
			} else {
				stayed = append(stayed, r.Player)
			}
		}
		if n := len(table.Rows); n < 3 || n > 5+leavers {
			fail("pool %d has %d players", table.Pool, n)
		}
		for _, a := range stayed {
			for _, b := range stayed {
				n := 0
				for _, g := range games {
					if g.First == a && g.Second == b && !g.Annulled {
						n++
					}
				}
				if a != b && n != 1 {
					fail("pool %d: %s meets %s %d times with the first side", table.Pool, a, b, n)
				}
			}
		}
	}
}

// swiss: nobody meets anybody twice, or has two byes, or a bye and a win by forfeit before it; the play-off is of the
// best. It returns how many byes there were, and of how many somebody could have had them who had fewer points.
func (s seasonJSON) swiss(fail failure) (had, dear int) {
	met, byes, balance := map[string]bool{}, map[string]int{}, map[string]int{} // met: pairs; "any " and who has played
	free, points := map[string]bool{}, map[string]int{}                         // free: who won without a game
	var playOff [][]game
	for _, r := range s.Rounds {
		if r.PlayOff {
			playOff = append(playOff, r.Games)
			continue
		}
		here := map[string]bool{}
		for _, g := range r.Games {
			for _, p := range []string{g.First, g.Second} {
				if here[p] {
					fail("round %d has %q twice", r.Round, p)
				}
				here[p] = true
			}
		}
		for _, p := range s.Players {
			if !here[p.ID] && (p.Left == "" || at(p.Left).After(at(r.Paired))) && met["any "+p.ID] {
				fail("round %d is without %s", r.Round, p.ID)
			}
		}
		late := func(p string) bool { return r.Round > 1 && !met["any "+p] }
		for _, g := range r.Games {
			if g.Second == "" {
				had++
				if byes[g.First]++; byes[g.First] > 1 {
					fail("round %d: another bye of %s", r.Round, g.First)
				}
				if free[g.First] {
					fail("round %d: %s has had points for nothing, and has a bye", r.Round, g.First)
				}
				for p := range here {
					if p != "" && points[p] < points[g.First] && byes[p] == 0 && !free[p] && !late(g.First) {
						dear++
						break
					}
				}
				continue
			}
			pair := fmt.Sprint(min(g.First, g.Second), max(g.First, g.Second))
			if met[pair] {
				fail("round %d: %s and %s meet again", r.Round, g.First, g.Second)
			}
			met[pair] = true
			balance[g.First]++
			balance[g.Second]--
			for _, p := range []string{g.First, g.Second} {
				if balance[p] > 2 || balance[p] < -2 {
					fail("round %d: sides of %s: %d", r.Round, p, balance[p])
				}
			}
		}
		for _, g := range r.Games {
			met["any "+g.First], met["any "+g.Second] = true, true
			if g.Result != nil && !g.Annulled {
				points[g.First] += g.Result.Points[0]
				points[g.Second] += g.Result.Points[1]
				free[g.First] = free[g.First] || g.Result.Unplayed && g.Result.Points[0] == 2
				free[g.Second] = free[g.Second] || g.Result.Unplayed && g.Result.Points[1] == 2
			}
		}
	}
	if len(playOff) == 0 {
		return had, dear
	}
	var best []string
	for _, r := range s.Tables[0].Rows {
		if len(best) < s.Terms.PlayOff && (!s.left(r.Player) || slices.ContainsFunc(playOff[0], func(g game) bool {
			return g.First == r.Player || g.Second == r.Player
		})) {
			best = append(best, r.Player)
		}
	}
	s.bracket(fail, playOff, best)
	return had, dear
}

// knock: the bracket is of all who were there when it began.
func (s seasonJSON) knock(fail failure) {
	if len(s.Rounds) == 0 {
		fail("no rounds")
		return
	}
	var rounds [][]game
	here := map[string]bool{}
	for _, r := range s.Rounds {
		rounds = append(rounds, r.Games)
	}
	for _, g := range rounds[0] {
		if g.Repeats == 0 { // a reserve may have taken over what was left of a pair
			here[g.First], here[g.Second] = true, true
		}
	}
	var seeds []string
	for _, p := range s.Players {
		if here[p.ID] {
			seeds = append(seeds, p.ID)
		}
	}
	s.bracket(fail, rounds, seeds)
}

// bracket checks that the first meets the last, and so on, and that winners go on; where all games of two are drawn, the
// one with the better seed.
func (s seasonJSON) bracket(fail failure, rounds [][]game, seeds []string) {
	order := []int{1}
	for len(order) < len(seeds) {
		var next []int
		for _, o := range order {
			next = append(next, o, 2*len(order)+1-o)
		}
		order = next
	}
	seat := func(i int) string {
		if order[i] > len(seeds) {
			return ""
		}
		return seeds[order[i]-1]
	}
	var alive []string
	for i := range order {
		alive = append(alive, seat(i))
	}
	for n, games := range rounds {
		var next []string
		var matches []game
		points := map[string]int{}
		for _, g := range games {
			if g.Repeats == 0 {
				matches = append(matches, g)
			}
			if g.Result == nil {
				return
			}
			points[g.First] += g.Result.Points[0]
			points[g.Second] += g.Result.Points[1]
		}
		for i := 0; i+1 < len(alive); i += 2 {
			a, b := alive[i], alive[i+1]
			for _, p := range []*string{&a, &b} {
				if *p != "" && s.left(*p) {
					*p = s.instead(matches, *p, seeds)
				}
			}
			found := slices.IndexFunc(matches, func(g game) bool {
				return g.First == a && g.Second == b || g.First == b && g.Second == a
			})
			if found < 0 {
				fail("round %d: %q should meet %q", n+1, a, b)
				return
			}
			wins := points[a] - points[b]
			if wins == 0 {
				wins = slices.Index(seeds, b) - slices.Index(seeds, a)
			}
			if b == "" || a != "" && wins > 0 {
				next = append(next, a)
			} else {
				next = append(next, b)
			}
		}
		if len(matches) != len(alive)/2 {
			fail("round %d: %d matches of %d players", n+1, len(matches), len(alive))
		}
		if alive = next; len(alive) == 1 && n+1 != len(rounds) {
			fail("%s has won, and there is round %d", alive[0], n+2)
		}
	}
	top := s.Tables[0].Rows[0]
	if s.Stage == "closed" && len(alive) == 1 && s.Format == "knock" && (top.Player != alive[0] || top.Out) {
		fail("%s has won, and %+v stands first", alive[0], top)
	}
}

// out returns who is out of a knock-out: who has left, is in no later round, or has lost in the last one.
func (s seasonJSON) out() map[string]bool {
	out, rank := map[string]bool{}, map[string]int{}
	if s.Format != "knock" {
		return out
	}
	for i, p := range s.Players {
		out[p.ID], rank[p.ID] = s.left(p.ID), i
	}
	for n, r := range s.Rounds {
		points, open, games := map[string]int{}, map[string]bool{}, map[string]int{}
		for _, g := range r.Games {
			for i, id := range []string{g.First, g.Second} {
				if games[id]++; g.Result == nil {
					open[id] = true
					continue
				}
				points[id] += g.Result.Points[i]
			}
		}
		plays := func(id string) bool {
			return slices.ContainsFunc(s.Rounds[n+1].Games, func(g game) bool { return g.First == id || g.Second == id })
		}
		for _, g := range r.Games {
			a, b := g.First, g.Second
			switch {
			case n+1 < len(s.Rounds):
				out[a], out[b] = out[a] || !plays(a), out[b] || !plays(b)
			case b == "" || open[a] || open[b]:
			case points[a] != points[b]:
				out[a], out[b] = out[a] || points[a] < points[b], out[b] || points[b] < points[a]
			case games[a] == 1 && s.Stage != "closed" && (s.Terms.Tied == "return" && !g.Result.Unplayed ||
				s.Terms.Tied == "ruling" && g.Ruled == ""): // not decided
			case out[a] != out[b]:
			default:
				out[a], out[b] = out[a] || rank[b] < rank[a], out[b] || rank[a] < rank[b]
			}
		}
	}
	return out
}

// instead returns who plays instead of somebody who has left: somebody new, if he does not play himself.
func (s seasonJSON) instead(matches []game, player string, seeds []string) string {
	who := player
	for _, g := range matches {
		for _, p := range []string{g.First, g.Second} {
			if p == player {
				return p
			}
			if p != "" && !slices.Contains(seeds, p) {
				who = p
			}
		}
	}
	return who
}
