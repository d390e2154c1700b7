package modules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/order"
)

// phaseNames are the phases that the series knows, under the names that cases and
// players use.
var phaseNames = []string{"reinforcements", "movement", "combat", "exploitation", "supply", "dg-removal"}

// editions of the series rules that the engine plays.
var editions = []string{"1.6", "1.7", "1.8"}

var colorForm = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// game compiles game.yaml but for the control of hexes, which needs the map.
func (c *compiler) game(f *gameFile) {
	d, head := c.def, document.Spot{}
	d.ID = c.name(f.ID, head, "id")
	d.Title = c.text(f.Title, head, "title")
	d.Series = c.oneOf(f.Series, head, "series", "scs")
	d.Edition = c.oneOf(f.Edition, head, "edition", editions...)
	d.Turns = c.needed(f.Turns, head, "turns", 1, 200)
	d.TurnDays = c.count(f.TurnDays, 0, 1000)
	d.FirstDay = f.FirstDay.Text
	if _, err := time.Parse(time.DateOnly, d.FirstDay); f.FirstDay.Given() && err != nil {
		c.report(f.FirstDay.Spot, "%q is not a date such as 1941-07-10", d.FirstDay)
	}
	c.sides(f.Sides)
	c.marks(f.Marks)
	d.Phases = bySide(c, f.Phases, func(_ order.Side, l document.List[document.Word]) []string {
		c.needs(l)
		return c.phases(l)
	})
	for _, s := range d.Sides {
		if len(d.Phases[s.ID]) == 0 {
			c.report(head, "the phases of side %s are missing", s.ID)
		}
	}
	d.Stacking = Stacking{
		Limit:   c.needed(f.Stacking.Limit, head, "stacking limit", 1, 100),
		Phases:  c.phases(f.Stacking.Phases),
		Retreat: c.mark(f.Stacking.Retreat),
	}
	d.Overrun = c.oneOf(f.Overrun, head, "overrun", "any", "exploit")
	d.Rules = Rules{
		Sequence: c.own(f.Rules.Sequence),
		Terrain:  c.own(f.Rules.Terrain),
		Stacking: c.own(f.Rules.Stacking),
		Overrun:  c.own(f.Rules.Overrun),
		Supply:   c.own(f.Rules.Supply),

		Air:          c.own(f.Rules.Air),
		Strikes:      c.own(f.Rules.Strikes),
		Breakdowns:   c.own(f.Rules.Breakdowns),
		Garrisons:    c.own(f.Rules.Garrisons),
		Replacements: c.own(f.Rules.Replacements),
		Withdrawal:   c.own(f.Rules.Withdrawal),
		Keepers:      c.own(f.Rules.Keepers),
		Accent:       c.own(f.Rules.Accent),
		Victory:      c.own(f.Rules.Victory),
		Places:       c.own(f.Rules.Places),
		Cup:          c.own(f.Rules.Cup),
	}
	c.features(f)
	for _, e := range f.Supply.Dies {
		d.Dies = append(d.Dies, c.side(e.Value, e.Key.Spot, "side"))
	}
	if f.Victory.Count.Given() {
		d.Victory.Count = c.side(f.Victory.Count, head, "count")
		c.levels(f.Victory.Count.Spot, f.Victory.Levels)
	}
}

func (c *compiler) sides(l document.List[sideFile]) {
	for _, e := range l {
		s := Side{
			ID:    order.Side(c.name(e.Value.ID, e.Key.Spot, "id")),
			Name:  c.text(e.Value.Name, e.Key.Spot, "name"),
			Color: c.text(e.Value.Color, e.Key.Spot, "color"),
		}
		if s.Color != "" && !colorForm.MatchString(s.Color) {
			c.report(e.Value.Color.Spot, "%q is not a colour such as #6d6f68", s.Color)
		}
		if c.def.Plays(s.ID) {
			c.report(e.Value.ID.Spot, "side %s stands twice", s.ID)
		}
		c.def.Sides = append(c.def.Sides, s)
	}
	if len(l) != 2 {
		c.report(document.Spot{}, "a game has two sides, not %d", len(l))
	}
}

