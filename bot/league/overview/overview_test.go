package overview_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/league/overview"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"
	"grognard/rules/must"
)

// otherHand is what a program that has seen only the JSON makes of a season: places by pool and player.
type otherHand struct {
	Tables []struct {
		Pool      int
		TieBreaks []string
		Rows      []struct {
			Player string
			Place  int
			Points int
			Out    bool
		}
	}
	Rounds []struct {
		Games []struct {
			First, Second string
			Pool          int
			Counts        bool
			Result        *struct {
				Points      [2]int
				Margin      int
				Unplayed    bool
				ClockRanOut string
			}
		}
	}
}

// seat is a game that counts, as one of its players has it.
type seat struct {
	other          string // "" for an unplayed game
	met            string // the opponent, "" for a bye
	points, margin int
	clock          bool
}

// places computes the places of the players of a table from the games alone.
func (h otherHand) places(table int) map[string]int {
	t := h.Tables[table]
	seats, points := map[string][]seat{}, map[string]int{}
	var players []string
	for _, r := range t.Rows {
		players = append(players, r.Player)
	}
	add := func(me, other string, s seat) {
		if slices.Contains(players, me) && (other == "" || slices.Contains(players, other)) {
			s.met, s.other = other, other
			seats[me], points[me] = append(seats[me], s), points[me]+s.points
		}
	}
	for _, r := range h.Rounds {
		for _, g := range r.Games {
			if !g.Counts || t.Pool != 0 && g.Pool != t.Pool {
				continue
			}
			result := *g.Result
			add(g.First, g.Second, seat{points: result.Points[0], margin: result.Margin,
				clock: result.ClockRanOut == g.First})
			if g.Second != "" {
				add(g.Second, g.First, seat{points: result.Points[1], margin: -result.Margin,
					clock: result.ClockRanOut == g.Second})
			}
			for _, id := range []string{g.First, g.Second} {
				if all := seats[id]; g.Result.Unplayed && len(all) > 0 {
					all[len(all)-1].other = ""
				}
			}
		}
	}
	groups := [][]string{players}
	for _, by := range append([]string{"points"}, t.TieBreaks...) {
		var finer [][]string
		for _, group := range groups {
			value := map[string]int{}
			for _, id := range group {
				value[id] = points[id]
				if by != "points" {
					value[id] = valueOf(seats[id], by, points, points[id], group)
				}
			}
			byValue := map[int][]string{}
			for _, id := range group {
				byValue[value[id]] = append(byValue[value[id]], id)
			}
			var values []int
			for v := range byValue {
				values = append(values, v)
			}
			slices.SortFunc(values, func(a, b int) int { return cmp.Compare(b, a) })
			for _, v := range values {
				finer = append(finer, byValue[v])
			}
		}
		groups = finer
	}
	places, place := map[string]int{}, 1
	for _, out := range []bool{false, true} { // who is still in stands above who is out
		for _, group := range groups {
			count := 0
			for _, r := range t.Rows {
				if r.Out == out && slices.Contains(group, r.Player) {
					places[r.Player] = place
					count++
				}
			}
			place += count
		}
	}
	return places
}

func valueOf(seats []seat, by string, points map[string]int, own int, group []string) (sum int) {
	for _, s := range seats {
		against := own
		if s.other != "" {
			against = points[s.other]
		}
		switch by {
		case "head-to-head":
			if slices.Contains(group, s.met) {
				sum += s.points
			}
		case "sonneborn-berger":
			sum += s.points * against
		case "buchholz":
			sum += against
		case "wins":
			if s.points == 2 && s.other != "" {
				sum++
			}
		case "margin":
			sum += s.margin
		case "clocks":
			if s.clock {
				sum--
			}
		}
	}
	return sum
}

// The standings can be computed by another hand, from the JSON alone, at any time of a season.
func TestOf_StandingsFollowFromTheData(t *testing.T) {
	for _, format := range []season.Format{season.Pools, season.Swiss, season.Knock} {
		for _, dropped := range []season.Dropped{season.Stand, season.Annul, season.Replace} {
			for seed := range uint64(6) {
				t.Run(fmt.Sprint(format, " ", dropped, " ", seed), func(t *testing.T) {
					dice := rand.New(rand.NewPCG(seed, 7))
					terms := season.DefaultTerms("Test")
					terms.Format, terms.Dropped, terms.Rounds, terms.Days = format, dropped, 4, 6
					dice.Shuffle(len(terms.TieBreaks), func(i, k int) {
						terms.TieBreaks[i], terms.TieBreaks[k] = terms.TieBreaks[k], terms.TieBreaks[i]
					})
					terms.TieBreaks = terms.TieBreaks[:dice.IntN(7)]
					if format != season.Knock {
						terms.PlayOff = 4
					}
					f := announced(t, terms, 7+dice.IntN(7))
					f.does("boss")(f.Start("boss", f.now))
					f.plays(3+dice.IntN(20), dice)
					raw := must.Get(json.Marshal(overview.Of(&f.Season, nil)))(t)
					var other otherHand
					must.Do(t, json.Unmarshal(raw, &other))
					for i, table := range other.Tables {
						places := other.places(i)
						for _, r := range table.Rows {
							if places[r.Player] != r.Place {
								t.Errorf("pool %d: %s is in place %d, and by the data in place %d", table.Pool,
									r.Player, r.Place, places[r.Player])
							}
						}
					}
				})
			}
		}
	}
}

