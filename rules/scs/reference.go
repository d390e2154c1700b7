package scs

import (
	"maps"
	"reflect"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/internal/series"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Reference returns the tables and charts that the game prints beside its map.
func (e *Engine) Reference() view.Reference { return e.reference }

// Reckon computes what a hypothetical fight can result in.
func (e *Engine) Reckon(q view.Inquiry) (view.Estimate, error) { return e.tables.Reckon(q) }

// printedTables lists the combat results table and the tables of features.
func (e *Engine) printedTables() series.Tables {
	tables := []series.Table{e.combatTable()}
	for i := range e.features {
		tables = append(tables, e.features[i].Tables...)
	}
	return series.NewTables(tables...)
}

// combatTable: SCS 7.4: the combat results table. Left of its first column no die is rolled, and the
// attacker loses a step.
func (e *Engine) combatTable() series.Table {
	t := e.data.Combat
	printed := view.Table{ID: combat, Title: view.T("tables.combat"), Rule: "7.4", Read: view.T("tables.read-odds"),
		Dice: t.Dice}
	for i := range t.Columns {
		printed.Columns = append(printed.Columns, t.Heading(i))
	}
	for _, roll := range slices.Sorted(maps.Keys(t.Rows)) {
		row := view.TableRow{Roll: roll, Throws: chart.Throws(t.Dice, roll)}
		for _, r := range t.Rows[roll] {
			row.Entries = append(row.Entries, r.String())
		}
		printed.Rows = append(printed.Rows, row)
	}
	return series.Table{Table: printed, Find: e.combatColumn, Unrolled: chart.Result{AttackerSteps: 1}.String(),
		Tolls: stepLosses, Counts: []series.Counted{
			counted(view.T("chances.attacker-steps"), func(r chart.Result) int { return r.AttackerSteps }),
			counted(view.T("chances.attacker-retreat"), func(r chart.Result) int { return r.AttackerRetreat }),
			counted(view.T("chances.defender-steps"), func(r chart.Result) int { return r.DefenderSteps }),
			counted(view.T("chances.defender-retreat"), func(r chart.Result) int { return r.DefenderRetreat }),
		}}
}

// stepLosses: SCS 8.0a: the steps that each side loses by a result before any retreat.
func stepLosses(result string) (attacker, defender int) {
	r, err := chart.ParseResult(result)
	if err != nil { // cannot happen: every entry of the table is a result
		return 0, 0
	}
	return r.AttackerSteps, r.DefenderSteps
}

// counted returns a number that results are compared by.
func counted(what view.Text, of func(chart.Result) int) series.Counted {
	return series.Counted{What: what, Of: func(s string) int {
		r, err := chart.ParseResult(s)
		if err != nil { // cannot happen: every entry of the table is a result
			return 0
		}
		return of(r)
	}}
}

// combatColumn: SCS 7.4: the column in which two strengths are read. SCS 7.2e: an attack needs a
// strength.
func (e *Engine) combatColumn(q view.Inquiry) (series.Column, error) {
	if q.Attack.Zero() {
		return series.Column{}, &view.Denial{Rule: "7.2e", Why: view.T("deny.no-strength")}
	}
	odds := chart.OddsOf(q.Attack, q.Defence)
	c := series.Column{Compared: odds.String(), Unshifted: e.columnAt(odds, 0), Read: e.columnAt(odds, q.Shift)}
	if !q.Defence.Zero() {
		c.Ratio = q.Attack.Over(q.Defence)
	}
	return c, nil
}

// terrainCharts returns the charts of both sides, as one chart where they are equal.
func (e *Engine) terrainCharts() (out []view.TerrainChart) {
	for _, s := range e.def.Sides {
		c := e.terrainChart(s.ID)
		i := slices.IndexFunc(out, func(o view.TerrainChart) bool { return reflect.DeepEqual(o.Rows, c.Rows) })
		if i < 0 {
			out = append(out, c)
			continue
		}
		out[i].Sides = append(out[i].Sides, s.ID)
	}
	return out
}

// terrainChart: SCS 3.2a, 7.3: what entering terrain costs a side, its effects on combat, and the
// columns of features.
func (e *Engine) terrainChart(s order.Side) view.TerrainChart {
	columns := []TerrainColumn{
		{view.T("terrain.combat"), combatEffects},
		{view.T("terrain.overrun"), overruns},
	}
	for i := range e.features {
		columns = append(columns, e.features[i].TerrainColumns...)
	}
	out := view.TerrainChart{Sides: []order.Side{s}, Rule: cite(e.data.Rules.Terrain, "3.2a"),
		Columns: []view.Text{view.T("terrain.movement")}}
	for _, c := range columns {
		out.Columns = append(out.Columns, c.Heading)
	}
	for _, kind := range e.data.Kinds {
		row := e.data.Charts[s][kind]
		entries := []view.Text{e.costs(kind, row)}
		for _, c := range columns {
			entries = append(entries, c.Entry(row))
		}
		out.Rows = append(out.Rows, view.TerrainRow{Kind: kind, Name: view.T("terrain.name", "kind", kind),
			Entries: entries, Rule: e.exception(row)})
	}
	return out
}

// costs is the cost of entering or crossing.
func (e *Engine) costs(kind string, row Row) view.Text {
	points := e.points(row.Move).Mixed()
	switch {
	case row.Prohibited:
		return view.T("terrain.prohibited")
	case row.All:
		return view.T("terrain.all")
	case row.Move == 0 && e.alongHexsides(kind):
		return view.Text{}
	case row.Move == 0:
		return view.T("terrain.as-other")
	case e.alongHexsides(kind):
		return view.T("terrain.adds", "points", points)
	}
	return view.T("terrain.points", "points", points)
}

// alongHexsides says whether a kind of terrain lies on hexsides.
func (e *Engine) alongHexsides(kind string) bool {
	for _, kinds := range e.def.Borders {
		if slices.Contains(kinds, kind) {
			return true
		}
	}
	return false
}

// combatEffects lists what a row does to fights, and to units that are forced to retreat over it.
func combatEffects(row Row) view.Text {
	var effects []view.Text
	switch {
	case row.Shift < 0:
		effects = append(effects, view.T("terrain.left", "n", -row.Shift))
	case row.Shift > 0:
		effects = append(effects, view.T("terrain.right", "n", row.Shift))
	}
	if one := chart.Whole(1); !row.Attack.Zero() && row.Attack != one {
		effects = append(effects, view.T("terrain.attack", "times", row.Attack.Mixed()))
	}
	if one := chart.Whole(1); !row.Defence.Zero() && row.Defence != one {
		effects = append(effects, view.T("terrain.defence", "times", row.Defence.Mixed()))
	}
	if row.Destroys {
		effects = append(effects, view.T("terrain.destroys"))
	}
	if len(effects) == 0 {
		return view.Text{}
	}
	return view.T("terrain.effects", "effects", effects)
}

// overruns says whether terrain can be overrun, if its row says so.
func overruns(row Row) view.Text {
	switch {
	case row.Overrun == nil:
		return view.Text{}
	case *row.Overrun:
		return view.T("terrain.yes")
	}
	return view.T("terrain.no")
}

// exception is the paragraph by which the game's chart differs from the series: terrain that costs too
// much to overrun by 6.0c and can be overrun, and hexsides that destroy.
func (e *Engine) exception(row Row) view.Rule {
	dear := row.All || row.Move > overrunPoints*e.data.Scale
	switch {
	case dear && row.Overrun != nil && *row.Overrun:
		return cite(e.data.Rules.Terrain, "6.0c")
	case row.Destroys:
		return cite(e.data.Rules.Terrain, "9.0b")
	}
	return ""
}
