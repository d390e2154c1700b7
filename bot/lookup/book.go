package lookup

import (
	"slices"
	"strings"

	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/nearest"
	"grognard/rules/notation"
	"grognard/rules/order"
	"grognard/rules/playeraid"
	"grognard/rules/view"
)

// Book is the printed tables and charts of one game.
type Book struct {
	source
	ID, Title string
	Sides     []order.Nation
	Hash      [32]byte            // of what it was read from
	Game      *modules.Definition // nil where there are tables alone
	Aid       *playeraid.Aid      // nil for a whole game
}

// source answers for the tables of a book.
type source interface {
	Reference() view.Reference
	Reckon(view.Inquiry) (view.Estimate, error)
}

// Of makes the book of a game.
func Of(d *modules.Definition) (*Book, error) {
	h, err := rules.HandbookOf(d)
	if err != nil {
		return nil, err
	}
	return &Book{source: h, ID: d.ID, Title: d.Title, Sides: d.Sides, Hash: d.Hash, Game: d}, nil
}

// With returns a table as modifiers change it: what they add to the dice changes how many throws lead to each row.
func (b *Book) With(t view.Table, all []view.Modifier) view.Table {
	if b.Aid == nil {
		return t
	}
	return b.Aid.Modified(t, all)
}

// OfAid makes the book of a game of which there are tables alone.
func OfAid(a *playeraid.Aid) *Book {
	return &Book{source: a, ID: a.ID, Title: a.Title, Sides: a.Sides, Hash: a.Hash, Aid: a}
}

// Table finds a table by its identifier; "" is the first.
func (b *Book) Table(id string) (view.Table, error) {
	tables := b.Reference().Tables
	var ids []string
	if at, err := b.Reference().FightTable(id); err == nil && id == "" {
		return tables[at], nil
	}
	for _, t := range tables {
		if id == "" || strings.EqualFold(t.ID, slug(id)) {
			return t, nil
		}
		ids = append(ids, t.ID)
	}
	if len(ids) == 0 {
		return view.Table{}, &view.Mistake{Why: view.T("ask.no-tables")}
	}
	return view.Table{}, &view.Mistake{Why: view.T("ask.no-table", "table", view.Typed(id), "tables", ids)}
}

// Fight is an imagined fight, as a player types it.
type Fight struct {
	Table           string // its identifier; "" for the first table of fights
	Attack, Defence string // as notation.Strength reads them; no defence where the table needs one strength alone
	Shift           int    // in columns, to the left when negative
	Modifiers       []view.Modifier
}

// Odds computes an imagined fight.
func (b *Book) Odds(f Fight) (view.Estimate, error) {
	tables := b.Reference()
	at, err := tables.FightTable(f.Table)
	if err != nil {
		return view.Estimate{}, err
	}
	t := tables.Tables[at]
	q := view.Inquiry{Table: t.ID, Shift: f.Shift, Modifiers: f.Modifiers}
	switch {
	case strings.TrimSpace(f.Attack) == "":
		return view.Estimate{}, &view.Mistake{Why: view.T("ask.no-attack")}
	case strings.TrimSpace(f.Defence) == "" && !t.Beside:
		return view.Estimate{}, &view.Mistake{Why: view.T("ask.no-defence")}
	}
	if q.Attack, err = notation.Strength(f.Attack); err != nil {
		return view.Estimate{}, err
	}
	if !t.Beside {
		if q.Defence, err = notation.Strength(f.Defence); err != nil {
			return view.Estimate{}, err
		}
	}
	return b.Reckon(q)
}

// Terrain returns the terrain charts, limited to a kind of terrain and to a side; "" means all. A kind is given by its
// identifier, by its name as say translates it, or by a part of either, such as river.
func (b *Book) Terrain(kind, side string, say func(view.Text) string) ([]view.TerrainChart, error) {
	charts := b.Reference().Terrain
	if len(charts) == 0 {
		return nil, &view.Mistake{Why: view.T("ask.no-terrain")}
	}
	s, err := b.side(side)
	if err != nil {
		return nil, err
	}
	var out []view.TerrainChart
	var kinds []string
	for _, c := range charts {
		if s != "" && !slices.Contains(c.Sides, s) {
			continue
		}
		if s != "" {
			c.Sides = []order.Side{s}
		}
		for _, r := range c.Rows {
			kinds = append(kinds, r.Kind)
		}
		if c.Rows = ofKind(c.Rows, kind, say); len(c.Rows) > 0 {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return nil, &view.Mistake{Why: view.T("ask.no-kind", "terrain", view.Typed(kind),
			"kinds", nearest.Names(slug(kind), kinds))}
	}
	return out, nil
}

// slug writes a name like an identifier.
func slug(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), "-")) }

// ofKind returns the row of a kind, or else the rows that have kind within their identifier or name.
func ofKind(rows []view.TerrainRow, kind string, say func(view.Text) string) (out []view.TerrainRow) {
	want := slug(kind)
	for _, r := range rows {
		name := slug(say(r.Name))
		if r.Kind == want || name == want {
			return []view.TerrainRow{r}
		}
		if strings.Contains(r.Kind, want) || strings.Contains(name, want) {
			out = append(out, r)
		}
	}
	return out
}

// side finds a side by its identifier or name. For "" it returns "", which stands for all sides.
func (b *Book) side(name string) (order.Side, error) {
	if name == "" {
		return "", nil
	}
	var all []string
	for _, s := range b.Sides {
		if s.ID == order.SideCalled(b.Sides, order.Side(name)) {
			return s.ID, nil
		}
		all = append(all, string(s.ID))
	}
	return "", &view.Mistake{Why: view.T("ask.no-side", "typed", view.Typed(name), "sides", all)}
}
