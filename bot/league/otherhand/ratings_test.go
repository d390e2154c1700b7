package otherhand_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"grognard/bot/league/rated"
	"grognard/bot/league/rating"
)

// outcome is a rated game, as this hand takes it from the data.
type outcome struct {
	ended    time.Time
	scenario string
	players  [2]string
	points   float64 // of the first player: 1, 0.5 or 0
}

// strength is a rating in the units of Glickman's paper.
type strength struct{ mu, phi, sigma float64 }

// perUnit is how many points of a rating make one unit: 400 are ten to one.
var perUnit = 400 / math.Log(10)

func beginner() strength { return strength{0, 350 / perUnit, 0.06} }

// chance is how likely somebody of strength mu beats an opponent whose strength is uncertain.
func chance(mu float64, against strength) float64 {
	g := 1 / math.Sqrt(1+3*against.phi*against.phi/(math.Pi*math.Pi))
	return 1 / (1 + math.Exp(-g*(mu-against.mu)))
}

// against is an opponent with what the player has scored.
type against struct {
	strength
	score float64
}

// likelihood is the logarithm of how likely a month's scores are for somebody of strength mu.
func likelihood(mu float64, month []against) (sum float64) {
	for _, a := range month {
		p := chance(mu, a.strength)
		sum += a.score*math.Log(p) + (1-a.score)*math.Log(1-p)
	}
	return sum
}

// derivatives are the first and the second of f at x, by differences over a step and over half of it, which together
// are exact to the fourth order.
func derivatives(f func(float64) float64, x float64) (first, second float64) {
	by := func(h float64) (float64, float64) {
		return (f(x+h) - f(x-h)) / (2 * h), (f(x+h) - 2*f(x) + f(x-h)) / (h * h)
	}
	const h = 0.01
	a1, a2 := by(h)
	b1, b2 := by(h / 2)
	return (4*b1 - a1) / 3, (4*b2 - a2) / 3
}

// highest is where f, which rises and then falls, is greatest: big steps of a net between low and high, and again with
// a finer net round the best.
func highest(f func(float64) float64, low, high float64) (at float64) {
	const net = 20
	for high-low > 1e-10 {
		best := math.Inf(-1)
		step := (high - low) / net
		for i := range net + 1 {
			if x := low + float64(i)*step; f(x) > best {
				best, at = f(x), x
			}
		}
		low, high = at-step, at+step
	}
	return at
}

// after is somebody's strength after a month: the paper's volatility is the most likely one, where its logarithm is
// spread by 0.5 round the old one's and the scores have surprised by so much.
func after(s strength, month []against) strength {
	const most = 350
	spread := func(v float64) float64 { return min(s.phi*s.phi+v*v, most*most/perUnit/perUnit) }
	if len(month) == 0 {
		return strength{s.mu, math.Sqrt(spread(s.sigma)), s.sigma}
	}
	slope, bend := derivatives(func(mu float64) float64 { return likelihood(mu, month) }, s.mu)
	variance := -1 / bend
	surprise := variance * slope
	posterior := func(x float64) float64 { // x is the logarithm of the squared volatility
		all := s.phi*s.phi + variance + math.Exp(x)
		far := x - 2*math.Log(s.sigma)
		return -math.Log(all)/2 - surprise*surprise/(2*all) - far*far/(2*0.5*0.5)
	}
	sigma := math.Exp(highest(posterior, 2*math.Log(s.sigma)-3, 2*math.Log(s.sigma)+3) / 2)
	square := 1 / (1/spread(sigma) + 1/variance)
	return strength{s.mu + square*slope, math.Sqrt(square), sigma}
}

// month is the calendar month of a time, as one number.
func month(t time.Time) int { return t.UTC().Year()*12 + int(t.UTC().Month()) - 1 }

// strengths are those of all who have played, at the end of a month: of the months from their first game on.
func strengths(games []outcome, until int) map[string]strength {
	now := map[string]strength{}
	if len(games) == 0 {
		return now
	}
	first := slices.MinFunc(games, func(a, b outcome) int { return a.ended.Compare(b.ended) })
	for m := month(first.ended); m <= until; m++ {
		played := map[string][]against{}
		for _, g := range games {
			if month(g.ended) != m {
				continue
			}
			for i, p := range g.players {
				if _, known := now[p]; !known {
					now[p] = beginner()
				}
				score := g.points
				if i == 1 {
					score = 1 - g.points
				}
				other := g.players[1-i]
				if _, known := now[other]; !known {
					now[other] = beginner()
				}
				played[p] = append(played[p], against{now[other], score})
			}
		}
		next := map[string]strength{}
		for p, s := range now {
			next[p] = after(s, played[p])
		}
		now = next
	}
	return now
}

// isNear reports whether two numbers differ by rounding alone.
func isNear(a, b, by float64) bool { return math.Abs(a-b) <= by }

// compareRatings compares ratings with those of this hand.
func compareRatings(fail failure, lines []rating.Line, games []outcome, until int) {
	mine := strengths(games, until)
	if len(lines) != len(mine) {
		fail("%d players are rated, and by this hand %d", len(lines), len(mine))
	}
	for _, l := range lines {
		m, r := mine[l.Player], l.Rating
		if !isNear(r.Points, 1500+perUnit*m.mu, 0.01) || !isNear(r.Deviation, perUnit*m.phi, 0.01) ||
			!isNear(r.Volatility, m.sigma, 1e-6) {
			fail("%s is rated %.3f, %.3f, %.8f, and by this hand %.3f, %.3f, %.8f", l.Player, r.Points, r.Deviation,
				r.Volatility, 1500+perUnit*m.mu, perUnit*m.phi, m.sigma)
		}
	}
}

