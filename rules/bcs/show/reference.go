package show

import (
	"fmt"
	"slices"

	"grognard/rules/bcs/chances"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/chart"
	"grognard/rules/internal/series"
	"grognard/rules/view"
)

// Reference returns the tables, as Tables made them, and the terrain chart of the game.
func Reference(g *game.Game, t series.Tables) view.Reference {
	return view.Reference{Tables: t.Printed(), Terrain: []view.TerrainChart{terrain(g)}}
}

// Tables lists the tables that the game has, in the order in which they are used. A table with several rows of breaks
// is several tables. Those of fights can answer an inquiry: its column is the difference of the strengths plus the
// shift, which is added to the dice.
func Tables(g *game.Game) series.Tables {
	var out []series.Table
	for _, name := range data.TableNames() {
		t := g.Data.Tables[name]
		if t == nil {
			continue
		}
		if name == data.Barrage {
			out = append(out, barrage(g, t))
			continue
		}
		for i := range t.Breaks {
			out = append(out, netTable(g, name, t, i))
		}
	}
	return series.NewTables(out...)
}

// title is the name of a table, with where it comes from if no game prints it.
func title(g *game.Game, name string) view.Text {
	text := view.T("bcs.tables." + name)
	if g.Data.Title == "" {
		return text
	}
	return view.T("bcs.tables.own", "table", text, "origin", g.Data.Title)
}

// netTable is a table by what is added to its dice: a column for each sum of the modifiers that makes a difference.
func netTable(g *game.Game, name string, t *data.Table, row int) series.Table {
	rows := t.Breaks[row].Rows
	out := view.Table{ID: name, Title: title(g, name), Rule: tableRule(name), Dice: fmt.Sprintf("%dd6", t.Dice),
		Read: reading(name, t), NoFight: !isFight(name)}
	if row > 0 {
		out.ID = fmt.Sprintf("%s-%d", name, row+1)
	}
	if when := t.Breaks[row].When; len(when) > 0 {
		out.Title = view.T("bcs.tables.when", "table", out.Title, "when", when)
	}
	least, most := nets(name, t, rows)
	for net := least; net <= most; net++ {
		out.Columns = append(out.Columns, signed(net))
	}
	ways, _ := chances.Throws(t.Dice)
	for roll := t.Dice; roll <= 6*t.Dice; roll++ {
		r := view.TableRow{Roll: roll, Throws: ways[roll]}
		for net := least; net <= most; net++ {
			r.Entries = append(r.Entries, data.At(rows, roll+net).Entry())
		}
		out.Rows = append(out.Rows, r)
	}
	if out.NoFight {
		return series.Table{Table: out}
	}
	find := func(q view.Inquiry) (series.Column, error) {
		net := q.Attack.Minus(q.Defence)
		at := floor(net)
		return series.Column{Compared: signed(at), Unshifted: min(max(at-least, 0), most-least),
			Read: min(max(at+q.Shift-least, 0), most-least)}, nil
	}
	return series.Table{Table: out, Find: find}
}

// isFight reports whether the strengths of two sides are compared in a table.
func isFight(table string) bool { return table == data.Engagement || table == data.CombatT }

// floor returns the greatest whole number that is at most f.
func floor(f chart.Fraction) int {
	var n int
	if zero := chart.Whole(0); f.Compare(zero) < 0 { // Round takes no negative number
		n = -zero.Minus(f).Round()
	} else {
		n = f.Round()
	}
	if chart.Whole(n).Compare(f) > 0 {
		n--
	}
	return n
}

// reading says how a column of a table is found: by the strengths that its fights compare, and by the modifiers.
func reading(table string, t *data.Table) view.Text {
	id := "bcs.tables.read"
	switch {
	case table == data.Barrage:
		id += "-target"
	case isFight(table):
		id += "-" + table
	}
	if len(t.Modifiers) == 0 {
		return view.T(id)
	}
	return view.T(id+"-modifiers", "list", named(t))
}

// named lists the modifiers of a table. Some that share a name but differ in value are named by their conditions.
func named(t *data.Table) (list []view.Text) {
	for _, m := range t.Modifiers {
		n := "?"
		if !m.Unknown {
			n = signed(m.N)
		}
		name := view.T("bcs.why", "name", m.Name)
		if slices.ContainsFunc(t.Modifiers, func(o data.Modifier) bool { return o.Name == m.Name && o.N != m.N }) {
			name = view.T("bcs.tables.when-all", "when", m.When)
		}
		one := view.T("bcs.tables.modifier", "name", name, "n", n)
		if len(list) == 0 || list[len(list)-1].String() != one.String() {
			list = append(list, one)
		}
	}
	return list
}

