package show

import (
	"maps"
	"reflect"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/internal/series"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// PrintedTables returns the combat results table and the tables that the game's features add.
func PrintedTables(g *game.Game) series.Tables {
	return series.NewTables(append([]series.Table{combatTable(g)}, g.Added.Show.Tables...)...)
}

// combatTable: SCS 7.4: the combat results table. Left of its first column the attacker loses a step without a roll.
func combatTable(g *game.Game) series.Table {
	t := g.Data.Combat
	printed := view.Table{ID: data.Combat, Title: view.T("tables.combat"), Rule: "7.4",
		Read: view.T("tables.read-odds"), Dice: t.Dice}
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
	return series.Table{Table: printed, Find: func(q view.Inquiry) (series.Column, error) { return combatColumn(g, q) },
		Unrolled: chart.Result{AttackerSteps: 1}.String(),
		Tolls:    stepLosses, Counts: []series.Counted{
			counted(view.T("chances.attacker-steps"), func(r chart.Result) int { return r.AttackerSteps }),
			counted(view.T("chances.attacker-retreat"), func(r chart.Result) int { return r.AttackerRetreat }),
			counted(view.T("chances.defender-steps"), func(r chart.Result) int { return r.DefenderSteps }),
			counted(view.T("chances.defender-retreat"), func(r chart.Result) int { return r.DefenderRetreat }),
		}}
}

// stepLosses: SCS 8.0a: the steps that each side loses by a result before any retreat.
func stepLosses(result string) (attacker, defender int) {
	r, _ := chart.ParseResult(result) // no error: every entry of the table is a result
	return r.AttackerSteps, r.DefenderSteps
}

// counted returns the effect what of results; count returns how many times a result has it.
func counted(what view.Text, count func(chart.Result) int) series.Counted {
	return series.Counted{What: what, Of: func(s string) int {
		r, _ := chart.ParseResult(s) // no error: every entry of the table is a result
		return count(r)
	}}
}

// combatColumn: SCS 7.4: the column in which two strengths are read. SCS 7.2e: an attack needs a strength.
func combatColumn(g *game.Game, q view.Inquiry) (series.Column, error) {
	if q.Attack.Zero() {
		return series.Column{}, &view.Denial{Rule: "7.2e", Why: view.T("deny.no-strength")}
	}
	odds := chart.OddsOf(q.Attack, q.Defence)
	c := series.Column{Compared: odds.String(), Unshifted: law.ColumnFor(g, odds, 0),
		Read: law.ColumnFor(g, odds, q.Shift)}
	if q.Defence.Zero() {
		c.Ruled = view.T("tables.ruled-no-defence")
	} else {
		c.Ratio = q.Attack.Over(q.Defence)
	}
	return c, nil
}

// Modifiers lists what terrain does to fights in the combat table (SCS 7.3), by the attacker's chart: one modifier for
// a kind of terrain that does the same for both sides, else one for each side. It leaves out those without an effect.
func Modifiers(g *game.Game) (out []view.Modifier) {
	for _, kind := range g.Data.Kinds {
		var all []view.Modifier
		for _, s := range g.Def.Sides {
			row := g.Data.Charts[s.ID][kind]
			m := view.Modifier{Name: kind, Said: view.T("terrain.name", "kind", kind), Rule: "7.3",
				Tables: []string{data.Combat}, Shift: row.Shift}
			if changesStrength(row.Attack) {
				m.Attack = row.Attack
			}
			if changesStrength(row.Defence) {
				m.Defence = row.Defence
			}
			if !slices.ContainsFunc(all, func(o view.Modifier) bool { return reflect.DeepEqual(m, o) }) {
				all = append(all, m)
			}
		}
		for i, m := range all {
			if side := g.Def.Sides[i].ID; len(all) > 1 { // there are two sides, so all has one modifier for each
				m.Name = kind + "-" + string(side)
				m.Said = view.T("terrain.of-side", "kind", kind, "side", side)
			}
			if m.Shift != 0 || !m.Attack.Zero() || !m.Defence.Zero() {
				out = append(out, m)
			}
		}
	}
	return out
}

// changesStrength reports whether a factor of a chart is another than 1; the zero Fraction stands for 1.
func changesStrength(f chart.Fraction) bool { return !f.Zero() && f != chart.Whole(1) }

// TerrainCharts returns the charts of both sides, as one chart where they are equal.
func TerrainCharts(g *game.Game) (out []view.TerrainChart) {
	for _, s := range g.Def.Sides {
		c := terrainChart(g, s.ID)
		i := slices.IndexFunc(out, func(o view.TerrainChart) bool { return reflect.DeepEqual(o.Rows, c.Rows) })
		if i < 0 {
			out = append(out, c)
			continue
		}
		out[i].Sides = append(out[i].Sides, s.ID)
	}
	return out
}

// terrainChart: SCS 3.2a, 7.3: what entering terrain costs a side, its effects on combat, and the columns of features.
func terrainChart(g *game.Game, s order.Side) view.TerrainChart {
	columns := append([]game.TerrainColumn{
		{Heading: view.T("terrain.combat"), Entry: combatEffects},
		{Heading: view.T("terrain.overrun"), Entry: overruns},
	}, g.Added.Show.TerrainColumns...)
	out := view.TerrainChart{Sides: []order.Side{s}, Rule: game.Cite(g.Data.Rules.Terrain, "3.2a"),
		Columns: []view.Text{view.T("terrain.movement")}}
	for _, c := range columns {
		out.Columns = append(out.Columns, c.Heading)
	}
	for _, kind := range g.Data.Kinds {
		row := g.Data.Charts[s][kind]
		entries := []view.Text{entryCost(g, kind, row)}
		for _, c := range columns {
			entries = append(entries, c.Entry(row))
		}
		out.Rows = append(out.Rows, view.TerrainRow{Kind: kind, Name: view.T("terrain.name", "kind", kind),
			Entries: entries, Rule: exception(g, row)})
	}
	return out
}

// entryCost returns what it costs to enter a kind of terrain or to cross such a hexside. With Move 0 a hexside costs
// nothing more (the zero Text), and in a hex the other terrain decides.
func entryCost(g *game.Game, kind string, row data.Row) view.Text {
	points, hexside := g.Fraction(row.Move).Mixed(), slices.Contains(g.Data.Hexsides, kind)
	switch {
	case row.Prohibited:
		return view.T("terrain.prohibited")
	case row.All:
		return view.T("terrain.all")
	case row.Move == 0 && hexside:
		return view.Text{}
	case row.Move == 0:
		return view.T("terrain.as-other")
	case hexside:
		return view.T("terrain.adds", "points", points)
	}
	return view.T("terrain.points", "points", points)
}

// combatEffects lists what a row does to fights, and to units that are forced to retreat over it.
func combatEffects(row data.Row) view.Text {
	var effects []view.Text
	for _, e := range []struct {
		has  bool
		text view.Text
	}{
		{row.Shift < 0, view.T("terrain.left", "n", -row.Shift)},
		{row.Shift > 0, view.T("terrain.right", "n", row.Shift)},
		{changesStrength(row.Attack), view.T("terrain.attack", "times", row.Attack.Mixed())},
		{changesStrength(row.Defence), view.T("terrain.defence", "times", row.Defence.Mixed())},
		{row.NoCombat, view.T("terrain.no-combat")},
		{row.Destroys, view.T("terrain.destroys")},
	} {
		if e.has {
			effects = append(effects, e.text)
		}
	}
	if len(effects) == 0 {
		return view.Text{}
	}
	return view.T("terrain.effects", "effects", effects)
}

// overruns returns whether units in the terrain can be overrun, the zero Text where the cost decides (6.0c).
func overruns(row data.Row) view.Text {
	switch {
	case row.Overrun == nil:
		return view.Text{}
	case *row.Overrun:
		return view.T("terrain.yes")
	}
	return view.T("terrain.no")
}

// exception returns the paragraph by which a row of the game's chart differs from the series, "" if it does not: for
// dear terrain that can be overrun, hexsides that destroy retreating units, and terrain that forbids combat.
func exception(g *game.Game, row data.Row) view.Rule {
	tooDearToOverrun := row.All || row.Move > law.OverrunPoints*g.Data.Scale
	switch {
	case tooDearToOverrun && row.Overrun != nil && *row.Overrun:
		return game.Cite(g.Data.Rules.Terrain, "6.0c")
	case row.Destroys:
		return game.Cite(g.Data.Rules.Terrain, "9.0b")
	case row.NoCombat:
		return game.Cite(g.Data.Rules.Terrain, "7.3")
	}
	return ""
}
