package render

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"grognard/rules/order"
	"grognard/rules/view"
)

// texts of the tests are their own identifiers.
func spoken(t view.Text) string { return t.ID }

func text(s string) view.Text { return view.Text{ID: s} }

// printedTable is a table of results: its columns in the first line, a roll and its entries in each other.
func printedTable(title, dice, lines string) view.Table {
	rows := strings.Split(strings.TrimSpace(lines), "\n")
	t := view.Table{ID: "combat", Title: text(title), Rule: "7.4",
		Read: text("the greater strength is divided by the lesser and rounded"),
		Dice: dice, Columns: strings.Fields(rows[0])}
	for _, l := range rows[1:] {
		f := strings.Fields(l)
		r := view.TableRow{Throws: 1, Entries: f[1:]}
		fmt.Sscan(f[0], &r.Roll)
		if dice == "2d6" {
			r.Throws = 6 - max(7-r.Roll, r.Roll-7)
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func combatTable() view.Table {
	return printedTable("Combat Results", "2d6", `1:3 1:2 1:1 2:1 3:1 4:1 5:1 6:1+
2 A3 A3 A3 A3D1 A2D1 A1D1 A1D1 A1D1
3 A3 A2 A2 A2D1 A1D1 A1D1 D1r1 D2r2
4 A3 A2 A2D1 A1D1 A1D1 D1r1 D1r1 D2r2
5 A2 A2 A1D1 A1D1 D1r1 D1r1 D2r2 D3r3
6 A2 A1D1 A1D1 D1r1 D1r1 D2r2 D2r2 D3r3
7 A1D1 A1D1 A1D1 D1r1 D2r2 D2r2 D3r3 D3r4
8 A1D1 A1D1 D1r1 D2r1 D2r2 D3r2 D3r3 D3r4
9 A1D1 A1D1 D2r1 D2r2 D3r2 D3r3 D3r4 D4r5
10 A1D1 D2r1 D2r2 D3r2 D3r3 D3r3 D4r5 D4r6
11 D1r1 D2r1 D3r2 D3r2 D4r3 D4r3 D4r5 D4r6
12 D2r2 D3r2 D3r2 D4r3 D4r3 D4r4 D4r6 D5r6`)
}

// gunnery is a table of 36 rows of two dice.
func gunnery() view.Table {
	lines := "1 5 10 15 20 30"
	for tens := 1; tens <= 6; tens++ {
		for units := 1; units <= 6; units++ {
			lines += fmt.Sprintf("\n%d%d – – %s D1 D2 D3K", tens, units, [2]string{"–", "D"}[tens/4])
		}
	}
	t := printedTable("Ranged Fire", "d66", lines)
	t.Read = text("the greatest column that the strength reaches")
	return t
}

// broadTable has more columns, with longer headings and entries, than fit side by side.
func broadTable() view.Table {
	t := printedTable("Results of Assaults upon Fortified Places by Night, with or without Artillery", "1d6", "x")
	for i := range 20 {
		t.Columns = append(t.Columns, []string{"1:5", "Barrage points", "Panzergrenadierdivisionsversorgungstruppe",
			"10:1+"}[i%4])
	}
	t.Columns = t.Columns[1:]
	for roll := range 6 {
		r := view.TableRow{Roll: roll + 1, Throws: 1}
		for range t.Columns {
			r.Entries = append(r.Entries, []string{"A1D2r1", "A12D12r10", "no effect", "–", "", "A1D2r1"}[roll])
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func chartMap() *view.Map {
	return &view.Map{Key: "charts",
		Sides: []order.Nation{{ID: "blue", Name: "Blue", Color: "#0072b2"},
			{ID: "red", Name: "Red", Color: "#d55e00"}}}
}

// terrainOf is a side's chart: a kind and its entries in each line, "–" for none.
func terrainOf(side order.Side, columns, lines string) view.TerrainChart {
	c := view.TerrainChart{Sides: []order.Side{side}, Rule: "3.2a"}
	for h := range strings.SplitSeq(columns, ",") {
		c.Columns = append(c.Columns, text(h))
	}
	for l := range strings.Lines(lines) {
		f := strings.Split(strings.TrimSpace(l), ",")
		r := view.TerrainRow{Kind: f[0], Name: text(strings.ReplaceAll(f[0], "-", " "))}
		if f[0] == "light-woods" {
			r.Rule = "afb 1.3a"
		}
		for _, e := range f[1:] {
			r.Entries = append(r.Entries, text(strings.TrimPrefix(e, "–")))
		}
		c.Rows = append(c.Rows, r)
	}
	return c
}

func terrainCharts() []view.TerrainChart {
	const columns = "Movement,Combat,Overrun,Air strike"
	chart := func(side order.Side, light, heavy, swamp, minor, major string) view.TerrainChart {
		return terrainOf(side, columns, fmt.Sprintf(`open,1 MP,–,yes,–
road,1/4 MP,–,–,–
track,1/2 MP,–,–,–
railroad,1/2 MP,–,–,–
village,other terrain,1 column left,yes,–
city,other terrain,2 columns left,no,+1 to the die
light-woods,%s,1 column left,yes,–
heavy-woods,%s,2 columns left,no,+1 to the die
swamp,%s,2 columns left,no,–
minor-river,%s,attackers ×1/2,no,–
major-river,%s,attackers ×1/2,no,–
lake,prohibited,destroys who must retreat over it,no,–`, light, heavy, swamp, minor, major))
	}
	return []view.TerrainChart{chart("blue", "3 MP", "4 MP", "all MP", "+2 MP", "+3 MP"),
		chart("red", "2 MP", "3 MP", "4 MP", "+1 MP", "+2 MP")}
}

// broadCharts have 30 kinds with long names, and more columns for each side than fit.
func broadCharts() (out []view.TerrainChart) {
	for i, side := range []order.Side{"blue", "red"} {
		var lines []string
		for k := range 30 {
			name := []string{"hills", "Gebirgsjägerversorgungsstützpunktsgelände",
				"an-old-causeway-through-the-marsh-in-ruin"}[k%3]
			lines = append(lines, fmt.Sprintf("%s-%d,%d 3/4 MP,attackers ×1/2 and defenders ×1 1/2,prohibited,–,"+
				"3 columns left,%d to the die", name, k, k+i, k))
		}
		out = append(out, terrainOf(side,
			"Movement,Combat,Overrun,Air strike,Ranged fire,Verteidigungsstellungsausbaumöglichkeit",
			strings.Join(lines, "\n")))
	}
	return out
}

func chances() Chances {
	steps := func(what string, throws ...int) view.Prospect {
		return view.Prospect{What: text(what), AtLeast: throws}
	}
	e := view.Estimate{Throws: 36, Column: 3, Unshift: 4, Compared: "3:1", Results: []view.Share{
		{Result: "A3D1", Throws: 1}, {Result: "A2D1", Throws: 2}, {Result: "A1D1", Throws: 7}, {Result: "D1r1",
			Throws: 11}, {Result: "D2r1", Throws: 5},
		{Result: "D2r2", Throws: 4}, {Result: "D3r2", Throws: 5}, {Result: "D4r3", Throws: 1}},
		Chances: []view.Prospect{steps("attacker loses steps", 10, 3, 1), steps("attacker retreats hexes"),
			steps("defender loses steps", 36, 15, 6, 1), steps("defender retreats hexes", 26, 10, 1)}}
	return Chances{Estimate: e, Say: spoken, Title: "Combat Results: column 2:1", Results: "Results",
		About: []string{"9 against 3 is 3:1 · 1 column left · 7.4"}}
}

func luck() Luck {
	faces := Tally{Title: "Faces", Labels: strings.Fields("1 2 3 4 5 6"), Seen: []int{31, 40, 28, 37, 52, 40}}
	sums := Tally{Title: "Sums of two dice", Labels: strings.Fields("2 3 4 5 6 7 8 9 10 11 12"),
		Seen: []int{0, 5, 11, 9, 14, 22, 15, 10, 17, 9, 2}}
	for range faces.Labels {
		faces.Expected = append(faces.Expected, 228/6.)
	}
	for i := range sums.Labels {
		sums.Expected = append(sums.Expected, 114*float64(6-max(5-i, i-5))/36)
	}
	return Luck{Title: "Dice of game 7", About: []string{"114 rolls of two dice by Blue"},
		Tallies: []Tally{faces, sums}, Seen: "thrown", Expected: "expected"}
}

func broadLuck() Luck {
	t := Tally{Title: strings.Repeat("Every throw of two dice, tens and units ", 4)}
	for i := range 36 {
		t.Labels, t.Seen = append(t.Labels, fmt.Sprintf("Panzergrenadierdivisionsversorgung %d", i)), append(t.Seen,
			100000*i)
		t.Expected = append(t.Expected, 1750000)
	}
	return Luck{Title: "Odd", Tallies: []Tally{t, luck().Tallies[0]}, Seen: strings.Repeat("thrown ", 10),
		Expected: strings.Repeat("expected ", 10)}
}

func pageOfTerrain(kind string, charts ...view.TerrainChart) drawing {
	return func(p *Painter, s Style) ([]byte, error) {
		return p.terrainPage(Terrain{Charts: charts, Map: chartMap(), Say: spoken, Title: "Terrain Effects",
			Kind: kind}, s)
	}
}

type drawing = func(*Painter, Style) ([]byte, error)

// pages are pictures of words and figures, by the names of their goldens.
func pages() map[string]drawing {
	table := func(t view.Table, column, row int) drawing {
		return func(p *Painter, s Style) ([]byte, error) {
			return p.tablePage(Table{Table: t, Say: spoken, Game: "Drill", Column: column, Row: row}, s)
		}
	}
	return map[string]drawing{
		"page-table":        table(combatTable(), 0, 0),
		"page-table-lit":    table(combatTable(), 5, 6),
		"page-table-row":    table(combatTable(), 0, 1),
		"page-table-column": table(combatTable(), 8, 0),
		"page-table-d66":    table(gunnery(), 5, 36),
		"page-table-broad":  table(broadTable(), 11, 2),
		"page-terrain":      pageOfTerrain("light-woods", terrainCharts()...),
		"page-terrain-side": pageOfTerrain("", terrainCharts()[0]),
		"page-chances":      func(p *Painter, s Style) ([]byte, error) { return p.chancesPage(chances(), s) },
		"page-luck":         func(p *Painter, s Style) ([]byte, error) { return p.luckPage(luck(), s) },
	}
}

// TestGoldenPages draws every kind of page in every style.
func TestGoldenPages(t *testing.T) {
	for name, draw := range pages() {
		for i, s := range Styles() {
			if i > 0 && (testing.Short() || name == "page-table-broad") {
				break
			}
			file := name
			if i > 0 {
				file += "." + s.Name
			}
			t.Run(file, func(t *testing.T) {
				t.Parallel()
				got, err := draw(painter(t), s)
				if err != nil {
					t.Fatal(err)
				}
				golden(t, filepath.Join("testdata", file+".png"), got)
			})
		}
	}
}
