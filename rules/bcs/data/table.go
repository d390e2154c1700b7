package data

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/first"
)

// The tables of the series, as `tables` in charts.yaml and in cases names them.
const (
	Snafu      = "snafu"
	Second     = "second"
	Fatigue    = "fatigue"
	Engagement = "engagement"
	CombatT    = "combat"
	Barrage    = "barrage"
)

// Table is one of the tables that a game prints. A roll of its dice, with every modifier that applies, is read in the
// first of its Breaks whose conditions hold.
type Table struct {
	Dice      int // how many dice are added up
	Modifiers []Modifier
	Breaks    []Breaks
	Faces     map[string]Faces // of the Barrage Table: the faces that cost a step, by row
}

// Faces are the modified rolls of a die that cost a step, From to To; the zero value is no roll.
type Faces struct {
	From, To int
	Unknown  bool // the module does not say which
}

// Has reports whether a roll costs a step.
func (f Faces) Has(roll int) bool { return f.From > 0 && f.From <= roll && roll <= f.To }

// The rows of the Barrage Table.
const (
	RowHard  = "hard"  // a hard unit
	RowCity  = "city"  // a city, or Prepared Defense
	RowOther = "other" // all else
)

// Modifier is a named modifier of a table. Of those with the same Group only the one with the greatest effect counts.
type Modifier struct {
	Name    string
	N       int
	Unknown bool     // the module does not say how much: orders that need it are refused
	Group   string   // "" for none
	When    []string // conditions, all of which must hold; "not x" for one that must not
}

// Clause returns the clause by which the modifier's first condition counts, "" if that is the clause of its table.
func (m Modifier) Clause() string {
	if len(m.When) == 0 {
		return ""
	}
	word := strings.TrimPrefix(m.When[0], "not ")
	for _, known := range [...]struct{ word, clause string }{
		{"fresh", "10.4-13"}, {"optimal", "10.3-17"}, {"streams", "10.2d-1"}, {"blocked-1", "10.3-1"},
		{"blocked-2", "10.3-1"}, {"coordinated", "4.4-1"}, {"assist", "7.2-3"}, {"suppression", "8.0-7"},
		{"two-units", "1.2d-8"}, {"double-objective", "4.3-2"}, {ActingIs + IsPrepared, "4.5-1"},
		{AgainstIs + IsPrepared, "4.5-1"},
	} {
		if word == known.word {
			return known.clause
		}
	}
	if strings.HasPrefix(word, "fatigue-") {
		return "10.4"
	}
	return ""
}

// Breaks are the results for each roll under some conditions.
type Breaks struct {
	When []string // as in Modifier; nil for all circumstances
	Rows []Break  // in ascending order without a gap; the first and last also hold for all rolls beyond them
}

// Break is the result of the rolls from From to To.
type Break struct {
	From, To int
	Result
}

// Rolls returns the rolls that the entry is for, such as 7 or 7-8.
func (b Break) Rolls() string {
	if b.From == b.To {
		return strconv.Itoa(b.From)
	}
	return fmt.Sprintf("%d-%d", b.From, b.To)
}

// Result is an entry of a table. The acting side is the one that fires or attacks.
type Result struct {
	Text    string // as it is written
	Unknown bool
	Word    string        // of a SNAFU: fail, partial or full; of a Second Activation: granted or denied
	Levels  int           // by how many levels Fatigue rises
	Acting  int           // steps that the acting side loses
	Against int           // steps that the other side loses
	Retreat string        // situational or automatic, "" for none
	Drop    bool          // the target drops its Support
	Traffic bool          // a Traffic Stopped marker
	If      []Conditional // further losses, each under a condition
	Support *Result       // the result that holds instead if only Support is the target; nil: the same
}

// For returns the result that holds for the target of an Engagement; support says that only Support is the target.
func (r Result) For(support bool) Result {
	if support && r.Support != nil {
		return *r.Support
	}
	return r
}

// Entry returns the entry as the table has it, with what holds if only Support is the target.
func (r Result) Entry() string {
	if r.Support == nil {
		return r.Text
	}
	return r.Text + " " + forSupport + r.Support.Text
}

// Conditional is steps that are lost only under a condition.
type Conditional struct {
	When            string
	Acting, Against int
}

// Applies returns the modifiers that count. The function is reports whether a condition holds.
func (t *Table) Applies(is func(condition string) bool) (out []Modifier) {
	for _, m := range t.Modifiers {
		if !holds(m.When, is) {
			continue
		}
		i := slices.IndexFunc(out, func(o Modifier) bool { return m.Group != "" && o.Group == m.Group })
		if i >= 0 {
			if !out[i].Unknown && (m.Unknown || magnitude(m.N) > magnitude(out[i].N)) {
				out[i] = m // an unknown modifier could be the greatest
			}
			continue
		}
		out = append(out, m)
	}
	return out
}

func magnitude(n int) int { return max(n, -n) }

// holds reports whether all conditions in when are met; nil has none.
func holds(when []string, is func(string) bool) bool {
	fails := func(w string) bool {
		name, negated := strings.CutPrefix(w, "not ")
		return is(name) == negated
	}
	return !slices.ContainsFunc(when, fails)
}

// Rows returns the entries of the first breaks that hold, nil if none do.
func (t *Table) Rows(is func(condition string) bool) []Break {
	held, _ := first.In(t.Breaks, func(b Breaks) bool { return len(b.Rows) > 0 && holds(b.When, is) })
	return held.Rows
}

// Read returns the entry for a modified roll; false if the table has none.
func (t *Table) Read(roll int, is func(condition string) bool) (Result, bool) {
	rows := t.Rows(is)
	if len(rows) == 0 {
		return Result{}, false
	}
	return At(rows, roll).Result, true
}

// At returns the row for a modified roll; beyond all rows the first or the last one. There must be at least one row.
func At(rows []Break, roll int) Break {
	at := rows[0]
	for _, r := range rows {
		if r.From <= roll {
			at = r
		}
	}
	return at
}

// Losses returns the steps that a result costs each side. The function is reports whether a condition holds.
func (r *Result) Losses(is func(condition string) bool) (acting, against int) {
	acting, against = r.Acting, r.Against
	for _, c := range r.If {
		if is(c.When) {
			acting, against = acting+c.Acting, against+c.Against
		}
	}
	return acting, against
}
