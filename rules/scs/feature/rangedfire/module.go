package rangedfire

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/casefile"
	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/proofread"
	"grognard/rules/scs/data"
)

// Fire is a module's data on ranged fire: the mark that a D puts on units, and the table.
type Fire struct {
	Mark  string
	Table Table
}

// Proofread warns of columns of the table that not even all guns of a side together reach.
func (f Fire) Proofread(p *modules.Proof) {
	strongest := map[order.Side]int{}
	for _, id := range p.Roster {
		u := data.UnitOf(p.Units[id])
		strongest[u.Side] += max(batteryOf(&u, false).Strength, batteryOf(&u, true).Strength)
	}
	most := max(strongest[p.Sides[0].ID], strongest[p.Sides[1].ID])
	proofread.Beyond(p, f.Table.Columns, most, "all guns of a side have a strength of %d together", modules.InCharts,
		"ranged-fire", "columns")
}

// Puts returns the mark that the table puts on units.
func (f Fire) Puts() string { return f.Mark }

// Table is read in the column with the greatest strength that the fire reaches. Its first row is for the lowest roll.
type Table struct {
	Dice    string
	Columns []int
	Rows    [][]string
}

// Guns is what is printed on the two sides of a counter that can fire, Battery on one of them. Range is in hexes.
type (
	Guns    struct{ Full, Reduced Battery }
	Battery struct{ Strength, Range int }
)

// batteryOf returns what is printed on a side of a counter, zero for a unit that cannot fire.
func batteryOf(u *data.Unit, reduced bool) Battery {
	guns, _ := u.Printed.Own[name].(Guns)
	if reduced {
		return guns.Reduced
	}
	return guns.Full
}

// diceOf holds the dice with which a table can be read, and how many dice each is.
var diceOf = map[string]int{"1d6": 1, "2d6": 2}

// results are the possible results in the table.
var results = []string{"-", "D", "1", "2", "D1", "D2", "K", "DK"}

// The rule's keys in the files of a module.
type (
	gameFile struct {
		Fire struct {
			Mark document.Word
		} `yaml:"ranged-fire"`
	}
	chartsFile struct {
		Fire struct {
			Dice    document.Word
			Columns document.List[document.Word]
			Rows    document.Dict[document.List[document.Word]]
		} `yaml:"ranged-fire"`
	}
	rowFile struct {
		Shift document.Word `yaml:"ranged-fire"`
	}
	typeFile struct {
		Barrage document.Word
		Reduced document.Word `yaml:"reduced-barrage"`
	}
)

// part compiles the rule's keys in one module.
type part struct {
	m      *data.Module
	game   gameFile
	charts chartsFile
	at     document.Spot // where a phase of fire is listed
	on     bool          // the game has the rule
	fire   Fire
}

// begin starts to read the keys of the rule in one module.
func begin(m *data.Module) data.Part {
	p := &part{m: m}
	shapes := map[string]any{modules.InGame: &p.game, modules.InCharts: &p.charts, data.OfRow: rowFile{},
		modules.OfType: typeFile{}}
	return data.Part{Shapes: shapes, Game: p.compile, Row: p.row, Charts: p.compileTable, Type: p.compileGuns,
		TerrainKey: func(shape any) (string, document.Word) { return ruleKey, shape.(*rowFile).Shift }}
}

// compile compiles the mark. A game has the rule if it names its paragraph or lists one of its phases.
func (p *part) compile(c *modules.Compiler) {
	p.on = p.m.Data().Paragraphs[ruleKey] != ""
	for _, phase := range []string{defensive, barrage} {
		if at, ok := p.m.PhaseSpot(phase); ok {
			p.at, p.on = at, true
		}
	}
	if mark := p.game.Fire.Mark; mark.Given() {
		p.fire.Mark = c.Mark(mark)
		if !p.on {
			c.Report(mark.Spot, "a mark of ranged fire, which the game does not have")
		}
	}
	if p.on && p.at == (document.Spot{}) {
		c.Report(p.at, "ranged fire needs a phase in which a side fires: %s or %s", barrage, defensive)
	}
	if p.on {
		p.m.NeedParagraphs(c, p.at, ruleKey, ruleKey, spotKey)
	}
}

// row compiles the effect of terrain on fire at units in it; what lies between a gun and its target has none.
func (p *part) row(c *modules.Compiler, shape any, own data.Own) {
	w := shape.(*rowFile).Shift
	if !w.Given() {
		return
	}
	if !p.on {
		c.Report(w.Spot, "ranged-fire shifts the column of ranged fire, which the game does not have")
	}
	if n := c.Count(w, -20, 20); n != 0 {
		own[name] = n
	}
}

