package airstrikes

import (
	"fmt"
	"strconv"

	"grognard/rules/chart"
	"grognard/rules/internal/series"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// success is the result of a strike whose die is at or under the rating.
const success = "DG"

// printed returns the tables of air strikes, if any side has them: afb 1.9a.
func (a air) printed() []series.Table {
	if len(a.forces) == 0 {
		return nil
	}
	return []series.Table{a.strikeTable(), a.killTable()}
}

// strikeTable: afb 1.9a: a die at or under the rating succeeds. What terrain adds to the die is subtracted from the
// rating instead, so the columns are ratings after terrain, and in column 0 nothing succeeds.
func (a air) strikeTable() series.Table {
	t := view.Table{ID: "air-strike", Title: view.T("tables.air-strike"), Rule: view.Rule(a.strikes),
		Read: view.T("tables.read-rating"), Dice: "1d6", Beside: true}
	most := 0
	for _, s := range a.game.Def.Sides {
		most = max(most, a.forces[s.ID].Regular, a.forces[s.ID].Breakdown)
	}
	for rating := range most + 1 {
		t.Columns = append(t.Columns, strconv.Itoa(rating))
	}
	for roll := 1; roll <= 6; roll++ {
		row := view.TableRow{Roll: roll, Throws: chart.Throws(t.Dice, roll)}
		for rating := range most + 1 {
			entry := success
			if roll > rating {
				entry = "-"
			}
			row.Entries = append(row.Entries, entry)
		}
		t.Rows = append(t.Rows, row)
	}
	find := func(q view.Inquiry) (series.Column, error) {
		at := 0
		for at < most && q.Attack.Compare(chart.Whole(at+1)) >= 0 {
			at++
		}
		return series.Column{Compared: q.Attack.Mixed(), Unshifted: at, Read: min(max(at+q.Shift, 0), most)}, nil
	}
	return series.Table{Table: t, Find: find,
		Counts: []series.Counted{{What: view.T("chances.disorganized"), Of: countIf(success)}}}
}

// killTable: afb 1.9a: a die for each unit in a hex that was hit.
func (a air) killTable() series.Table {
	t := view.Table{ID: "air-kill", Title: view.T("tables.air-kill"), Rule: view.Rule(a.strikes),
		Read: view.T("tables.read-each"), Dice: "1d6", Beside: true, Columns: []string{"1"}}
	for roll := 1; roll <= 6; roll++ {
		entry := "-"
		if roll >= game.KillFace {
			entry = "1"
		}
		t.Rows = append(t.Rows, view.TableRow{Roll: roll, Throws: chart.Throws(t.Dice, roll), Entries: []string{entry}})
	}
	find := func(q view.Inquiry) (series.Column, error) { return series.Column{Compared: q.Attack.Mixed()}, nil }
	return series.Table{Table: t, Find: find,
		Counts: []series.Counted{{What: view.T("chances.target-steps"), Of: countIf("1")}}}
}

// countIf returns a function that counts 1 for this result and 0 for others.
func countIf(result string) func(string) int {
	return func(s string) int {
		if s == result {
			return 1
		}
		return 0
	}
}

// terrainColumns: afb 1.9a: what terrain adds to the die of an air strike, if any side has them.
func (a air) terrainColumns() []game.TerrainColumn {
	if len(a.forces) == 0 {
		return nil
	}
	return []game.TerrainColumn{{Heading: view.T("terrain.air-strike"), Entry: func(r data.Row) view.Text {
		if n := r.Number(name); n != 0 {
			return view.T("terrain.die", "by", fmt.Sprintf("%+d", n))
		}
		return view.Text{}
	}}}
}
