package playeraid_test

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grognard/rules/chart"
	"grognard/rules/must"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

// printed is a table as it was drawn at random, from which everything is counted throw by throw.
type printed struct {
	dice      string
	strengths string // how they are compared: ratio, difference or alone
	round     string // nearest, or else fractions count for the defender
	below     string // what odds below the first column are: read in the first, a result, or "" for an error
	columns   []string
	bounds    []*big.Rat // from which value a column is read
	rows      [][2]int   // of each row the lowest and the highest number
	entries   [][]string // of each row, by column
}

// faces returns the numbers that all throws of dice are read as.
func faces(dice string) (out []int) {
	switch dice {
	case "d66":
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				out = append(out, 10*a+b)
			}
		}
	case "2d6":
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				out = append(out, a+b)
			}
		}
	case "d10":
		out = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	case "d10 from 0":
		out = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 0}
	}
	return out
}

// aTable draws a table: rows of one number or of several, and columns in ascending order.
func aTable(t *rapid.T) printed {
	p := printed{dice: rapid.SampledFrom([]string{"2d6", "d66", "d10", "d10 from 0"}).Draw(t, "dice"),
		strengths: rapid.SampledFrom([]string{"ratio", "difference", "alone"}).Draw(t, "strengths"),
		round:     rapid.SampledFrom([]string{"", "down", "nearest"}).Draw(t, "round"),
		below:     rapid.SampledFrom([]string{"", "first", "A9"}).Draw(t, "below")}
	for _, n := range slices.Compact(slices.Sorted(slices.Values(faces(p.dice)))) {
		if len(p.rows) > 0 && rapid.Bool().Draw(t, "together") {
			p.rows[len(p.rows)-1][1] = n
			continue
		}
		p.rows = append(p.rows, [2]int{n, n})
	}
	if p.dice == "2d6" { // rows that modifiers alone reach
		p.rows = append([][2]int{{0, 1}}, append(p.rows, [2]int{13, 14})...)
	}
	ratios := [][2]int64{{1, 4}, {1, 3}, {1, 2}, {2, 3}, {1, 1}, {3, 2}, {2, 1}, {3, 1}, {5, 1}}
	at := rapid.IntRange(-6, 1).Draw(t, "first")
	if p.strengths == "alone" {
		at = 1
	}
	for i := range rapid.IntRange(1, 8).Draw(t, "columns") {
		if p.strengths == "ratio" {
			r := ratios[i]
			if p.round == "nearest" && r[0] != 1 && r[1] != 1 {
				continue
			}
			p.columns = append(p.columns, fmt.Sprintf("%d:%d", r[0], r[1]))
			p.bounds = append(p.bounds, big.NewRat(r[0], r[1]))
			continue
		}
		wide := rapid.IntRange(0, 3).Draw(t, "wide")
		p.columns = append(p.columns, fmt.Sprintf("%d..%d", at, at+wide))
		p.bounds = append(p.bounds, big.NewRat(int64(at), 1))
		at += wide + 1
	}
	for range p.rows {
		var row []string
		for range p.columns {
			row = append(row, rapid.SampledFrom([]string{"A1", "A2r1", "D1", "D2r3", "A1D1*", "[D]", "-"}).Draw(t, "result"))
		}
		p.entries = append(p.entries, row)
	}
	return p
}

// file is the table as an owner types it.
func (p printed) file() string {
	var b strings.Builder
	fmt.Fprintf(&b, "title: Drawn\nresults: {A: {means: a, attacker: n}, D: {means: d, defender: n}, r: {means: r, "+
		"defender-retreat: n}, \"*\": {means: s, defender: 1}, \"[D]\": {means: b, defender: 2, attacker: 1}}\n"+
		"modifiers: {Left: {shift: -2}, Right: {shift: 1}, Fog: {roll: -2}, Sun: {roll: 1}, Half: {attack: 1/2}, "+
		"Fort: {defence: 3/2}}\ntables:\n  T:\n    strengths: %s\n", p.strengths)
	if p.round != "" && p.strengths == "ratio" {
		fmt.Fprintf(&b, "    round: %s\n", p.round)
	}
	if p.below != "" {
		fmt.Fprintf(&b, "    below: %s\n", p.below)
	}
	b.WriteString("    rows: |\n      " + strings.Fields(p.dice)[0] + " " + strings.Join(p.columns, " ") + "\n")
	for i, r := range p.rows {
		name := strconv.Itoa(r[0])
		if r[1] > r[0] {
			name += "–" + strconv.Itoa(r[1])
		}
		b.WriteString("      " + name + " " + strings.Join(p.entries[i], " ") + "\n")
	}
	return b.String()
}

