package pairing

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// least returns the gravest-first faults of the best round of a field by trying all, nil for none: the first who is
// left plays each of the others in turn, or has the bye.
func least(f *field, left []int, bye bool) *Faults {
	if len(left) == 0 {
		return &Faults{}
	}
	a := left[0]
	var best *Faults
	try := func(c Faults, rest []int, bye bool) {
		after := least(f, rest, bye)
		if after == nil {
			return
		}
		for i := range c {
			c[i] += after[i]
		}
		if best == nil || slices.Compare(c[:], best[:]) < 0 {
			best = &c
		}
	}
	for i, b := range left[1:] {
		if f.allowed(a, b) {
			try(f.faults(a, b), slices.Concat(left[1:1+i], left[2+i:]), bye)
		}
	}
	if bye && !f.players[a].Bye {
		try(byeFaults(f, a), left[1:], false)
	}
	return best
}

// byeFaults returns the faults of a bye for player a: the lower his score the better, whatever else a round costs.
func byeFaults(f *field, a int) Faults {
	return Faults{Scores: int64(f.players[a].Score) * 1_000_000, Order: int64(f.size[a] - 1 - f.place[a])}
}

// drawn returns a field in the middle of a season.
func drawn(r *rand.Rand, n int) []Player {
	field := make([]Player, n)
	for i := range field {
		field[i] = Player{ID: fmt.Sprint("p", i), Score: r.IntN(5), Sides: r.IntN(5) - 2, Last: Side(r.IntN(3) - 1),
			Bye: r.IntN(4) == 0, Down: r.IntN(4) == 0, Up: r.IntN(4) == 0, Awake: r.Uint32() & r.Uint32() & (1<<24 - 1)}
	}
	for range n {
		a, b := r.IntN(n), r.IntN(n)
		field[a].Met = append(field[a].Met, field[b].ID)
		field[b].Avoid = append(field[b].Avoid, field[r.IntN(n)].ID)
	}
	return field
}

