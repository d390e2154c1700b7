package data

import (
	"slices"
	"strconv"

	"grognard/rules/casefile"
	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// seriesCase reads the keys of the series in one adjudication case.
type seriesCase struct {
	edit  Edit
	parts []Case    // of the features
	used  []usedKey // the keys of features that the case uses
	marks []string  // the markers that cases can put on units
}

// Case is a feature's part of an adjudication case. A nil field adds nothing.
type Case struct {
	// Keys reads the feature's keys in the case.
	Keys casefile.Keys
	// Unit reads the feature's keys in one unit of the case, into own, the features' data on its counter.
	Unit func(own Own) casefile.Keys
	// Results are the results in the feature's own table.
	Results []string
	// Edit is what the case changes of its module.
	Edit func(*modules.Editor)
	// Counts is what the sides have of the feature's tallies as the case's phase begins.
	Counts func(*modules.Definition, view.Phase) []Count
	// Expects checks the position at the end of the case.
	Expects casefile.Checks[series.Seen]
}

// Tallied returns a feature's part of cases for what sides have of its tally, as `replacements: {soviet: 1}` says it.
func Tallied(tally string) func() Case {
	return func() Case {
		var counts []Count
		read := func(n casefile.Node) error {
			return casefile.Keyed(n, casefile.Pair.SideName, casefile.Node.Whole, func(by order.Side, has int) {
				counts = append(counts, Count{Side: by, What: tally, N: has})
			})
		}
		return Case{Keys: casefile.Keys{tally: read},
			Counts: func(*modules.Definition, view.Phase) []Count { return counts }}
	}
}

// NewCase reads the keys of the series and of features in one case.
func NewCase(features []Wording) series.Case {
	c := &seriesCase{}
	for _, f := range features {
		for _, m := range f.Marks {
			if !slices.Contains(c.marks, m) {
				c.marks = append(c.marks, m)
			}
		}
		if f.Case != nil {
			c.parts = append(c.parts, c.recordKeys(f, f.Case()))
		}
	}
	c.marks = append(c.marks, Oos)
	return c
}

// usedKey is a key of a feature that a case uses.
type usedKey struct {
	key     string
	at      document.Spot
	feature Wording
}

// recordKeys wraps a feature's part of the case so that it records which of its keys the case uses.
func (c *seriesCase) recordKeys(f Wording, part Case) Case {
	recording := casefile.Keys{}
	for key, read := range part.Keys {
		recording[key] = func(n casefile.Node) error {
			c.used = append(c.used, usedKey{key, n.Spot, f})
			return read(n)
		}
	}
	part.Keys = recording
	return part
}

// reportMissing reports each key that the case uses of a feature that the game does not have.
func (c *seriesCase) reportMissing(ed *modules.Editor) {
	for _, s := range c.used {
		d, ours := ed.Def.Own.(*Data)
		ed.Expect(!ours || s.feature.IsUsedBy(d), "%v",
			casefile.Mistake(s.at, "%s has no %s: the key is of a rule that it lacks", ed.Def.Title, s.key))
	}
}

func (*seriesCase) Series() string { return SeriesName }

// Keys reads what the case puts into the combat results table and into the terrain charts, and the keys of features.
func (c *seriesCase) Keys() casefile.Keys {
	keys := casefile.Keys{
		"table":   casefile.IntoMap(&c.edit.Results, casefile.Pair.Name, readColumn),
		"terrain": casefile.IntoMap(&c.edit.Terrain, casefile.Pair.Name, readEffects),
	}
	for _, part := range c.parts {
		keys = keys.Beside(part.Keys)
	}
	return keys
}

// Unit reads what is printed on one unit, and its markers.
func (c *seriesCase) Unit(order.UnitID) series.CaseUnit {
	u := &caseUnit{Counter: Counter{Own: Own{}}, known: c.marks, marks: map[string]bool{}}
	keys := casefile.Keys{
		"full":         casefile.Into(&u.Full, casefile.Parsed(ParseValues)),
		"reduced":      casefile.IntoNew(&u.Reduced, casefile.Parsed(ParseValues)),
		"exploit":      casefile.Into(&u.Exploit, casefile.Node.Yes),
		"loss-markers": casefile.Into(&u.LossMarkers, casefile.Node.Whole),
	}
	for _, id := range c.marks {
		keys[id] = func(n casefile.Node) (err error) { u.marks[id], err = n.Yes(); return err }
	}
	for _, part := range c.parts {
		if part.Unit != nil {
			keys = keys.Beside(part.Unit(u.Counter.Own))
		}
	}
	return series.CaseUnit{Unit: u, Needs: "full", Keys: keys}
}

type caseUnit struct {
	Counter
	known []string
	marks map[string]bool
}

// Own returns the unit's counter. ok is false as long as it has no factors.
func (u *caseUnit) Own() (own any, ok bool) { return u.Counter, u.Full != Values{} }

// Marks lists the markers on the unit.
func (u *caseUnit) Marks() []string {
	return slices.DeleteFunc(slices.Clone(u.known), func(id string) bool { return !u.marks[id] })
}

// Edit returns what the case changes of its module.
func (c *seriesCase) Edit() modules.Change {
	edit := c.edit
	edit.Own = append(edit.Own, c.reportMissing)
	for _, part := range c.parts {
		if part.Edit != nil {
			edit.Own = append(edit.Own, part.Edit)
		}
	}
	return edit
}

// readColumn reads the results of one column of the combat results table, by roll.
func readColumn(n casefile.Node) (map[int]chart.Result, error) {
	out := map[int]chart.Result{}
	roll := func(p casefile.Pair) (int, error) {
		r, err := strconv.Atoi(p.Key)
		if err != nil {
			return 0, casefile.Mistake(p.At, "%s is no roll", p.Key)
		}
		return r, nil
	}
	return out, casefile.Keyed(n, roll, readResult, func(r int, res chart.Result) { out[r] = res })
}

// readResult reads an entry of the combat results table.
func readResult(n casefile.Node) (chart.Result, error) { return casefile.Parsed(chart.ParseResult)(n) }

// Begins returns what the sides have of the features' tallies as the case's phase begins, as a Start; nil for nothing.
func (c *seriesCase) Begins(def *modules.Definition, phase view.Phase) (any, error) {
	var counts Start
	for _, part := range c.parts {
		if part.Counts != nil {
			counts = append(counts, part.Counts(def, phase)...)
		}
	}
	if counts == nil {
		return nil, nil
	}
	return counts, nil
}

// readEffects reads one row of a terrain chart, which replaces the module's.
func readEffects(n casefile.Node) (Effects, error) {
	var e Effects
	err := n.Fields(casefile.Keys{
		"move": func(n casefile.Node) (err error) {
			if s, notText := n.Word(); notText == nil && (s == "all" || s == "P") { // P for prohibited
				e.All, e.Prohibited = s == "all", s == "P"
				return nil
			}
			e.Cost, err = n.Fraction()
			return err
		},
		"attack":  casefile.Into(&e.Attack, casefile.Node.Fraction),
		"defence": casefile.Into(&e.Defence, casefile.Node.Fraction),
		"shift":   casefile.Into(&e.Shift, casefile.Node.Whole),
		"overrun": casefile.IntoNew(&e.Overrun, casefile.Node.Yes),
	})
	return e, err
}
