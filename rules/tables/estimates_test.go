// Package tables compares the games' printed tables and estimates of fights with an independent reading of the files.
package tables

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/goccy/go-yaml"

	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/chart"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// sheet is a table as charts.yaml has it: read with 7.4 of the series alone, without the program's code for tables.
type sheet struct {
	Dice    string
	Columns []string
	Rows    map[int][]string
}

// charts are the tables of charts.yaml.
type charts struct {
	Combat sheet
	Fire   sheet `yaml:"ranged-fire"`
}

// entries returns what each of the throws brings in a column.
func (s sheet) entries(column int) (out []string) {
	switch s.Dice {
	case "1d6":
		for a := 1; a <= 6; a++ {
			out = append(out, s.Rows[a][column])
		}
	case "2d6", "d66":
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				roll := a + b
				if s.Dice == "d66" {
					roll = 10*a + b
				}
				out = append(out, s.Rows[roll][column])
			}
		}
	}
	return out
}

// byHand returns the index of the column by 7.4: by the ratio, before shifts, -1 for odds left of the first column.
func (s sheet) byHand(attack, defence *big.Rat) int {
	if defence.Sign() == 0 {
		return len(s.Columns) - 1
	}
	unshifted := -1
	for i, heading := range s.Columns {
		if s.reaches(attack, defence, strings.TrimSuffix(heading, "+")) {
			unshifted = i
		}
	}
	return unshifted
}

// reaches says whether two strengths come to the odds of a heading, or better: the greater is
// divided by the lesser, and the quotient rounded, a half upwards.
func (s sheet) reaches(attack, defence *big.Rat, heading string) bool {
	half := big.NewRat(1, 2)
	a, d, _ := strings.Cut(heading, ":")
	x, _ := strconv.ParseInt(a, 10, 64)
	y, _ := strconv.ParseInt(d, 10, 64)
	if x > 1 { // x:1 and better: attack / defence is at least x - ½
		return attack.Cmp(new(big.Rat).Mul(defence, new(big.Rat).Sub(big.NewRat(x, 1), half))) >= 0
	}
	// 1:y and better: defence / attack is less than y + ½
	return defence.Cmp(new(big.Rat).Mul(attack, new(big.Rat).Add(big.NewRat(y, 1), half))) < 0
}

// number returns the digit behind some letters, 0 if none follows them.
func number(entry, letters string) int {
	_, after, ok := strings.Cut(entry, letters)
	if !ok || after == "" || after[0] < '1' || after[0] > '9' {
		return 0
	}
	return int(after[0] - '0')
}

// halves divides a combat result into what it says of the attacker and of the defender.
func halves(entry string) (attacker, defender string) {
	if at := strings.Index(entry, "D"); at >= 0 {
		return entry[:at], entry[at:]
	}
	return entry, ""
}

