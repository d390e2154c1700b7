package chart_test

import (
	"slices"
	"testing"

	"grognard/rules/chart"

	"pgregory.net/rapid"
)

func frac(t *testing.T, s string) chart.Fraction {
	t.Helper()
	return must(chart.ParseFraction(s))(t)
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
		o := must(chart.ParseOdds(h))(t)
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

// SCS 7.4: odds are limited to the last column, then shifted, then limited again. Left of the first column
// there is no die; no shift leads back from there.
func TestColumn(t *testing.T) {
	crt := table(t, "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
	gaps := table(t, "1:2", "1:1", "3:1", "5:1")
	for _, c := range []struct {
		table chart.Table
		odds  string
		shift int
		want  string // "" where no die is rolled
	}{
		{crt, "1:1", 0, "1:1"},
		{crt, "1:1", -1, "1:2"},
		{crt, "1:1", 2, "3:1"},
		{crt, "6:1", 1, "6:1"},
		{crt, "9:1", 0, "6:1"},
		{crt, "9:1", -1, "5:1"}, // from 6:1, not from 9:1
		{crt, "9:1", -2, "4:1"},
		{crt, "9:1", 3, "6:1"},
		{crt, "5:1", 3, "6:1"},
		{crt, "1:3", -1, ""},
		{crt, "1:2", -2, ""},
		{crt, "1:2", -1, "1:3"},
		{crt, "1:4", 0, ""},
		{crt, "1:4", 1, ""},
		{crt, "1:4", 5, ""},
		{crt, "6:1", -8, ""},
		{gaps, "2:1", 0, "1:1"},
		{gaps, "4:1", 0, "3:1"},
		{gaps, "4:1", 1, "5:1"},
	} {
		o := must(chart.ParseOdds(c.odds))(t)
		got := ""
		if i, ok := c.table.Column(o, c.shift); ok {
			got = c.table.Columns[i].String()
		}
		if got != c.want {
			t.Errorf("%s shifted by %d is column %q, want %q", c.odds, c.shift, got, c.want)
		}
	}
	for _, o := range []chart.Odds{chart.OddsOf(chart.Whole(1), chart.Whole(0)), {Attack: 6, Defence: 1}} {
		if i, ok := crt.Column(o, 0); !ok || i != 7 {
			t.Errorf("%s is column %d, %t; want the last", o, i, ok)
		}
	}
	if _, ok := crt.Column(chart.OddsOf(chart.Whole(0), chart.Whole(1)), 20); ok {
		t.Error("an attack without strength rolls a die")
	}
}

// More strength or a shift to the right never makes the column worse.
func TestColumnGrows(t *testing.T) {
	crt := table(t, "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
	column := func(a, d chart.Fraction, shift int) int {
		if i, ok := crt.Column(chart.OddsOf(a, d), shift); ok {
			return i
		}
		return -1
	}
	rapid.Check(t, func(t *rapid.T) {
		a, more, d := fraction(t, "attack"), fraction(t, "more"), fraction(t, "defence")
		shift := rapid.IntRange(-9, 9).Draw(t, "shift")
		here := column(a, d, shift)
		if here > column(a.Plus(more), d, shift) || here > column(a, d, shift+1) {
			t.Fatal("more is worse")
		}
		if !a.Zero() && here < column(a, d.Plus(more), shift) {
			t.Fatal("a stronger defence is worse for the defender")
		}
	})
}

// The greater strength divided by the lesser is never below 1, and exchanging both gives the same numbers.
func TestOddsMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, d := fraction(t, "a"), fraction(t, "d")
		if a.Zero() || d.Zero() {
			t.Skip("no strength")
		}
		o, p := chart.OddsOf(a, d), chart.OddsOf(d, a)
		if o.Attack != p.Defence || o.Defence != p.Attack || min(o.Attack, o.Defence) != 1 {
			t.Fatalf("%s to %s is %s, and back %s", a, d, o, p)
		}
	})
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
		got, err := chart.ParseResult(s)
		if err != nil || got != want {
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

// Shares agree with each of the 36 throws, in tables of both kinds.
func TestShares(t *testing.T) {
	for _, c := range []struct {
		dice string
		rows map[int][]chart.Result
		want []chart.Share
	}{
		{"2d6", rowsOf(t, map[int]string{2: "A1", 3: "A1", 4: "-", 5: "-", 6: "D1", 7: "A1", 8: "D1", 9: "-",
			10: "D2", 11: "D2", 12: "D2r1"}),
			sharesOf(t, "A1", 9, "-", 11, "D1", 10, "D2", 5, "D2r1", 1)},
		// a roll without a row takes the one before it
		{"d66", rowsOf(t, map[int]string{11: "A1", 21: "-", 63: "D1", 66: "D2"}),
			sharesOf(t, "A1", 6, "-", 26, "D1", 3, "D2", 1)},
	} {
		table := chart.Table{Dice: c.dice, Columns: []chart.Odds{{Attack: 1, Defence: 1}}, Rows: c.rows}
		if got := table.Shares(0); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.dice, got, c.want)
		}
	}
}

func rowsOf(t *testing.T, printed map[int]string) map[int][]chart.Result {
	t.Helper()
	rows := map[int][]chart.Result{}
	for roll, s := range printed {
		r := must(chart.ParseResult(s))(t)
		rows[roll] = []chart.Result{r}
	}
	return rows
}

func sharesOf(t *testing.T, list ...any) (out []chart.Share) {
	t.Helper()
	for i := 0; i < len(list); i += 2 {
		r := must(chart.ParseResult(list[i].(string)))(t)
		out = append(out, chart.Share{Result: r, Throws: list[i+1].(int)})
	}
	return out
}
