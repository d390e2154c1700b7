package scs

import (
	"fmt"
	"slices"

	"grognard/rules/casefile"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// Shows are the parts of the reckoning of a fight.
func (c *inCase) Shows() casefile.Checks[series.Told] {
	return casefile.Checks[series.Told]{
		"attack":  ofFight(strength, func(f *view.Reckoning) (string, bool) { return f.Attack.String(), true }),
		"defence": ofFight(strength, func(f *view.Reckoning) (string, bool) { return f.Defence.String(), true }),
		"odds": ofFight(casefile.Node.Cited,
			func(f *view.Reckoning) (string, bool) { return f.Odds.String(), true }),
		"shift":  ofFight(casefile.Node.Whole, func(f *view.Reckoning) (int, bool) { return f.Shift, true }),
		"column": showsColumn,
		"roll":   ofFight(casefile.Node.Whole, func(f *view.Reckoning) (int, bool) { return f.Roll, f.Roll > 0 }),
		"result": ofFight(c.resultText, func(f *view.Reckoning) (string, bool) { return f.Result, true }),
	}
}

// fightOf is the reckoning of the fight that a command told of, nil without one.
func fightOf(told series.Told) *view.Reckoning {
	for _, l := range told.Lines {
		if l.Reckoned != nil {
			return l.Reckoned
		}
	}
	return nil
}

// ofFight checks a part of the reckoning.
func ofFight[V comparable](read func(casefile.Node) (V, error),
	find func(*view.Reckoning) (V, bool)) func(casefile.Node) (casefile.Check[series.Told], error) {
	return casefile.Is(read, func(told series.Told) (found V, ok bool) {
		if f := fightOf(told); f != nil {
			return find(f)
		}
		return found, false
	})
}

// showsColumn goes by the column's heading as the game prints it. The last one is found with and
// without its plus.
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

// strength reads a number as views write it: equal ones have one text.
func strength(n casefile.Node) (string, error) {
	f, err := n.Fraction()
	return f.String(), err
}

// resultText reads a result as the game tells it, NR as -, or the word of a feature's table.
func (c *inCase) resultText(n casefile.Node) (string, error) {
	of := func(of Case) bool { return slices.Contains(of.Results, n.Text) }
	if slices.ContainsFunc(c.parts, of) {
		return n.Text, nil
	}
	r, err := result(n)
	return r.String(), err
}

// Expects are those of features.
func (c *inCase) Expects() casefile.Checks[series.Seen] {
	out := casefile.Checks[series.Seen]{}
	for _, of := range c.parts {
		out = out.Beside(of.Expects)
	}
	return out
}

// ExpectsOfUnit are whether it is dead, at full strength, and under which markers.
func (c *inCase) ExpectsOfUnit() casefile.Checks[series.Found] {
	is := func(find func(series.Found) bool) func(casefile.Node) (casefile.Check[series.Found], error) {
		return casefile.Is(casefile.Node.Yes, func(u series.Found) (bool, bool) { return find(u), true })
	}
	out := casefile.Checks[series.Found]{
		"dead": is(func(u series.Found) bool { return u.Box == state.Dead }),
		"full": is(func(u series.Found) bool { return u.Box != state.Dead && !u.Unit.Reduced }),
	}
	for _, id := range c.marks {
		out[id] = is(func(u series.Found) bool { return slices.Contains(u.Unit.Marks, id) })
	}
	return out
}
