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

// Of is the game without what is not a user's: with the rolls for his orders, and the fights in which he was.
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
