package view

import (
	"fmt"
	"hash/crc32"

	"grognard/rules/chart"
	"grognard/rules/order"
)

// Odds is what an attack or overrun would come to, as far as the side may know that would
// make it: SCS 7.3, 7.4. Where the target hides units, everything is a range over what they
// may be.
type Odds struct {
	Order   order.Order // what the odds are of
	Planned bool        // for the combat phase to come: it cannot be carried out yet
	Turn    int         // when they were reckoned
	Phase   Phase

	Unseen      int            // units in the target that are not seen
	Idle        int            // of these, who retreated there and add nothing to the defence: SCS 7.2d
	Least, Most chart.Fraction // their defence together with any markers, before terrain
	Best, Worst Reckoning      // against the weakest and the strongest that the target may be; equal where nothing is unseen

	// The steps that each side has in the fight.
	AttackSteps  int
	DefenceSteps Span

	Results []ResultChance // those that can come, from the lowest roll up; without a roll there is one

	// The chance that a side loses at least 1, 2, … steps by the result alone, as far as it
	// has so many; hexes held (9.2) or not retreated (9.0b) are not among them.
	AttackerLoses, DefenderLoses []Chance

	// The chance that a side is to retreat and has somebody left who must.
	AttackerRetreats, DefenderRetreats Chance

	// The chance that no defender is left in the hex. If he holds, he turns every hex of
	// his retreat into a step loss: SCS 9.2. If he retreats, he goes wherever he is to and can;
	// who cannot go one hex loses a step for each instead (9.0b), and who has only a lake
	// to go over is destroyed there, where the game says so.
	EmptyIfHeld, EmptyIfLeft Chance
}

// Span is a range of numbers, both ends in it.
type Span struct{ Least, Most int }

// Throws is how many throws of two dice there are, each as likely as the others.
const Throws = 36

// Chance is in how many of the throws something happens.
type Chance = Span

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
