// Package rating says how strong players are, from what they have won and lost, and how sure that is. It is Glicko-2 by
// calendar months.
//
//	lines := rating.Table(results, time.Date(2026, 3, 31, 0, 0, 0, 0, time.UTC))
//	fmt.Printf("%s %.0f ± %.0f\n", lines[0].Player, lines[0].Rating.Points, 2*lines[0].Rating.Deviation)
//
// The system is Mark Glickman's ("Example of the Glicko-2 system", March 22, 2022). A player has points, a deviation,
// which is the standard error of the points, and a volatility, which is how much his strength changes in a period. All
// games of a month count at once against the ratings at its beginning; the running month is rated as if it ended now,
// and anew when more games come.
//
// RULING: the paper has no greatest deviation. Here it is 350, as in Glickman's first system ("The Glicko system", step
// 1), also for players who have played.
//
// Limits: ratings are finite numbers. The last bit of a table may differ between processor architectures, as some
// multiply and add with a single rounding.
package rating

import "math"

const (
	startPoints     = 1500
	startVolatility = 0.06
	mostDeviation   = 350
	sureDeviation   = 110
	mostVolatility  = mostDeviation / scale // with it any deviation reaches the greatest within a month
	leastVolatility = 0.001
	scale           = 400 / math.Ln10 // points per unit of the paper's scale; the paper rounds it to 173.7178
	tau             = 0.5             // how much the volatility may change, the paper's constant of the system
	tolerance       = 1e-6            // of the logarithm of the squared volatility, as in the paper
	mostGap         = 100             // the greatest gap that counts, in units: else exponentials overflow
)

// Rating says how strong a player is; New returns a new player's.
type Rating struct {
	Points     float64 `json:"points"`
	Deviation  float64 `json:"deviation"` // in points, at most 350
	Volatility float64 `json:"volatility"`
}

// New returns the rating of a player before his first game.
func New() Rating { return Rating{startPoints, mostDeviation, startVolatility} }

// Provisional reports whether the points are too uncertain to be compared with those of others.
func (r Rating) Provisional() bool { return r.Deviation > sureDeviation }

// Game is a game of a period, from the view of the player who is rated.
type Game struct {
	Opponent Rating  // at the beginning of the period
	Score    float64 // 1, 0.5 or 0
}

// NextRating returns the rating of a player at the end of a period in which he has played games. Without games only his
// deviation changes: it grows.
func NextRating(r Rating, games []Game) Rating {
	deviation := r.Deviation / scale
	volatility := boundVolatility(r.Volatility)
	var information, surplus float64 // 1/v and Δ/v of the paper
	for _, g := range games {
		w := weight(g.Opponent.Deviation)
		lead := w * gap(r, g.Opponent)
		chance := logistic(lead)
		information += w * w * chance * logistic(-lead)
		surplus += w * (g.Score - chance)
	}
	if len(games) > 0 {
		volatility = nextVolatility(volatility, deviation, 1/information, surplus/information)
	}
	square := min(deviation*deviation+volatility*volatility, mostDeviation*mostDeviation/(scale*scale))
	square = 1 / (1/square + information)
	return Rating{
		Points:     r.Points + scale*square*surplus, // in points, as a winner could fall by conversion
		Deviation:  scale * math.Sqrt(square),
		Volatility: volatility,
	}
}

// nextVolatility returns the volatility after a period. variance and delta are the paper's v and Δ, in its units: of
// the strength that the period's games alone show, its variance and how far it is above the old one. The search goes
// upward in steps, too, where the paper takes an upper bound at once: so of several solutions it finds the nearest.
func nextVolatility(old, deviation, variance, delta float64) float64 {
	start := 2 * math.Log(old)
	sum := deviation*deviation + variance
	slope := func(x float64) float64 {
		e := math.Exp(x)
		return e*(delta*delta-sum-e)/(2*(sum+e)*(sum+e)) - (x-start)/(tau*tau)
	}
	step := math.Copysign(tau, slope(start))
	near, far := start, start+step
	for slope(near)*slope(far) > 0 {
		near, far = far, far+step
	}
	return boundVolatility(math.Exp(zero(slope, near, far) / 2))
}

// zero returns where f is 0 between a and b, at which f must have different signs. It is the Illinois variant of the
// rule of false position: the value at an end that stays is halved.
func zero(f func(float64) float64, a, b float64) float64 {
	for atA, atB := f(a), f(b); math.Abs(b-a) > tolerance; {
		c := a + (a-b)*atA/(atB-atA)
		atC := f(c)
		if atC*atB <= 0 {
			a, atA = b, atB
		} else {
			atA /= 2
		}
		b, atB = c, atC
	}
	return a
}

func boundVolatility(v float64) float64 { return min(max(v, leastVolatility), mostVolatility) }

// Expected returns the score that a can expect against b, from 0 to 1: the chance to win plus half the chance to draw.
// The more uncertain either rating, the nearer it is to one half.
func Expected(a, b Rating) float64 {
	return logistic(weight(math.Hypot(a.Deviation, b.Deviation)) * gap(a, b))
}

// gap returns by how many units a is above b.
func gap(a, b Rating) float64 { return min(max((a.Points-b.Points)/scale, -mostGap), mostGap) }

// weight returns how much a game counts, from 0 to 1, against a strength with this deviation in points.
func weight(deviation float64) float64 {
	d := deviation / scale / math.Pi
	return 1 / math.Sqrt(1+3*d*d)
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
