package view

import (
	"fmt"
	"hash/crc32"

	"grognard/rules/chart"
	"grognard/rules/order"
)

// Odds is the forecast of a fight from what the attacking side may know. Where the target hides units,
// everything is a range over what they could be.
type Odds struct {
	Order   order.Order // the order that the odds are for
	Planned bool        // for a later combat phase: it cannot be carried out yet
	Turn    int         // the turn when they were computed
	Phase   Phase

	Unseen      int            // units in the target that the side does not see
	Besides     Text           // what else is known of the unseen units; the zero Text for nothing
	BesidesRule Rule           // the paragraph of Besides
	Least, Most chart.Fraction // the bounds of their total defence, before terrain
	// against the weakest and the strongest target that the hidden units could make; equal where nothing is unseen
	Best, Worst Reckoning

	// The number of steps that each side has in the fight.
	AttackSteps  int
	DefenceSteps Span

	Results []ResultChance    // the possible results, from the lowest roll up; a single one where no die is rolled
	Means   map[string][]Text // what each result does; results whose names say so are left out
	// the results of Best and of Worst, where something is unseen that makes them differ
	BestResults, WorstResults []ResultChance
	ByDefence                 uint32 // a hash of the results for each possible target; 0 if not computed so

	Table   string // the ID of the table that is read, where a series has several for fights
	Aside   []Text // what else is to be known of the fight, such as that units are taken to stand elsewhere
	Outlook []Text // what the results mean for the sides, with Chances as arguments, and who could still take part
	Gist    Gist   // the outlook in five figures, where a series has several ways to fight
}

// Gist is how likely in percent a fight is to cost its target a step or more, to make it drop its Support, to make it
// retreat, to cost the acting side a step or more, and to take the last step of the target.
type Gist struct{ Against, Drop, Retreat, Acting, Dies int }

// Span is a range of numbers, including both ends.
type Span struct{ Least, Most int }

// Throws is the number of equally likely throws of two dice.
const Throws = 36

// Chance is in how many of the Throws something happens, as a range.
type Chance = Span

// AtLeast holds the chances that something happens at least once, at least twice and so on.
type AtLeast []Chance

// ResultChance is the chance of a result, which is written as the table prints it.
type ResultChance struct {
	Result string
	Chance Chance
}

// Whole reports whether the side sees the whole target, so that everything is exact.
func (o Odds) Whole() bool { return o.Unseen == 0 }

// Digest returns a hash of the odds, to tell whether they have changed since somebody was shown them. It depends
// only on what they show and is never 0.
func (o Odds) Digest() int {
	return int(crc32.ChecksumIEEE(fmt.Appendf(nil, "%+v", o))&(1<<24-1)) | 1<<24
}
