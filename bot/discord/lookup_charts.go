package discord

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"grognard/bot/lookup"
	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/view"
)

// The look-ups of what a game prints beside its map.
const (
	crtVerb     = "crt"
	terrainVerb = "terrain"
)

// lookTable is /crt: a table as a picture, with the column and the row that are asked for lit,
// and these in words.
func (b *bot) lookTable(ctx context.Context, a ask, m meant) (found, error) {
	g, err := b.gameOf(ctx, a, m)
	if err != nil {
		return found{}, err
	}
	t, err := g.Book.Table(m.values["table"])
	if err != nil {
		return found{}, err
	}
	at, err := g.Book.Find(t, m.values["odds"], m.values["roll"])
	if err != nil {
		return found{}, err
	}
	s := a.on(g.SetUp.Board().Map)
	words := "**" + g.Title + "** · " + s.text(t.Title) + " · " + t.Dice + string(rule(t.Rule)) + "\n" + s.lit(t, at, m.values["odds"] != "")
	p := page[view.Public]{text: words}
	p.figures = b.kept(ctx, a, m, g, "results.png", unmarked(words)+"\n"+tabled(t), fmt.Sprint(t.ID, at), func(look render.Style) (render.Picture[view.Public], error) {
		return render.DrawTable[view.Public](b.painter, render.Table{Table: t, Say: s.plainly, Game: g.Title, Column: at.Column + 1, Row: at.Row + 1}, look)
	})
	return found{page: p, said: m.with(gameValue, g.ID)}, nil
}

// lit is what a table says where it is looked up.
func (s speech) lit(t view.Table, at lookup.Place, column bool) string {
	switch {
	case column && at.Column < 0:
		return s.say("crt.left", "column", t.Columns[0])
	case column && at.Row >= 0:
		r := t.Rows[at.Row]
		return s.say("crt.entry", "column", t.Columns[at.Column], "roll", r.Roll, "result", r.Entries[at.Column], "chance", said(outOf(r.Throws, t.Throws())))
	case column:
		e := view.Estimate{Throws: t.Throws(), Results: t.Shares(at.Column)}
		return s.say("crt.column", "column", t.Columns[at.Column], "results", said(shares(e)))
	case at.Row >= 0:
		r := t.Rows[at.Row]
		entries := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			entries[i] = c + " **" + r.Entries[i] + "**"
		}
		return s.say("crt.row", "roll", r.Roll, "entries", said(strings.Join(entries, " · ")))
	}
	return s.say("crt.whole", "read", t.Read, "columns", t.Columns)
}

// tabled is a table in words, a line for each roll.
func tabled(t view.Table) string {
	lines := []string{strings.Join(t.Columns, " | ")}
	for _, r := range t.Rows {
		lines = append(lines, strconv.Itoa(r.Roll)+": "+strings.Join(r.Entries, " | "))
	}
	return strings.Join(lines, "\n")
}

// lookTerrain is /terrain: the charts of terrain as a picture, or what they say of one kind.
func (b *bot) lookTerrain(ctx context.Context, a ask, m meant) (found, error) {
	g, err := b.gameOf(ctx, a, m)
	if err != nil {
		return found{}, err
	}
	charts, err := g.Book.Terrain(m.values["kind"], m.values["side"], a.text)
	if err != nil {
		return found{}, err
	}
	on := g.SetUp.Board().Map
	s, kind := a.on(on), m.values["kind"]
	p := page[view.Public]{text: s.charts(g, charts, kind != "")}
	p.figures = b.kept(ctx, a, m, g, "terrain.png", unmarked(s.charts(g, charts, true)), fmt.Sprint(kind, " ", m.values["side"]), func(look render.Style) (render.Picture[view.Public], error) {
		return render.DrawTerrain[view.Public](b.painter, render.Terrain{Charts: charts, Map: on, Say: s.plainly, Title: g.Title}, look)
	})
	return found{page: p, said: m.with(gameValue, g.ID)}, nil
}

// charts are charts of terrain in words: a line for each kind where one was asked for, else the
// names of the kinds.
func (s speech) charts(g *referee.Printed, charts []view.TerrainChart, asked bool) string {
	var lines []string
	for _, c := range charts {
		head := "**" + g.Title + "** · " + s.value(c.Sides) + string(rule(c.Rule))
		if !asked {
			names := make([]view.Text, len(c.Rows))
			for i, r := range c.Rows {
				names[i] = r.Name
			}
			lines = append(lines, head+": "+s.value(names)+".")
			continue
		}
		lines = append(lines, head)
		for _, r := range c.Rows {
			lines = append(lines, s.terrain(c, r))
		}
	}
	return clip(strings.Join(lines, "\n"), pageRoom)
}

// terrain is a row of a chart in words.
func (s speech) terrain(c view.TerrainChart, r view.TerrainRow) string {
	var parts []string
	for i, e := range r.Entries {
		if e.ID != "" {
			parts = append(parts, s.text(c.Columns[i])+" "+s.text(e))
		}
	}
	return "- **" + s.text(r.Name) + "**" + string(rule(r.Rule)) + ": " + strings.Join(parts, " · ")
}