func (p *part) compileTable(c *modules.Compiler) {
	f := &p.charts.Fire
	given := f.Dice.Given() || len(f.Columns) > 0 || len(f.Rows) > 0
	switch {
	case p.on && !given:
		c.In(modules.InGame).Report(p.at, "the table of ranged fire is missing in charts.yaml")
	case given && !p.on:
		c.Report(f.Dice.Spot, "a table of ranged fire, which the game does not have")
	}
	if !p.on || !given {
		return
	}
	t := Table{Dice: c.OneOf(f.Dice, document.Spot{}, "dice", "1d6", "2d6")}
	for i, e := range f.Columns {
		n := c.Count(e.Value, 1, 999)
		if i > 0 && n <= t.Columns[i-1] {
			c.Report(e.Value.Spot, "the columns of ranged fire go up: %d comes after %d", n, t.Columns[i-1])
		}
		t.Columns = append(t.Columns, n)
	}
	p.compileRows(c, &t)
	p.fire.Table = t
	p.m.Data().Own[name] = p.fire
}

func (p *part) compileRows(c *modules.Compiler, t *Table) {
	f, least := &p.charts.Fire, diceOf[t.Dice]
	if least == 0 {
		return // wrong dice are reported elsewhere
	}
	t.Rows = make([][]string, 5*least+1) // the rolls from least to six times as much
	rolls := proofread.Rolls(t.Dice)
	written := proofread.Table{Name: "the table of ranged fire", At: f.Dice.Spot, Columns: f.Columns, Rows: f.Rows}
	written.Compile(c, rolls, func(roll int) bool { return slices.Contains(rolls, roll) }, "roll of "+t.Dice,
		func(roll int, l document.List[document.Word]) { t.Rows[roll-least] = p.compileResults(c, l) })
}

func (p *part) compileResults(c *modules.Compiler, l document.List[document.Word]) []string {
	out := make([]string, len(l))
	for i, e := range l {
		known := func(s string) bool { return slices.Contains(results, s) }
		out[i] = e.Value.Text
		switch {
		case !known(out[i]):
			c.Misformed(e.Value, known, "%q is not a result of ranged fire: %s", out[i], strings.Join(results, ", "))
		case strings.HasPrefix(out[i], "D") && p.fire.Mark == "":
			c.Report(e.Value.Spot, "the result %s needs a mark of ranged fire in game.yaml", out[i])
		}
	}
	return out
}

// compileGuns compiles what is printed on the counters of a type.
func (p *part) compileGuns(c *modules.Compiler, u *modules.Unit, at document.Spot, shape any, own data.Own) {
	f := shape.(*typeFile)
	if !f.Barrage.Given() {
		if f.Reduced.Given() {
			c.Report(f.Reduced.Spot, "a reduced-barrage needs a barrage")
		}
		return
	}
	if !p.on {
		c.Report(f.Barrage.Spot, "barrage is for ranged fire, which the game does not have")
	}
	g := Guns{Full: readBattery(c, f.Barrage)}
	g.Reduced = g.Full
	if f.Reduced.Given() {
		g.Reduced = readBattery(c, f.Reduced)
		if u.Steps == 1 {
			c.Report(f.Reduced.Spot, "the type has no reduced side")
		}
	}
	own[name] = g
}

// readBattery compiles a strength and a range.
func readBattery(c *modules.Compiler, w document.Word) Battery {
	b, _ := modules.Parsed(c, w, parseBattery)
	return b
}

// parseBattery reads a strength and a range in hexes: 12-4.
func parseBattery(s string) (Battery, error) {
	strength, reach, found := strings.Cut(s, "-")
	n, err := strconv.ParseUint(strength, 10, 8)
	m, errRange := strconv.ParseUint(reach, 10, 7)
	if !found || err != nil || errRange != nil || n == 0 || m == 0 {
		return Battery{}, fmt.Errorf("%q is not strength-range in hexes, such as 12-4", s)
	}
	return Battery{int(n), int(m)}, nil
}

// readCase reads the keys of a unit in a case: `barrage: 12-4` and `reduced-barrage`.
func readCase() data.Case {
	return data.Case{Results: results, Unit: func(own data.Own) casefile.Keys {
		read := func(into func(*Guns, Battery)) func(casefile.Node) error {
			return func(n casefile.Node) error {
				b, err := casefile.Parsed(parseBattery)(n)
				g, _ := own[name].(Guns)
				into(&g, b)
				own[name] = g
				return err
			}
		}
		return casefile.Keys{
			"barrage": read(func(g *Guns, b Battery) {
				g.Full = b
				if g.Reduced == (Battery{}) { // it keeps its barrage unless the case says another
					g.Reduced = b
				}
			}),
			"reduced-barrage": read(func(g *Guns, b Battery) { g.Reduced = b }),
		}
	}}
}
