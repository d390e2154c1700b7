package chart

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/letters"
)

// Odds is a ratio of attacker to defender with 1 on one side, as odds columns are headed: 2:1, 1:3.
type Odds struct{ Attack, Defence int }

// OddsOf rounds the ratio of two strengths (SCS 7.4): the greater is divided by the lesser and the quotient rounded, so
// 3:4 is 1:1 and 5:2 is 3:1. Against no strength at all the odds are beyond every column.
func OddsOf(attack, defence Fraction) Odds {
	switch {
	case defence.Zero():
		return Odds{Beyond, 1}
	case attack.Zero():
		return Odds{1, Beyond}
	case attack.Compare(defence) >= 0:
		return Odds{attack.Over(defence).Round(), 1}
	}
	return Odds{1, max(defence.Over(attack).Round(), 1)}
}

// Beyond stands for odds greater than any column, as against a strength of 0.
const Beyond = 1 << 20

// Compare is negative, 0 or positive as o is worse for the attacker than p, the same or better.
func (o Odds) Compare(p Odds) int { return cmp.Compare(o.Attack*p.Defence, p.Attack*o.Defence) }

// String returns odds as columns are headed, 2:1. ∞ stands for Beyond.
func (o Odds) String() string {
	part := func(n int) string {
		if n == Beyond {
			return "∞"
		}
		return strconv.Itoa(n)
	}
	return part(o.Attack) + ":" + part(o.Defence)
}

// ParseOdds reads odds: 2:1, 1:3.
func ParseOdds(s string) (Odds, error) {
	a, d, ok := strings.Cut(letters.Plain(s), ":")
	na, errA := strconv.Atoi(a)
	nd, errD := strconv.Atoi(d)
	if !ok || errA != nil || errD != nil || min(na, nd) != 1 || max(na, nd) > 100 {
		return Odds{}, fmt.Errorf("%q is not odds such as 2:1", s)
	}
	return Odds{na, nd}, nil
}

// Result is an entry of a combat results table: each side's lost steps and hexes of retreat. Zero means no effect.
type Result struct {
	AttackerSteps, AttackerRetreat int
	DefenderSteps, DefenderRetreat int
}

var resultForm = regexp.MustCompile(`^(?:A([1-9]?)(?:r([1-9]))?)?(?:D([1-9]?)(?:r([1-9]))?)?$`)

// ParseResult reads entries such as A1D2r1, Ar1, D3, NR or -.
func ParseResult(s string) (Result, error) {
	s = letters.Plain(s)
	if s == "-" || s == "NR" {
		return Result{}, nil
	}
	var r Result
	if m := resultForm.FindStringSubmatch(s); m != nil {
		n := func(i int) int { v, _ := strconv.Atoi(m[i]); return v } // a missing number is 0
		r = Result{n(1), n(2), n(3), n(4)}
	}
	if r.String() != s { // such as A alone, which has no meaning
		return Result{}, fmt.Errorf("%q is not a combat result such as A1D2r1", s)
	}
	return r, nil
}

// String is the printed form.
func (r Result) String() string {
	part := func(letter string, steps, hexes int) string {
		if steps == 0 && hexes == 0 {
			return ""
		}
		s := letter
		if steps > 0 {
			s += strconv.Itoa(steps)
		}
		if hexes > 0 {
			s += "r" + strconv.Itoa(hexes)
		}
		return s
	}
	s := part("A", r.AttackerSteps, r.AttackerRetreat) + part("D", r.DefenderSteps, r.DefenderRetreat)
	if s == "" {
		return "-"
	}
	return s
}

// Table is a combat results table.
type Table struct {
	Dice    string // what is rolled: 2d6 (their sum) or d66 (tens and units)
	Columns []Odds // from the worst for the attacker to the best
	Plus    bool   // the last heading is printed with a plus: 6:1+
	Rows    map[int][]Result
}

// Heading returns a column's heading as it is printed.
func (t Table) Heading(column int) string {
	s := t.Columns[column].String()
	if t.Plus && column == len(t.Columns)-1 {
		s += "+"
	}
	return s
}

// Find returns the column with a heading; ok is false if there is none. The last is found with and without its plus.
func (t Table) Find(heading string) (column int, ok bool) {
	for i, o := range t.Columns {
		if s := o.String(); heading == s || i == len(t.Columns)-1 && heading == s+"+" {
			return i, true
		}
	}
	return 0, false
}

// Roll returns the number that the faces of the table's two dice are read as.
func (t Table) Roll(faces []int) int {
	if t.Dice == "d66" {
		return 10*faces[0] + faces[1]
	}
	return faces[0] + faces[1]
}

// Throws returns how many of the throws of 1d6, 2d6 (their sum) or d66 (tens and units) give a roll; 0 for other dice.
func Throws(dice string, roll int) (n int) {
	switch dice {
	case "1d6":
		if roll >= 1 && roll <= 6 {
			n = 1
		}
	case "2d6":
		n = max(6-max(roll-7, 7-roll), 0)
	case "d66":
		if tens, units := roll/10, roll%10; min(tens, units) >= 1 && max(tens, units) <= 6 {
			n = 1
		}
	}
	return n
}

// Column finds the column for odds and a shift (SCS 7.4): odds beyond the last column are first reduced to it,
// then the shift is applied, then the result is limited to the last column again. ok is false left of the first
// column, where no die is rolled; odds that lie there already stay there, whatever the shift.
func (t Table) Column(o Odds, shift int) (i int, ok bool) {
	i = -1
	for j, c := range t.Columns {
		if o.Compare(c) >= 0 {
			i = j
		}
	}
	if i < 0 || i+shift < 0 {
		return 0, false
	}
	return min(i+shift, len(t.Columns)-1), true
}

// Result returns the entry of a column for a roll. One beyond the rows uses the nearest; between two, the lower counts.
func (t Table) Result(column, roll int) Result {
	if row, ok := t.Rows[roll]; ok {
		return row[column]
	}
	rolls := t.Rolls()
	i, _ := slices.BinarySearch(rolls, roll)
	return t.Rows[rolls[max(i-1, 0)]][column]
}

// Rolls lists the rolls that have a row, in ascending order.
func (t Table) Rolls() []int { return slices.Sorted(maps.Keys(t.Rows)) }

// Share is a result and how many of the 36 throws of two dice give it.
type Share struct {
	Result Result
	Throws int
}

// Shares returns how often each result comes in a column, in the order of the lowest roll that gives it.
func (t Table) Shares(column int) []Share {
	var rolls []int
	for a := range 6 {
		for b := range 6 {
			rolls = append(rolls, t.Roll([]int{a + 1, b + 1}))
		}
	}
	slices.Sort(rolls)
	var out []Share
	for _, roll := range rolls {
		res := t.Result(column, roll)
		i := slices.IndexFunc(out, func(s Share) bool { return s.Result == res })
		if i < 0 {
			i, out = len(out), append(out, Share{Result: res})
		}
		out[i].Throws++
	}
	return out
}
