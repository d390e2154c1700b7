package data

import (
	"fmt"
	"slices"

	"grognard/rules/casefile"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// Shows checks the parts of a fight's reckoning.
func (c *seriesCase) Shows() casefile.Checks[series.Told] {
	attack := func(l *view.Line) (string, bool) { return l.Reckoned.Attack.String(), true }
	defence := func(l *view.Line) (string, bool) { return l.Reckoned.Defence.String(), true }
	return casefile.Checks[series.Told]{
		"attack":  series.Shows(readStrength, attack),
		"defence": series.Shows(readStrength, defence),
		"odds": series.Shows(casefile.Node.Cited, func(l *view.Line) (string, bool) {
			return l.Reckoned.Odds.String(), true
		}),
		"shift":  series.Shows(casefile.Node.Whole, func(l *view.Line) (int, bool) { return l.Reckoned.Shift, true }),
		"column": showsColumn,
		"roll": series.Shows(casefile.Node.Whole, func(l *view.Line) (int, bool) {
			return l.Reckoned.Roll, l.Reckoned.Roll > 0
		}),
		"result": series.Shows(c.resultText, func(l *view.Line) (string, bool) { return l.Reckoned.Result, true }),
	}
}

// showsColumn compares column headings as the game prints them. The last column is found with and without its plus.
func showsColumn(n casefile.Node) (casefile.Check[series.Told], error) {
	want, err := n.Cited()
	return func(told series.Told) error {
		printed, table := want, Of(told.Game).Combat
		if i, ok := table.Find(want); ok {
			printed = table.Heading(i)
		}
		switch l := told.Reckoned(); {
		case l == nil:
			return fmt.Errorf("is nothing; must be %s", printed)
		case l.Reckoned.Column != printed:
			return fmt.Errorf("is %s; must be %s", l.Reckoned.Column, printed)
		}
		return nil
	}, err
}

// readStrength reads a number in the form in which views write it, so that equal numbers have equal texts.
func readStrength(n casefile.Node) (string, error) {
	f, err := n.Fraction()
	return f.String(), err
}

// resultText reads a result as the game tells it, with - for NR, or a result in the table of a feature.
func (c *seriesCase) resultText(n casefile.Node) (string, error) {
	has := func(part Case) bool { return slices.Contains(part.Results, n.Text) }
	if slices.ContainsFunc(c.parts, has) {
		return n.Text, nil
	}
	r, err := readResult(n)
	return r.String(), err
}

// Expects checks what features expect of the position at the end of the case.
func (c *seriesCase) Expects() casefile.Checks[series.Seen] {
	out := casefile.Checks[series.Seen]{}
	for _, part := range c.parts {
		out = out.Beside(part.Expects)
	}
	return out
}

// ExpectsOfUnit checks whether a unit is dead, whether it is at full strength, and its markers.
func (c *seriesCase) ExpectsOfUnit() casefile.Checks[series.Found] {
	out := casefile.Checks[series.Found]{
		"dead": casefile.Holds(func(u series.Found) bool { return u.Box == state.Dead }),
		"full": casefile.Holds(func(u series.Found) bool { return u.Box != state.Dead && u.Unit.Up.Face == 0 }),
	}
	for _, id := range c.marks {
		out[id] = casefile.Holds(func(u series.Found) bool { return u.Has(id) })
	}
	return out
}
