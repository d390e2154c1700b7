package chart_test

import (
	"testing"

	"grognard/rules/chart"
	"grognard/rules/must"

	"pgregory.net/rapid"
)

func frac(t *testing.T, s string) chart.Fraction {
	t.Helper()
	return must.Get(chart.ParseFraction(s))(t)
}

// SCS 7.4, its examples, the one of the rounding rule, and the edges between columns.
func TestOdds(t *testing.T) {
	for _, c := range []struct{ attack, defence, want string }{
		{"3", "4", "1:1"},
		{"5", "2", "3:1"},
		{"9", "6", "2:1"},
		{"11", "8", "1:1"},
		{"9.875", "2.125", "5:1"},
		{"6.5", "6", "1:1"},
		{"8", "8", "1:1"},
		{"2", "3", "1:2"}, // 1.5 rounds up also when the defender is stronger
		{"2", "5", "1:3"},
		{"1", "10", "1:10"},
		{"100", "1", "100:1"},
		{"1/4", "1/2", "1:2"},
		{"4", "0", "∞:1"},
		{"0", "4", "1:∞"},
	} {
		if got := chart.OddsOf(frac(t, c.attack), frac(t, c.defence)).String(); got != c.want {
			t.Errorf("%s to %s is %s, want %s", c.attack, c.defence, got, c.want)
		}
	}
}

func TestParseOdds(t *testing.T) {
	for s, want := range map[string]string{"1:1": "1:1", "12:1": "12:1", "1:5": "1:5"} {
		if got, err := chart.ParseOdds(s); err != nil || got.String() != want {
			t.Errorf("%s is read as %s, %v", s, got, err)
		}
	}
	for _, s := range []string{"", ":", "2", "2:", ":1", "3:2", "0:1", "1:0", "-1:1", "a:b", "1:1:1", "101:1", "6:1+"} {
		if o, err := chart.ParseOdds(s); err == nil {
			t.Errorf("%q was read as %s", s, o)
		}
	}
}

func table(t *testing.T, headings ...string) chart.Table {
	t.Helper()
	var out chart.Table
	for _, h := range headings {
		o := must.Get(chart.ParseOdds(h))(t)
		out.Columns = append(out.Columns, o)
	}
	return out
}

// A column is found by its printed heading, the last one with and without its plus.
func TestHeadings(t *testing.T) {
	plain := table(t, "1:1", "5:1", "6:1")
	printed := plain
	printed.Plus = true
	for i, want := range []string{"1:1", "5:1", "6:1+"} {
		if got := printed.Heading(i); got != want {
			t.Errorf("column %d is headed %s, want %s", i, got, want)
		}
	}
	if got := plain.Heading(2); got != "6:1" {
		t.Errorf("a last column without a plus is headed %s", got)
	}
	for _, crt := range []chart.Table{plain, printed} {
		for heading, want := range map[string]int{"1:1": 0, "5:1": 1, "6:1": 2, "6:1+": 2} {
			if got, ok := crt.Find(heading); !ok || got != want {
				t.Errorf("%s is column %d, %t", heading, got, ok)
			}
		}
		for _, heading := range []string{"5:1+", "7:1", "6:1++", "none", ""} {
			if got, ok := crt.Find(heading); ok {
				t.Errorf("%q is column %d", heading, got)
			}
		}
	}
}

func TestParseResult(t *testing.T) {
	for s, want := range map[string]chart.Result{
		"A3":       {AttackerSteps: 3},
		"A1D1":     {AttackerSteps: 1, DefenderSteps: 1},
		"D1r1":     {DefenderSteps: 1, DefenderRetreat: 1},
		"A1D2r1":   {AttackerSteps: 1, DefenderSteps: 2, DefenderRetreat: 1},
		"A1r1":     {AttackerSteps: 1, AttackerRetreat: 1},
		"A1r2D3r4": {AttackerSteps: 1, AttackerRetreat: 2, DefenderSteps: 3, DefenderRetreat: 4},
		"Ar1":      {AttackerRetreat: 1},
		"Dr1":      {DefenderRetreat: 1},
		"Ar1Dr2":   {AttackerRetreat: 1, DefenderRetreat: 2},
		"D5r6":     {DefenderSteps: 5, DefenderRetreat: 6},
		"NR":       {},
		"-":        {},
	} {
		if got, err := chart.ParseResult(s); err != nil || got != want {
			t.Errorf("%s is read as %+v, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "A", "D", "AD", "A1D", "Ar", "A0", "D1r0", "r1", "D1A1", "A1A1", "a1", "A1 D1",
		"A10", "A99999999999999999999", "AE"} {
		if r, err := chart.ParseResult(s); err == nil {
			t.Errorf("%q was read as %s", s, r)
		}
	}
}

func TestResultText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := func(label string) int { return rapid.IntRange(0, 9).Draw(t, label) }
		r := chart.Result{AttackerSteps: n("a"), AttackerRetreat: n("ar"), DefenderSteps: n("d"),
			DefenderRetreat: n("dr")}
		if back, err := chart.ParseResult(r.String()); err != nil || back != r {
			t.Fatalf("%+v is written %s and read back as %+v, %v", r, r, back, err)
		}
	})
}

func TestRoll(t *testing.T) {
	for _, c := range []struct {
		dice  string
		faces []int
		want  int
	}{
		{"2d6", []int{1, 1}, 2},
		{"2d6", []int{3, 4}, 7},
		{"2d6", []int{6, 6}, 12},
		{"d66", []int{1, 1}, 11},
		{"d66", []int{3, 4}, 34},
		{"d66", []int{4, 3}, 43},
		{"d66", []int{6, 6}, 66},
	} {
		if got := (chart.Table{Dice: c.dice}).Roll(c.faces); got != c.want {
			t.Errorf("%s %v is %d, want %d", c.dice, c.faces, got, c.want)
		}
	}
}

// Modifiers can lead beyond the rows, and with d66 between two rows.
func TestResult(t *testing.T) {
	steps := func(n int) []chart.Result { return []chart.Result{{DefenderSteps: n}, {AttackerSteps: n}} }
	crt := chart.Table{Dice: "d66", Rows: map[int][]chart.Result{11: steps(1), 16: steps(2), 21: steps(3),
		66: steps(4)}}
	for roll, want := range map[int]int{-3: 1, 11: 1, 15: 1, 16: 2, 17: 2, 20: 2, 21: 3, 65: 3, 66: 4, 70: 4} {
		if got := crt.Result(0, roll); got != steps(want)[0] {
			t.Errorf("a roll of %d gives %s, want D%d", roll, got, want)
		}
		if got := crt.Result(1, roll); got != steps(want)[1] {
			t.Errorf("a roll of %d gives %s, want A%d", roll, got, want)
		}
	}
}
