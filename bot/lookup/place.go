package lookup

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/letters"
	"grognard/rules/view"
)

// Place is a place in a table; -1 is none.
type Place struct {
	Column int    // an index of Columns
	Row    int    // an index of Rows
	Below  string // the only result for odds below the first column, for which Column is -1
	Ruled  string // the ID of the text saying that a ruling finds the column, "" for none
}

// Find finds a column and a roll in a table, as modifiers move them. A column is given by its heading or by two
// strengths, 9:4 or 9-4. An empty text finds none.
func (b *Book) Find(t view.Table, column, roll string, all []view.Modifier) (at Place, err error) {
	at = Place{Column: -1, Row: -1}
	if column != "" {
		if at, err = b.column(t, column, all); err != nil {
			return at, err
		}
	}
	if roll == "" {
		return at, nil
	}
	n, err := rollOf(t, roll)
	last := t.Rows[len(t.Rows)-1]
	at.Row = slices.IndexFunc(t.Rows, func(r view.TableRow) bool { return r.Holds(n) })
	if err != nil || at.Row < 0 {
		return at, &view.Mistake{Why: view.T("ask.no-roll", "table", t.ID, "roll", view.Typed(roll), "dice", t.Dice,
			"least", t.Rows[0].Roll, "most", max(last.Roll, last.Last))}
	}
	if by := (view.Inquiry{Modifiers: all}).Together(); by.Roll != 0 {
		at.Row = t.Row(n + by.Roll)
	}
	return at, nil
}

// rollOf reads a roll of a table: the number that is looked up, or the faces of its dice, such as 6+1 or 6, 1.
func rollOf(t view.Table, typed string) (int, error) {
	typed = strings.TrimSpace(letters.Plain(typed))
	faces := strings.FieldsFunc(typed, func(r rune) bool { return strings.ContainsRune("+, ", r) })
	if len(faces) != 2 || t.Dice != "2d6" && t.Dice != "d66" {
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
	name = strings.ReplaceAll(strings.ToLower(strings.Join(strings.Fields(letters.Plain(name)), " ")), "to", ":")
	name = strings.ReplaceAll(strings.TrimSpace(strings.TrimSuffix(name, "odds")), " ", "")
	for _, sign := range []string{"-", "/"} {
		if !t.Beside && !strings.Contains(name, ":") {
			name = strings.Replace(name, sign, ":", 1)
		}
	}
	return name
}

// column finds a column of a table; -1 is left of the first, where there is only one result.
func (b *Book) column(t view.Table, typed string, all []view.Modifier) (Place, error) {
	at := Place{Column: -1, Row: -1}
	name := ratio(t, typed)
	i := slices.IndexFunc(t.Columns, func(heading string) bool {
		return typed == heading || slices.Contains([]string{name, name + "+"}, ratio(t, heading))
	})
	found, by := i >= 0, view.Inquiry{Modifiers: all}.Together()
	if !found && b.Aid != nil {
		i, found = b.Aid.Column(t.ID, strings.TrimSpace(typed))
	}
	net, err := strconv.Atoi(letters.Plain(typed))
	if !found && err == nil && !t.NoFight && slices.Contains(t.Columns, "0") {
		i = slices.IndexFunc(t.Columns, func(heading string) bool {
			n, err := strconv.Atoi(letters.Plain(heading))
			return err == nil && n >= net+by.Shift // which counts before the ends of the table do
		})
		if found, by.Shift = true, 0; i < 0 { // the shift is counted now; above all headings the last one holds
			i = len(t.Columns) - 1
		}
	}
	multiplied := by.Attack != chart.Whole(1) || by.Defence != chart.Whole(1) // this needs strengths, not a heading
	if found && !multiplied && (i >= 0 || t.Below != "") {
		if at.Column = t.Shifted(i, by.Shift); at.Column < 0 {
			at.Below = t.Below
		}
		return at, nil
	}
	if multiplied && !t.Beside && !strings.Contains(name, ":") {
		return at, &view.Mistake{Why: view.T("ask.column-multiplied", "column", view.Typed(typed))}
	}
	attack, defence, both := strings.Cut(strings.TrimSuffix(name, "+"), ":")
	if !both && t.Beside {
		defence = "0"
	}
	e, err := b.Odds(Fight{Table: t.ID, Attack: attack, Defence: defence, Modifiers: all})
	if err != nil || both == t.Beside { // typed is no strengths, or not as many as the table compares
		if t.NoFight {
			return at, &view.Mistake{Why: view.T("ask.no-heading", "table", t.ID, "column", view.Typed(typed),
				"columns", t.Columns)}
		}
		return at, &view.Mistake{Why: view.T("ask.no-column", "table", t.ID, "column", view.Typed(typed),
			"columns", t.Columns)}
	}
	if at.Column, at.Ruled = e.Column, e.Ruled.ID; e.Column < 0 && len(e.Results) > 0 {
		at.Below = e.Results[0].Result
	}
	return at, nil
}
