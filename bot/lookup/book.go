package lookup

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/nearest"
	"grognard/rules/notation"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Book is the printed tables and charts of one game.
type Book struct{ *rules.Handbook }

// Of makes the book of a game.
func Of(d *modules.Definition) (*Book, error) {
	h, err := rules.HandbookOf(d)
	if err != nil {
		return nil, err
	}
	return &Book{h}, nil
}

// ID is the identifier of the game.
func (b *Book) ID() string { return b.Game().ID }

// Title is the name of the game.
func (b *Book) Title() string { return b.Game().Title }

// Table finds a table by its identifier; "" is the first.
func (b *Book) Table(id string) (view.Table, error) {
	tables := b.Reference().Tables
	var ids []string
	for _, t := range tables {
		if id == "" || strings.EqualFold(t.ID, id) {
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
	Table           string // "" for the first of a fight
	Attack, Defence string // as notation.Strength reads them; no defence where the table needs one strength alone
	Shift           int    // in columns, to the left when negative
}

// Odds computes an imagined fight.
func (b *Book) Odds(f Fight) (view.Estimate, error) {
	tables := b.Reference()
	at, err := tables.FightTable(f.Table)
	if err != nil {
		return view.Estimate{}, err
	}
	t := tables.Tables[at]
	q := view.Inquiry{Table: t.ID, Shift: f.Shift}
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

// Terrain is the terrain charts, limited to a kind of terrain and to a side; "" is all of them. A kind is given
// by its identifier, by its name as say translates it, or by a part of either, such as river.
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

// ofKind is the row of a kind, or else the rows with the text in their identifier or name.
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

// side finds a side by its identifier or name; "" is all.
func (b *Book) side(name string) (order.Side, error) {
	if name == "" {
		return "", nil
	}
	var all []string
	for _, s := range b.Game().Sides {
		if strings.EqualFold(name, string(s.ID)) || strings.EqualFold(name, s.Name) {
			return s.ID, nil
		}
		all = append(all, string(s.ID))
	}
	return "", &view.Mistake{Why: view.T("ask.no-side", "typed", view.Typed(name), "sides", all)}
}

// Place is a place in a table; -1 is none.
type Place struct {
	Column int    // an index of Columns
	Row    int    // an index of Rows
	Below  string // the only result where odds are below the first column, and Column is -1
	Ruled  string // the text that a ruling finds the column, "" for none
}

// Find finds a column and a roll in a table. A column is given by its heading or by two strengths, 9:4 or 9-4.
// An empty text finds none.
func (b *Book) Find(t view.Table, column, roll string) (at Place, err error) {
	at = Place{Column: -1, Row: -1}
	if column != "" {
		if at, err = b.column(t, column); err != nil {
			return at, err
		}
	}
	if roll == "" {
		return at, nil
	}
	n, err := rollOf(t, roll)
	first, last := t.Rows[0].Roll, t.Rows[len(t.Rows)-1].Roll
	at.Row = slices.IndexFunc(t.Rows, func(r view.TableRow) bool { return r.Roll == n })
	if err != nil || at.Row < 0 {
		return at, &view.Mistake{Why: view.T("ask.no-roll", "table", t.ID, "roll", view.Typed(roll), "dice", t.Dice,
			"least", first, "most", last)}
	}
	return at, nil
}

// rollOf reads a roll of a table: the number that is looked up, or the faces of its dice, such as 6+1 or 6, 1.
func rollOf(t view.Table, typed string) (int, error) {
	typed = strings.TrimSpace(typed)
	faces := strings.FieldsFunc(typed, func(r rune) bool { return strings.ContainsRune("+, ", r) })
	if len(faces) != 2 || !strings.Contains(t.Dice, "2d") && t.Dice != "d66" {
		return strconv.Atoi(typed)
	}
	first, err := strconv.Atoi(faces[0])
	second, errSecond := strconv.Atoi(faces[1])
	if err = errors.Join(err, errSecond); min(first, second) < 1 || max(first, second) > 6 {
		return 0, cmp.Or(err, strconv.ErrRange)
	}
	if t.Dice == "d66" {
		first *= 10
	}
	return first + second, err
}

// ratio writes odds as columns are headed: dashes of all kinds, "3 to 1", 3to1, 3/1 and blanks are read too.
func ratio(t view.Table, name string) string {
	name = strings.NewReplacer("–", "-", "—", "-", "−", "-", "‑", "-", "∶", ":", "：", ":", "to", ":").Replace(
		strings.ToLower(strings.Join(strings.Fields(name), " ")))
	name = strings.ReplaceAll(strings.TrimSpace(strings.TrimSuffix(name, "odds")), " ", "")
	for _, sign := range []string{"-", "/"} {
		if !t.Beside && !strings.Contains(name, ":") {
			name = strings.Replace(name, sign, ":", 1)
		}
	}
	return name
}

// column finds a column of a table; -1 is left of the first, where there is only one result.
func (b *Book) column(t view.Table, typed string) (Place, error) {
	at := Place{Column: -1, Row: -1}
	name := ratio(t, typed)
	for i, heading := range t.Columns {
		if typed == heading || slices.Contains([]string{name, name + "+"}, ratio(t, heading)) {
			at.Column = i
			return at, nil
		}
	}
	attack, defence, both := strings.Cut(strings.TrimSuffix(name, "+"), ":")
	if !both && t.Beside {
		defence = "0"
	}
	e, err := b.Odds(Fight{Table: t.ID, Attack: attack, Defence: defence})
	if err != nil || both == t.Beside {
		return at, &view.Mistake{Why: view.T("ask.no-column", "table", t.ID, "column", view.Typed(typed),
			"columns", t.Columns)}
	}
	if at.Column, at.Ruled = e.Column, e.Ruled.ID; e.Column < 0 && len(e.Results) > 0 {
		at.Below = e.Results[0].Result
	}
	return at, nil
}
