package proofread

import (
	"fmt"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// Strengths are what the odds of fights of a side are made of. Each number is a bound: where a game has more freedom
// than a bound knows, no column is said to be out of reach.
type Strengths struct {
	Attack, Defence []int // of the side's units that attack, and of the units that defend against them
	Attackers       int   // that can attack together, at most
	Defenders       int   // that can defend together, at most
	Stronger        int   // what multiplies the odds at the best, at least 1
	Weaker          int   // what divides them at the worst, at least 1
	Left, Right     int   // by which all shifts together can move the column, Left below 0
}

// Columns warns of the columns of a table that no odds reach. It says nothing where a side has no units to fight.
func Columns(p *modules.Proof, t chart.Table, of map[order.Side]Strengths) {
	read := make([]bool, len(t.Columns))
	worst, best := chart.Odds{Attack: chart.Beyond, Defence: 1}, chart.Odds{Attack: 1, Defence: chart.Beyond}
	for _, s := range p.Sides {
		low, high, known := of[s.ID].odds()
		if !known {
			return
		}
		if low.Compare(worst) < 0 {
			worst = low
		}
		if high.Compare(best) > 0 {
			best = high
		}
		first, _ := t.Column(low, 0) // 0 for odds left of the first
		last, ok := t.Column(high, 0)
		for i := range read {
			read[i] = read[i] || ok && i >= first+of[s.ID].Left && i <= last+of[s.ID].Right
		}
	}
	var names []string
	var at document.Spot
	for i := range read {
		if read[i] {
			continue
		}
		if names = append(names, t.Heading(i)); len(names) == 1 {
			at = p.At(modules.InCharts, "combat", "columns", i)
		}
	}
	Unreached(p, at, names,
		fmt.Sprintf("with all that multiplies strengths, the odds of these units go from %s to %s", worst, best))
}

// Change counts a multiplier of strengths in attack and one in defence, which may hold or not. One of 0 is none.
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

// far is beyond all columns.
const far = 10000

// ceil rounds up.
func ceil(f chart.Fraction) int {
	d := int64(f.Denominator())
	return f.Plus(chart.Frac(d-1, d)).Minus(chart.Frac(1, 2)).Round()
}

// odds returns the worst and the best odds that fights can come to.
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
