package modules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/rules/chart"
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
	d, head := c.def, spot{}
	d.ID = c.name(f.ID, head, "id")
	d.Title = c.text(f.Title, head, "title")
	d.Series = c.oneOf(f.Series, head, "series", "scs")
	d.Edition = c.oneOf(f.Edition, head, "edition", editions...)
	d.Turns = c.needed(f.Turns, head, "turns", 1, 200)
	d.TurnDays = c.count(f.TurnDays, 0, 1000)
	d.FirstDay = f.FirstDay.text
	if _, err := time.Parse(time.DateOnly, d.FirstDay); f.FirstDay.given() && err != nil {
		c.report(f.FirstDay.spot, "%q is not a date such as 1941-07-10", d.FirstDay)
	}
	c.sides(f.Sides)
	c.marks(f.Marks)
	d.Phases = bySide(c, f.Phases, func(_ order.Side, l list[word]) []string {
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
		d.Dies = append(d.Dies, c.side(e.value, e.key.spot, "side"))
	}
	if f.Victory.Count.given() {
		d.Victory.Count = c.side(f.Victory.Count, head, "count")
		c.levels(f.Victory.Count.spot, f.Victory.Levels)
	}
}

func (c *compiler) sides(l list[sideFile]) {
	for _, e := range l {
		s := Side{
			ID:    order.Side(c.name(e.value.ID, e.key.spot, "id")),
			Name:  c.text(e.value.Name, e.key.spot, "name"),
			Color: c.text(e.value.Color, e.key.spot, "color"),
		}
		if s.Color != "" && !colorForm.MatchString(s.Color) {
			c.report(e.value.Color.spot, "%q is not a colour such as #6d6f68", s.Color)
		}
		if c.def.Plays(s.ID) {
			c.report(e.value.ID.spot, "side %s stands twice", s.ID)
		}
		c.def.Sides = append(c.def.Sides, s)
	}
	if len(l) != 2 {
		c.report(spot{}, "a game has two sides, not %d", len(l))
	}
}

func (c *compiler) phases(l list[word]) []string {
	var out []string
	for _, e := range l {
		p := c.oneOf(e.value, e.key.spot, "phase", phaseNames...)
		if slices.Contains(out, p) {
			c.report(e.value.spot, "phase %s stands twice", p)
		}
		out = append(out, p)
	}
	return out
}

func (c *compiler) marks(l dict[markFile]) {
	for _, e := range l {
		c.def.Marks = append(c.def.Marks, Mark{
			ID:        c.name(e.key, e.key.spot, "id"),
			Name:      c.text(e.value.Name, e.key.spot, "name"),
			Rule:      c.own(e.value.Rule),
			Attack:    c.factor(e.value.Attack),
			Defence:   c.factor(e.value.Defence),
			Movement:  c.factor(e.value.Movement),
			NoZone:    c.none(e.value.Zone),
			NoExploit: c.none(e.value.Exploit),
		})
	}
}

var numberForm = regexp.MustCompile(`^[0-9]{1,2}\.[0-9]{1,2}[a-z]?$`)

// own cites a paragraph of the game's own rules, which files name by its number.
func (c *compiler) own(w word) string {
	switch {
	case !w.given():
		return ""
	case !numberForm.MatchString(w.text):
		c.report(w.spot, "%q is not the number of a paragraph such as 1.8a", w.text)
	}
	return c.def.ID + " " + w.text
}

// none reads a key whose one value takes something away.
func (c *compiler) none(w word) bool {
	if w.given() && w.text != "none" {
		c.report(w.spot, "%q is not none, the one thing that a mark does here", w.text)
	}
	return w.given()
}

