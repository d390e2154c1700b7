package rating_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"grognard/bot/league/rating"
)

// The example of the paper, which computes with rounded numbers on the way: 1464.06, 151.52 and 0.05999.
func TestNextRating_PaperExample(t *testing.T) {
	r := rating.NextRating(rating.Rating{Points: 1500, Deviation: 200, Volatility: 0.06}, []rating.Game{
		{Opponent: rating.Rating{Points: 1400, Deviation: 30}, Score: 1},
		{Opponent: rating.Rating{Points: 1550, Deviation: 100}},
		{Opponent: rating.Rating{Points: 1700, Deviation: 300}},
	})
	if got := fmt.Sprintf("%.3f %.3f %.6f", r.Points, r.Deviation, r.Volatility); got != "1464.051 151.517 0.059996" {
		t.Errorf("it is %s", got)
	}
	if math.Abs(r.Points-1464.06) > 0.01 || math.Abs(r.Deviation-151.52) > 0.005 ||
		math.Abs(r.Volatility-0.05999) > 1e-5 {
		t.Errorf("%v is not what the paper prints", r)
	}
}

// aRating draws a rating such as players have.
func aRating(t *rapid.T, name string) rating.Rating {
	return rating.Rating{Points: rapid.Float64Range(500, 2500).Draw(t, name),
		Deviation:  rapid.Float64Range(30, 350).Draw(t, name+"'s deviation"),
		Volatility: rapid.Float64Range(0.03, 0.1).Draw(t, name+"'s volatility")}
}

// someGames draws games of a period, all with one score if that is given.
func someGames(t *rapid.T, scores ...float64) (games []rating.Game) {
	for range rapid.IntRange(1, 12).Draw(t, "games") {
		score := rapid.SampledFrom(scores).Draw(t, "score")
		games = append(games, rating.Game{Opponent: aRating(t, "opponent"), Score: score})
	}
	return games
}

// The same once more in the paper's own scale and order, the volatility found by halving from below.
func TestNextRating_ComputedOtherwise(t *testing.T) {
	const unit = 173.7178
	rapid.Check(t, func(t *rapid.T) {
		r, games := aRating(t, "player"), someGames(t, 0, 0.5, 1)
		mu, phi := (r.Points-1500)/unit, r.Deviation/unit
		var vInverse, sum float64
		for _, g := range games {
			muJ, phiJ := (g.Opponent.Points-1500)/unit, g.Opponent.Deviation/unit
			w := 1 / math.Sqrt(1+3*phiJ*phiJ/math.Pi/math.Pi)
			e := 1 / (1 + math.Exp(-w*(mu-muJ)))
			vInverse += w * w * e * (1 - e)
			sum += w * (g.Score - e)
		}
		v, delta, a := 1/vInverse, sum/vInverse, math.Log(r.Volatility*r.Volatility)
		above := func(x float64) bool { // whether x is above the solution of the paper's equation f(x) = 0
			d := phi*phi + v + math.Exp(x)
			return math.Exp(x)*(delta*delta-d)/(2*d*d)-(x-a)/0.25 < 0
		}
		low, high := a-20, a-20
		for !above(high) {
			low, high = high, high+0.01
		}
		for range 60 {
			if middle := (low + high) / 2; above(middle) {
				high = middle
			} else {
				low = middle
			}
		}
		phiStar := math.Min(math.Sqrt(phi*phi+math.Exp(low)), 350/unit)
		phiNew := 1 / math.Sqrt(1/(phiStar*phiStar)+1/v)
		want := rating.Rating{Points: unit*(mu+phiNew*phiNew*sum) + 1500, Deviation: unit * phiNew,
			Volatility: math.Exp(low / 2)}
		got := rating.NextRating(r, games)
		if math.Abs(got.Points-want.Points) > 0.01 || math.Abs(got.Deviation-want.Deviation) > 0.01 ||
			math.Abs(got.Volatility-want.Volatility) > 1e-6 {
			t.Fatalf("it is %v and not %v", got, want)
		}
	})
}

