package scs

import (
	"slices"
	"strconv"

	"grognard/rules/casefile"
	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
	"grognard/rules/view"
)

// inCase is what an adjudication case says in the words of the series.
type inCase struct {
	edit  Edit
	parts []Case   // of the features
	said  []saidOf // keys of features that the case has
	marks []string // that cases put on units
}

// Case is what an adjudication case says in the words of a feature. What is nil it does not say.
type Case struct {
	// Keys reads its keys.
	Keys casefile.Keys
	// Unit reads those of one more unit, into what is the feature's own on its counter.
	Unit func(own Own) casefile.Keys
	// Results are the words of results in a table of its own.
	Results []string
	// Edit is what the case changes of its module.
	Edit func(*modules.Editor)
	// Counts is what sides have beside their units as the case's phase begins.
	Counts func(*modules.Definition, view.Phase) []series.Count
	// Expects are the keys of what must be so in the end.
	Expects casefile.Checks[series.Seen]
}

// Case reads the keys of the series in one case.
func (s Series) Case() series.Case {
	c := &inCase{}
	for _, f := range s.Features {
		for _, m := range f.Marks {
			if !slices.Contains(c.marks, m) {
				c.marks = append(c.marks, m)
			}
		}
		if f.Case != nil {
			c.parts = append(c.parts, c.noting(f, f.Case()))
		}
	}
	c.marks = append(c.marks, oos)
	return c
}

// saidOf is a key of a feature, where a case has it.
type saidOf struct {
	key     string
	at      document.Spot
	feature Feature
}

// noting is a feature's part of the case that notes which of its keys the case has.
func (c *inCase) noting(f Feature, part Case) Case {
	noted := casefile.Keys{}
	for key, read := range part.Keys {
		noted[key] = func(n casefile.Node) error {
			c.said = append(c.said, saidOf{key, n.Spot, f})
			return read(n)
		}
	}
	part.Keys = noted
	return part
}

// lacking is an error for each key of a feature that the game has not.
func (c *inCase) lacking(ed *modules.Editor) {
	for _, s := range c.said {
		d, ours := ed.Def.Own.(*Data)
		ed.Expect(!ours || s.feature.in(d), "%v",
			casefile.Mistake(s.at, "%s has no %s: the key is of a rule that it lacks", ed.Def.Title, s.key))
	}
}

// Series is the series' name.
func (*inCase) Series() string { return Series{}.Name() }

// Keys are table and terrain, and those of features.
func (c *inCase) Keys() casefile.Keys {
	keys := casefile.Keys{
		"table":   c.readTable,
		"terrain": c.readTerrain,
	}
	for _, of := range c.parts {
		keys = keys.Beside(of.Keys)
	}
	return keys
}

// Unit is what is printed on one unit, and its markers.
func (c *inCase) Unit() series.CaseUnit {
	u := &caseUnit{Counter: Counter{Own: Own{}}, known: c.marks, marks: map[string]bool{}}
	keys := casefile.Keys{
		"full": casefile.Into(&u.Full, readValues),
		"reduced": func(n casefile.Node) error {
			v, err := readValues(n)
			u.Reduced = &v
			return err
		},
		"exploit":      casefile.Into(&u.Exploit, casefile.Node.Yes),
		"loss-markers": casefile.Into(&u.LossMarkers, casefile.Node.Whole),
	}
	for _, id := range c.marks {
		keys[id] = func(n casefile.Node) (err error) { u.marks[id], err = n.Yes(); return err }
	}
	for _, of := range c.parts {
		if of.Unit != nil {
			keys = keys.Beside(of.Unit(u.Counter.Own))
		}
	}
	return series.CaseUnit{Unit: u, Needs: "full", Keys: keys}
}

// caseUnit is a unit of a case.
type caseUnit struct {
	Counter
	known []string
	marks map[string]bool
}

// Own is its counter, ok when it has the factors that it needs.
func (u *caseUnit) Own() (own any, ok bool) { return u.Counter, u.Full != Values{} }

// Marks are the markers on it.
func (u *caseUnit) Marks() []string {
	return slices.DeleteFunc(slices.Clone(u.known), func(id string) bool { return !u.marks[id] })
}

// Edit is what the case changes of its module.
func (c *inCase) Edit() modules.Change {
	edit := c.edit
	edit.Own = append(edit.Own, c.lacking)
	for _, of := range c.parts {
		if of.Edit != nil {
			edit.Own = append(edit.Own, of.Edit)
		}
	}
	return edit
}

// readValues reads the factors of a counter's side.
func readValues(n casefile.Node) (Values, error) {
	s, err := n.Word()
	if err != nil {
		return Values{}, err
	}
	v, err := ParseValues(s)
	if err != nil {
		return v, n.Mistake("%v", err)
	}
	return v, nil
}

func (c *inCase) readTable(n casefile.Node) error {
	c.edit.Results = map[string]map[int]chart.Result{}
	heading := func(p casefile.Pair) (string, error) { return p.Key, nil }
	return casefile.Keyed(n, heading, column,
		func(heading string, m map[int]chart.Result) { c.edit.Results[heading] = m })
}

func column(n casefile.Node) (map[int]chart.Result, error) {
	out := map[int]chart.Result{}
	roll := func(p casefile.Pair) (int, error) {
		r, err := strconv.Atoi(p.Key)
		if err != nil {
			return 0, casefile.Mistake(p.At, "%s is no roll", p.Key)
		}
		return r, nil
	}
	return out, casefile.Keyed(n, roll, result, func(r int, res chart.Result) { out[r] = res })
}

// result reads an entry of the combat results table.
func result(n casefile.Node) (chart.Result, error) {
	s, err := n.Word()
	if err != nil {
		return chart.Result{}, err
	}
	r, err := chart.ParseResult(s)
	if err != nil {
		return r, n.Mistake("%v", err)
	}
	return r, nil
}

// Counts is what sides have beside their units as the case's phase begins.
func (c *inCase) Counts(def *modules.Definition, phase view.Phase) (counts []series.Count, err error) {
	for _, of := range c.parts {
		if of.Counts != nil {
			counts = append(counts, of.Counts(def, phase)...)
		}
	}
	return counts, nil
}

func (c *inCase) readTerrain(n casefile.Node) error {
	c.edit.Terrain = map[string]Effects{}
	kind := func(p casefile.Pair) (string, error) { return p.Key, nil }
	return casefile.Keyed(n, kind, readEffects, func(k string, e Effects) { c.edit.Terrain[k] = e })
}

func readEffects(n casefile.Node) (Effects, error) {
	var e Effects
	err := n.Fields(casefile.Keys{
		"move": func(n casefile.Node) (err error) {
			if s, isText := n.Word(); isText == nil && (s == "all" || s == "P") {
				e.All, e.Prohibited = s == "all", s == "P"
				return nil
			}
			e.Cost, err = n.Fraction()
			return err
		},
		"attack":  casefile.Into(&e.Attack, casefile.Node.Fraction),
		"defence": casefile.Into(&e.Defence, casefile.Node.Fraction),
		"shift":   casefile.Into(&e.Shift, casefile.Node.Whole),
		"overrun": func(n casefile.Node) error {
			yes, err := n.Yes()
			e.Overrun = &yes
			return err
		},
	})
	return e, err
}
