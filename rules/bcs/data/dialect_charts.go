package data

import (
	"slices"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/modules"
)

// The uses of kinds of terrain, as modules.Compiler.Use names them.
const (
	useTerrain = "terrain"
	useHexside = "hexside"
	useRoad    = "road"
)

// Which MSRs a road carries: the values of Row.MSR.
const (
	MainRoad = "main"
	AnyRoad  = "any"
)

// The bounds of movement costs: any sum of costs fits 16 bits.
const (
	maxScale = 60
	maxCost  = 60
)

func (p *part) Charts(c *modules.Compiler) {
	d, f := p.data, &p.charts
	d.Title = f.Origin.Text
	d.Terrain = map[string]Row{}
	p.scale(c)
	for _, e := range f.Terrain {
		v := e.Value
		r := Row{Use: useTerrain, Terrain: c.Flag(v.Terrain), Blocking: c.Flag(v.Blocking), Key: c.Flag(v.Key),
			Stop: c.Flag(v.Stop), City: c.Flag(v.City)}
		r.Cost = p.costs(c, costFile{v.Tac, v.Truck, v.Leg}, e.Key, needed)
		p.chart(c, e.Key, r)
	}
	for _, e := range f.Hexsides {
		v := e.Value
		p.chart(c, e.Key, Row{Use: useHexside, Key: c.Flag(v.Key),
			Cost: p.costs(c, costFile{v.Tac, v.Truck, v.Leg}, e.Key, 0)})
	}
	for _, e := range f.Roads {
		v := e.Value
		r := Row{Use: useRoad, Cost: p.costs(c, costFile{v.Tac, v.Truck, v.Leg}, e.Key, NoCost)}
		if v.MSR.Given() {
			r.MSR = c.OneOf(v.MSR, e.Key.Spot, "msr", MainRoad, AnyRoad)
		}
		p.chart(c, e.Key, r)
	}
	if len(d.Terrain) == 0 {
		c.Report(document.Spot{}, "the terrain is missing")
	}
	if w := f.Support.Rating; w.Given() && w.Text != UnknownEntry {
		d.Support.Rating = c.Count(w, 0, maxRating)
	}
	p.tables(c)
}

// chart adds the row of the kind that key names. It reports a kind that has a row already.
func (p *part) chart(c *modules.Compiler, key document.Word, r Row) {
	kind := c.Name(key, key.Spot, "kind")
	if was, taken := p.data.Terrain[kind]; taken {
		c.Report(key.Spot, "%s is %s already", kind, was.Use)
		return
	}
	p.data.Terrain[kind], p.data.Kinds = r, append(p.data.Kinds, kind)
}

// scale sets Data.Scale so that each cost is a whole number of parts of a point.
func (p *part) scale(c *modules.Compiler) {
	include := func(words ...document.Word) {
		for _, w := range words {
			cost, err := chart.ParseFraction(w.Text)
			if err != nil {
				continue // reported where the row is compiled
			}
			if m := lcm(p.data.Scale, cost.Denominator()); m > maxScale {
				c.Report(w.Spot, "movement costs divide a point into more than %d parts", maxScale)
			} else {
				p.data.Scale = m
			}
		}
	}
	for _, e := range p.charts.Terrain {
		include(e.Value.Tac, e.Value.Truck, e.Value.Leg)
	}
	for _, e := range p.charts.Hexsides {
		include(e.Value.Tac, e.Value.Truck, e.Value.Leg)
	}
	for _, e := range p.charts.Roads {
		include(e.Value.Tac, e.Value.Truck, e.Value.Leg)
	}
}

func lcm(a, b int) int { return b * chart.Frac(int64(b), int64(a)).Denominator() }

// needed marks a row that must have a cost for each kind of movement: see costs.
const needed = -3

// costs compiles a cost for each kind of movement. A row must have all of them or none at all. If it has none, each
// cost is none; if none is the constant needed, each is reported as missing.
func (p *part) costs(c *modules.Compiler, f costFile, kind document.Word, none int) [3]int {
	words := [...]document.Word{f.Tac, f.Truck, f.Leg} // in the order of Classes
	given := slices.ContainsFunc(words[:], document.Word.Given)
	out := [3]int{none, none, none}
	for i, w := range words {
		switch {
		case w.Given():
			cost, closed, err := parseCost(w.Text)
			switch {
			case err != "":
				c.Misformed(w, func(s string) bool { _, _, err := parseCost(s); return err == "" }, "%s", err)
			case closed:
				out[i] = Closed
			case cost.Zero() && none != 0: // none is 0 for hexsides alone
				c.Report(w.Spot, "%s costs something: only what a hexside adds can be 0", kind.Text)
			default:
				out[i] = cost.Times(chart.Whole(p.data.Scale)).Round() // whole by the choice of the scale
			}
		case given || none == needed:
			c.Report(kind.Spot, "%s is missing: %s has a cost for each kind of movement", Classes[i], kind.Text)
		}
	}
	return out
}

// parseCost reads a cost in movement points, or P, which means closed; mistake says what is wrong, "" if nothing is.
func parseCost(text string) (cost chart.Fraction, closed bool, mistake string) {
	if text == "P" {
		return cost, true, ""
	}
	cost, err := chart.ParseFraction(text)
	switch {
	case err != nil:
		return cost, false, err.Error() + ", or P where movement is prohibited"
	case cost.Compare(chart.Whole(maxCost)) > 0:
		return cost, false, "a cost of " + cost.String() + " is more than any unit has"
	}
	return cost, false, ""
}