// Of up to nine players all rounds are tried, and none has fewer faults, the gravest first.
func TestSwiss_AgainstAll(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	none := 0
	for range 3000 {
		list := drawn(r, 2+r.IntN(8))
		for i := range list {
			if len(list)%2 != 0 { // who rests is found without wishes
				list[i].Avoid = nil
			}
		}
		f := newField(list)
		f.rests = -1
		var left []int
		for i := range list {
			left = append(left, i)
		}
		want := least(f, left, len(list)%2 != 0)
		if f.lopsided = want == nil; f.lopsided { // as Swiss does
			want = least(f, left, len(list)%2 != 0)
		}
		round, err := Swiss(list)
		if want == nil {
			if none++; !errors.Is(err, ErrNone) {
				t.Fatalf("%v is paired %v, %v", list, round, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%v: %v", list, err)
		}
		var got Faults
		add := func(c Faults) {
			for i := range c {
				got[i] += c[i]
			}
		}
		for _, g := range round.Games {
			add(g.Faults)
		}
		if i := slices.IndexFunc(f.players, func(p Player) bool { return p.ID == round.Bye }); i >= 0 {
			add(byeFaults(f, i))
		}
		if got != *want {
			t.Fatalf("%v is paired %v with faults %v, and the best round has %v", list, round, got, *want)
		}
	}
	if none < 100 || none > 2000 {
		t.Errorf("%d fields cannot be paired", none)
	}
}

// season plays rounds of a field by lot and checks each.
func season(t *testing.T, r *rand.Rand, n, rounds int) []Player {
	t.Helper()
	field := make([]Player, n)
	at := map[string]*Player{}
	for i := range field {
		field[i] = Player{ID: fmt.Sprint("p", i)}
		at[field[i].ID] = &field[i]
	}
	for range rounds {
		round, err := Swiss(field)
		if err != nil {
			t.Fatal(err)
		}
		playing := map[string]bool{round.Bye: round.Bye != ""}
		for i := range field {
			field[i].Up, field[i].Down = false, false
		}
		for _, g := range round.Games {
			first, second := at[g.First], at[g.Second]
			if playing[g.First] || playing[g.Second] || slices.Contains(first.Met, g.Second) {
				t.Fatalf("%s and %s play once more", g.First, g.Second)
			}
			playing[g.First], playing[g.Second] = true, true
			first.Met, second.Met = append(first.Met, g.Second), append(second.Met, g.First)
			first.Up, second.Up = first.Score < second.Score, second.Score < first.Score
			first.Down, second.Down = second.Up, first.Up
			first.Sides, first.Last = first.Sides+1, First
			second.Sides, second.Last = second.Sides-1, Second
			points := r.IntN(3)
			first.Score, second.Score = first.Score+points, second.Score+2-points
		}
		if p := at[round.Bye]; p != nil {
			if p.Bye {
				t.Fatalf("%s rests once more", p.ID)
			}
			p.Bye, p.Score = true, p.Score+2
		}
		if len(playing) < n {
			t.Fatalf("%d of %d play", len(playing), n)
		}
	}
	return field
}

// Over a season nobody meets anybody twice or rests twice, and nobody has one side three times more often than the
// other.
func TestSwiss_Seasons(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{8, 9, 16, 25, 64} {
		apart := map[int]int{}
		for range 20 {
			for _, p := range season(t, r, n, 5) {
				apart[abs(p.Sides)]++
			}
		}
		for sides, players := range apart {
			if sides > 2 {
				t.Errorf("of %d players, %d have had one side %d times more often", n, players, sides)
			}
		}
		t.Logf("%d players, five rounds: sides apart by %v", n, apart)
	}
}

// Whom everybody avoids, or who avoids everybody, plays all the same, and rests no sooner than others.
func TestSwiss_AvoidsEverybody(t *testing.T) {
	for n := 3; n < 9; n++ {
		field := make([]Player, n)
		for i := range field {
			field[i] = Player{ID: fmt.Sprint(i), Score: map[bool]int{true: (n - i) / 2}[n > 5]} // of few all have 0
			if i > 0 {
				field[0].Avoid = append(field[0].Avoid, fmt.Sprint(i))
			}
		}
		if round, err := Swiss(field); err != nil || round.Bye == "0" {
			t.Errorf("%d players: %v, %v", n, round, err)
		}
	}
}

// The first round of equals is the upper half against the lower one, and sides take turns.
func TestSwiss_FirstRound(t *testing.T) {
	round, err := Swiss([]Player{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}, {ID: "e"}})
	want := "[a-c d-b] e"
	var games []string
	for _, g := range round.Games {
		games = append(games, g.First+"-"+g.Second)
	}
	if got := fmt.Sprint(games, " ", round.Bye); err != nil || got != want {
		t.Errorf("it is %s, %v and not %s", got, err, want)
	}
}

// What is no field is refused.
func TestSwiss_Refused(t *testing.T) {
	for name, field := range map[string][]Player{"nobody": nil, "one": {{ID: "a"}}, "one twice": {{ID: "a"}, {ID: "a"}},
		"no name": {{ID: "a"}, {}}, "too many": make([]Player, Most+1)} {
		if _, err := Swiss(field); err == nil || errors.Is(err, ErrNone) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPools(t *testing.T) {
	ids := make([]string, 70)
	for i := range ids {
		ids[i] = fmt.Sprint(i)
	}
	for n := 3; n <= len(ids); n++ {
		pools, err := Pools(ids[:n])
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pools {
			if len(p) < 3 || len(p) > 5 {
				t.Errorf("%d players: a pool of %d", n, len(p))
			}
		}
		if got := slices.Concat(pools...); !slices.Equal(got, ids[:n]) {
			t.Errorf("%d players: %v", n, got)
		}
	}
	if _, err := Pools(ids[:2]); err == nil {
		t.Error("two players are a pool")
	}
}

// Every pair plays twice, once on each side; nobody is twice in a round; and all rounds are full.
func TestTwice(t *testing.T) {
	for n := 3; n <= 5; n++ {
		pool := []string{"a", "b", "c", "d", "e"}[:n]
		seen := map[string]int{}
		for _, round := range Twice(pool) {
			in := map[string]bool{}
			for _, g := range round {
				if in[g.First] || in[g.Second] {
					t.Errorf("%d: somebody plays twice in %v", n, round)
				}
				in[g.First], in[g.Second] = true, true
				seen[g.First+g.Second]++
			}
			if len(round) != n/2 {
				t.Errorf("%d: a round of %d games", n, len(round))
			}
		}
		for _, a := range pool {
			for _, b := range pool {
				if want := map[bool]int{false: 1}[a == b]; seen[a+b] != want {
					t.Errorf("%d: %s plays %s %d times", n, a, b, seen[a+b])
				}
			}
		}
	}
}

// If the better seed always wins, each round has the seeds that are left, and the best one meets the worst.
func TestKnockOut(t *testing.T) {
	for n := 2; n <= 33; n++ {
		var seeds []string
		for i := range n {
			seeds = append(seeds, fmt.Sprintf("%02d", i+1))
		}
		bracket := KnockOut(seeds)
		for left := 2 * len(bracket); ; left /= 2 {
			var winners []string
			for _, pair := range bracket {
				sum := 0
				for _, p := range pair {
					seed, _ := strconv.Atoi(p) // 0 for a bye
					sum += seed
				}
				if sum != left+1 && pair[0] != "" && pair[1] != "" {
					t.Errorf("%d players, %d left: %v", n, left, pair)
				}
				winner := min(pair[0], pair[1])
				winners = append(winners, map[bool]string{true: max(pair[0], pair[1]), false: winner}[winner == ""])
			}
			if len(winners) == 1 {
				if winners[0] != "01" {
					t.Errorf("%d players: %s wins", n, winners[0])
				}
				break
			}
			bracket = NextRound(winners)
		}
	}
}

func BenchmarkSwiss_200(b *testing.B) {
	field := drawn(rand.New(rand.NewPCG(5, 6)), 200)
	for b.Loop() {
		if _, err := Swiss(field); err != nil {
			b.Fatal(err)
		}
	}
}
