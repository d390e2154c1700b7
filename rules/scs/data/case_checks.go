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
	return casefile.Checks[series.Told]{
		"attack":  ofFight(strength, func(f *view.Reckoning) (string, bool) { return f.Attack.String(), true }),
		"defence": ofFight(strength, func(f *view.Reckoning) (string, bool) { return f.Defence.String(), true }),
		"odds": ofFight(casefile.Node.Cited, func(f *view.Reckoning) (string, bool) {
			return f.Odds.String(), true
		}),
		"shift":  ofFight(casefile.Node.Whole, func(f *view.Reckoning) (int, bool) { return f.Shift, true }),
		"column": showsColumn,
		"roll":   ofFight(casefile.Node.Whole, func(f *view.Reckoning) (int, bool) { return f.Roll, f.Roll > 0 }),
		"result": ofFight(c.resultText, func(f *view.Reckoning) (string, bool) { return f.Result, true }),
	}
}

// fightOf returns the reckoning of the fight that a command told of, nil if there was none.
func fightOf(told series.Told) *view.Reckoning {
	for _, l := range told.Lines {
		if l.Reckoned != nil {
			return l.Reckoned
		}
	}
	return nil
}

// ofFight checks one part of the reckoning.
func ofFight[V comparable](read func(casefile.Node) (V, error),
	find func(*view.Reckoning) (V, bool)) func(casefile.Node) (casefile.Check[series.Told], error) {
	return casefile.Is(read, func(told series.Told) (found V, ok bool) {
		if f := fightOf(told); f != nil {
			return find(f)
		}
		return found, false
	})
}

// showsColumn compares column headings as the game prints them. The last column is found with and without its plus.
func showsColumn(n casefile.Node) (casefile.Check[series.Told], error) {
	want, err := n.Cited()
	return func(told series.Told) error {
		printed, table := want, Of(told.Game).Combat
		if i, ok := table.Find(want); ok {
			printed = table.Heading(i)
		}
		f := fightOf(told)
		switch {
		case f == nil:
			return fmt.Errorf("is nothing; must be %s", printed)
		case f.Column != printed:
			return fmt.Errorf("is %s; must be %s", f.Column, printed)
		}
		return nil
	}, err
}

// strength reads a number in the form in which views write it, so that equal numbers have equal texts.
func strength(n casefile.Node) (string, error) {
	f, err := n.Fraction()
	return f.String(), err
}

// resultText reads a result in the form in which the game tells it, with - for NR, or a result in the
// table of a feature.
func (c *seriesCase) resultText(n casefile.Node) (string, error) {
	of := func(of Case) bool { return slices.Contains(of.Results, n.Text) }
	if slices.ContainsFunc(c.parts, of) {
		return n.Text, nil
	}
	r, err := result(n)
	return r.String(), err
}

// Expects checks what features expect of the position at the end of the case.
func (c *seriesCase) Expects() casefile.Checks[series.Seen] {
	out := casefile.Checks[series.Seen]{}
	for _, of := range c.parts {
		out = out.Beside(of.Expects)
	}
	return out
}

// ExpectsOfUnit checks whether a unit is dead, whether it is at full strength, and its markers.
func (c *seriesCase) ExpectsOfUnit() casefile.Checks[series.Found] {
	is := func(find func(series.Found) bool) func(casefile.Node) (casefile.Check[series.Found], error) {
		return casefile.Is(casefile.Node.Yes, func(u series.Found) (bool, bool) { return find(u), true })
	}
	out := casefile.Checks[series.Found]{
		"dead": is(func(u series.Found) bool { return u.Box == state.Dead }),
		"full": is(func(u series.Found) bool { return u.Box != state.Dead && u.Unit.Up.Face == 0 }),
	}
	for _, id := range c.marks {
		out[id] = is(func(u series.Found) bool { return slices.Contains(u.Unit.Marks, id) })
	}
	return out
}