// counts are what is counted in a table, by the identifiers of their texts.
var counts = map[string]func(entry string) int{
	"chances.attacker-steps":   func(e string) int { a, _ := halves(e); return number(a, "A") + b2i(e == "repulsed") },
	"chances.attacker-retreat": func(e string) int { a, _ := halves(e); return number(a, "r") },
	"chances.defender-steps":   func(e string) int { _, d := halves(e); return number(d, "D") + b2i(e == "hit") },
	"chances.defender-retreat": func(e string) int { _, d := halves(e); return number(d, "r") },
	"chances.shaken":           func(e string) int { return b2i(e == "shaken") },
	"chances.disorganized":     func(e string) int { return b2i(strings.HasPrefix(e, "D")) },
	"chances.target-steps":     func(e string) int { return number("="+strings.TrimPrefix(e, "D"), "=") }, // D2, 2
	"chances.kill-rolls":       func(e string) int { return b2i(strings.HasSuffix(e, "K")) },
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// outcome is what some throws bring, counted one by one.
type outcome struct {
	results map[string]int
	atLeast map[string][]int
}

// enumerate counts how many of the entries are each result, and how many bring at least 1, 2 and so on of what.
func enumerate(entries []string, what []view.Prospect) outcome {
	out := outcome{map[string]int{}, map[string][]int{}}
	for _, e := range entries {
		out.results[e]++
	}
	for _, p := range what {
		for n := 1; n <= 9; n++ {
			throws := 0
			for _, e := range entries {
				if counts[p.What.ID](e) >= n {
					throws++
				}
			}
			if throws > 0 {
				out.atLeast[p.What.ID] = append(out.atLeast[p.What.ID], throws)
			}
		}
	}
	return out
}

// is reports whether an estimate says the same, each result once.
func (o outcome) is(e view.Estimate) bool {
	got := outcome{map[string]int{}, map[string][]int{}}
	for _, s := range e.Results {
		got.results[s.Result] += s.Throws
	}
	for _, p := range e.Chances {
		if len(p.AtLeast) > 0 {
			got.atLeast[p.What.ID] = p.AtLeast
		}
	}
	return maps.Equal(o.results, got.results) && reflect.DeepEqual(o.atLeast, got.atLeast) &&
		len(e.Results) == len(got.results)
}

// strengths returns a wide grid of strengths, with fractions.
func strengths() (out []chart.Fraction) {
	for _, d := range []int64{1, 2, 3, 4, 8} {
		for _, n := range []int64{0, 1, 2, 3, 5, 7, 9, 11, 15, 26, 99} {
			out = append(out, chart.Frac(n, d))
		}
	}
	return append(out, chart.Whole(999), chart.Frac(1, 1000))
}

func rat(t *testing.T, f chart.Fraction) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(f.Exact())
	if !ok {
		t.Fatalf("%s is no number", f.Exact())
	}
	return r
}

// printed is a game with the file that its tables stand in.
type printed struct {
	book *rules.Handbook
	charts
}

// combatGames returns the games of the series, one of them read by d66.
func combatGames(t *testing.T) map[string]printed {
	t.Helper()
	games, err := readGames()
	must.Do(t, err)
	return games
}

// readGames reads the games of combatGames once.
var readGames = sync.OnceValues(func() (map[string]printed, error) {
	out := map[string]printed{}
	add := func(d *modules.Definition, charts []byte, err error) error {
		if err != nil {
			return err
		}
		game := printed{}
		if game.book, err = rules.HandbookOf(d); err == nil {
			err = yaml.Unmarshal(charts, &game.charts)
		}
		out[d.ID] = game
		return err
	}
	for _, id := range modules.Embedded() {
		d, err := rules.Modules().Load(id)
		if err != nil {
			return nil, err
		}
		if d.Series != data.SeriesName {
			continue
		}
		files, err := modules.Files(id)
		if err := add(d, files["charts.yaml"], err); err != nil {
			return nil, err
		}
	}
	const folder = "../scs/feature/rangedfire/testdata/modules"
	own, err := adjudicate.Games(folder)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(folder + "/gunnery/charts.yaml")
	if err := add(own.Games[0], text, err); err != nil {
		return nil, err
	}
	text = tens()
	d, err := drillWith(text)
	return out, add(d, text, err)
})

// tens returns the text of a combat table that is read by d66.
func tens() []byte {
	out := "combat:\n  dice: d66\n  columns: [\"1:5\", \"1:2\", \"1:1\", \"3:1\", \"12:1\"]\n  rows:\n"
	entries := []string{"A1r2", "-", "A2D1", "D1r1", "Ar1Dr2", "D5r6", "A1"}
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			var row []string
			for i := range 5 {
				row = append(row, entries[(a*b+i*a)%len(entries)])
			}
			out += fmt.Sprintf("    %d%d: [%s]\n", a, b, strings.Join(row, ", "))
		}
	}
	return []byte(out)
}

