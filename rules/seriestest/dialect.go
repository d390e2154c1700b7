package seriestest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// data is the series' part of a module.
type data struct {
	Formations map[order.Side][]order.GroupID // in the order of the file
	Pace       int                            // movement points of a unit in an activation
	Shaken     string                         // the mark of shaken units
	March      map[string]int                 // the cost of each kind of terrain
	Kinds      []string                       // of terrain, in the order of the file
	Strike     table
}

// printed is what is printed on a counter.
type printed struct{ Force int }

// The results of a strike.
const (
	hit      = "hit"
	shaken   = "shaken"
	repulsed = "repulsed"
	nothing  = "-"
)

// table is the table of strikes: columns by the least difference of force, rows by the sum of two dice.
type table struct {
	Columns []int
	Rows    map[int][]string
}

// column returns the column for a difference.
func (t table) column(net int) int {
	i := len(t.Columns) - 1
	for i > 0 && net < t.Columns[i] {
		i--
	}
	return i
}

func (t table) heading(column int) string { return fmt.Sprintf("%+d", t.Columns[column]) }

// start lists the tallies of formations that have been active in the turn in which a position begins.
type start []string

type dialect struct{}

func (dialect) Editions() []string  { return []string{"first"} }
func (dialect) Errata() []string    { return nil }
func (dialect) Symbols() []string   { return []string{"infantry", "cavalry", "artillery"} }
func (dialect) Help() modules.Help  { return modules.Help{Ratings: "the force, from 1 to 9"} }
func (dialect) Begin() modules.Part { return &part{data: &data{}} }

// part reads the keys of the series in one module.
type part struct {
	data *data
	game struct {
		Formations   document.Dict[document.List[document.Word]]
		Pace, Shaken document.Word
	}
	charts struct {
		March  document.Dict[document.Word]
		Strike struct {
			Columns document.List[document.Word]
			Rows    document.Dict[document.List[document.Word]]
		}
	}
}

type typeFile struct {
	Force, Steps document.Word
}

func (p *part) Shape(of string) any {
	switch of {
	case modules.InGame:
		return &p.game
	case modules.InCharts:
		return &p.charts
	case modules.OfType:
		return &typeFile{}
	}
	return nil
}

func (p *part) Payload() modules.Payload                           { return p.data }
func (p *part) Mark(*modules.Compiler, *modules.Mark, any)         {}
func (p *part) Map(*modules.Compiler)                              {}
func (p *part) Units(*modules.Compiler)                            {}
func (p *part) Scenario(*modules.Compiler, *modules.Scenario, any) {}

func (p *part) Game(c *modules.Compiler) {
	d, head := p.data, document.Spot{}
	named := map[string]bool{}
	d.Formations = modules.BySide(c, p.game.Formations,
		func(_ order.Side, l document.List[document.Word]) (out []order.GroupID) {
			for _, e := range l {
				name := c.Text(e.Value, e.Key.Spot, "formation")
				if named[name] {
					c.Report(e.Value.Spot, "formation %s stands twice", name)
				}
				named[name] = true
				out = append(out, order.GroupID(name))
			}
			return out
		})
	for _, s := range c.Def.Sides {
		if len(d.Formations[s.ID]) == 0 {
			c.Report(head, "the formations of side %s are missing", s.ID)
		}
	}
	d.Pace = c.Needed(p.game.Pace, head, "pace", 1, 9)
	c.Text(p.game.Shaken, head, "shaken")
	d.Shaken = c.Mark(p.game.Shaken)
}

func (p *part) Charts(c *modules.Compiler) {
	p.data.March = map[string]int{}
	for _, e := range p.charts.March {
		kind := c.Name(e.Key, e.Key.Spot, "kind")
		p.data.March[kind] = c.Needed(e.Value, e.Key.Spot, "cost", 1, 9)
		p.data.Kinds = append(p.data.Kinds, kind)
	}
	t := &p.data.Strike
	for i, e := range p.charts.Strike.Columns {
		n := c.Needed(e.Value, e.Key.Spot, "column", -99, 99)
		if i > 0 && n <= t.Columns[i-1] {
			c.Report(e.Value.Spot, "columns go up: %d comes after %d", n, t.Columns[i-1])
		}
		t.Columns = append(t.Columns, n)
	}
	if len(t.Columns) == 0 {
		c.Report(document.Spot{}, "strike has no columns")
	}
	t.Rows = map[int][]string{}
	for _, e := range p.charts.Strike.Rows {
		row := p.row(c, e)
		t.Rows[c.Count(e.Key, 2, 12)] = row
	}
	for roll := 2; roll <= 12; roll++ {
		if _, ok := t.Rows[roll]; !ok {
			c.Report(document.Spot{}, "strike has no row %d", roll)
		}
	}
}

