package view

import (
	"fmt"
	"hash/crc32"

	"grognard/rules/chart"
	"grognard/rules/order"
)

// Odds is what a fight would come to, as far as the side may know that would
// make it. Where the target hides units, everything is a range over what they
// may be.
type Odds struct {
	Order   order.Order // what the odds are of
	Planned bool        // for the combat phase to come: it cannot be carried out yet
	Turn    int         // when they were reckoned
	Phase   Phase

	Unseen      int            // units in the target that are not seen
	Besides     Text           // what else is known of these; the zero Text for nothing
	Least, Most chart.Fraction // their defence together with any markers, before terrain
	// against the weakest and the strongest that the target may be; equal where nothing is unseen
	Best, Worst Reckoning

	// The steps that each side has in the fight.
	AttackSteps  int
	DefenceSteps Span

	Results []ResultChance // those that can come, from the lowest roll up; without a roll there is one
	Outlook []Text         // what the results mean for the sides, line by line, with the Chances of it
}

// Span is a range of numbers, both ends in it.
type Span struct{ Least, Most int }

// Throws is how many throws of two dice there are, each as likely as the others.
const Throws = 36

// Chance is in how many of the throws something happens.
type Chance = Span

// AtLeast is the chances that something happens at least once, twice and so on, as often as
// it can.
type AtLeast []Chance

// ResultChance is the chance of a result, in the form in which the table prints it.
type ResultChance struct {
	Result string
	Chance Chance
}

// Whole says whether the target is seen whole, so that everything is exact.
func (o Odds) Whole() bool { return o.Unseen == 0 }

// Digest tells odds apart: those that somebody was shown from those of a later moment. It
// is made of nothing but what they show, and is never 0.
func (o Odds) Digest() int {
	return int(crc32.ChecksumIEEE(fmt.Appendf(nil, "%+v", o))&(1<<24-1)) | 1<<24
}