// compareBalances compares how balanced scenarios are with what this hand finds: where the likelihood of the results,
// and of half a win and half a loss between equals, is greatest.
func compareBalances(fail failure, list []rated.Balance, games []outcome) {
	for _, b := range list {
		type played struct{ lead, points float64 }
		mine := []played{{0, 0.5}}
		for _, g := range games {
			if g.scenario != b.Scenario {
				continue
			}
			before := strengths(games, month(g.ended)-1)
			mine = append(mine, played{before[g.players[0]].mu - before[g.players[1]].mu, g.points})
		}
		f := func(bias float64) (sum float64) {
			for _, p := range mine {
				x := bias + p.lead
				sum -= p.points*math.Log1p(math.Exp(-x)) + (1-p.points)*math.Log1p(math.Exp(x))
			}
			return sum
		}
		bias := highest(f, -20, 20)
		_, bend := derivatives(f, bias)
		wide := 1.96 / math.Sqrt(-bend)
		percent := func(x float64) float64 { return 100 / (1 + math.Exp(-x)) }
		chance, low, high := percent(bias), percent(bias-wide), percent(bias+wide)
		if b.Games != len(mine)-1 || !isNear(b.Chance, chance, 0.001) || !isNear(b.Low, low, 0.001) ||
			!isNear(b.High, high, 0.001) || b.Known != (b.Games >= 20) {
			fail("%q is said to be %+v, and by this hand %.4f (%.4f to %.4f) from %d games", b.Scenario, b,
				chance, low, high, len(mine)-1)
		}
	}
}

// outcomes are the games of a season that count for ratings, whose players are their users.
func (r reportJSON) outcomes() (list []outcome) {
	users := map[string]string{}
	for _, p := range r.People {
		users[p.Name] = p.User
	}
	for _, g := range r.Season.games(0) {
		if g.Result == nil || g.Result.Unplayed || g.Second == "" {
			continue
		}
		list = append(list, outcome{ended: at(g.Ended), scenario: g.Scenario,
			players: [2]string{users[g.First], users[g.Second]}, points: float64(g.Result.Points[0]) / 2})
	}
	return list
}

// ratings compares the ratings and the balance of a season's scenarios with those of this hand.
func (r reportJSON) ratings(fail failure) {
	games := r.outcomes()
	last := 0
	for _, g := range games {
		last = max(last, month(g.ended))
	}
	if s := r.Season.Since; s != "" && r.Season.Stage == "closed" {
		last = max(last, month(at(s)))
	} else {
		last = -1 // when it was cut off is not in the data: the deviations would be of another month
	}
	if last >= 0 {
		compareRatings(fail, r.Ratings, games, last)
	}
	compareBalances(fail, r.Balances, games)
}

// Ratings of years and the balance of their scenarios are those of this hand.
func TestRatings_Years(t *testing.T) {
	for seed := range *seeds {
		r := rand.New(rand.NewPCG(seed, 8))
		var results []rating.Result
		var games []outcome
		begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		for i := range 300 {
			first, second := r.IntN(15), r.IntN(15)
			if first == second {
				continue
			}
			strong := 1 / (1 + math.Exp(-float64(first-second)/6-0.4))
			points := 0
			switch x := r.Float64(); {
			case x < strong*0.9:
				points = 2
			case x < strong*0.9+0.1:
				points = 1
			}
			g := outcome{begin.Add(time.Duration(r.IntN(500*24)) * time.Hour), fmt.Sprint("scenario ", r.IntN(3)),
				[2]string{fmt.Sprint("player ", first), fmt.Sprint("player ", second)}, float64(points) / 2}
			games = append(games, g)
			results = append(results, rating.Result{ID: fmt.Sprint(i), At: g.ended, Module: "drill",
				Scenario: g.scenario, First: g.players[0], Second: g.players[1], Points: [2]int{points, 2 - points}})
		}
		until := begin.AddDate(0, 17, 3)
		fail := func(f string, args ...any) { t.Helper(); t.Errorf(f, args...) }
		compareRatings(fail, rating.Table(results, until), games, month(until))
		compareBalances(fail, rated.Balances(results, "drill"), games)
	}
}

// reliability compares what the games say of each player: a game that was played to its end is finished but by whom the
// clock has beaten, whose lateness the answers have too. What the data does not have are calls and warnings: they are
// one answer for each game at most.
func (r reportJSON) reliability(fail failure) {
	for _, p := range r.People {
		var mine record
		calls := 0
		for _, g := range r.Season.games(0) {
			seat := slices.Index([]string{g.First, g.Second}, p.Name)
			if seat < 0 || g.Second == "" {
				continue
			}
			if calls++; g.Result == nil { // a call is answered while the game is open
				continue
			}
			a := g.Answers[seat]
			clocked := g.Result.Clock == p.Name
			if clocked && a.Late == 0 {
				fail("game %d: the clock of %s has run out, and he was never late: %+v", g.Game, p.Name, a)
			}
			mine.Asked, mine.InTime = mine.Asked+a.Asked, mine.InTime+a.Asked-a.Late
			if !g.Result.Unplayed && g.Ruled == "" && g.How != "unfinished" && !clocked {
				mine.Finished++
			}
		}
		if got := p.Reliability; got.Finished != mine.Finished || got.Asked < mine.Asked ||
			got.Asked > mine.Asked+calls || got.InTime < mine.InTime ||
			got.InTime-mine.InTime > got.Asked-mine.Asked || got.Begun < got.Finished {
			fail("%s is said to be %+v, and by this hand %+v with %d calls at most", p.Name, got, mine, calls)
		}
	}
}
