package render

import (
	"slices"
	"strings"

	"grognard/render/internal/ground"
	"grognard/render/internal/page"
	"grognard/render/internal/sprite"
	"grognard/render/scene"
	"grognard/rules/geography"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Terrain is what DrawTerrain draws: the chart of one side, or those of several sides beside each other. A
// column that is equal in all charts is drawn once.
type Terrain struct {
	Charts []view.TerrainChart
	Map    *view.Map // of the game: its sides and their colours, and which kinds are ground, water and ways
	Say    Say
	Title  string
	Kind   string // the kind of terrain whose row is highlighted; "" for none
	Bare   bool   // draw no samples of the map, because the game has none
}

// DrawTerrain makes a picture of charts of terrain, each kind with a sample of the map. It shows nothing but
// what the game prints, so everybody may see it.
func DrawTerrain[A view.Audience](p *Painter, t Terrain, s Style) (Picture[A], error) {
	return madePage[A](p, s, t.Map, func(g *page.Page) error {
		var about []string
		for _, c := range t.Charts {
			about = append(about, string(c.Rule))
		}
		about = slices.Compact(about)
		if len(t.Charts) == 1 {
			about = append(about, named(g.Atlas, t.Charts[0].Sides))
		}
		g.Heading(t.Title, joined(about...))
		g.Grid(t.grid(g.Atlas))
		return nil
	})
}

// chartColumn is a column of one chart. It stands for all charts if they are alike there.
type chartColumn struct {
	chart, column int
	heading       page.Cell
}

// grid returns the table for a page: a row for each kind of terrain, in the order in which the charts have them.
func (t Terrain) grid(a sprite.Atlas) page.Table {
	columns := t.columns(a)
	g := page.Table{Head: []page.Cell{{}}, Leads: 1, LitColumn: -1, LitRow: -1}
	for _, c := range columns {
		g.Head = append(g.Head, c.heading)
	}
	for i, r := range t.rows() {
		row := []page.Cell{{Text: t.Say.of(r.Name), Note: string(r.Rule), Sample: t.sample(r.Kind)}}
		for _, c := range columns {
			row = append(row, page.Cell{Text: t.entry(c.chart, c.column, r.Kind), Plain: true})
		}
		g.Rows = append(g.Rows, row)
		if r.Kind == t.Kind {
			g.LitRow = i
		}
	}
	return g
}

func (t Terrain) rows() (out []view.TerrainRow) {
	for _, c := range t.Charts {
		for _, r := range c.Rows {
			if !slices.ContainsFunc(out, func(o view.TerrainRow) bool { return o.Kind == r.Kind }) {
				out = append(out, r)
			}
		}
	}
	return out
}

// columns returns the columns of the first chart, each followed by those of the other charts with the same
// heading unless they are alike, and then the columns that the first chart lacks.
func (t Terrain) columns(a sprite.Atlas) (out []chartColumn) {
	var done []string
	for _, c := range t.Charts {
		for _, h := range c.Columns {
			heading := t.Say.of(h)
			if slices.Contains(done, heading) {
				continue
			}
			done = append(done, heading)
			out = append(out, t.like(a, heading)...)
		}
	}
	return out
}

// like returns the columns with a heading: one of each chart that has it, or only one if all charts have it alike.
func (t Terrain) like(a sprite.Atlas, heading string) (out []chartColumn) {
	for i, c := range t.Charts {
		at := slices.IndexFunc(c.Columns, func(h view.Text) bool { return t.Say.of(h) == heading })
		if at >= 0 {
			out = append(out, chartColumn{i, at, page.Cell{Text: heading}})
		}
	}
	alike := len(out) == len(t.Charts) && !slices.ContainsFunc(t.rows(), func(r view.TerrainRow) bool {
		return slices.ContainsFunc(out, func(c chartColumn) bool {
			return t.entry(c.chart, c.column, r.Kind) != t.entry(out[0].chart, out[0].column, r.Kind)
		})
	})
	if alike {
		return out[:1]
	}
	for i, c := range out {
		sides := t.Charts[c.chart].Sides
		if len(sides) > 0 {
			out[i].heading.Side = sides[0]
		}
		out[i].heading.Note = named(a, sides)
	}
	return out
}

// named lists the names of some sides.
func named(a sprite.Atlas, sides []order.Side) string {
	var names []string
	for _, s := range sides {
		names = append(names, a.SideStyle(s).Name)
	}
	return strings.Join(names, ", ")
}

// entry returns what a chart says of a kind, "" if it has no such row.
func (t Terrain) entry(chart, column int, kind string) string {
	rows := t.Charts[chart].Rows
	i := slices.IndexFunc(rows, func(r view.TerrainRow) bool { return r.Kind == kind })
	if i < 0 || column >= len(rows[i].Entries) {
		return ""
	}
	return t.Say.of(rows[i].Entries[column])
}

// sample returns the look of a sample of a kind, as ground, water or way: by the map, else by the kind's usual meaning.
func (t Terrain) sample(kind string) ground.WindowLook {
	l := ground.WindowLook{Kind: scene.TerrainEntry, ID: kind, Wide: page.SwatchWide, High: page.SwatchHigh,
		D: page.SwatchHex}
	switch {
	case t.Bare:
		l.Wide = 0 // no sample
	case slices.ContainsFunc(t.Map.Ways, func(w geography.Way) bool { return w.Kind == kind }):
		l.Kind = scene.WayEntry
	case slices.ContainsFunc(t.Map.Water, func(c geography.Course) bool { return c.Kind == kind }):
		l.Kind = scene.WaterEntry
	case slices.Contains([]string{"track", "road", "railroad"}, kind):
		l.Kind = scene.WayEntry
	case slices.Contains([]string{"minor-river", "major-river", "lake"}, kind):
		l.Kind = scene.WaterEntry
	}
	return l
}

// joined puts those texts that are not empty on one line.
func joined(texts ...string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return s == "" }), "  ·  ")
}