func (c *compiler) phases(l document.List[document.Word]) []string {
	var out []string
	for _, e := range l {
		p := c.oneOf(e.Value, e.Key.Spot, "phase", phaseNames...)
		if slices.Contains(out, p) {
			c.report(e.Value.Spot, "phase %s stands twice", p)
		}
		out = append(out, p)
	}
	return out
}

func (c *compiler) marks(l document.Dict[markFile]) {
	for _, e := range l {
		c.def.Marks = append(c.def.Marks, Mark{
			ID:        c.name(e.Key, e.Key.Spot, "id"),
			Name:      c.text(e.Value.Name, e.Key.Spot, "name"),
			Rule:      c.own(e.Value.Rule),
			Attack:    c.factor(e.Value.Attack),
			Defence:   c.factor(e.Value.Defence),
			Movement:  c.factor(e.Value.Movement),
			NoZone:    c.none(e.Value.Zone),
			NoExploit: c.none(e.Value.Exploit),
		})
	}
}

var numberForm = regexp.MustCompile(`^[0-9]{1,2}\.[0-9]{1,2}[a-z]?$`)

// own cites a paragraph of the game's own rules, which files name by its number.
func (c *compiler) own(w document.Word) string {
	switch {
	case !w.Given():
		return ""
	case !numberForm.MatchString(w.Text):
		c.report(w.Spot, "%q is not the number of a paragraph such as 1.8a", w.Text)
	}
	return c.def.ID + " " + w.Text
}

// none reads a key whose one value takes something away.
func (c *compiler) none(w document.Word) bool {
	if w.Given() && w.Text != "none" {
		c.report(w.Spot, "%q is not none, the one thing that a mark does here", w.Text)
	}
	return w.Given()
}

func (c *compiler) levels(at document.Spot, l document.List[levelFile]) {
	for i, e := range l {
		v := Level{
			AtLeast: c.needed(e.Value.AtLeast, e.Key.Spot, "at-least", 0, 10000),
			ID:      c.name(e.Value.ID, e.Key.Spot, "id"),
			Name:    c.text(e.Value.Name, e.Key.Spot, "name"),
		}
		if i > 0 && v.AtLeast >= c.def.Victory.Levels[i-1].AtLeast {
			c.report(e.Value.AtLeast.Spot, "levels of victory go down: %d comes after %d", v.AtLeast, c.def.Victory.Levels[i-1].AtLeast)
		}
		c.def.Victory.Levels = append(c.def.Victory.Levels, v)
	}
	if n := len(l); n == 0 || c.def.Victory.Levels[n-1].AtLeast != 0 {
		c.report(at, "the last level of victory must be at-least: 0")
	}
}

// charts compiles charts.yaml.
func (c *compiler) charts(f *chartsFile) {
	d := c.def
	d.Scale = c.scale(f.Terrain)
	d.Charts = bySide(c, f.Terrain, func(_ order.Side, rows document.Dict[rowFile]) map[string]Row {
		out := make(map[string]Row, len(rows))
		for _, e := range rows {
			out[c.name(e.Key, e.Key.Spot, "kind")] = c.row(e.Value)
		}
		return out
	})
	for _, s := range d.Sides {
		if d.Charts[s.ID] == nil {
			c.report(document.Spot{}, "the terrain chart of side %s is missing", s.ID)
		}
	}
	c.sameKinds(f.Terrain)
	c.combat(f)
}

// scale is the least common multiple of the denominators of all movement costs.
func (c *compiler) scale(charts document.Dict[document.Dict[rowFile]]) int {
	n := 1
	for _, side := range charts {
		for _, e := range side.Value {
			f, err := chart.ParseFraction(e.Value.Move.Text)
			if err != nil {
				continue // told where the row is compiled
			}
			if m := lcm(n, f.Denominator()); m > maxScale {
				c.report(e.Value.Move.Spot, "movement costs divide a point into more than %d parts", maxScale)
			} else {
				n = m
			}
		}
	}
	return n
}

