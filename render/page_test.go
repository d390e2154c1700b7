package render

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"grognard/render/internal/layout"
	"grognard/rules/view"

	"pgregory.net/rapid"
)

// extremes are pages of more and longer texts than any game has.
func extremes() map[string]drawing {
	return map[string]drawing{
		"table": func(p *Painter, s Style) ([]byte, error) {
			return p.tablePage(Table{Table: broadTable(), Say: spoken}, s)
		},
		"terrain": pageOfTerrain("hills-27", broadCharts()...),
		"luck":    func(p *Painter, s Style) ([]byte, error) { return p.luckPage(broadLuck(), s) },
		"chances": func(p *Painter, s Style) ([]byte, error) {
			c := chances()
			c.Title, c.Results = strings.Repeat("Panzergrenadierdivisionsversorgungstruppe",
				3), strings.Repeat("result ", 40)
			for i := range c.Estimate.Results {
				c.Estimate.Results[i].Result += strings.Repeat("K", 7*i)
			}
			c.Estimate.Throws, c.Estimate.Chances[0].What = 1<<40, text(strings.Repeat("x", 90))
			return p.chancesPage(c, s)
		},
	}
}

// Whatever is printed, nothing reaches into the edges of the page.
func TestPagesKeepTheirEdges(t *testing.T) {
	for name, draw := range extremes() {
		for _, s := range Styles() {
			t.Run(name+"."+s.Name, func(t *testing.T) {
				t.Parallel()
				b, err := draw(painter(t), s)
				if err != nil {
					t.Fatal(err)
				}
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
func TestAnyTableIsDrawn(t *testing.T) {
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
		b, err := p.tablePage(Table{Table: v, Say: spoken, Column: rapid.IntRange(-1, 13).Draw(t, "column"),
			Row: rapid.IntRange(-1, 9).Draw(t, "row")}, Paper())
		if err != nil {
			t.Fatal(err)
		}
		m, err := png.Decode(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		inEdges(t, m.(*image.Paletted), Paper())
	})
}

// A highlighted column, row and their entry can be seen, and told apart, in shades of grey.
func TestWhatIsLitShowsWithoutColour(t *testing.T) {
	p := painter(t)
	for _, s := range Styles() {
		pics := map[[2]int]image.Image{}
		for _, lit := range [][2]int{{0, 0}, {5, 0}, {0, 6}, {5, 6}, {4, 6}, {5, 7}} {
			b, err := p.tablePage(Table{Table: combatTable(), Say: spoken, Column: lit[0], Row: lit[1]}, uncoloured(s))
			if err != nil {
				t.Fatal(err)
			}
			pics[lit] = decode(t, b)
		}
		for one, a := range pics {
			for other, b := range pics {
				if d := unlike(a, b); one != other && d < 0.005 {
					t.Errorf("%s: %v and %v lit differ in %.2f%% of their pixels", s.Name, one, other, 100*d)
				}
			}
		}
	}
}

// Pages are the same to the byte, whatever was drawn before and by however many at once.
func TestPagesAreAlwaysTheSame(t *testing.T) {
	used := painter(t)
	var wg sync.WaitGroup
	for name, draw := range pages() {
		want, err := draw(painter(t), Dark())
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			wg.Go(func() {
				if got, err := draw(used, Dark()); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s: %v, or other bytes than alone", name, err)
				}
			})
		}
	}
	wg.Wait()
}

// Charts stand beside each other, and a column that is the same in all of them stands there once.
func TestChartsBesideEachOther(t *testing.T) {
	g, err := painter(t).pageOf(Paper(), "charts", chartMap().Sides)
	if err != nil {
		t.Fatal(err)
	}
	charts := terrainCharts()
	charts[1].Columns = append(charts[1].Columns, text("Supply"))
	charts[1].Rows = append(charts[1].Rows,
		view.TerrainRow{Kind: "dunes", Name: text("dunes"), Entries: []view.Text{text("2 MP")}})
	made := Terrain{Charts: charts, Map: chartMap(), Say: spoken, Kind: "dunes"}.grid(g.Atlas)
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

func TestPercent(t *testing.T) {
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

func TestPagesThatCannotBe(t *testing.T) {
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

// BenchmarkPages times each page in turns with the encoder alone.
func BenchmarkPages(b *testing.B) {
	p := painter(b)
	for name, draw := range pages() {
		first, err := draw(p, Paper())
		if err != nil {
			b.Fatal(err)
		}
		m := decode(b, first).(*image.Paletted)
		b.Run(name, func(b *testing.B) {
			t := inTurns(b, func() error { _, err := draw(p, Paper()); return err },
				func() error { _, err := p.png.Encode(m); return err })
			b.ReportMetric(t[0], "ms")
			b.ReportMetric(t[0]/t[1], "page/encoder")
			b.ReportMetric(float64(len(first))/1024, "KiB")
		})
	}
}
