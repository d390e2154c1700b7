package balance_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"grognard/bot/league/balance"
)

func chance(b, first, second float64) float64 {
	return 1 / (1 + math.Exp(-b)*math.Pow(10, (second-first)/400))
}

// drawn returns n random games of a scenario with the bias b; ratings spread around 1500. draws is the part of draws.
func drawn(r *rand.Rand, n int, b, spread, draws float64) (games []balance.Game) {
	for range n {
		first, second := 1500+spread*r.NormFloat64(), 1500+spread*r.NormFloat64()
		g := balance.Game{First: first, Second: second, Points: [2]int{0, 2}}
		switch {
		case r.Float64() < draws:
			g.Points = [2]int{1, 1}
		case r.Float64() < chance(b, first, second):
			g.Points = [2]int{2, 0}
		}
		games = append(games, g)
	}
	return games
}

// likelihood is the logarithm of the penalized likelihood, with a drawn game between equals as its penalty.
func likelihood(games []balance.Game, b float64) (sum float64) {
	for _, g := range append(slices.Clone(games), balance.Game{Points: [2]int{1, 1}}) {
		sum += float64(g.Points[0])/2*math.Log(chance(b, g.First, g.Second)) +
			float64(g.Points[1])/2*math.Log(chance(-b, g.Second, g.First))
	}
	return sum
}

// The likeliest value of a fine grid is next to the estimate, and the standard error is that of the likelihood's
// curvature there.
func TestOf_AgainstGrid(t *testing.T) {
	const step = 0.002
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		games := drawn(r, r.IntN(50), 2*r.NormFloat64(), 400*r.Float64(), r.Float64()/2)
		best, at := math.Inf(-1), 0.0
		for b := -8.0; b <= 8; b += step {
			if l := likelihood(games, b); l > best {
				best, at = l, b
			}
		}
		e := balance.Of(games)
		if math.Abs(e.Bias-at) > step {
			t.Errorf("%d games: %v, and the grid has its maximum at %v", len(games), e.Bias, at)
		}
		const h = 0.01
		curvature := (2*likelihood(games, e.Bias) - likelihood(games, e.Bias-h) - likelihood(games, e.Bias+h)) / (h * h)
		if math.Abs(e.Error*math.Sqrt(curvature)-1) > 0.001 {
			t.Errorf("%d games: the error is %v, and the curvature %v", len(games), e.Error, curvature)
		}
	}
}

// Newton's method arrives also where ratings are so far apart that most games say nothing.
func TestOf_FarApart(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		games := drawn(r, 1+r.IntN(30), 0, 20_000*r.Float64(), 0)
		for i := range games { // also results that nobody expects
			games[i].Points = [][2]int{{2, 0}, {1, 1}, {0, 2}}[r.IntN(3)]
		}
		var slope float64
		e := balance.Of(games)
		for _, g := range append(games, balance.Game{Points: [2]int{1, 1}}) {
			slope += float64(g.Points[0])/2 - chance(e.Bias, g.First, g.Second)
		}
		if math.Abs(slope) > 1e-8 || e.Low > e.Chance || e.Chance > e.High || math.IsNaN(e.Error) {
			t.Errorf("%v has the slope %v", e, slope)
		}
	}
}

func TestOf_FindsBias(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, b := range []float64{-1, 0, 0.4, 2} {
		if e := balance.Of(drawn(r, 20_000, b, 200, 0)); math.Abs(e.Bias-b) > 0.06 || !e.Known {
			t.Errorf("it is %v and not %v", e, b)
		}
	}
}

// The interval has the true chance in it in about 95 of 100 cases.
func TestOf_Coverage(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		games int
		b     float64
	}{{20, 0}, {40, 0.5}, {100, -1}} {
		within := 0
		for range 400 {
			e := balance.Of(drawn(r, c.games, c.b, 150, 0))
			if truth := 100 * chance(c.b, 0, 0); e.Low <= truth && truth <= e.High {
				within++
			}
		}
		t.Logf("%d games, b = %v: %.1f %%", c.games, c.b, float64(within)/4)
		if within < 368 || within > 392 { // 380 and 2.75 standard deviations
			t.Errorf("%d games, b = %v: in %d of 400", c.games, c.b, within)
		}
	}
}

// With its sides exchanged a scenario has the bias against the other side.
func TestOf_SidesExchanged(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 200 {
		games := drawn(r, r.IntN(60), r.NormFloat64(), 300, 0.2)
		e := balance.Of(games)
		for i, g := range games {
			games[i] = balance.Game{First: g.Second, Second: g.First, Points: [2]int{g.Points[1], g.Points[0]}}
		}
		o := balance.Of(games)
		for _, d := range []float64{e.Bias + o.Bias, e.Error - o.Error, e.Chance + o.Chance - 100,
			e.Low + o.High - 100} {
			if math.Abs(d) > 1e-9 {
				t.Fatalf("%v exchanged is %v", e, o)
			}
		}
	}
}

// Between equals the chance is that of all games and a drawn one; the values are worked out by hand.
func TestOf_FewGames(t *testing.T) {
	results := func(n int, points [2]int) []balance.Game {
		return slices.Repeat([]balance.Game{{First: 1500, Second: 1500, Points: points}}, n)
	}
	for _, c := range []struct {
		name   string
		games  []balance.Game
		n      int
		chance float64
		err    float64
		known  bool
	}{
		{"no game", nil, 0, 50, 2, false},
		{"no result", results(30, [2]int{}), 0, 50, 2, false},
		{"strange points", results(30, [2]int{3, -1}), 0, 50, 2, false},
		{"one game", results(1, [2]int{2, 0}), 1, 75, 1 / math.Sqrt(2*0.75*0.25), false},
		{"nineteen", results(19, [2]int{1, 1}), 19, 50, 2 / math.Sqrt(20), false},
		{"all drawn", results(99, [2]int{1, 1}), 99, 50, 0.2, true},
		{"all won", results(20, [2]int{2, 0}), 20, 100 * 20.5 / 21, 1 / math.Sqrt(20.5*0.5/21), true},
		{"all lost", results(20, [2]int{0, 2}), 20, 100 * 0.5 / 21, 1 / math.Sqrt(20.5*0.5/21), true},
		{"all of many won", results(100_000, [2]int{2, 0}), 100_000, 100 * 100_000.5 / 100_001, math.Sqrt2, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := balance.Of(c.games)
			if e.Games != c.n || math.Abs(e.Chance-c.chance) > 1e-9 || math.Abs(e.Error/c.err-1) > 1e-5 ||
				e.Known != c.known || e.Low < 0 || e.Low >= e.Chance || e.High <= e.Chance || e.High > 100 {
				t.Errorf("it is %+v", e)
			}
		})
	}
}
