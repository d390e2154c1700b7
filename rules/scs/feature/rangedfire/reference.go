package rangedfire

import (
	"slices"
	"strconv"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/internal/series"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// printed returns the table of ranged fire: gunnery 2.3. It is read with one strength.
func (f fire) printed() series.Table {
	t := view.Table{ID: table, Title: view.T("tables.ranged-fire"), Rule: f.rule,
		Read: view.T("tables.read-strength"), Dice: f.Table.Dice, Beside: true}
	for _, least := range f.Table.Columns {
		t.Columns = append(t.Columns, strconv.Itoa(least))
	}
	for i, entries := range f.Table.Rows {
		roll := diceOf[f.Table.Dice] + i
		t.Rows = append(t.Rows, view.TableRow{Roll: roll, Throws: chart.Throws(f.Table.Dice, roll),
			Entries: slices.Clone(entries)})
	}
	return series.Table{Table: t, Find: f.find, Unrolled: "-", Tolls: stepLosses, Counts: []series.Counted{
		{What: view.T("chances.disorganized"), Of: func(result string) int { return strings.Count(result, "D") }},
		{What: view.T("chances.target-steps"), Of: func(result string) int {
			_, n := stepLosses(result)
			return n
		}},
		{What: view.T("chances.kill-rolls"), Of: func(result string) int { return strings.Count(result, "K") }},
	}}
}

// stepLosses: gunnery 2.5: the steps of the owner's choice; attackers lose none. Those lost to kill rolls do not count.
func stepLosses(result string) (attacker, target int) {
	n, err := strconv.Atoi(strings.TrimPrefix(result, "D"))
	if err != nil { // no number: no steps
		return 0, 0
	}
	return 0, n
}

// find: gunnery 2.3: a strength left of the first column cannot fire; gunnery 2.4: after that the column is shifted.
func (f fire) find(q view.Inquiry) (series.Column, error) {
	if f.isTooWeak(q.Attack) {
		b := f.tooWeak()[0]
		return series.Column{}, &view.Denial{Rule: b.Rule, Why: b.Why}
	}
	at := f.column(q.Attack)
	return series.Column{Compared: q.Attack.Mixed(), Unshifted: at, Read: max(min(at+q.Shift, len(f.Table.Columns)-1),
		-1)}, nil
}

// terrainColumn returns the effect of terrain on fire at units in it: gunnery 2.4.
func (f fire) terrainColumn() game.TerrainColumn {
	return game.TerrainColumn{Heading: view.T("terrain.ranged-fire"), Entry: func(r data.Row) view.Text {
		switch n := r.Number(name); {
		case n < 0:
			return view.T("terrain.left", "n", -n)
		case n > 0:
			return view.T("terrain.right", "n", n)
		}
		return view.Text{}
	}}
}
