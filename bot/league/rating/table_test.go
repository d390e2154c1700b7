package rating_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"grognard/bot/league/rating"
)

func day(year int, month time.Month, d int) time.Time {
	return time.Date(year, month, d, 12, 0, 0, 0, time.UTC)
}

// someResults draws results of six players in a year, several at one time; until is in that year or after it.
func someResults(t *rapid.T) (results []rating.Result, until time.Time) {
	for i := range rapid.IntRange(0, 60).Draw(t, "results") {
		pair := rapid.Permutation([]string{"a", "b", "c", "d", "e", "f"}).Draw(t, "players")
		results = append(results, rating.Result{ID: fmt.Sprint(i), First: pair[0], Second: pair[1],
			At:     day(2026, 1, 20*rapid.IntRange(1, 18).Draw(t, "day")),
			Points: rapid.SampledFrom([][2]int{{2, 0}, {1, 1}, {0, 2}}).Draw(t, "points")})
	}
	return results, day(2026, 1, rapid.IntRange(1, 500).Draw(t, "until"))
}

// The table is the same to the last bit in whatever order results come, and its input stays as it is.
func TestTable_AnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		results, until := someResults(t)
		given := slices.Clone(results)
		want := rating.Table(results, until)
		if !slices.Equal(given, results) {
			t.Fatal("the results have changed")
		}
		if got := rating.Table(rapid.Permutation(results).Draw(t, "order"), until); !reflect.DeepEqual(got, want) {
			t.Fatalf("it is %v and was %v", got, want)
		}
	})
}

// If everybody loses what he has won, he is as far below 1500 as he was above it.
func TestTable_Mirrored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		results, until := someResults(t)
		lines := map[string]rating.Line{}
		for _, l := range rating.Table(results, until) {
			lines[l.Player] = l
		}
		for i, r := range results {
			results[i].Points = [2]int{r.Points[1], r.Points[0]}
		}
		for _, l := range rating.Table(results, until) {
			was := lines[l.Player]
			if math.Abs(l.Rating.Points+was.Rating.Points-3000) > 0.001 || l.Won != was.Lost || l.Lost != was.Won ||
				math.Abs(l.Rating.Deviation-was.Rating.Deviation) > 0.001 {
				t.Fatalf("%v has the mirror image %v", was, l)
			}
		}
	})
}

// Of several results with one ID the last one counts as if the others had never been, also if it takes the game back.
func TestTable_Replaced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		results, until := someResults(t)
		if len(results) == 0 {
			return
		}
		first := rapid.IntRange(0, len(results)-1).Draw(t, "replaced")
		again := results[first]
		again.At = day(2026, 1, rapid.IntRange(1, 365).Draw(t, "other day"))
		again.Points = rapid.SampledFrom([][2]int{{2, 0}, {1, 1}, {0, 2}, {0, 0}}).Draw(t, "other points")
		got := rating.Table(append(slices.Clone(results), again), until)
		without := slices.Delete(slices.Clone(results), first, first+1)
		if want := rating.Table(append(slices.Clone(without), again), until); !reflect.DeepEqual(got, want) {
			t.Fatalf("it is %v and not %v", got, want)
		}
		if again.Points == [2]int{} && !reflect.DeepEqual(got, rating.Table(without, until)) {
			t.Fatal("a game that is taken back counts")
		}
	})
}

// Results after the time asked for change nothing, and those without two players or points are not rated.
func TestTable_LeftOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		results, until := someResults(t)
		early := slices.DeleteFunc(slices.Clone(results), func(r rating.Result) bool { return r.At.After(until) })
		more := append(slices.Clone(results),
			rating.Result{ID: "alone", First: "a", Second: "a", At: until, Points: [2]int{1, 1}},
			rating.Result{ID: "forfeits", First: "a", Second: "b", At: until},
			rating.Result{ID: "strange", First: "a", Second: "b", At: until, Points: [2]int{3, -1}})
		if got, want := rating.Table(more, until), rating.Table(early, until); !reflect.DeepEqual(got, want) {
			t.Fatalf("it is %v and not %v", got, want)
		}
	})
}

// The same month by month by hand: all games of a month count against the ratings at its beginning, months are those of
// UTC, a month without games makes the deviation grow, and the running one is rated as if it had ended.
func TestTable_ByHand(t *testing.T) {
	night := time.Date(2026, 1, 31, 20, 0, 0, 0, time.FixedZone("west", -5*3600)) // in February in UTC
	results := []rating.Result{
		{ID: "1", At: day(2026, 1, 5), First: "a", Second: "b", Points: [2]int{2, 0}},
		{ID: "2", At: day(2026, 1, 6), First: "b", Second: "a", Points: [2]int{1, 1}},
		{ID: "3", At: night, First: "c", Second: "a", Points: [2]int{2, 0}},
		{ID: "4", At: day(2026, 4, 2), First: "c", Second: "b", Points: [2]int{0, 2}},
	}
	fresh, after := rating.New(), rating.NextRating
	a := after(fresh, []rating.Game{{fresh, 1}, {fresh, 0.5}})
	b := after(fresh, []rating.Game{{fresh, 0}, {fresh, 0.5}})
	a, b, c := after(a, []rating.Game{{fresh, 0}}), after(b, nil), after(fresh, []rating.Game{{a, 1}})
	if got, want := rating.Table(results, day(2026, 2, 3)), []rating.Line{
		{Player: "c", Rating: c, Games: 1, Won: 1, Last: night},
		{Player: "a", Rating: a, Games: 3, Won: 1, Drawn: 1, Lost: 1, Last: night},
		{Player: "b", Rating: b, Games: 2, Drawn: 1, Lost: 1, Last: day(2026, 1, 6)},
	}; !reflect.DeepEqual(got, want) {
		t.Errorf("in February it is\n%v and not\n%v", got, want)
	}
	a, b, c = after(a, nil), after(b, nil), after(c, nil)
	a, b, c = after(a, nil), after(b, []rating.Game{{c, 1}}), after(c, []rating.Game{{b, 0}})
	for _, l := range rating.Table(results, day(2026, 4, 2)) {
		if want := map[string]rating.Rating{"a": a, "b": b, "c": c}[l.Player]; l.Rating != want {
			t.Errorf("%s has %v in April, and not %v", l.Player, l.Rating, want)
		}
	}
	if got := rating.Table(results, day(2025, 1, 1)); got != nil {
		t.Errorf("before the first game it is %v", got)
	}
}

