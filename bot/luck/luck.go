// Package luck compares dice with what was to be expected of them: the faces and sums that came, and the steps
// that fights cost.
//
//	var t luck.Tally
//	t.Add(game.Rolls)
//	six := t.Faces()[5]
//	var b luck.Balance
//	b.Add(f, f.Attacker.User == "anna")
//
// It does not say how likely it is that a die is unfair, which no count can tell, but how often fair dice
// deviate as much. With fewer rolls than Least even that means little.
//
// Steps are exact fractions. Chances are floats, which are shown as per cent.
package luck

import (
	"math"
	"math/big"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Least is how many rolls are needed before anything should be said about them.
const Least = 100

// Game is the rolls and fights of a game, as far as they may be known.
type Game struct {
	ID     string
	Title  string
	Over   bool // the game is over and all rolls are here; otherwise those whose faces everybody was told
	Rolls  []Roll
	Fights []Fight
}

// Roll is one throw of dice.
type Roll struct {
	Number uint64 // its number in the game
	By     Party  // who gave the order that was rolled for; the zero Party for nobody
	For    string // what was rolled for, as a word of the series
	Faces  []int
}

// Party is a side and who played it then.
type Party struct {
	Side order.Side
	User string
}

// Fight is a fight that was rolled for.
type Fight struct {
	Turn               int
	Hex                hex.Hex
	Attacker, Defender Party
	Compared           string // both strengths, as the table compares them
	Column             string
	Number             uint64 // the number of its roll in the game
	Read               int    // the number that was looked up in the table
	Result             string
	Stake              view.Stake
}

// Of returns the game with only what is a user's: the rolls for his orders, and the fights in which he was.
func (g Game) Of(user string) Game {
	mine := Game{ID: g.ID, Title: g.Title, Over: g.Over}
	for _, r := range g.Rolls {
		if r.By.User == user {
			mine.Rolls = append(mine.Rolls, r)
		}
	}
	for _, f := range g.Fights {
		if f.Attacker.User == user || f.Defender.User == user {
			mine.Fights = append(mine.Fights, f)
		}
	}
	return mine
}

// rat returns the fraction n/of.
func rat(n, of int) *big.Rat { return big.NewRat(int64(n), int64(of)) }

// Expected returns the steps that each side was expected to lose: the mean over all throws of the column.
func (f Fight) Expected() (attacker, defender *big.Rat) {
	a, d := 0, 0
	for _, t := range f.Stake.Could {
		a, d = a+t.Throws*t.Attacker, d+t.Throws*t.Defender
	}
	return rat(a, f.Stake.Throws), rat(d, f.Stake.Throws)
}

// Swing returns how many steps better than expected the fight went for the attacker: the defender's losses beyond
// the expected ones, minus the attacker's. For the defender it is the negative of that.
func (f Fight) Swing() *big.Rat {
	attacker, defender := f.Expected()
	s := new(big.Rat).Sub(attacker, defender)
	return s.Add(s, rat(f.Stake.Did.Defender-f.Stake.Did.Attacker, 1))
}

// Variance returns the variance of the swing over all throws of the column.
func (f Fight) Variance() *big.Rat {
	sum, squares := 0, 0
	for _, t := range f.Stake.Could {
		gain := t.Defender - t.Attacker
		sum, squares = sum+t.Throws*gain, squares+t.Throws*gain*gain
	}
	mean := rat(sum, f.Stake.Throws)
	return new(big.Rat).Sub(rat(squares, f.Stake.Throws), mean.Mul(mean, mean))
}

// Steps are the steps that a side was expected to lose, and that it has lost.
type Steps struct {
	Expected big.Rat
	Lost     int
}

// Balance sums the fights of one player.
type Balance struct {
	Fights     int
	Own, Enemy Steps

	variance big.Rat
}

// Add counts a fight; attacked says whether the player was the attacker.
func (b *Balance) Add(f Fight, attacked bool) {
	own, enemy := f.Expected()
	ownLost, enemyLost := f.Stake.Did.Attacker, f.Stake.Did.Defender
	if !attacked {
		own, enemy, ownLost, enemyLost = enemy, own, enemyLost, ownLost
	}
	b.Fights++
	b.Own.add(own, ownLost)
	b.Enemy.add(enemy, enemyLost)
	b.variance.Add(&b.variance, f.Variance())
}

func (s *Steps) add(expected *big.Rat, lost int) {
	s.Expected.Add(&s.Expected, expected)
	s.Lost += lost
}

// Difference returns how many steps better than expected the fights went for the player.
func (b Balance) Difference() *big.Rat {
	d := new(big.Rat).Sub(&b.Own.Expected, &b.Enemy.Expected)
	return d.Add(d, rat(b.Enemy.Lost-b.Own.Lost, 1))
}

// Deviation returns the standard deviation of the difference: about two of three such series of fights lie within
// it. The dice of different fights are independent, so their variances add up.
func (b Balance) Deviation() float64 {
	v, _ := b.variance.Float64()
	return math.Sqrt(v)
}

// Ranked is a fight with its swing for one player.
type Ranked struct {
	Fight
	Game  string
	Swing *big.Rat
}

// Extremes are the fights that went best and worst for one player, the farthest from what was expected first, equal
// ones in the order in which they were added.
type Extremes struct{ Best, Worst []Ranked }

// maxExtremes is how many fights each of the two lists has at most.
const maxExtremes = 5

// Add enters a fight in the list where it belongs; attacked says whether the player was the attacker.
func (e *Extremes) Add(game string, f Fight, attacked bool) {
	s := f.Swing()
	if !attacked {
		s.Neg(s)
	}
	switch r := (Ranked{f, game, s}); {
	case s.Sign() > 0:
		e.Best = ranked(e.Best, r, func(a, b Ranked) int { return b.Swing.Cmp(a.Swing) })
	case s.Sign() < 0:
		e.Worst = ranked(e.Worst, r, func(a, b Ranked) int { return a.Swing.Cmp(b.Swing) })
	}
}

// ranked returns a sorted list with r added, cut to maxExtremes.
func ranked(list []Ranked, r Ranked, compare func(a, b Ranked) int) []Ranked {
	list = append(list, r)
	slices.SortStableFunc(list, compare)
	return list[:min(len(list), maxExtremes)]
}