// nets returns the least and the greatest number added to the dice that can occur and changes a result. In a fight it
// includes the difference of the strengths, which nothing limits.
func nets(name string, t *data.Table, rows []data.Break) (least, most int) {
	least, most = rows[0].To-6*t.Dice, rows[len(rows)-1].From-t.Dice
	if !isFight(name) {
		low, high := 0, 0
		for _, m := range t.Modifiers {
			low, high = low+min(m.N, 0), high+max(m.N, 0)
		}
		least, most = max(least, low), min(most, high)
	}
	return min(least, 0), max(most, 0)
}

// signed writes a number with its sign; 0 has none.
func signed(n int) string {
	if n == 0 {
		return "0"
	}
	return view.Signed(n)
}

// barrage is the Barrage Table: a column for each row of targets.
func barrage(g *game.Game, t *data.Table) series.Table {
	out := view.Table{ID: data.Barrage, Title: title(g, data.Barrage), Rule: tableRule(data.Barrage), Dice: "1d6",
		Read: reading(data.Barrage, t), Beside: true, NoFight: true,
		Columns: []string{data.RowHard, data.RowCity, data.RowOther}}
	for roll := 1; roll <= 6; roll++ {
		r := view.TableRow{Roll: roll, Throws: 1}
		for _, target := range out.Columns {
			switch f := t.Faces[target]; {
			case f.Unknown:
				r.Entries = append(r.Entries, data.UnknownEntry)
			case f.Has(roll):
				r.Entries = append(r.Entries, data.StepLost)
			default:
				r.Entries = append(r.Entries, data.NoEffect)
			}
		}
		out.Rows = append(out.Rows, r)
	}
	return series.Table{Table: out}
}

// terrain is the terrain chart, by kind of movement; it is the same for both sides.
func terrain(g *game.Game) view.TerrainChart {
	c := view.TerrainChart{Rule: "movement"}
	for _, s := range g.Def.Sides {
		c.Sides = append(c.Sides, s.ID)
	}
	for _, class := range data.Classes {
		c.Columns = append(c.Columns, view.T("bcs.terrain-"+string(class)))
	}
	c.Columns = append(c.Columns, view.T("bcs.terrain-effects"))
	for _, kind := range g.Data.Kinds {
		row := g.Data.Terrain[kind]
		r := view.TerrainRow{Kind: kind, Name: view.T("terrain.name", "kind", kind)}
		for i := range data.Classes {
			r.Entries = append(r.Entries, entryCost(g, &row, i))
		}
		r.Entries = append(r.Entries, effects(&row))
		c.Rows = append(c.Rows, r)
	}
	return c
}

// entryCost is what a class of movement pays for a kind of terrain.
func entryCost(g *game.Game, row *data.Row, class int) view.Text {
	n := row.Cost[class]
	mp := chart.Frac(int64(max(n, 0)), int64(g.Data.Scale)).Mixed()
	switch {
	case n == data.Closed:
		return view.T("bcs.terrain-closed")
	case n == data.NoCost, n == 0:
		return view.T("terrain.as-other")
	case row.Use == "hexside":
		return view.T("terrain.adds", "points", mp)
	}
	return view.T("terrain.points", "points", mp)
}

// effects lists what a kind of terrain does beside its cost.
func effects(row *data.Row) view.Text {
	var list []view.Text
	for _, e := range []struct {
		has  bool
		text view.Text
	}{{row.Terrain, view.T("bcs.terrain-terrain")}, {row.Blocking, view.T("bcs.terrain-blocking")},
		{row.Key, view.T("bcs.terrain-key")}, {row.Stop, view.T("bcs.terrain-stop")},
		{row.City, view.T("bcs.terrain-city")}, {row.MSR == "main", view.T("bcs.terrain-msr-main")},
		{row.MSR == "any", view.T("bcs.terrain-msr-any")}} {
		if e.has {
			list = append(list, e.text)
		}
	}
	if len(list) == 0 {
		return view.Text{}
	}
	return view.T("terrain.effects", "effects", slices.Clip(list))
}