// column returns the column of two strengths before any shift, -1 below the first.
func (p printed) column(attack, defence *big.Rat) int {
	value := attack
	if p.strengths == "difference" {
		value = new(big.Rat).Sub(attack, defence)
	}
	out := -1
	for i, bound := range p.bounds {
		reached := value.Cmp(bound) >= 0
		if p.strengths == "ratio" {
			reached = attack.Cmp(new(big.Rat).Mul(defence, bound)) >= 0
			half := big.NewRat(1, 2)
			switch num, den := bound.Num().Int64(), bound.Denom().Int64(); {
			case p.round != "nearest":
			case den == 1: // the quotient comes to num or more when it is rounded
				reached = attack.Cmp(new(big.Rat).Mul(defence, new(big.Rat).Sub(big.NewRat(num, 1), half))) >= 0
				if num == 1 { // the other way round it does not come to 2
					reached = defence.Cmp(new(big.Rat).Mul(attack, big.NewRat(3, 2))) < 0
				}
			default:
				reached = defence.Cmp(new(big.Rat).Mul(attack, new(big.Rat).Add(big.NewRat(den, 1), half))) < 0
			}
		}
		if reached {
			out = i
		}
	}
	return out
}

// Every column, chance and result of a table equals what counting each throw by hand gives, with any modifiers.
func TestReckon_EveryThrow(t *testing.T) {
	does := map[string]struct{ shift, roll int }{"Left": {shift: -2}, "Right": {shift: 1}, "Fog": {roll: -2}, "Sun": {roll: 1}}
	rapid.Check(t, func(t *rapid.T) {
		p := aTable(t)
		aid, err := read(p.file())
		if err != nil {
			t.Fatalf("%v\n%s", err, p.file())
		}
		attack := big.NewRat(rapid.Int64Range(1, 40).Draw(t, "attack"), rapid.Int64Range(1, 4).Draw(t, "parts"))
		defence := big.NewRat(rapid.Int64Range(1, 40).Draw(t, "defence"), 2)
		q := view.Inquiry{Attack: chart.Frac(attack.Num().Int64(), attack.Denom().Int64()),
			Defence: chart.Frac(defence.Num().Int64(), defence.Denom().Int64()), Shift: rapid.IntRange(-3, 3).Draw(t, "shift")}
		shift, roll := q.Shift, 0
		for _, m := range aid.Reference().Modifiers {
			if !rapid.Bool().Draw(t, m.Name) {
				continue
			}
			q.Modifiers = append(q.Modifiers, m)
			shift, roll = shift+does[m.Name].shift, roll+does[m.Name].roll
			switch m.Name {
			case "Half":
				attack = new(big.Rat).Quo(attack, big.NewRat(2, 1))
			case "Fort":
				defence = new(big.Rat).Mul(defence, big.NewRat(3, 2))
			}
		}
		column := p.column(attack, defence)
		e, err := aid.Reckon(q)
		if column < 0 && p.below == "" {
			if m := (*view.Mistake)(nil); !errors.As(err, &m) || m.Why.ID != "aid.below-first" {
				t.Fatalf("below the first column: %+v, %v", e, err)
			}
			return
		}
		must.Do(t, err)
		want := map[string]int{}
		if column < 0 && p.below == "first" {
			column = 0
		}
		switch shifted := column + shift; {
		case column < 0, shifted < 0 && p.below == "A9":
			column, want["A9"] = -1, len(faces(p.dice))
		default:
			column = max(0, min(shifted, len(p.columns)-1))
			for _, n := range faces(p.dice) {
				want[p.entries[p.row(n+roll)][column]]++
			}
		}
		got := map[string]int{}
		for _, r := range e.Results {
			got[r.Result] += r.Throws
		}
		if e.Column != column || !maps.Equal(got, want) || e.Throws != len(faces(p.dice)) {
			t.Fatalf("%s against %s, shift %d, roll %d: column %d with %v, want %d with %v\n%s", attack, defence, shift, roll,
				e.Column, got, column, want, p.file())
		}
		p.sameLosses(t, e, want)
	})
}

// row returns the index of the row nearest to a number.
func (p printed) row(n int) int {
	for i := len(p.rows) - 1; i > 0; i-- {
		if n >= p.rows[i][0] {
			return i
		}
	}
	return 0
}

// sameLosses compares the chances of losses with those of each result.
func (p printed) sameLosses(t *rapid.T, e view.Estimate, results map[string]int) {
	losses := map[string]map[string]int{
		"chances.attacker-steps":   {"A1": 1, "A2r1": 2, "A1D1*": 1, "[D]": 1, "A9": 9},
		"chances.defender-steps":   {"D1": 1, "D2r3": 2, "A1D1*": 2, "[D]": 2},
		"chances.defender-retreat": {"A2r1": 1, "D2r3": 3},
	}
	for _, c := range e.Chances {
		for i := range max(len(c.AtLeast), 9) {
			throws := 0
			for result, n := range results {
				if losses[c.What.ID][result] > i {
					throws += n
				}
			}
			if i < len(c.AtLeast) && c.AtLeast[i] != throws || i >= len(c.AtLeast) && throws > 0 {
				t.Fatalf("%s of at least %d: %v, want %d", c.What.ID, i+1, c.AtLeast, throws)
			}
		}
	}
}
