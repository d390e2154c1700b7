package data

import (
	"slices"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/letters"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/proofread"
)

// Charts compiles charts.yaml.
func (p *Module) Charts(c *modules.Compiler) {
	d, f := p.data, &p.charts
	d.Scale = p.scale(c, f.Terrain)
	d.Charts = modules.BySide(c, f.Terrain, func(_ order.Side, rows document.Dict[rowFile]) map[string]Row {
		out := make(map[string]Row, len(rows))
		for _, e := range rows {
			kind := c.Name(e.Key, e.Key.Spot, "kind")
			out[kind] = p.compileRow(c, e.Value)
			if !slices.Contains(d.Kinds, kind) {
				d.Kinds = append(d.Kinds, kind)
			}
		}
		return out
	})
	for _, s := range c.Def.Sides {
		if d.Charts[s.ID] == nil {
			c.Report(document.Spot{}, "the terrain chart of side %s is missing", s.ID)
		}
	}
	p.sameKinds(c, f.Terrain)
	p.compileCombat(c)
	for _, part := range p.parts {
		if part.Charts != nil {
			part.Charts(c)
		}
	}
}

// scale returns the least common multiple of the denominators of all movement costs.
func (p *Module) scale(c *modules.Compiler, charts document.Dict[document.Dict[rowFile]]) int {
	n := 1
	for _, side := range charts {
		for _, e := range side.Value {
			f, err := chart.ParseFraction(e.Value.Move.Text)
			if err != nil {
				continue // reported where the row is compiled
			}
			if m := Lcm(n, f.Denominator()); m > maxScale {
				c.Report(e.Value.Move.Spot, "movement costs divide a point into more than %d parts", maxScale)
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

// noCombat is the value of attack where nobody may attack, whether or not a road leads there. A hexside that destroys
// has it even without the key attack, so that games that began with such a chart keep their rules.
const noCombat = "prohibited"

// compileRow compiles a row of a terrain chart, and reports mistakes and contradictions in it.
func (p *Module) compileRow(c *modules.Compiler, f rowFile) Row {
	r := Row{
		All:        f.Move.Text == "all",
		Prohibited: c.Flag(f.Prohibited),
		NoCombat:   f.Attack.Text == noCombat || f.Retreat.Given() && !f.Attack.Given(),
		Destroys:   f.Retreat.Given(),
		Defence:    multiplier(c, f.Defence),
	}
	if r.Destroys {
		c.OneOf(f.Retreat, document.Spot{}, "retreat", "destroyed")
		if !r.Prohibited {
			c.Report(f.Retreat.Spot, "a retreat can be forced only over a hexside that is prohibited")
		}
	}
	if r.NoCombat {
		f.Attack = document.Word{} // it multiplies nothing
	}
	r.Attack = multiplier(c, f.Attack)
	for _, w := range []document.Word{f.Attack, f.Defence} {
		if multiplier(c, w).Zero() {
			c.Report(w.Spot, "a strength multiplied by %s would be none: where nobody may attack, write prohibited",
				w.Text)
		}
	}
	if f.Move.Given() && !r.All {
		cost, ok := modules.Parsed(c, f.Move, chart.ParseFraction)
		switch {
		case !ok:
			r.Move = p.data.Scale // one point: a cost of 0 would be reported as another mistake
		case cost.Compare(chart.Whole(maxCost)) > 0:
			c.Report(f.Move.Spot, "a cost of %s is more than %d movement points", cost, maxCost)
		default:
			r.Move = cost.Times(chart.Whole(p.data.Scale)).Round() // whole by the choice of the scale
		}
	}
	if f.Shift.Given() {
		r.Shift = c.Count(f.Shift, -20, 20)
	}
	if f.Overrun.Given() {
		allowed := c.Flag(f.Overrun)
		r.Overrun = &allowed
	}
	if r.Prohibited && f.Move.Given() {
		c.Report(f.Move.Spot, "what is prohibited has no cost: along a road that of the road is paid")
	}
	if r.Prohibited && r.Overrun != nil && *r.Overrun {
		c.Report(f.Overrun.Spot, "what is prohibited is not overrun, along a road neither")
	}
	r.Own = p.own(f.Features.Shape, func(part Part, shape any, own Own) {
		if part.Row != nil {
			part.Row(c, shape, own)
		}
	})
	return r
}

func (p *Module) compileCombat(c *modules.Compiler) {
	f := &p.charts.Combat
	t := chart.Table{Dice: c.OneOf(f.Dice, document.Spot{}, "dice", "2d6", "d66"), Rows: map[int][]chart.Result{}}
	for i, e := range f.Columns {
		last := i == len(f.Columns)-1
		o, ok := modules.Parsed(c, e.Value, func(s string) (chart.Odds, error) {
			heading, plus := strings.CutSuffix(letters.Plain(s), "+")
			t.Plus = plus && last
			return chart.ParseOdds(heading)
		})
		if strings.HasSuffix(e.Value.Text, "+") && !last {
			c.Report(e.Value.Spot, "only the last column stands for all odds above it: %s", e.Value.Text)
		}
		isFew := len(f.Columns) <= proofread.MostColumns // too many are reported once, by written.Compile
		if n := len(t.Columns); ok && isFew && n > 0 && o.Compare(t.Columns[n-1]) <= 0 {
			c.Report(e.Value.Spot, "columns go from the worst for the attacker to the best: %s comes after %s", o,
				t.Columns[n-1])
		}
		t.Columns = append(t.Columns, o)
	}
	written := proofread.Table{Name: "the combat table", At: f.Dice.Spot, Columns: f.Columns, Rows: f.Rows}
	written.Compile(c, proofread.Rolls(t.Dice), func(roll int) bool { return roll >= -100 && roll <= 200 }, "roll",
		func(roll int, results document.List[document.Word]) {
			t.Rows[roll] = nil
			for _, e := range results {
				r, _ := modules.Parsed(c, e.Value, chart.ParseResult)
				t.Rows[roll] = append(t.Rows[roll], r)
			}
		})
	p.data.Combat = t
}

// sameKinds checks that every kind of terrain has a row in each side's chart. A side could not enter a
// hex of a kind that its chart lacks.
func (p *Module) sameKinds(c *modules.Compiler, charts document.Dict[document.Dict[rowFile]]) {
	isMisspelt := map[string]bool{} // kinds that a chart has under a misspelt name: reported once
	for _, e := range charts {
		for _, row := range e.Value {
			for _, s := range c.Def.Sides {
				kind := row.Key.Text
				if p.data.Charts[s.ID] == nil || p.data.Charted(s.ID, kind) || isMisspelt[kind] {
					continue
				}
				alone := slices.DeleteFunc(slices.Clone(p.data.Kinds), func(k string) bool {
					return !p.data.Charted(s.ID, k) || p.data.Charted(c.Def.Enemy(s.ID), k)
				})
				isMisspelt[c.Unknown(row.Key, alone, "%s is not in the chart of side %s", kind, s.ID)] = true
			}
		}
	}
}

// places reports keys of rows that do nothing for what the map uses the row as. Move, shift, attack and defence act
// everywhere: see law.Reckon. It also collects the kinds of hexsides: those on the map, and of the kinds that the map
// lacks those that charts.yaml lists under hexsides or, without that list, those with an attack or a retreat key.
func (p *Module) places(c *modules.Compiler) {
	listed := map[string]bool{}
	for _, e := range p.charts.Hexsides {
		kind := e.Value.Text
		if use := c.Use(kind); !slices.Contains(p.data.Kinds, kind) || use != "" && use != "hexside" {
			c.Report(e.Value.Spot, "%s is no kind of hexside, by the charts or by the map", kind)
		}
		listed[kind] = true
	}
	for _, side := range p.charts.Terrain {
		for _, e := range side.Value {
			use, row := c.Use(e.Key.Text), e.Value
			isSide := listed[e.Key.Text] || len(listed) == 0 && (row.Attack.Given() || row.Retreat.Given())
			if use == "hexside" || use == "" && isSide {
				p.data.Hexsides = append(p.data.Hexsides, e.Key.Text) // once for each side
			}
			only := func(what string, w document.Word, uses ...string) {
				if w.Given() && use != "" && !slices.Contains(uses, use) {
					c.Report(w.Spot, "%s is %s: only %s", e.Key.Text, use, what)
				}
			}
			only("a hexside can be retreated over", row.Retreat, "hexside")
			only("terrain and hexsides can be prohibited", row.Prohibited, "terrain", "hexside") // SCS 3.2d
			only("terrain and hexsides can be overrun", row.Overrun, "terrain", "hexside")       // SCS 6.1d
			p.own(row.Features.Shape, func(part Part, shape any, _ Own) {
				if part.TerrainKey != nil {
					key, w := part.TerrainKey(shape)
					only("terrain can have "+key, w, "terrain")
				}
			})
		}
	}
}

// Map checks that the map has supply sources for each side with a supply phase, and that what must be a hexside is one.
func (p *Module) Map(c *modules.Compiler) {
	for _, s := range c.Def.Sides {
		if slices.Contains(p.data.Phases[s.ID], Supply) && len(c.Def.Sources[s.ID]) == 0 {
			c.Report(document.Spot{}, "the supply sources of side %s are missing", s.ID)
		}
	}
	p.places(c)
}
