package scs

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"grognard/rules/casefile"
	"grognard/rules/chart"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// inCase is what an adjudication case says in the words of the series.
type inCase struct {
	edit    Edit
	strikes map[order.Side]AirNumbers // how many are at hand, where it is said
	stocks  []stock
}

// Case reads the keys of the series in one case.
func (Series) Case() series.Case { return &inCase{} }

// Series is the series' name.
func (*inCase) Series() string { return Series{}.Name() }

// Keys are table, terrain, air, strikes and replacements.
func (c *inCase) Keys() casefile.Keys {
	return casefile.Keys{
		"table":   c.readTable,
		"terrain": c.readTerrain,

		"air":          c.readAir,
		"strikes":      c.readStrikes,
		"replacements": c.readReplacements,
	}
}

// Unit is what is printed on one unit, and its markers.
func (c *inCase) Unit() series.CaseUnit {
	u := &caseUnit{marks: map[string]bool{}}
	mark := func(id string) func(casefile.Node) error {
		return func(n casefile.Node) (err error) { u.marks[id], err = n.Yes(); return err }
	}
	return series.CaseUnit{Unit: u, Needs: "full", Keys: casefile.Keys{
		"full": casefile.Into(&u.Full, readValues),
		"reduced": func(n casefile.Node) error {
			v, err := readValues(n)
			u.Reduced = &v
			return err
		},
		"exploit":      casefile.Into(&u.Exploit, casefile.Node.Yes),
		"loss-markers": casefile.Into(&u.LossMarkers, casefile.Node.Whole),
		oos:            mark(oos),
		dg:             mark(dg),
	}}
}

// caseUnit is a unit of a case.
type caseUnit struct {
	Counter
	marks map[string]bool
}

// Own is its counter, ok when it has the factors that it needs.
func (u *caseUnit) Own() (own any, ok bool) { return u.Counter, u.Full != Values{} }

// Marks are the markers on it.
func (u *caseUnit) Marks() []string {
	return slices.DeleteFunc(caseMarks(), func(id string) bool { return !u.marks[id] })
}

// caseMarks are the markers that a case puts on units and looks for.
func caseMarks() []string { return []string{dg, oos} }

// Edit is what the case changes of its module.
func (c *inCase) Edit() modules.Change { return c.edit }

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
	return casefile.Keyed(n, heading, column, func(heading string, m map[int]chart.Result) { c.edit.Results[heading] = m })
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

// readAir reads the ratings of a side's air strikes.
func (c *inCase) readAir(n casefile.Node) error {
	c.edit.Air = map[order.Side]AirNumbers{}
	return casefile.Keyed(n, casefile.Pair.SideName, readAirNumbers, func(s order.Side, r AirNumbers) { c.edit.Air[s] = r })
}

// readStrikes reads the air strikes that a side has at hand.
func (c *inCase) readStrikes(n casefile.Node) error {
	c.strikes = map[order.Side]AirNumbers{}
	return casefile.Keyed(n, casefile.Pair.SideName, readAirNumbers, func(s order.Side, r AirNumbers) { c.strikes[s] = r })
}

// readAirNumbers reads a number for regular air strikes and one for breakdowns.
func readAirNumbers(n casefile.Node) (r AirNumbers, err error) {
	number := func(to **int) func(casefile.Node) error {
		return func(n casefile.Node) error {
			v, err := n.Whole()
			*to = &v
			return err
		}
	}
	err = n.Fields(casefile.Keys{"regular": number(&r.Regular), "breakdown": number(&r.Breakdown)})
	return r, err
}

// Counts is what sides have beside their units as the case's phase begins: what the case says,
// or else, from the phase in which the phase's player rolls for air strikes, as many of them as
// the ratings are. A roll as that phase begins replaces them.
func (c *inCase) Counts(def *modules.Definition, phase view.Phase) (out []series.Count, err error) {
	d, side := Of(def), phase.Side
	phases := d.Phases[side]
	if _, said := c.strikes[side]; !said && slices.Index(phases, phase.Name) >= slices.Index(phases, d.ArrivalPhase(side)) {
		c.arm(side, c.edit.Air[side])
	}
	for _, s := range slices.Sorted(maps.Keys(c.strikes)) {
		c.arm(s, c.strikes[s])
	}
	for _, s := range c.stocks {
		if !def.Plays(s.side) || !d.HasStocks() {
			return nil, fmt.Errorf("%s has no air strikes and no replacements of side %s", def.ID, s.side)
		}
		out = append(out, series.Count{Side: s.side, What: strikes, N: s.strikes},
			series.Count{Side: s.side, What: breakdowns, N: s.breakdowns}, series.Count{Side: s.side, What: replacements, N: s.replacements})
	}
	return out, nil
}

func (c *inCase) arm(s order.Side, with AirNumbers) {
	if n := with.Regular; n != nil {
		c.stock(s).strikes = *n
	}
	if n := with.Breakdown; n != nil {
		c.stock(s).breakdowns = *n
	}
}

// readReplacements reads the replacements that a side has at hand.
func (c *inCase) readReplacements(n casefile.Node) error {
	return casefile.Keyed(n, casefile.Pair.SideName, casefile.Node.Whole, func(by order.Side, n int) { c.stock(by).replacements = n })
}

// stock is what a case gives a side beside its units.
type stock struct {
	side                              order.Side
	strikes, breakdowns, replacements int
}

// stock is what the case gives a side beside its units.
func (c *inCase) stock(s order.Side) *stock {
	i := slices.IndexFunc(c.stocks, func(x stock) bool { return x.side == s })
	if i < 0 {
		i, c.stocks = len(c.stocks), append(c.stocks, stock{side: s})
	}
	return &c.stocks[i]
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
