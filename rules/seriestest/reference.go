package seriestest

import (
	"grognard/rules/chart"
	"grognard/rules/internal/series"
	"grognard/rules/view"
)

// Reference returns the table of strikes and the terrain chart.
func (e *engine) Reference() view.Reference {
	c := view.TerrainChart{Rule: "3-1", Columns: []view.Text{view.T("terrain.movement")}}
	for _, s := range e.def.Sides {
		c.Sides = append(c.Sides, s.ID)
	}
	for _, kind := range e.data.Kinds {
		c.Rows = append(c.Rows, view.TerrainRow{Kind: kind, Name: view.T("terrain.name", "kind", kind),
			Entries: []view.Text{view.T("terrain.points", "points", chart.Whole(e.data.March[kind]).Mixed())}})
	}
	return view.Reference{Tables: e.tables.Printed(), Terrain: []view.TerrainChart{c}}
}

// Reckon works out a strike from bare strengths.
func (e *engine) Reckon(q view.Inquiry) (view.Estimate, error) { return e.tables.Reckon(q) }

// strikes: 4-2, 4-3: the table of strikes. It is read by the difference of force.
func (e *engine) strikes() series.Tables {
	t := view.Table{ID: striking, Title: view.T("tables.strike"), Rule: "4-2", Read: view.T("tables.read-difference"),
		Dice: "2d6"}
	for i := range e.data.Strike.Columns {
		t.Columns = append(t.Columns, e.data.Strike.heading(i))
	}
	for roll := 2; roll <= 12; roll++ {
		t.Rows = append(t.Rows, view.TableRow{Roll: roll, Throws: chart.Throws(t.Dice, roll),
			Entries: e.data.Strike.Rows[roll]})
	}
	is := func(what view.Text, result string) series.Counted {
		return series.Counted{What: what, Of: func(s string) int {
			if s == result {
				return 1
			}
			return 0
		}}
	}
	find := func(q view.Inquiry) (series.Column, error) { return strikeColumn(e, q) }
	return series.NewTables(series.Table{Table: t, Find: find, Counts: []series.Counted{
		is(view.T("chances.attacker-steps"), repulsed), is(view.T("chances.defender-steps"), hit),
		is(view.T("chances.shaken"), shaken),
	}})
}

// strikeColumn: 4-2: the column of a strike. Halves of force do not count.
func strikeColumn(e *engine, q view.Inquiry) (series.Column, error) {
	net := q.Attack.Minus(q.Defence)
	at := 0
	for i, least := range e.data.Strike.Columns {
		if net.Compare(chart.Whole(least)) >= 0 {
			at = i
		}
	}
	compared := net.Mixed()
	if net.Compare(chart.Fraction{}) >= 0 {
		compared = "+" + compared
	}
	return series.Column{Compared: compared, Unshifted: at,
		Read: min(max(at+q.Shift, 0), len(e.data.Strike.Columns)-1)}, nil
}
