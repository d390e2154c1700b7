// Package balance says how balanced a scenario is: how often its first side wins between equals.
//
//	e := balance.Of([]balance.Game{{First: 1700, Second: 1500, Points: [2]int{2, 0}}})
//	fmt.Printf("%.0f %% (%.0f to %.0f), known: %t\n", e.Chance, e.Low, e.High, e.Known)
//
// It is a logistic regression with one unknown, the bias b of the scenario, and the difference of the ratings as its
// offset: the first side wins with a chance of 1/(1+exp(-b-offset)), and 400 points are ten to one. A draw is half a
// win (a response that is a fraction, as in Papke and Wooldridge, 1996).
//
// RULING: without a penalty b is infinite while one side has won all games. The penalty is Jeffreys' prior for the
// chance between equals, which is what Firth's correction ("Bias reduction of maximum likelihood estimates", 1993)
// comes to if all games were between equals. It counts as one more drawn game between equals. Firth's own penalty with
// offsets is not concave, and could have two estimates; this one, the log-F(1,1) prior of Greenland and Mansournia
// ("Penalization, bias reduction, and default priors in logistic and related categorical and survival regressions",
// 2015), always has one.
//
// Limits: ratings count as exact, and should be those before the game. With many draws the interval is wider than it
// need be, as a draw owes less to chance than a win. The last bits depend on the order of the games.
package balance

import "math"

// known is the least number of games with which an estimate is worth showing.
const known = 20

// Game is a game of the scenario between two rated players.
type Game struct {
	First  float64 `json:"first"`  // points of the rating of the first side's player
	Second float64 `json:"second"` // points of the rating of the second side's player
	Points [2]int  `json:"points"` // half points of both; if they do not sum to 2, the game does not count
}

// Estimate is how balanced a scenario is.
type Estimate struct {
	Games  int     `json:"games"`
	Bias   float64 `json:"bias"`   // logarithm of the odds of the first side between equals
	Error  float64 `json:"error"`  // the standard error of Bias
	Chance float64 `json:"chance"` // the first side's chance to win between equals, in percent
	Low    float64 `json:"low"`    // the lower end of the 95 % confidence interval of Chance, in percent
	High   float64 `json:"high"`   // the upper end
	Known  bool    `json:"known"`  // there are enough games
}

// Of returns the estimate for a scenario from its games. Without any it is 50 %, with a wide interval.
func Of(games []Game) Estimate {
	offsets, wins := []float64{0}, 0.5 // the penalty: a drawn game between equals
	far := 0.0
	for _, g := range games {
		if min(g.Points[0], g.Points[1]) < 0 || g.Points[0]+g.Points[1] != 2 {
			continue
		}
		offset := math.Ln10 / 400 * (g.First - g.Second)
		offsets, wins = append(offsets, offset), wins+float64(g.Points[0])/2
		far = max(far, math.Abs(offset))
	}
	b := maximum(offsets, wins, far+math.Log(2*float64(len(offsets)))) // the slope has one sign beyond that
	_, information := derivatives(offsets, wins, b)
	e := Estimate{Games: len(offsets) - 1, Bias: b, Error: 1 / math.Sqrt(information), Known: len(offsets)-1 >= known}
	e.Chance, e.Low, e.High = 100*logistic(b), 100*logistic(b-1.96*e.Error), 100*logistic(b+1.96*e.Error)
	return e
}

// maximum returns the b between -far and far at which the penalized likelihood is greatest. It uses Newton's method,
// and halves the interval that must contain the maximum when a step would leave it.
func maximum(offsets []float64, wins, far float64) (b float64) {
	low, high := -far, far
	for range 100 {
		slope, information := derivatives(offsets, wins, b)
		if slope > 0 {
			low = b
		} else {
			high = b
		}
		next := b + slope/information
		if !(low <= next && next <= high) { // also if next is not a number
			next = (low + high) / 2
		}
		if math.Abs(next-b) < 1e-12 {
			return next
		}
		b = next
	}
	return b
}

// derivatives returns the first derivative of the logarithm of the likelihood, and the second one with its sign turned.
func derivatives(offsets []float64, wins, b float64) (slope, information float64) {
	slope = wins
	for _, o := range offsets {
		slope -= logistic(b + o)
		information += logistic(b+o) * logistic(-b-o)
	}
	return slope, information
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
