package series

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/view"
)

// Table is a table that a game prints, and how strengths are read in it.
type Table struct {
	view.Table
	// Find returns the column for an inquiry, or an error if such a fight is against the rules. nil in a NoFight table.
	Find func(view.Inquiry) (Column, error)
	// Unrolled is the result left of the first column, where no die is rolled; "" where odds cannot lie left of it.
	Unrolled string
	// Counts are the effects of its results that are counted.
	Counts []Counted
	// Tolls returns the steps that a result by itself costs each side; nil if no result costs steps.
	Tolls func(result string) (attacker, defender int)
}

// Column is the column in which an inquiry is read.
type Column struct {
	Ratio           chart.Fraction // ratio of the strengths, 0 where they are not divided
	Compared        string         // the strengths as the table compares them, such as 3:1
	Unshifted, Read int            // indexes of the column before and after the shift; -1 is left of the first
	Ruled           view.Text      // says when a ruling decides on the column; the zero Text if none does
}

// Counted is an effect that a result has once or several times. Of returns how many times.
type Counted struct {
	What view.Text
	Of   func(result string) int
}

// Tables are the tables of a game, with the outcomes of each column counted in advance.
type Tables struct {
	printed []view.Table
	tables  []countedTable
}

type countedTable struct {
	Table
	throws  int       // of its dice, all equally likely
	columns []outcome // one more than the table has: the first is for odds left of the first column
}

type outcome struct {
	results []view.Share
	chances []view.Prospect
	tolls   []view.Toll
}

// NewTables counts the outcomes of each column of some tables.
func NewTables(tables ...Table) Tables {
	var out Tables
	for _, t := range tables {
		c := countedTable{t, t.Throws(), []outcome{t.outcome([]view.Share{{Result: t.Unrolled, Throws: t.Throws()}})}}
		for i := range t.Columns {
			c.columns = append(c.columns, t.outcome(t.Shares(i)))
		}
		out.printed, out.tables = append(out.printed, t.Table), append(out.tables, c)
	}
	return out
}

// outcome counts in how many throws each of the effects in Counts happens at least once, at least twice and so on.
func (t Table) outcome(results []view.Share) outcome {
	o := outcome{results: results}
	for _, c := range t.Counts {
		p := view.Prospect{What: c.What}
		for n := 1; ; n++ {
			throws := 0
			for _, s := range results {
				if c.Of(s.Result) >= n {
					throws += s.Throws
				}
			}
			if throws == 0 {
				break
			}
			p.AtLeast = append(p.AtLeast, throws)
		}
		o.chances = append(o.chances, p)
	}
	for _, s := range results {
		o.tolls = append(o.tolls, t.toll(s))
	}
	return o
}

// toll returns the steps that a result costs each side, with its throws.
func (t Table) toll(s view.Share) view.Toll {
	out := view.Toll{Throws: s.Throws}
	if t.Tolls != nil {
		out.Attacker, out.Defender = t.Tolls(s.Result)
	}
	return out
}

// Stake returns what was at stake in a fight that was read in the table id, nil if there is no such table.
func (t Tables) Stake(id string, r *view.Reckoning) *view.Stake {
	i := slices.IndexFunc(t.tables, func(c countedTable) bool { return c.ID == id })
	if i < 0 {
		return nil
	}
	c := &t.tables[i]
	column := c.columns[slices.Index(c.Columns, r.Column)+1]
	return &view.Stake{Table: c.Title, Throws: c.throws, Could: column.tolls, Did: c.toll(view.Share{Result: r.Result})}
}

func (t Tables) Printed() []view.Table { return t.printed }

// The limits of an inquiry, within which odds are exact and no arithmetic overflows.
const (
	mostStrength = 999
	finestPart   = 1000
	mostShift    = 20
)

// Reckon works out a fight from bare strengths, in the first table for fights if the inquiry names none. The error is a
// *view.Mistake when the tables have no such fight, a *view.Denial when it is against the rules.
func (t Tables) Reckon(q view.Inquiry) (view.Estimate, error) {
	at, err := view.Reference{Tables: t.printed}.FightTable(q.Table)
	if err != nil {
		return view.Estimate{}, err
	}
	c := &t.tables[at]
	q.Table = c.ID
	asked, all := q, q.Together()
	q.Attack, q.Defence, q.Shift = q.Attack.Times(all.Attack), q.Defence.Times(all.Defence), all.Shift
	if err := withinLimits(q); err != nil {
		return view.Estimate{}, err
	}
	column, err := c.Find(q)
	if err != nil {
		return view.Estimate{}, err
	}
	o := c.columns[column.Read+1]
	return view.Estimate{Inquiry: asked, Modified: all, Ratio: column.Ratio, Compared: column.Compared,
		Unshift: column.Unshifted, Column: column.Read, Ruled: column.Ruled, Rule: c.Rule,
		Throws: c.throws, Results: o.results, Chances: o.chances}, nil
}

// withinLimits returns a *view.Mistake if a strength or the shift of an inquiry is beyond the limits.
func withinLimits(q view.Inquiry) error {
	for _, f := range []chart.Fraction{q.Attack, q.Defence} {
		if f.Denominator() > finestPart || f.Compare(chart.Fraction{}) < 0 || f.Compare(chart.Whole(mostStrength)) > 0 {
			return &view.Mistake{Why: view.T("ask.strength-limits", "strength", f.Exact(), "most", mostStrength,
				"parts", finestPart)}
		}
	}
	if max(q.Shift, -q.Shift) > mostShift {
		return &view.Mistake{Why: view.T("ask.shift-limits", "shift", q.Shift, "most", mostShift)}
	}
	return nil
}
