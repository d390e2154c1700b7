package seriestest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/casefile"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// inCase is the series' part of a case: formations that have already been active, and entries of the table of strikes.
type inCase struct {
	active start
	table  map[int]map[int]string // by roll, then column
}

func (*inCase) Series() string { return Series{}.Name() }

func (c *inCase) Keys() casefile.Keys {
	return casefile.Keys{
		"formations": func(n casefile.Node) error {
			names := func(n casefile.Node) ([]string, error) { return casefile.Each(n, casefile.Node.Word) }
			return casefile.Keyed(n, casefile.Pair.SideName, names, func(s order.Side, names []string) {
				for _, name := range names {
					c.active = append(c.active, state.Of(used+name, s))
				}
			})
		},
		"table": func(n casefile.Node) error {
			c.table = map[int]map[int]string{}
			number := func(p casefile.Pair) (int, error) {
				n, err := strconv.Atoi(p.Key)
				if err != nil {
					return 0, casefile.Mistake(p.At, "%s is no number", p.Key)
				}
				return n, nil
			}
			row := func(n casefile.Node) (map[int]string, error) {
				out := map[int]string{}
				return out, casefile.Keyed(n, number, result, func(column int, result string) { out[column] = result })
			}
			return casefile.Keyed(n, number, row, func(roll int, row map[int]string) { c.table[roll] = row })
		},
	}
}

// result reads an entry of the table.
func result(n casefile.Node) (string, error) {
	s, err := n.Word()
	if err == nil && !slices.Contains([]string{hit, shaken, repulsed, nothing}, s) {
		err = n.Mistake("%q is no result of a strike", s)
	}
	return s, err
}

type caseUnit struct {
	counter
	shaken bool
	of     *inCase
}

// Side returns the side of the unit's formation if the case names it.
func (u *caseUnit) Side() order.Side {
	for _, tally := range u.of.active {
		if what, side, _ := strings.Cut(tally, u.Formation+" "); what == used {
			return order.Side(side)
		}
	}
	return ""
}

func (c *inCase) Unit(order.UnitID) series.CaseUnit {
	u := &caseUnit{of: c}
	return series.CaseUnit{Unit: u, Needs: "force", Keys: casefile.Keys{
		"force":     casefile.Into(&u.Force, casefile.Node.Whole),
		"formation": casefile.Into(&u.Formation, casefile.Node.Word),
		"shaken":    casefile.Into(&u.shaken, casefile.Node.Yes),
	}}
}

func (u *caseUnit) Own() (own any, ok bool) { return u.counter, u.Force > 0 }

func (u *caseUnit) Marks() []string {
	if u.shaken {
		return []string{shaken}
	}
	return nil
}

func (c *inCase) Edit() modules.Change { return entries(c.table) }

// entries are the entries of the table that a case changes.
type entries map[int]map[int]string

func (c entries) Make(ed *modules.Editor) {
	t := &ed.Def.Own.(*data).Strike
	for _, roll := range slices.Sorted(maps.Keys(c)) {
		row := c[roll]
		was, ok := t.Rows[roll]
		ed.Expect(ok, "the table of strikes has no row %d", roll)
		was = slices.Clone(was)
		for _, column := range slices.Sorted(maps.Keys(row)) {
			i := slices.Index(t.Columns, column)
			ed.Expect(i >= 0, "the table of strikes has no column %+d", column)
			if ok && i >= 0 {
				was[i] = row[column]
			}
		}
		t.Rows[roll] = was
	}
}

func (c *inCase) Begins(*modules.Definition, view.Phase) (any, error) { return c.active, nil }

// Shows checks the parts of a strike.
func (c *inCase) Shows() casefile.Checks[series.Told] {
	return casefile.Checks[series.Told]{
		"net":    ofStrike(casefile.Node.Whole, func(r *view.Reckoning) int { return r.Net }),
		"column": ofStrike(casefile.Node.Word, func(r *view.Reckoning) string { return r.Column }),
		"result": ofStrike(result, func(r *view.Reckoning) string { return r.Result }),
	}
}

// ofStrike checks one part of a strike's result.
func ofStrike[V comparable](read func(casefile.Node) (V, error),
	find func(*view.Reckoning) V) func(casefile.Node) (casefile.Check[series.Told], error) {
	return casefile.Is(read, func(told series.Told) (found V, ok bool) {
		for _, l := range told.Lines {
			if l.Reckoned != nil {
				return find(l.Reckoned), true
			}
		}
		return found, false
	})
}

// Expects checks how many formations each side can still activate.
func (c *inCase) Expects() casefile.Checks[series.Seen] {
	return casefile.Checks[series.Seen]{"formations": func(n casefile.Node) (casefile.Check[series.Seen], error) {
		wanted := map[order.Side]int{}
		err := casefile.Keyed(n, casefile.Pair.SideName, casefile.Node.Whole,
			func(s order.Side, n int) { wanted[s] = n })
		return func(seen series.Seen) error {
			for _, side := range slices.Sorted(maps.Keys(wanted)) {
				i := slices.IndexFunc(seen.Public.Stocks, func(s view.Stock) bool { return s.Side == side })
				if i < 0 {
					return fmt.Errorf("of %s are none: it is no side", side)
				}
				if got := seen.Public.Stocks[i].Of("formation"); got != wanted[side] {
					return fmt.Errorf("of %s are %d; must be %d", side, got, wanted[side])
				}
			}
			return nil
		}, err
	}}
}

// ExpectsOfUnit checks whether a unit is dead, and whether it is shaken.
func (c *inCase) ExpectsOfUnit() casefile.Checks[series.Found] {
	is := func(find func(series.Found) bool) func(casefile.Node) (casefile.Check[series.Found], error) {
		return casefile.Is(casefile.Node.Yes, func(u series.Found) (bool, bool) { return find(u), true })
	}
	return casefile.Checks[series.Found]{
		"dead":   is(func(u series.Found) bool { return u.Box == state.Dead }),
		"shaken": is(func(u series.Found) bool { return slices.Contains(u.Unit.Marks, shaken) }),
	}
}
