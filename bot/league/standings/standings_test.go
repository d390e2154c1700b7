package standings_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"grognard/bot/league/standings"
)

// read reads results such as "a b 2", the half points of the first, with "*" for unplayed and a margin after them.
func read(t *testing.T, text string) (results []standings.Result) {
	t.Helper()
	for line := range strings.Lines(strings.TrimSpace(text)) {
		r := standings.Result{}
		line, r.Unplayed = strings.CutSuffix(strings.TrimSpace(line), "*")
		if n, err := fmt.Sscan(line, &r.First, &r.Second, &r.Points[0], &r.Margin); n < 3 {
			t.Fatalf("%q: %v", line, err)
		}
		if r.Points[1] = 2 - r.Points[0]; r.Second == "-" {
			r.Second, r.Points[1] = "", 0
		}
		results = append(results, r)
	}
	return results
}

// table writes rows in one line: place, player, points and what each tie-break says.
func table(rows []standings.Row) string {
	var words []string
	for _, r := range rows {
		words = append(words, fmt.Sprintf("%d%s%d%v", r.Place, r.Player, r.Points, r.Broken))
	}
	return strings.Join(words, " ")
}

// Each tie-break decides among equals alone; the values are worked out by hand.
func TestTable_TieBreaks(t *testing.T) {
	// a beats b and loses to c, b beats c: three are equal. d has lost to all; c has the widest margin.
	cycle := "a b 2 1\nc a 2 3\nb c 2 1\na d 2 1\nb d 2 1\nd c 0 -1"
	for _, c := range []struct {
		name, results string
		by            []standings.TieBreak
		want          string
	}{
		{"none", cycle, nil, "1a4[] 1b4[] 1c4[] 4d0[]"},
		{"head to head, all alike", cycle, []standings.TieBreak{standings.HeadToHead}, "1a4[2] 1b4[2] 1c4[2] 4d0[0]"},
		{"margin after it", cycle, []standings.TieBreak{standings.HeadToHead, standings.Margin},
			"1c4[2 3] 2b4[2 1] 3a4[2 -1] 4d0[0 -3]"},
		// a: beat c (2 points) and drew with b (3): 2·2+1·3; b: beat d (0) and drew with a (3): 2·0+1·3
		{"Sonneborn-Berger", "a c 2\na b 1\nb d 2\nc d 2", []standings.TieBreak{standings.SonnebornBerger},
			"1a3[7] 2b3[3] 3c2[0] 4d0[0]"},
		{"Buchholz", "a c 2\na b 1\nb d 2\nc d 2", []standings.TieBreak{standings.Buchholz},
			"1a3[5] 2b3[3] 3c2[3] 4d0[5]"},
		// a's bye counts as a game against somebody with a's own 4 points
		{"a bye", "a - 2*\na b 2\nb c 2", []standings.TieBreak{standings.Buchholz}, "1a4[6] 2b2[4] 3c0[2] 4d0[0]"},
		{"head to head goes first", "b a 2\na c 2\na d 2\nd b 2\nb c 2", []standings.TieBreak{standings.HeadToHead,
			standings.SonnebornBerger}, "1b4[2 8] 2a4[0 4] 3d2[0 8] 4c0[0 0]"},
		{"wins without those by forfeit", "a b 2*\nc d 2", []standings.TieBreak{standings.Wins},
			"1c2[1] 2a2[0] 3b0[0] 3d0[0]"},
		{"a stranger's games", "a x 2\nx b 2\na b 1", nil, "1a1[] 1b1[] 3c0[] 3d0[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			players := []string{"a", "b", "c", "d"}
			if got := table(standings.Table(players, read(t, c.results), c.by)); got != c.want {
				t.Errorf("it is\n%s and not\n%s", got, c.want)
			}
		})
	}
}

// Whose clock has run out stands behind.
func TestTable_Clocks(t *testing.T) {
	results := []standings.Result{{First: "a", Second: "b", Points: [2]int{1, 1}, Clock: "a"}}
	if got := table(standings.Table([]string{"a", "b"}, results, []standings.TieBreak{standings.Clocks})); got != "1b1[0] 2a1[-1]" {
		t.Errorf("it is %s", got)
	}
}

// drawn returns a result of two players.
func drawn(r *rand.Rand, a, b string) standings.Result {
	points := [][2]int{{2, 0}, {1, 1}, {0, 2}, {0, 0}}[r.IntN(4)]
	return standings.Result{First: a, Second: b, Points: points, Margin: points[0] - points[1],
		Unplayed: points[0]+points[1] == 0}
}

// The order in which results and players are given changes neither places nor values.
func TestTable_AnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	sorted := func(rows []standings.Row) string {
		slices.SortFunc(rows, func(a, b standings.Row) int { return strings.Compare(a.Player, b.Player) })
		return table(rows)
	}
	for range 500 {
		players := []string{"a", "b", "c", "d", "e", "f"}
		var results []standings.Result
		for range 12 {
			p := r.Perm(len(players))
			results = append(results, drawn(r, players[p[0]], players[p[1]]))
		}
		want := sorted(standings.Table(players, results, standings.TieBreaks()))
		r.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
		r.Shuffle(len(results), func(i, j int) { results[i], results[j] = results[j], results[i] })
		if got := sorted(standings.Table(players, results, standings.TieBreaks())); got != want {
			t.Fatalf("it is\n%s and was\n%s", got, want)
		}
	}
}

// From game to game the places that can be reached only narrow, to the place in the table; and where all results are
// tried somebody reaches the best one, and somebody the worst.
func TestReachable_Narrows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		players := []string{"a", "b", "c", "d", "e"}[:3+r.IntN(3)]
		var open [][2]string
		for _, a := range players {
			for _, b := range players {
				if a != b {
					open = append(open, [2]string{a, b})
				}
			}
		}
		r.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
		var results []standings.Result
		before := standings.Reachable(players, results, open, standings.TieBreaks())
		for _, p := range before {
			if p != (standings.Range{Best: 1, Worst: len(players)}) {
				t.Fatalf("at the start %v can be reached", before)
			}
		}
		for len(open) > 0 {
			results = append(results, drawn(r, open[0][0], open[0][1]))
			open = open[1:]
			now := standings.Reachable(players, results, open, standings.TieBreaks())
			for i := range now {
				if now[i].Best < before[i].Best || now[i].Worst > before[i].Worst || now[i].Best > now[i].Worst {
					t.Fatalf("%v after %v with %d games left", now, before, len(open))
				}
			}
			before = now
		}
		for _, row := range standings.Table(players, results, standings.TieBreaks()) {
			if got := before[slices.Index(players, row.Player)]; got.Best != row.Place || got.Worst != row.Place {
				t.Fatalf("%s ends at %v and is %d", row.Player, got, row.Place)
			}
		}
	}
}

func TestCross(t *testing.T) {
	got := fmt.Sprint(standings.Cross([]string{"a", "b"}, read(t, "a b 2\nb a 1\na - 2*")))
	if got != "[[[] [2 1]] [[0 1] []]]" {
		t.Errorf("it is %s", got)
	}
}

func BenchmarkTable_1000Results(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	var players []string
	for i := range 200 {
		players = append(players, fmt.Sprint("p", i))
	}
	var results []standings.Result
	for range 1000 {
		p := r.Perm(len(players))
		results = append(results, drawn(r, players[p[0]], players[p[1]]))
	}
	for b.Loop() {
		standings.Table(players, results, standings.TieBreaks())
	}
}
