package render

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"
	"reflect"
	"strings"
	"testing"

	"grognard/render/internal/layout"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

// extremes are pages of more and longer texts than any game has.
func extremes() map[string]drawing {
	return map[string]drawing{
		"table": func(p *Painter, s Style) ([]byte, error) {
			return bytesOf(DrawTable[view.Public](p, Table{Table: broadTable(), Say: spoken}, s))
		},
		"terrain": pageOfTerrain("hills-27", broadCharts()...),
		"luck":    func(p *Painter, s Style) ([]byte, error) { return bytesOf(DrawLuck[view.Public](p, broadLuck(), s)) },
		"chances": func(p *Painter, s Style) ([]byte, error) {
			c := chances()
			c.Title, c.Results = strings.Repeat("Panzergrenadierdivisionsversorgungstruppe",
				3), strings.Repeat("result ", 40)
			for i := range c.Estimate.Results {
				c.Estimate.Results[i].Result += strings.Repeat("K", 7*i)
			}
			c.Estimate.Throws, c.Estimate.Chances[0].What = 1<<40, text(strings.Repeat("x", 90))
			return bytesOf(DrawChances[view.Public](p, c, s))
		},
	}
}

// Whatever is printed, nothing reaches into the edges of the page.
func TestPage_Edges(t *testing.T) {
	for name, draw := range extremes() {
		for _, s := range Styles() {
			t.Run(name+"."+s.Name, func(t *testing.T) {
				t.Parallel()
				b := must.Get(draw(painter(t), s))(t)
				inEdges(t, decode(t, b).(*image.Paletted), s)
			})
		}
	}
}

func inEdges(t interface{ Fatalf(string, ...any) }, m *image.Paletted, s Style) {
	paper := m.Palette.Index(s.Paper)
	inner := m.Rect.Inset(16) // frames of what is lit reach a little into the edge
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if !image.Pt(x, y).In(inner) && int(m.ColorIndexAt(x, y)) != paper {
				t.Fatalf("something is drawn at %d, %d of %v", x, y, m.Rect)
			}
		}
	}
}

// Tables of any size, with texts of any length and rows that lack entries, are drawn, within the edges.
func TestDrawTable_AnyTable(t *testing.T) {
	p := painter(t)
	word := rapid.StringMatching(`([A-Za-z0-9:+–×]{0,24} ?){0,4}`)
	rapid.Check(t, func(t *rapid.T) {
		v := view.Table{Title: text(word.Draw(t, "title")),
			Dice:    rapid.SampledFrom([]string{"2d6", "d66", "1d6", "3d10"}).Draw(t, "dice"),
			Columns: rapid.SliceOfN(word, 0, 12).Draw(t, "columns")}
		for range rapid.IntRange(0, 8).Draw(t, "rows") {
			v.Rows = append(v.Rows, view.TableRow{Roll: rapid.IntRange(-5, 70).Draw(t, "roll"),
				Throws:  rapid.IntRange(0, 9).Draw(t, "throws"),
				Entries: rapid.SliceOfN(word, 0, 12).Draw(t, "entries")})
		}
		b, err := bytesOf(DrawTable[view.Public](p, Table{Table: v, Say: spoken, Column: rapid.IntRange(-1, 13).Draw(t, "column"),
			Row: rapid.IntRange(-1, 9).Draw(t, "row")}, Paper()))
		must.Do(t, err)
		m := must.Get(png.Decode(bytes.NewReader(b)))(t)
		inEdges(t, m.(*image.Paletted), Paper())
	})
}

// A highlighted column, row and their entry can be seen, and told apart, in shades of grey.
func TestDrawTable_HighlightsWithoutColour(t *testing.T) {
	p := painter(t)
	for _, s := range Styles() {
		var pics []image.Image
		marked := [][2]int{{0, 0}, {5, 0}, {0, 6}, {5, 6}, {4, 6}, {5, 7}} // a column and a row; 0: none
		for _, lit := range marked {
			b, err := bytesOf(DrawTable[view.Public](p, Table{Table: combatTable(), Say: spoken, Column: lit[0], Row: lit[1]}, uncoloured(s)))
			must.Do(t, err)
			pics = append(pics, decode(t, b))
		}
		for i, a := range pics {
			for j, b := range pics[:i] {
				if d := unlike(a, b); d < 0.005 {
					t.Errorf("%s: %v and %v lit differ in %.2f%% of their pixels", s.Name, marked[i], marked[j], 100*d)
				}
			}
		}
	}
}

