// Package modified is what a player adds when he looks something up in a table: modifiers by their names, and dice that
// are thrown for it.
//
//	all, err := modified.Find(reference, table, "armour, woods", say)
//	dice, thrown, err := modified.Roll(entropy, table)
package modified

import (
	"io"
	"slices"
	"strings"

	"grognard/rules/nearest"
	"grognard/rules/notation"
	"grognard/rules/view"
)

// mostModifiers is how many modifiers can be named together.
const mostModifiers = 8

// Choices returns the named modifiers that count in a table.
func Choices(r view.Reference, t view.Table) (out []view.Modifier) {
	for _, m := range r.Modifiers {
		if len(m.Tables) == 0 || slices.Contains(m.Tables, t.ID) {
			out = append(out, m)
		}
	}
	return out
}

// Called returns what a modifier is called: its text in the words of say, or Name if it has none.
func Called(m view.Modifier, say func(view.Text) string) string {
	if m.Said.ID == "" {
		return m.Name
	}
	return say(m.Said)
}

// Find finds modifiers of a table by what is typed: the Name of each or what Called returns, in any case, with commas
// between them. "" means none.
func Find(r view.Reference, t view.Table, typed string, say func(view.Text) string) (out []view.Modifier, err error) {
	known := Choices(r, t)
	var names []string
	for _, m := range known {
		names = append(names, Called(m, say))
	}
	for _, name := range Names(typed) {
		i := slices.IndexFunc(known, func(m view.Modifier) bool {
			return strings.EqualFold(m.Name, name) || strings.EqualFold(Called(m, say), name)
		})
		switch {
		case len(known) == 0:
			return nil, &view.Mistake{Why: view.T("ask.no-modifiers", "table", t.Title)}
		case i < 0:
			return nil, &view.Mistake{Why: view.T("ask.no-modifier", "modifier", view.Typed(name),
				"modifiers", nearest.Names(name, names))}
		case !slices.ContainsFunc(out, func(m view.Modifier) bool { return m.Name == known[i].Name }):
			out = append(out, known[i])
		}
	}
	if len(out) > mostModifiers {
		return nil, &view.Mistake{Why: view.T("ask.modifiers-many", "n", len(out), "most", mostModifiers)}
	}
	return out, nil
}

// Separators divide the names in a list.
const Separators = ",;，"

// Names returns the names in a list.
func Names(typed string) (out []string) {
	for name := range strings.FieldsFuncSeq(typed, func(r rune) bool { return strings.ContainsRune(Separators, r) }) {
		if name = strings.Join(strings.Fields(name), " "); name != "" {
			out = append(out, name)
		}
	}
	return out
}

// Roll throws the dice of a table. It returns the dice and the throw, whose total is as the table reads it (see Zero).
func Roll(entropy io.Reader, t view.Table) (dice notation.Throw, thrown notation.Thrown, err error) {
	if dice, err = notation.ParseThrow(t.Dice); err != nil {
		return dice, thrown, err
	}
	thrown, err = dice.Roll(entropy)
	if t.Zero && thrown.Total == dice.Groups[0].Sides {
		thrown.Total = 0
	}
	return dice, thrown, err
}

// IsDice reports whether somebody typed a table's dice instead of a roll, such as 2d6: then they are to be thrown.
func IsDice(t view.Table, typed string) bool {
	asked, err := notation.ParseThrow(typed)
	if err != nil {
		return false
	}
	own, err := notation.ParseThrow(t.Dice)
	return err == nil && len(asked.Groups) > 0 && asked.String() == own.String()
}
