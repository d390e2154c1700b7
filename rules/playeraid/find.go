package playeraid

import (
	"slices"
	"strconv"

	"grognard/rules/chart"
	"grognard/rules/internal/series"
	"grognard/rules/letters"
	"grognard/rules/view"
)

// Modified returns the table with the number of throws that come to each row when add is added to the dice.
func (t table) Modified(add int) view.Table {
	out := t.Table
	out.Rows = slices.Clone(t.Rows)
	for i := range out.Rows {
		out.Rows[i].Throws = 0
	}
	for _, n := range t.thrown.numbers() {
		out.Rows[out.Row(n+add)].Throws += t.thrown.of[n]
	}
	return out
}

// find finds the column of an inquiry, whose strengths and shift must already include its modifiers.
func (t table) find(q view.Inquiry) (series.Column, error) {
	c := series.Column{Unshifted: -1} // left of the first
	value := q.Attack
	if t.strengths == byDifference {
		value = q.Attack.Minus(q.Defence)
	}
	switch t.strengths {
	case byRatio:
		if q.Attack.Zero() {
			return c, &view.Mistake{Why: view.T("aid.no-attack")}
		}
		c.Compared = q.Attack.Mixed() + ":" + q.Defence.Mixed()
		if t.nearest {
			c.Compared = chart.OddsOf(q.Attack, q.Defence).String()
		}
		if !q.Defence.Zero() {
			c.Ratio = q.Attack.Over(q.Defence)
		}
		for i, r := range t.ratios {
			if t.reached(r, q) {
				c.Unshifted = i
			}
		}
	default:
		c.Compared = signed(value)
		if t.strengths == byOne {
			c.Compared = value.Mixed()
		}
		c.Unshifted = t.spanColumnOf(value)
	}
	switch {
	case c.Unshifted >= 0:
	case t.first:
		c.Unshifted = 0
	case t.Below == "":
		return c, &view.Mistake{Why: view.T("aid.below-first", "compared", c.Compared, "first", t.Columns[0])}
	}
	c.Read = t.Shifted(c.Unshifted, q.Shift)
	return c, nil
}

// Column finds the column of a table for a number that strengths come to: a difference, or one strength; -1 is left of
// the first column. ok is false in other tables, and if typed is no number.
func (a *Aid) Column(id, typed string) (column int, ok bool) {
	n, err := strconv.Atoi(letters.Plain(typed))
	for _, t := range a.tables {
		if t.ID == id && len(t.spans) > 0 && err == nil {
			return t.spanColumnOf(chart.Whole(n)), true
		}
	}
	return 0, false
}

// spanColumnOf returns the column of a number; below the first column -1, or 0 if such numbers are read in the first.
func (t table) spanColumnOf(value chart.Fraction) int {
	column := -1
	for i, s := range t.spans {
		if s.openBelow || value.Compare(chart.Whole(s.from)) >= 0 {
			column = i
		}
	}
	if column < 0 && t.first {
		return 0
	}
	return column
}

// signed is a number with its sign, such as a difference: +2½, −1, 0.
func signed(f chart.Fraction) string {
	switch f.Compare(chart.Fraction{}) { // with 0
	case 1:
		return "+" + f.Mixed()
	case -1:
		return "−" + chart.Fraction{}.Minus(f).Mixed()
	}
	return "0"
}

// reached reports whether the strengths of an inquiry come to a heading of odds: for >5:1 they must be better than 5:1.
func (t table) reached(r ratio, q view.Inquiry) bool {
	if r.openBelow || q.Defence.Zero() {
		return true
	}
	var compared int // the strengths with the heading: negative, 0 or positive
	if t.nearest {
		compared = chart.OddsOf(q.Attack, q.Defence).Compare(r.Odds)
	} else {
		compared = q.Attack.Times(chart.Whole(r.Defence)).Compare(q.Defence.Times(chart.Whole(r.Attack)))
	}
	return compared > 0 || compared == 0 && !r.beyond
}
