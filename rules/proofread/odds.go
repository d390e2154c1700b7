package proofread

import (
	"fmt"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// Strengths bounds the odds at which a side's units can attack. Whoever fills it takes a bound too wide rather than too
// narrow, so that no column is wrongly said to be out of reach.
type Strengths struct {
	Attack, Defence []int // of the side's units that attack, and of the units that defend against them
	Attackers       int   // the most units that can attack together
	Defenders       int   // the most units that can defend together
	Stronger        int   // all that multiplies the odds for the attacker, as one factor of at least 1
	Weaker          int   // all that divides the odds against the attacker, as one divisor of at least 1
	Left, Right     int   // the columns by which all shifts together can move the odds; Left is at most 0
}

// Columns warns of the columns of a table that no odds reach, unless a side has no units to attack with or to attack.
func Columns(p *modules.Proof, t chart.Table, bySide map[order.Side]Strengths) {
	read := make([]bool, len(t.Columns))
	// of all sides: first the other way round, so that the first side replaces both
	worst, best := chart.Odds{Attack: chart.Beyond, Defence: 1}, chart.Odds{Attack: 1, Defence: chart.Beyond}
	for _, s := range p.Sides {
		low, high, known := bySide[s.ID].odds()
		if !known {
			return
		}
		if low.Compare(worst) < 0 {
			worst = low
		}
		if high.Compare(best) > 0 {
			best = high
		}
		first, _ := t.Column(low, 0)  // 0 for odds left of the first
		last, ok := t.Column(high, 0) // not shifted
		for i := range read {
			read[i] = read[i] || ok && i >= first+bySide[s.ID].Left && i <= last+bySide[s.ID].Right
		}
	}
	var names []string
	var at document.Spot
	for i := range read {
		if read[i] {
			continue
		}
		if len(names) == 0 {
			at = p.At(modules.InCharts, "combat", "columns", i)
		}
		names = append(names, t.Heading(i))
	}
	Unreached(p, at, names,
		fmt.Sprintf("with all that multiplies strengths, the odds of these units go from %s to %s", worst, best))
}

// Change widens the bounds by a multiplier of attackers and one of defenders, which may apply or not. 0 is none.
func (s *Strengths) Change(attack, defence chart.Fraction) {
	one := chart.Whole(1)
	for _, by := range [...]struct{ more, less chart.Fraction }{{attack, one}, {one, defence}} {
		switch {
		case by.more.Zero(), by.less.Zero():
		case by.more.Compare(by.less) > 0:
			s.Stronger = min(s.Stronger*ceil(by.more.Over(by.less)), far)
		default:
			s.Weaker = min(s.Weaker*ceil(by.less.Over(by.more)), far)
		}
	}
}

// far limits the bounds: no column is headed by so much, and larger products could overflow.
const far = 10000

// ceil returns the least whole number that is not below f.
func ceil(f chart.Fraction) int {
	d := int64(f.Denominator())
	return f.Plus(chart.Frac(d-1, d)).Minus(chart.Frac(1, 2)).Round() // of a half less Round gives what is rounded down
}

// odds returns the attacker's worst and best odds before any shift. known is false if there are no units for one part.
func (s Strengths) odds() (worst, best chart.Odds, known bool) {
	attack, defence := positive(s.Attack), positive(s.Defence)
	if len(attack) == 0 || len(s.Defence) == 0 {
		return worst, best, false
	}
	weakest := 0 // against a strength of 0 odds are beyond all columns
	if len(defence) == len(s.Defence) {
		weakest = defence[len(defence)-1]
	}
	least := chart.Frac(int64(attack[len(attack)-1]), int64(s.Weaker))
	return chart.OddsOf(least, chart.Whole(sumOf(defence, s.Defenders))),
		chart.OddsOf(chart.Whole(sumOf(attack, s.Attackers)*s.Stronger), chart.Whole(weakest)), true
}

// positive returns the numbers above 0, the greatest first.
func positive(numbers []int) (out []int) {
	for _, n := range numbers {
		if n > 0 {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b int) int { return b - a })
	return out
}

// sumOf returns the sum of the greatest n of sorted numbers.
func sumOf(numbers []int, n int) (sum int) {
	for _, one := range numbers[:min(n, len(numbers))] {
		sum += one
	}
	return sum
}