// maxScale and maxCost bound movement costs: any sum of costs fits 16 bits.
const (
	maxScale = 240
	maxCost  = 100
)

func lcm(a, b int) int {
	g, r := a, b
	for r != 0 {
		g, r = r, g%r
	}
	return a / g * b
}

func (c *compiler) row(f rowFile) Row {
	r := Row{
		All:        f.Move.Text == "all",
		Prohibited: c.flag(f.Prohibited),
		Attack:     c.factor(f.Attack),
		Defence:    c.factor(f.Defence),
	}
	if r.Destroys = f.Retreat.Given(); r.Destroys {
		c.oneOf(f.Retreat, document.Spot{}, "retreat", "destroyed")
		if !r.Prohibited {
			c.report(f.Retreat.Spot, "a retreat can be forced only over a hexside that is prohibited")
		}
	}
	for _, w := range []document.Word{f.Attack, f.Defence} {
		if c.factor(w).Zero() {
			c.report(w.Spot, "a strength multiplied by %s would be none: where nobody may attack, write prohibited", w.Text)
		}
	}
	if f.Move.Given() && !r.All {
		cost, err := chart.ParseFraction(f.Move.Text)
		switch {
		case err != nil:
			c.report(f.Move.Spot, "%v", err)
		case cost.Compare(chart.Whole(maxCost)) > 0:
			c.report(f.Move.Spot, "a cost of %s is more than %d movement points", cost, maxCost)
		default:
			r.Move = cost.Times(chart.Whole(c.def.Scale)).Round() // whole by the choice of the scale
		}
	}
	if f.Shift.Given() {
		r.Shift = c.count(f.Shift, -20, 20)
	}
	if f.Barrage.Given() {
		r.Barrage = c.count(f.Barrage, -6, 6)
	}
	if f.Overrun.Given() {
		allowed := c.flag(f.Overrun)
		r.Overrun = &allowed
	}
	return r
}

// combat compiles the combat results table.
func (c *compiler) combat(f *chartsFile) {
	t := chart.Table{Dice: c.oneOf(f.Combat.Dice, document.Spot{}, "dice", "2d6", "d66"), Rows: map[int][]chart.Result{}}
	for i, e := range f.Combat.Columns {
		heading, plus := strings.CutSuffix(e.Value.Text, "+")
		o, err := chart.ParseOdds(heading)
		if t.Plus = plus; plus && i < len(f.Combat.Columns)-1 {
			c.report(e.Value.Spot, "only the last column stands for all odds above it: %s", e.Value.Text)
		}
		if err != nil {
			c.report(e.Value.Spot, "%v", err)
		} else if n := len(t.Columns); n > 0 && o.Compare(t.Columns[n-1]) <= 0 {
			c.report(e.Value.Spot, "columns go from the worst for the attacker to the best: %s comes after %s", o, t.Columns[n-1])
		}
		t.Columns = append(t.Columns, o)
	}
	if len(t.Columns) == 0 {
		c.report(f.Combat.Dice.Spot, "the columns of the combat table are missing")
	}
	for _, e := range f.Combat.Rows {
		roll, err := strconv.Atoi(e.Key.Text)
		if err != nil || roll < -100 || roll > 200 {
			c.report(e.Key.Spot, "%q is not a roll", e.Key.Text)
		}
		t.Rows[roll] = c.results(e.Value, e.Key.Spot, len(t.Columns))
	}
	c.everyRoll(t, f.Combat.Dice.Spot)
	c.def.Combat = t
}

func (c *compiler) results(l document.List[document.Word], at document.Spot, columns int) []chart.Result {
	if len(l) != columns {
		c.report(at, "the row has %d results for %d columns", len(l), columns)
	}
	out := make([]chart.Result, len(l))
	for i, e := range l {
		var err error
		if out[i], err = chart.ParseResult(e.Value.Text); err != nil {
			c.report(e.Value.Spot, "%v", err)
		}
	}
	return out
}