// tables compiles the tables. Those that the module lacks get no entry in Data.Tables.
func (p *part) tables(c *modules.Compiler) {
	p.data.Tables = map[string]*Table{}
	t := &p.charts.Tables
	for _, table := range []struct {
		name string
		file *tableFile
	}{
		{Snafu, &t.Snafu}, {Second, &t.Second}, {Fatigue, &t.Fatigue}, {Engagement, &t.Engagement},
		{CombatT, &t.Combat},
	} {
		if table.file.Breaks == nil && table.file.Modifiers == nil && !table.file.Dice.Given() {
			continue
		}
		out := p.table(c, table.name, table.file.Dice, table.file.Modifiers)
		out.Breaks = p.breaks(c, table.name, table.file.Breaks)
		if len(out.Breaks) > 0 {
			p.data.Tables[table.name] = out
		}
	}
	if t.Barrage.Faces != nil || t.Barrage.Modifiers != nil || t.Barrage.Dice.Given() {
		out := p.table(c, Barrage, t.Barrage.Dice, t.Barrage.Modifiers)
		at := document.Spot{}
		if len(t.Barrage.Faces) > 0 {
			at = t.Barrage.Faces[0].Key.Spot
		}
		out.Faces = readFaces(cellsOf(t.Barrage.Faces), at, c.Report)
		p.data.Tables[Barrage] = out
	}
}

func (p *part) table(c *modules.Compiler, name string, dice document.Word,
	modifiers document.Dict[modifierFile]) *Table {
	t := &Table{Dice: diceOf(name)}
	if dice.Given() {
		t.Dice = c.Count(dice, 1, 3)
	}
	for _, e := range modifiers {
		t.Modifiers = append(t.Modifiers, p.modifier(c, name, e))
	}
	return t
}

// modifier compiles a modifier. If it says no name, its key is its name; if it says no when, its key is its condition.
func (p *part) modifier(c *modules.Compiler, table string, e document.Entry[modifierFile]) Modifier {
	f := e.Value
	m := Modifier{Name: f.Name.Text, Group: f.Group.Text}
	if !f.Name.Given() {
		m.Name = e.Key.Text
	}
	m.Unknown = f.N.Text == UnknownEntry
	if !m.Unknown {
		m.N = c.Needed(f.N, e.Key.Spot, "n", -20, 20)
	}
	if !f.N.Given() { // reported; Needed returned its least, -20
		m.N = 0
	}
	when := f.When
	if !when.Given() {
		when = e.Key
	}
	m.When = p.when(table, when)
	return m
}

// when returns the conditions that w lists between commas. It keeps them to be checked when all units are known.
func (p *part) when(table string, w document.Word) (out []string) {
	for _, name := range strings.Split(w.Text, ",") {
		name = strings.Join(strings.Fields(name), " ")
		out = append(out, name)
		p.conditions = append(p.conditions, conditionAt{table, name, w.Spot})
	}
	return out
}

// conditionAt is a condition that a table names, and where it stands.
type conditionAt struct {
	table, name string
	at          document.Spot
}

// breaks compiles the rows of breaks. Rolls are read in the first row whose conditions hold.
func (p *part) breaks(c *modules.Compiler, table string, rows document.List[document.Dict[document.Word]]) []Breaks {
	if len(rows) == 0 {
		c.Report(document.Spot{}, "the table %s has no breaks: where they are not known, leave the table out", table)
	}
	var out []Breaks
	for i, row := range rows {
		b, rest := Breaks{}, document.Dict[document.Word]{}
		for _, e := range row.Value {
			if e.Key.Text == "when" {
				b.When = p.when(table, e.Value)
			} else {
				rest = append(rest, e)
			}
		}
		b.Rows = readBreaks(table, cellsOf(rest), c.Report)
		if len(rest) == 0 {
			c.Report(row.Key.Spot, "the row has no rolls")
		}
		p.lossConditions(table, rest, b.Rows)
		switch last := i == len(rows)-1; {
		case last && b.When != nil:
			c.Report(row.Key.Spot, "the last row of the table %s is for all that is left: it has no when", table)
		case !last && b.When == nil:
			c.Report(row.Key.Spot, "the row holds whatever the circumstances, and those below it never do")
		}
		out = append(out, b)
	}
	return out
}

// lossConditions adds to p.conditions, to be checked later, those on which losses in the entries of a row depend.
func (p *part) lossConditions(table string, row document.Dict[document.Word], entries []Break) {
	at := map[string]document.Spot{}
	for _, e := range row {
		r, _ := ParseResult(table, e.Value.Text) // a mistake has been reported
		at[r.Text] = e.Value.Spot
	}
	for _, b := range entries {
		list := b.If
		if b.Support != nil {
			list = append(slices.Clone(list), b.Support.If...)
		}
		for _, l := range list {
			p.conditions = append(p.conditions, conditionAt{table, l.When, at[b.Text]})
		}
	}
}

func cellsOf(d document.Dict[document.Word]) (out []cell) {
	for _, e := range d {
		out = append(out, cell{e.Key, e.Value})
	}
	return out
}