func (c *compiler) levels(at spot, l list[levelFile]) {
	for i, e := range l {
		v := Level{
			AtLeast: c.needed(e.value.AtLeast, e.key.spot, "at-least", 0, 10000),
			ID:      c.name(e.value.ID, e.key.spot, "id"),
			Name:    c.text(e.value.Name, e.key.spot, "name"),
		}
		if i > 0 && v.AtLeast >= c.def.Victory.Levels[i-1].AtLeast {
			c.report(e.value.AtLeast.spot, "levels of victory go down: %d comes after %d", v.AtLeast, c.def.Victory.Levels[i-1].AtLeast)
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
	d.Charts = bySide(c, f.Terrain, func(_ order.Side, rows dict[rowFile]) map[string]Row {
		out := make(map[string]Row, len(rows))
		for _, e := range rows {
			out[c.name(e.key, e.key.spot, "kind")] = c.row(e.value)
		}
		return out
	})
	for _, s := range d.Sides {
		if d.Charts[s.ID] == nil {
			c.report(spot{}, "the terrain chart of side %s is missing", s.ID)
		}
	}
	c.sameKinds(f.Terrain)
	c.combat(f)
}

// scale is the least common multiple of the denominators of all movement costs.
func (c *compiler) scale(charts dict[dict[rowFile]]) int {
	n := 1
	for _, side := range charts {
		for _, e := range side.value {
			f, err := chart.ParseFraction(e.value.Move.text)
			if err != nil {
				continue // told where the row is compiled
			}
			if m := lcm(n, f.Denominator()); m > maxScale {
				c.report(e.value.Move.spot, "movement costs divide a point into more than %d parts", maxScale)
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
		All:        f.Move.text == "all",
		Prohibited: c.flag(f.Prohibited),
		Attack:     c.factor(f.Attack),
		Defence:    c.factor(f.Defence),
	}
	if r.Destroys = f.Retreat.given(); r.Destroys {
		c.oneOf(f.Retreat, spot{}, "retreat", "destroyed")
		if !r.Prohibited {
			c.report(f.Retreat.spot, "a retreat can be forced only over a hexside that is prohibited")
		}
	}
	for _, w := range []word{f.Attack, f.Defence} {
		if c.factor(w).Zero() {
			c.report(w.spot, "a strength multiplied by %s would be none: where nobody may attack, write prohibited", w.text)
		}
	}
	if f.Move.given() && !r.All {
		cost, err := chart.ParseFraction(f.Move.text)
		switch {
		case err != nil:
			c.report(f.Move.spot, "%v", err)
		case cost.Compare(chart.Whole(maxCost)) > 0:
			c.report(f.Move.spot, "a cost of %s is more than %d movement points", cost, maxCost)
		default:
			r.Move = cost.Times(chart.Whole(c.def.Scale)).Round() // whole by the choice of the scale
		}
	}
	if f.Shift.given() {
		r.Shift = c.count(f.Shift, -20, 20)
	}
	if f.Barrage.given() {
		r.Barrage = c.count(f.Barrage, -6, 6)
	}
	if f.Overrun.given() {
		allowed := c.flag(f.Overrun)
		r.Overrun = &allowed
	}
	return r
}

// combat compiles the combat results table.
func (c *compiler) combat(f *chartsFile) {
	t := chart.Table{Dice: c.oneOf(f.Combat.Dice, spot{}, "dice", "2d6", "d66"), Rows: map[int][]chart.Result{}}
	for i, e := range f.Combat.Columns {
		heading, plus := strings.CutSuffix(e.value.text, "+")
		o, err := chart.ParseOdds(heading)
		if t.Plus = plus; plus && i < len(f.Combat.Columns)-1 {
			c.report(e.value.spot, "only the last column stands for all odds above it: %s", e.value.text)
		}
		if err != nil {
			c.report(e.value.spot, "%v", err)
		} else if n := len(t.Columns); n > 0 && o.Compare(t.Columns[n-1]) <= 0 {
			c.report(e.value.spot, "columns go from the worst for the attacker to the best: %s comes after %s", o, t.Columns[n-1])
		}
		t.Columns = append(t.Columns, o)
	}
	if len(t.Columns) == 0 {
		c.report(f.Combat.Dice.spot, "the columns of the combat table are missing")
	}
	for _, e := range f.Combat.Rows {
		roll, err := strconv.Atoi(e.key.text)
		if err != nil || roll < -100 || roll > 200 {
			c.report(e.key.spot, "%q is not a roll", e.key.text)
		}
		t.Rows[roll] = c.results(e.value, e.key.spot, len(t.Columns))
	}
	c.everyRoll(t, f.Combat.Dice.spot)
	c.def.Combat = t
}

func (c *compiler) results(l list[word], at spot, columns int) []chart.Result {
	if len(l) != columns {
		c.report(at, "the row has %d results for %d columns", len(l), columns)
	}
	out := make([]chart.Result, len(l))
	for i, e := range l {
		var err error
		if out[i], err = chart.ParseResult(e.value.text); err != nil {
			c.report(e.value.spot, "%v", err)
		}
	}
	return out
}
