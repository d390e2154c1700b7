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

// Reference is what the game prints beside its map.
func (e *Engine) Reference() view.Reference { return e.reference }

// Reckon is what a fight on paper comes to.
func (e *Engine) Reckon(q view.Inquiry) (view.Estimate, error) { return e.tables.Reckon(q) }

// printedTables are the combat results table and those of features.
func (e *Engine) printedTables() series.Tables {
	tables := []series.Table{e.combatTable()}
	for i := range e.features {
		tables = append(tables, e.features[i].Tables...)
	}
	return series.NewTables(tables...)
}

// combatTable: SCS 7.4: the combat results table. Left of its first column no die is rolled, and
// the attacker loses a step.
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
		Tolls: tolls, Counts: []series.Counted{
			counted(view.T("chances.attacker-steps"), func(r chart.Result) int { return r.AttackerSteps }),
			counted(view.T("chances.attacker-retreat"), func(r chart.Result) int { return r.AttackerRetreat }),
			counted(view.T("chances.defender-steps"), func(r chart.Result) int { return r.DefenderSteps }),
			counted(view.T("chances.defender-retreat"), func(r chart.Result) int { return r.DefenderRetreat }),
		}}
}

// tolls: SCS 8.0a: the steps that a result costs before any retreat.
func tolls(result string) (attacker, defender int) {
	r, err := chart.ParseResult(result)
	if err != nil { // the table is made of results
		return 0, 0
	}
	return r.AttackerSteps, r.DefenderSteps
}

// counted is a part of a result.
func counted(what view.Text, of func(chart.Result) int) series.Counted {
	return series.Counted{What: what, Of: func(s string) int {
		r, err := chart.ParseResult(s)
		if err != nil { // the table is made of results
			return 0
		}
		return of(r)
	}}
}

// combatColumn: SCS 7.4: where two strengths are read. SCS 7.2e: nobody attacks without any.
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

// terrainCharts are the charts of both sides: one, where they are alike.
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

// terrainChart: SCS 3.2a, 7.3: what entering costs a side and what combat there comes to, and what
// features have terrain do.
func (e *Engine) terrainChart(s order.Side) view.TerrainChart {
	columns := []TerrainColumn{
		{view.T("terrain.combat"), fightsOn},
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

// costs is what entering or crossing costs.
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

// alongHexsides says whether a kind is one of hexsides.
func (e *Engine) alongHexsides(kind string) bool {
	for _, kinds := range e.def.Borders {
		if slices.Contains(kinds, kind) {
			return true
		}
	}
	return false
}

// fightsOn is what a row does to fights, and to who is forced over it.
func fightsOn(row Row) view.Text {
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

// overruns says whether terrain can be overrun, where its row does.
func overruns(row Row) view.Text {
	switch {
	case row.Overrun == nil:
		return view.Text{}
	case *row.Overrun:
		return view.T("terrain.yes")
	}
	return view.T("terrain.no")
}

// exception is the paragraph by which the game's chart goes against the series: terrain that 6.0c
// would have too dear to overrun, and hexsides that destroy.
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