func (p *part) row(c *modules.Compiler, e document.Entry[document.List[document.Word]]) (out []string) {
	for _, w := range e.Value {
		out = append(out, c.OneOf(w.Value, w.Key.Spot, "result", hit, shaken, repulsed, nothing))
	}
	if len(out) != len(p.data.Strike.Columns) {
		c.Report(e.Key.Spot, "row %s has %d results for %d columns", e.Key.Text, len(out), len(p.data.Strike.Columns))
	}
	return out
}

func (p *part) Type(c *modules.Compiler, u *modules.Unit, at document.Spot, own any) {
	f := own.(*typeFile)
	u.Steps, u.Own = c.Needed(f.Steps, at, "steps", 1, 4), printed{c.Needed(f.Force, at, "force", 1, 9)}
}

// Unit checks that the formation of a unit is one of its side's.
func (p *part) Unit(c *modules.Compiler, u *modules.Unit, at document.Spot) {
	if !slices.Contains(p.data.Formations[u.Side], order.GroupID(u.Formation)) {
		c.Report(at, "%q is no formation of side %s", u.Formation, u.Side)
	}
}

// Arrival reports a mistake: the series has no rule for arrivals.
func (p *part) Arrival(c *modules.Compiler, _ *modules.Arrival, at document.Spot, _ any) {
	c.Report(at, "nobody arrives later in this series")
}

func (d *data) Charted(_ order.Side, kind string) bool { return d.March[kind] > 0 }
func (d *data) Free(order.Side, string) bool           { return false }
func (d *data) Closed(order.Side, string) bool         { return false }
func (d *data) Swallows(order.Side, string) bool       { return false }
func (d *data) PhasesOf(order.Side) []string           { return []string{play} }
func (d *data) Room() int                              { return 4 }
func (d *data) Stacks(modules.Unit) bool               { return true }
func (d *data) Random(*modules.Scenario) []string      { return nil }
func (d *data) Start(*modules.Scenario) any            { return nil }
func (d *data) Playing([]string) modules.Payload       { return d }

// ReadStart reads the tallies of formations that were active in the turn.
func (d *data) ReadStart(raw []byte) (any, error) {
	var s start
	err := json.Unmarshal(raw, &s)
	return s, err
}

func (d *data) Guesses(*modules.Definition) []modules.Guess { return nil }

// Digest returns the whole part; maps are printed in the order of their keys.
func (d *data) Digest() []any { return []any{d.Formations, d.Pace, d.March, d.Strike} }

func (d *data) Clone() modules.Payload {
	c := *d
	c.Formations = maps.Clone(d.Formations)
	c.Strike.Rows = maps.Clone(d.Strike.Rows)
	return &c
}

// counter is the series' part of a case's unit.
type counter struct {
	Force     int
	Formation string
}

// Counter makes a unit of a case: infantry of its side's first formation, unless the case says otherwise.
func (d *data) Counter(own any, u *modules.Unit) error {
	c, ok := own.(counter)
	if !ok {
		return fmt.Errorf("%T, which is no counter of the series", own)
	}
	u.Symbol, u.Size, u.Steps, u.Own = "infantry", "battalion", 3, printed{c.Force}
	u.Formation = c.Formation
	if names := d.Formations[u.Side]; len(names) > 0 {
		u.Formation = cmp.Or(c.Formation, string(names[0]))
	}
	if !slices.Contains(d.Formations[u.Side], order.GroupID(u.Formation)) {
		return fmt.Errorf("%s, which is no formation of its side", strconv.Quote(u.Formation))
	}
	return nil
}
