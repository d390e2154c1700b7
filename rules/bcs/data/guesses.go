package data

import (
	"fmt"
	"strings"

	"grognard/rules/modules"
)

// The keys of charts.yaml below which Guesses stand.
const (
	underTables  = "tables"
	underSupport = "support"
)

const tablesHelp = `The tables that the game prints, blank. A modifier counts when its key, or what stands
under when, is true; name: is how players see it, and of those with the same group: only
the greatest counts. Take out those that the game does not print, and put in those for
its own terrain, such as woods: {n: -1, when: "terrain:woods"}, and for its hexsides.
Each row of breaks is for some circumstances, the last for all others:
- {when: support, 2-3: f1, 4-10: "-", 11-12: t1 / support drop}
- {2-5: f1, 6-8: "-", 9-12: t1}
What lies beyond the ends of a row belongs to the entries there; 3- and 11+ are read as well.
What is not known is "unknown": an order that needs it is refused, and nothing else is.
Where all tables are those that the game prints, "origin: ~" takes their mark away.`

// Guesses lists the tables and constants that an owner has to enter: those that the module lacks or in which something
// is unknown, and if the module's tables are not the printed ones, all of them.
func (d *Data) Guesses(*modules.Definition) (out []modules.Guess) {
	add := func(missing bool, under, key, text, what, help string) {
		if !missing {
			what += " (" + d.Title + ")"
		}
		if missing || d.Title != "" {
			out = append(out, modules.Guess{In: modules.InCharts, Missing: missing, Own: !missing, Under: under,
				Key: key, Text: text, What: what, Help: help})
		}
	}
	for _, name := range TableNames() {
		missing, what := d.Tables[name] == nil, "table "+name
		if !missing {
			known, unknown := d.Tables[name].entries()
			missing = unknown > 0
			if missing && known > 0 {
				what = "what is unknown of " + what
			}
		}
		add(missing, underTables, name, Blank(name), what, tablesHelp)
	}
	add(d.Support.Rating == unprinted, underSupport, "rating", UnknownEntry, "the Action Rating of Support",
		"The Action Rating that every Support has in Engagements.")
	return out
}

// entries counts the modifiers and results of a table that are known, and those that are unknown.
func (t *Table) entries() (known, unknown int) {
	add := func(isUnknown bool) {
		if isUnknown {
			unknown++
		} else {
			known++
		}
	}
	for _, m := range t.Modifiers {
		add(m.Unknown)
	}
	for _, b := range t.Breaks {
		for _, r := range b.Rows {
			add(r.Unknown)
		}
	}
	for _, f := range t.Faces {
		add(f.Unknown)
	}
	return known, unknown
}

// Blank returns a table as charts.yaml has it, with every modifier that the series has and all values unknown.
func Blank(table string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "dice: %d\n", diceOf(table))
	if rows := blankModifiers(table); len(rows) > 0 {
		b.WriteString("modifiers:\n")
		for _, r := range rows {
			b.WriteString("  " + r + "\n")
		}
	}
	if table == Barrage {
		fmt.Fprintf(&b, "faces: {%s: %s, %s: %s, %s: %s}\n", RowHard, UnknownEntry, RowCity, UnknownEntry, RowOther,
			UnknownEntry)
		return b.String()
	}
	fmt.Fprintf(&b, "breaks:\n  - {%d-%d: %s}\n", diceOf(table), 6*diceOf(table), UnknownEntry)
	return b.String()
}

// blankModifiers lists a modifier for each condition of a table that needs no name, and for each name of units with
// acting: and against:. An owner takes out those that the game does not print.
func blankModifiers(table string) (out []string) {
	if table == Fatigue || table == Barrage { // no printed chart is known to have any
		return nil
	}
	for _, c := range Conditions() {
		switch {
		case !c.holdsFor(table):
		case !strings.HasSuffix(c.Word, nameFollows):
			out = append(out, fmt.Sprintf("%s: {n: %s}", c.Word, UnknownEntry))
		case c.Word == ActingIs || c.Word == AgainstIs:
			for _, name := range namesOfUnits() {
				out = append(out, fmt.Sprintf("%s%s: {name: %s, n: %s, when: %q}",
					strings.Replace(c.Word, nameFollows, "-", 1), name, name, UnknownEntry, c.Word+name))
			}
		}
	}
	return out
}