// Among equals the smaller deviation goes first, then the name.
func TestTable_Equals(t *testing.T) {
	var results []rating.Result
	for i, pair := range []string{"zy", "ba", "yz"} {
		results = append(results, rating.Result{ID: fmt.Sprint(i), At: day(2026, 1, 1), First: pair[:1],
			Second: pair[1:], Points: [2]int{1, 1}})
	}
	var got string
	for _, l := range rating.Table(results, day(2026, 1, 1)) {
		got += l.Player
	}
	if got != "yzab" {
		t.Errorf("the order is %s", got)
	}
}

// Who wins 10,000 games in a row, one a day, has a rating all the time, and so has who loses them.
func TestTable_AlwaysWinning(t *testing.T) {
	var results []rating.Result
	for i := range 10_000 {
		results = append(results, rating.Result{ID: fmt.Sprint(i), At: day(2026, 1, 1+i), First: "a", Second: "b",
			Points: [2]int{2, 0}})
	}
	before := rating.New().Points
	for _, n := range []int{1, 100, 10_000} {
		lines := rating.Table(results[:n], results[n-1].At)
		if bad(lines[0].Rating) || bad(lines[1].Rating) || lines[0].Player != "a" || lines[0].Rating.Points < before {
			t.Errorf("after %d wins: %v", n, lines)
		}
		before = lines[0].Rating.Points
	}
}

// Ratings find the strength that results were drawn with: the points of most players are within two deviations.
func TestTable_FindsStrength(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	results, strength := league(r, 40, 2000, 12)
	near := 0
	lines := rating.Table(results, results[len(results)-1].At)
	for _, l := range lines {
		if math.Abs(l.Rating.Points-strength[l.Player]) < 2*l.Rating.Deviation {
			near++
		}
	}
	if len(lines) != 40 || near < 34 {
		t.Errorf("%d of %d players are near their strength", near, len(lines))
	}
}

// league draws results of players in some months, and says how strong each is; they average 1500.
func league(r *rand.Rand, players, games, months int) (results []rating.Result, strength map[string]float64) {
	strength = map[string]float64{}
	for i := range players {
		strength[fmt.Sprint("p", i)] = 1500 + 400*(float64(i)/float64(players-1)-0.5)
	}
	for i := range games {
		p := r.Perm(players)
		first, second := fmt.Sprint("p", p[0]), fmt.Sprint("p", p[1])
		points := [2]int{0, 2}
		if r.Float64() < 1/(1+math.Pow(10, (strength[second]-strength[first])/400)) {
			points = [2]int{2, 0}
		}
		results = append(results, rating.Result{ID: fmt.Sprint(i), At: day(2024, 1, 1+i*months*30/games), First: first,
			Second: second, Points: points})
	}
	return results, strength
}

// A result has the ratings that a table of the instant before its month has; who has none there, that of New.
func TestBefore_AsTable(t *testing.T) {
	results, _ := league(rand.New(rand.NewPCG(5, 6)), 20, 150, 9)
	results = append(results, results[7], results[9])
	results[150].Points, results[151].Points = [2]int{0, 2}, [2]int{} // corrected, and taken back
	n, last := 0, time.Time{}
	for r, before := range rating.Before(results) {
		at := r.At.UTC()
		table := rating.Table(results, time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC).Add(-1))
		for i, player := range []string{r.First, r.Second} {
			want := rating.New()
			if k := slices.IndexFunc(table, func(l rating.Line) bool { return l.Player == player }); k >= 0 {
				want = table[k].Rating
			}
			if before[i] != want {
				t.Errorf("result %s: %s had %+v, want %+v", r.ID, player, before[i], want)
			}
		}
		if at.Before(last) || r.ID == results[9].ID || r.ID == results[7].ID && r.Points != [2]int{0, 2} {
			t.Errorf("%+v comes after %v", r, last)
		}
		n, last = n+1, at
	}
	if n != 149 {
		t.Errorf("%d results are rated", n)
	}
}

func BenchmarkTable(b *testing.B) {
	results, _ := league(rand.New(rand.NewPCG(3, 4)), 300, 5000, 24)
	until := results[len(results)-1].At
	for b.Loop() {
		rating.Table(results, until)
	}
}
