package look

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/charttext"
	"grognard/bot/discord/page"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/ticks"
	"grognard/bot/discord/wording"
	"grognard/bot/lookup"
	"grognard/bot/lookup/modified"
	"grognard/render"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The look-ups of what a game prints beside its map.
const (
	CrtVerb     = "crt"
	terrainVerb = "terrain"
)

// lookTable answers /crt: a table as a picture, the column and row asked for highlighted, and their entries in words.
func (l *Lookups) lookTable(ctx context.Context, req ask.Request, m ask.TypedCommand) (ask.LookupResult, error) {
	g, err := l.gameOf(ctx, req, m)
	if err != nil {
		return ask.LookupResult{}, err
	}
	t, err := g.Book.Table(m.Values["table"])
	if err != nil {
		return ask.LookupResult{}, err
	}
	loc := req.Localizer.On(g.Map())
	all, err := ticks.Read(loc, g.Book, t, m)
	if err != nil {
		return ask.LookupResult{}, err
	}
	lines, roll, chance := []string{"**" + g.Title + "** · " + loc.Text(t.Title) + " · " + t.Dice +
		string(wording.Citation(t.Rule))}, m.Values["roll"], modified.IsDice(t, m.Values["roll"])
	if chance {
		dice, thrown, err := modified.Roll(l.Entropy, t)
		if err != nil {
			return ask.LookupResult{}, err
		}
		roll = strconv.Itoa(thrown.Total)
		lines = append(lines, loc.Say("roll.comes", "faces", wording.InWords(faces(dice, thrown)), "total", roll))
	}
	at, err := g.Book.Find(t, m.Values["odds"], roll, all)
	if err != nil {
		return ask.LookupResult{}, err
	}
	t = g.Book.With(t, all)
	lines = append(lines, ticks.Words(loc, all), tableEntry(loc, t, at, m.Values["odds"] != ""))
	means := ticks.Meanings(loc, g.Map(), t, ticks.Entries(t, at))
	words := strings.Join(slices.DeleteFunc(append(lines, means...), func(s string) bool { return s == "" }), "\n") +
		tell.ChangedInWords(loc, g.Origin)
	said := m.With(GameValue, g.ID)
	others := tableButtons(loc, g, func(other view.Table) bool { return other.ID != t.ID })
	tables := page.Rows(others[:min(len(others), page.RowLimit)])
	modifiers := ticks.Rows(loc, g.Book, t, said.With("roll", roll), all)
	room := page.ButtonLimit/page.RowLimit - 1 - len(tables) // the last row is for the answer's other buttons
	p := page.Page[view.Public]{Text: words, Rows: append(tables, modifiers[:min(len(modifiers), room)]...)}
	p.Figures = l.cachedFigure(ctx, req, m, g, "results.png", ticks.Plain(words)+"\n"+charttext.OfTable(t),
		fmt.Sprint(t.ID, at, all), func(style render.Style) (render.Picture[view.Public], error) {
			return render.DrawTable[view.Public](l.Painter, render.Table{Table: t, Say: loc.Plainly, Game: g.Title,
				Note: ticks.Plain(strings.Join(means, "; ")), Column: at.Column + 1, Row: at.Row + 1}, style)
		})
	out := ask.LookupResult{Page: p, Said: said, Chance: chance}
	if id, ok := said.With("roll", t.Dice).ID(page.PressLook); ok {
		out.Beside = append(out.Beside, page.Button(loc.Say("button.throw", "dice", t.Dice), id,
			discordgo.PrimaryButton))
	}
	return out, nil
}

// tableEntry returns what a table says in the column or row that is asked for. column is true if one is named.
func tableEntry(loc wording.Localizer, t view.Table, at lookup.Place, column bool) string {
	heading := wording.InWords("")
	if at.Column >= 0 {
		heading = ticks.Printed(t.Columns[at.Column])
	}
	if at.Ruled != "" {
		heading += wording.InWords(loc.Text(view.T(at.Ruled)))
	}
	switch {
	case column && at.Column < 0 && t.Below == "":
		return loc.Say("odds.no-roll", "least", wording.InWords(t.Columns[0]))
	case column && at.Column < 0:
		return loc.Say("crt.left", "column", t.Columns[0]) + ticks.Below(loc, t)
	case column && at.Row >= 0:
		r := t.Rows[at.Row]
		result := r.Entries[at.Column]
		return loc.Say("crt.entry", "column", heading, "roll", r.Label(), "result", ticks.Printed(result),
			"chance", wording.InWords(charttext.Chance(r.Throws, t.Throws())),
			"share", wording.InWords(charttext.Chance(t.Share(at.Column, result), t.Throws())))
	case column:
		e := view.Estimate{Throws: t.Throws(), Results: t.Shares(at.Column)}
		return loc.Say("crt.column", "column", heading, "results", wording.InWords(resultChances(e)))
	case at.Row >= 0:
		r := t.Rows[at.Row]
		entries := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			entries[i] = string(ticks.Printed(c) + " **" + ticks.Printed(r.Entries[i]) + "**")
		}
		return loc.Say("crt.row", "roll", r.Label(), "entries", wording.InWords(strings.Join(entries, " · ")))
	}
	return loc.Say("crt.whole", "read", t.Read, "columns", ticks.Printed(strings.Join(t.Columns, ", ")))
}

// lookTerrain answers /terrain: the terrain charts as a picture, or what they say of one kind.
func (l *Lookups) lookTerrain(ctx context.Context, req ask.Request, m ask.TypedCommand) (ask.LookupResult, error) {
	g, err := l.gameOf(ctx, req, m)
	if err != nil {
		return ask.LookupResult{}, err
	}
	charts, err := g.Book.Terrain(m.Values["kind"], m.Values["side"], req.Localizer.Text)
	if err != nil {
		return ask.LookupResult{}, err
	}
	on := g.Map()
	loc, kind := req.Localizer.On(on), m.Values["kind"]
	all := charttext.OfTerrain(loc, g.Title, charts, true)
	p := page.Page[view.Public]{Text: all}
	if kind == "" || utf8.RuneCountInString(all) > page.PageRoom {
		p.Text = charttext.OfTerrain(loc, g.Title, charts, false)
	}
	p.Text += tell.ChangedInWords(loc, g.Origin)
	p.Figures = l.cachedFigure(ctx, req, m, g, "terrain.png", wording.Unmarked(all),
		fmt.Sprint(kind, " ", m.Values["side"]), func(style render.Style) (render.Picture[view.Public], error) {
			return render.DrawTerrain[view.Public](l.Painter, render.Terrain{Charts: charts, Map: on, Say: loc.Plainly,
				Title: g.Title, Bare: !g.Playable()}, style)
		})
	return ask.LookupResult{Page: p, Said: m.With(GameValue, g.ID)}, nil
}
