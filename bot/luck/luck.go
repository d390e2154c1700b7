// Package luck counts what dice have brought beside what was to be expected of them: faces and
// sums, and what each fight cost in steps beside what its column let expect.
//
//	var t luck.Tally
//	t.Add(game.Rolls)
//	six := t.Faces()[5]
//	var b luck.Balance
//	b.Add(f, f.Attacker.User == "anna")
//
// It says nothing of how likely it is that a die is bent, which no count can know: only how
// often fair dice stray as far. Of fewer rolls than Least it does not say even that.
//
// Steps are exact fractions. Chances are floats: they are told in hundredths.
package luck

import (
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Least is how many rolls are needed before anything is said of them.
const Least = 100

// Game is the dice of a game, as far as they may be known.
type Game struct {
	ID     string
	Title  string
	Over   bool // all of its rolls are here; else those of which everybody was told the faces
	Rolls  []Roll
	Fights []Fight
}

// Roll is dice that fell together.
type Roll struct {
	Number uint64 // in its game
	By     Party  // whose order they fell for; the zero Party where it was nobody's
	For    string // a word of the series
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
	Compared           string // both strengths as the table compares them
	Column             string
	Number             uint64 // of the roll in its game
	Read               int    // the number that was read in the table
	Result             string
	Stake              view.Stake
}

// Of is the game as far as it is a user's: the rolls for his orders, and the fights that he was in.
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