// Charts stand beside each other, and a column that is the same in all of them stands there once.
func TestDrawTerrain_ChartsBesideEachOther(t *testing.T) {
	a := must.Get(painter(t).atlas(&view.Board{Map: chartMap()}, Paper()))(t)
	charts := terrainCharts()
	charts[1].Columns = append(charts[1].Columns, text("Supply"))
	charts[1].Rows = append(charts[1].Rows,
		view.TerrainRow{Kind: "dunes", Name: text("dunes"), Entries: []view.Text{text("2 MP")}})
	made := Terrain{Charts: charts, Map: chartMap(), Say: spoken, Kind: "dunes"}.grid(a)
	var heads []string
	for _, c := range made.Head[1:] {
		heads = append(heads, strings.TrimSpace(c.Text+" "+c.Note))
	}
	want := []string{"Movement Blue", "Movement Red", "Combat", "Overrun", "Air strike", "Supply Red"}
	if !reflect.DeepEqual(heads, want) {
		t.Errorf("the columns are %q; want %q", heads, want)
	}
	last := made.Rows[len(made.Rows)-1]
	if made.LitRow != 12 || last[0].Text != "dunes" || last[1].Text != "" || last[2].Text != "2 MP" {
		t.Errorf("row %d is lit; the row of one chart alone is %+v", made.LitRow, last)
	}
}

func TestPercent_Rounding(t *testing.T) {
	for _, c := range []struct {
		n, of int
		want  string
	}{{0, 36, "0%"}, {1, 36, "3%"}, {1, 1000, "<1%"}, {999, 1000, ">99%"}, {36, 36, "100%"}, {5, 8, "63%"}, {0, 0,
		"0%"}} {
		if got := percent(c.n, c.of); got != c.want {
			t.Errorf("%d of %d: %s; want %s", c.n, c.of, got, c.want)
		}
	}
}

func TestPage_ThatCannotBe(t *testing.T) {
	p := painter(t)
	if _, err := DrawTerrain[view.Public](p, Terrain{Say: spoken}, Paper()); !errors.Is(err, errNoMap) {
		t.Errorf("a chart without a map: %v", err)
	}
	l := luck()
	l.Tallies[0].Seen = l.Tallies[0].Seen[1:]
	if _, err := DrawLuck[view.Public](p, l, Paper()); err == nil ||
		!strings.Contains(err.Error(), `"Faces" has 6 labels, 5 counts`) {
		t.Errorf("a tally that lacks a count: %v", err)
	}
	l = luck()
	l.Tallies[1].Expected[3] = math.NaN()
	if _, err := DrawLuck[view.Secret](p, l, Paper()); err == nil ||
		!strings.Contains(err.Error(), `"Sums of two dice" expects`) {
		t.Errorf("a tally of what is no number: %v", err)
	}
	v := combatTable()
	for range 12 {
		v.Rows = append(v.Rows, gunnery().Rows...)
	}
	if _, err := DrawTable[view.Public](p, Table{Table: v, Say: spoken}, Paper()); !errors.Is(err, layout.ErrTooLarge) {
		t.Errorf("a table of %d rows: %v", len(v.Rows), err)
	}
	if pic, err := DrawChances[view.Secret](p, Chances{Say: spoken}, Paper()); err != nil || len(pic.PNG()) == 0 {
		t.Errorf("chances of nothing: %v", err)
	}
}

// spoken says a text by its identifier: the texts of these tests have no messages.
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
		Sides: []order.Nation{{ID: "blue", Name: "Blue", Color: "#0072b2"}, {ID: "red", Name: "Red", Color: "#d55e00"}}}
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
		return bytesOf(DrawTerrain[view.Public](p, Terrain{Charts: charts, Map: chartMap(), Say: spoken, Title: "Terrain Effects",
			Kind: kind}, s))
	}
}

// bytesOf is the file of a picture.
func bytesOf(p Picture[view.Public], err error) ([]byte, error) { return p.PNG(), err }

// pages are pictures of words and figures, by the names of their goldens.
func pages() map[string]drawing {
	table := func(t view.Table, column, row int) drawing {
		return func(p *Painter, s Style) ([]byte, error) {
			return bytesOf(DrawTable[view.Public](p, Table{Table: t, Say: spoken, Game: "Drill", Column: column, Row: row}, s))
		}
	}
	return map[string]drawing{
		"page-table-lit":    table(combatTable(), 5, 6),
		"page-table-row":    table(combatTable(), 0, 1),
		"page-table-d66":    table(gunnery(), 5, 36),
		"page-table-broad":  table(broadTable(), 11, 2),
		"page-terrain":      pageOfTerrain("light-woods", terrainCharts()...),
		"page-terrain-side": pageOfTerrain("", terrainCharts()[0]),
		"page-chances":      func(p *Painter, s Style) ([]byte, error) { return bytesOf(DrawChances[view.Public](p, chances(), s)) },
		"page-luck":         func(p *Painter, s Style) ([]byte, error) { return bytesOf(DrawLuck[view.Public](p, luck(), s)) },
	}
}