// Who wins all his games does not fall, and who loses all of them does not rise.
func TestNextRating_WinnerNeverFalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := aRating(t, "player")
		if won := rating.NextRating(r, someGames(t, 1)); won.Points < r.Points {
			t.Fatalf("%v falls to %v", r, won)
		}
		if lost := rating.NextRating(r, someGames(t, 0)); lost.Points > r.Points {
			t.Fatalf("%v rises to %v", r, lost)
		}
	})
}

// bad reports whether a rating is none.
func bad(r rating.Rating) bool {
	sum := r.Points + r.Deviation + r.Volatility
	return math.IsNaN(sum) || math.IsInf(sum, 0) || r.Deviation > 350 || r.Deviation < 0 ||
		r.Volatility <= 0 || r.Volatility > 2.02
}

// Whatever is rated, it has finite ratings, deviations of at most 350 and volatilities that make no greater ones.
func TestNextRating_AbsurdInput(t *testing.T) {
	points := []float64{-1e300, -1e6, 0, 1499, 1500, 4000, 1e6, 1e300}
	for _, own := range points {
		for _, theirs := range points {
			for _, deviation := range []float64{0, 1e-9, 350, 1e9} {
				for _, volatility := range []float64{0, 0.06, 1e9} {
					for _, n := range []int{0, 1, 10_000} {
						r := rating.Rating{Points: own, Deviation: deviation, Volatility: volatility}
						opponent := rating.Rating{Points: theirs, Deviation: deviation}
						games := slices.Repeat([]rating.Game{{Opponent: opponent, Score: 1}}, n)
						if got := rating.NextRating(r, games); bad(got) {
							t.Errorf("%v after %d wins against %v: %v", r, n, theirs, got)
						}
						if e := rating.Expected(r, opponent); e < 0 || e > 1 || math.IsNaN(e) {
							t.Errorf("%v expects %v against %v", r, e, theirs)
						}
					}
				}
			}
		}
	}
}

// A player far ahead who loses once becomes no stranger, though far off the volatility has other solutions.
func TestNextRating_ImprobableResult(t *testing.T) {
	r := rating.Rating{Points: 3000, Deviation: 60, Volatility: 0.06}
	after := rating.NextRating(r, []rating.Game{{Opponent: rating.Rating{Points: 1000, Deviation: 60}}})
	if after.Volatility > 0.07 || after.Points < 2900 || after.Points > 3000 {
		t.Errorf("it is %v", after)
	}
}

func TestNextRating_NoGames(t *testing.T) {
	r := rating.Rating{Points: 1700, Deviation: 50, Volatility: 0.06}
	after := rating.NextRating(r, nil)
	// 0.06 is 10.42 points
	if after.Points != r.Points || after.Volatility != r.Volatility || math.Abs(after.Deviation-51.075) > 0.001 {
		t.Errorf("it is %v", after)
	}
	if r.Provisional() || !rating.New().Provisional() {
		t.Error("only a new player's rating is provisional")
	}
	if got := rating.NextRating(rating.New(), nil); got != rating.New() {
		t.Errorf("it is %v", got)
	}
}

func TestExpected(t *testing.T) {
	r := func(points, deviation float64) rating.Rating {
		return rating.Rating{Points: points, Deviation: deviation}
	}
	for _, c := range []struct {
		a, b rating.Rating
		want string
	}{
		{r(1500, 350), r(1500, 30), "0.500"},
		{r(1900, 0), r(1500, 0), "0.909"},    // 400 points are ten to one
		{r(1400, 80), r(1500, 150), "0.376"}, // the example of "The Glicko system"
	} {
		got, other := rating.Expected(c.a, c.b), rating.Expected(c.b, c.a)
		if fmt.Sprintf("%.3f", got) != c.want || math.Abs(got+other-1) > 1e-12 {
			t.Errorf("%v against %v expects %.3f, who expects %.3f", c.a, c.b, got, other)
		}
	}
}