// The same season gives the same bytes, wherever it was read; who is not named is shown by his pseudonym.
func TestOf_SameSeasonSameBytes(t *testing.T) {
	f := announced(t, season.DefaultTerms("Test"), 8)
	f.does("boss")(f.Start("boss", f.now))
	f.plays(8, rand.New(rand.NewPCG(1, 2)))
	names := map[string]string{"player 1": "Anna", "player 3": "Boris", "boss": "Cleo"}
	o := overview.Of(&f.Season, names)
	raw := must.Get(json.Marshal(o))(t)
	for i := range f.Games {
		f.Games[i].Opened = f.Games[i].Opened.In(time.FixedZone("elsewhere", 3600))
	}
	if again := must.Get(json.Marshal(overview.Of(&f.Season, names)))(t); !bytes.Equal(raw, again) {
		t.Errorf("the same season gives\n%s\nand\n%s", raw, again)
	}
	var shown []string
	for _, p := range o.Players {
		shown = append(shown, p.Name)
	}
	if got := strings.Join(append(shown, o.Organisers...), ", "); got != "Anna, player 2, Boris, player 4, player 5, "+
		"player 6, player 7, player 8, Cleo" || o.NameOf("boss") != "boss" || o.NameOf("player 3") != "Boris" {
		t.Errorf("they are shown as %s", got)
	}
}

// What an organiser has ruled is said with his reason, and what is left open has no result.
func TestOf_GamesSayHowTheyEnded(t *testing.T) {
	f := announced(t, season.DefaultTerms("Test"), 4)
	f.does("boss")(f.Start("boss", f.now))
	f.work()
	f.ends(1, 0, -2, f.Games[0].Pair.First)
	f.does("boss")(f.Rule("boss", season.Outcome{Game: 2,
		Result: standings.Result{Points: [2]int{2, 0}, Unplayed: true}, Reason: "did not appear"}))
	games := overview.Of(&f.Season, map[string]string{"boss": "Cleo"}).Rounds[0].Games
	first, second := games[0], games[1]
	want := overview.Result{Points: [2]int{0, 2}, Margin: -2, Clock: first.First}
	if first.Result == nil || *first.Result != want || !first.Counts {
		t.Errorf("game 1 has the result %+v", first)
	}
	if second.Ruled != "Cleo" || second.Reason != "did not appear" || !second.Result.Unplayed {
		t.Errorf("game 2 was ruled by %q for %q: %+v", second.Ruled, second.Reason, second.Result)
	}
	if games[2].Result != nil || games[2].Counts {
		t.Errorf("game 3 has the result %+v", games[2].Result)
	}
}

// The rows that lead to other pools are those that the season itself exchanges.
func TestOf_RowsThatMove(t *testing.T) {
	f := announced(t, season.DefaultTerms("Test"), 13)
	f.does("boss")(f.Start("boss", f.now))
	f.plays(20, rand.New(rand.NewPCG(3, 4)))
	o := overview.Of(&f.Season, nil)
	var before []string
	pools := [][]string{}
	for _, table := range o.Tables {
		var ids []string
		for _, r := range table.Rows {
			if f.Player(r.Player).Left.IsZero() {
				ids = append(ids, r.Player)
			}
			if r.Reach == nil || r.Reach.Best > r.Place || r.Reach.Worst < r.Place {
				t.Errorf("%s in place %d reaches %+v", r.Player, r.Place, r.Reach)
			}
		}
		pools, before = append(pools, ids), append(before, ids...)
	}
	after := f.Promoted()
	for i, table := range o.Tables {
		for _, r := range table.Rows {
			want := overview.Moves("") // of who has left, too
			switch from, to := slices.Index(before, r.Player), slices.Index(after, r.Player); {
			case to < from:
				want = overview.Up
			case to > from:
				want = overview.Down
			}
			if r.Moves != want {
				t.Errorf("pool %d of %v: %s moves %q, want %q", i+1, pools, r.Player, r.Moves, want)
			}
		}
	}
}

func TestOf_LadderFromTheTop(t *testing.T) {
	terms := season.DefaultTerms("Test")
	terms.Format = season.Ladder
	f := announced(t, terms, 4)
	f.does("boss")(f.Start("boss", f.now))
	f.does("player 3")(f.Challenge("player 3", "player 1", f.now))
	f.work()
	first := 0
	if f.Games[0].Pair.First == "player 3" {
		first = 2
	}
	f.ends(1, first, 0, "")
	o := overview.Of(&f.Season, nil)
	if got := fmt.Sprint(o.Ladder); got != "[player 3 player 1 player 2 player 4]" {
		t.Errorf("the ladder is %s", got)
	}
	if g := o.Rounds[0].Games[0]; g.Challenger != "player 3" {
		t.Errorf("the challenger is %q", g.Challenger)
	}
}