// drillWith returns the drill with another combat table, under the name tens.
func drillWith(combat []byte) (*modules.Definition, error) {
	files, err := modules.Files("drill")
	if err != nil {
		return nil, err
	}
	own, _, _ := strings.Cut(string(files["charts.yaml"]), "combat:\n")
	in := fstest.MapFS{}
	for name, text := range files {
		in[name] = &fstest.MapFile{Data: []byte(strings.Replace(string(text), "id: drill", "id: tens", 1))}
	}
	in["charts.yaml"] = &fstest.MapFile{Data: append([]byte(own), combat...)}
	d, _, err := rules.Modules().Folder(modules.Folder{ID: "tens", Where: "tens", Files: in})
	return d, err
}

// Estimates of fights equal what counting every throw by hand gives.
func TestReckon_EveryThrowByHand(t *testing.T) {
	for name, game := range combatGames(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			read := map[int]outcome{} // by column
			for _, attack := range strengths() {
				for _, defence := range strengths() {
					game.allShifts(t, read, attack, defence)
				}
			}
			if len(read) != len(game.Combat.Columns)+1 {
				t.Errorf("%d columns were read, with what lies left of the first, of %d", len(read),
					len(game.Combat.Columns)+1)
			}
		})
	}
}

// allShifts compares the estimates of a fight at every shift with what the file says. It adds the columns met to read.
func (p printed) allShifts(t *testing.T, read map[int]outcome, attack, defence chart.Fraction) {
	t.Helper()
	a, d := rat(t, attack), rat(t, defence)
	unshifted := p.Combat.byHand(a, d)
	var ratio chart.Fraction
	for shift := -20; shift <= 20; shift++ {
		got, err := p.book.Reckon(view.Inquiry{Attack: attack, Defence: defence, Shift: shift})
		if attack.Zero() {
			if denial := (*view.Denial)(nil); !errors.As(err, &denial) || denial.Rule != "7.2e" {
				t.Fatalf("an attack without strength: %+v, %v", got, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s to %s, shifted by %d: %v", attack.Exact(), defence.Exact(), shift, err)
		}
		column := -1
		if unshifted >= 0 {
			column = max(-1, min(unshifted+shift, len(p.Combat.Columns)-1))
		}
		want, known := read[column]
		if !known {
			want = enumerate(slices.Repeat([]string{"A1"}, 36), got.Chances) // left of all columns every throw is A1
			if column >= 0 {
				want = enumerate(p.Combat.entries(column), got.Chances)
			}
			read[column] = want
		}
		if got.Unshift != unshifted || got.Column != column || got.Throws != 36 || !want.is(got) ||
			len(got.Chances) != 4 {
			t.Fatalf("%s to %s, shifted by %d: %+v; want column %d, then %d, and %+v", attack.Exact(),
				defence.Exact(), shift, got, unshifted, column, want)
		}
		if ratio.Zero() && !defence.Zero() {
			ratio = got.Ratio
			if rat(t, ratio).Cmp(new(big.Rat).Quo(a, d)) != 0 {
				t.Fatalf("%s to %s is %s", attack.Exact(), defence.Exact(), ratio.Exact())
			}
		}
		if !defence.Zero() && got.Ratio != ratio {
			t.Fatalf("%s to %s, shifted by %d, is %s", attack.Exact(), defence.Exact(), shift, got.Ratio.Exact())
		}
	}
}

// A table that is read by a strength alone: the greatest column that it reaches, then the shift.
func TestReckon_StrengthAlone(t *testing.T) {
	game := combatGames(t)["gunnery"]
	for _, attack := range strengths() {
		for shift := -20; shift <= 20; shift++ {
			got, err := game.book.Reckon(view.Inquiry{Table: "ranged-fire", Attack: attack, Shift: shift})
			unshifted := -1
			for i, least := range game.Fire.Columns {
				if n, _ := strconv.ParseInt(least, 10, 64); rat(t, attack).Cmp(big.NewRat(n, 1)) >= 0 {
					unshifted = i
				}
			}
			if unshifted < 0 {
				if d := (*view.Denial)(nil); !errors.As(err, &d) || d.Rule != "gunnery 2.1" {
					t.Fatalf("guns of %s fire: %+v, %v", attack.Exact(), got, err)
				}
				continue
			}
			column := max(-1, min(unshifted+shift, len(game.Fire.Columns)-1))
			want := enumerate(slices.Repeat([]string{"-"}, 6), got.Chances)
			if column >= 0 {
				want = enumerate(game.Fire.entries(column), got.Chances)
			}
			if err != nil || got.Unshift != unshifted || got.Column != column || got.Throws != 6 || !want.is(got) {
				t.Fatalf("%s shifted by %d: %+v, %v; want column %d and %+v", attack.Exact(), shift, got, err, column,
					want)
			}
		}
	}
}

// An air strike succeeds on a die at or under its rating, once terrain has been added to the die,
// and costs each unit a step on a 5 or 6: afb 1.9a.
func TestReckon_AirStrikes(t *testing.T) {
	book := combatGames(t)["afb"].book
	for rating := range 4 {
		for added := range 3 {
			hits := 0
			for die := 1; die <= 6; die++ {
				hits += b2i(die+added <= rating)
			}
			got, err := book.Reckon(view.Inquiry{Table: "air-strike", Attack: chart.Whole(rating), Shift: -added})
			want := enumerate(append(slices.Repeat([]string{"DG"}, hits), slices.Repeat([]string{"-"}, 6-hits)...),
				got.Chances)
			if err != nil || got.Throws != 6 || !want.is(got) {
				t.Errorf("rating %d, %d added to the die: %+v, %v; want %d of 6", rating, added, got, err, hits)
			}
		}
	}
	got, err := book.Reckon(view.Inquiry{Table: "air-kill", Attack: chart.Whole(1)})
	if want := enumerate([]string{"-", "-", "-", "-", "1", "1"}, got.Chances); err != nil || !want.is(got) {
		t.Errorf("kills: %+v, %v", got, err)
	}
}

// What no table can answer is reported in words of the catalogue.
func TestReckon_Refused(t *testing.T) {
	book := combatGames(t)["drill"].book
	for id, q := range map[string]view.Inquiry{
		"ask.no-table":        {Table: "ranged-fire", Attack: chart.Whole(1), Defence: chart.Whole(1)},
		"ask.strength-limits": {Attack: chart.Whole(1000), Defence: chart.Whole(1)},
		"ask.shift-limits":    {Attack: chart.Whole(1), Defence: chart.Whole(1), Shift: -21},
	} {
		e, err := book.Reckon(q)
		if m := (*view.Mistake)(nil); !errors.As(err, &m) || m.Why.ID != id {
			t.Errorf("%s: %+v, %v", id, e, err)
		}
	}
	for _, f := range []chart.Fraction{chart.Whole(-1), chart.Frac(1, 1001), chart.Frac(1, 1<<62),
		chart.Frac(1<<62, 1)} {
		for _, q := range []view.Inquiry{{Attack: f, Defence: chart.Whole(1)}, {Attack: chart.Whole(1), Defence: f}} {
			e, err := book.Reckon(q)
			if m := (*view.Mistake)(nil); !errors.As(err, &m) || m.Why.ID != "ask.strength-limits" {
				t.Errorf("%s to %s: %+v, %v", q.Attack.Exact(), q.Defence.Exact(), e, err)
			}
		}
	}
}

// BenchmarkReckon: an estimate takes at most ten microseconds.
func BenchmarkReckon(b *testing.B) {
	games, err := readGames()
	must.Do(b, err)
	for i := 0; b.Loop(); i++ {
		must.Get(games["afb"].book.Reckon(view.Inquiry{Attack: chart.Frac(int64(i%997+1), int64(i%7+1)),
			Defence: chart.Frac(int64(i%89+1), 4), Shift: i%5 - 2}))(b)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "odds/s")
}
