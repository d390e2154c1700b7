package data

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/casefile"
	"grognard/rules/document"
	"grognard/rules/letters"
	"grognard/rules/slips"
)

// maxRoll bounds modified rolls: they lie between -maxRoll and maxRoll.
const maxRoll = 60

// everyRoll stands in From and To of a Break that holds for every roll.
const everyRoll = 0

// report adds a mistake at a place.
type report func(at document.Spot, format string, args ...any)

// cell is an entry of a table with the rolls that it is for.
type cell struct{ rolls, entry document.Word }

// spot returns where mistakes in the entry are reported: at the entry, or at its rolls if the entry is empty.
func (c cell) spot() document.Spot {
	if !c.entry.Given() {
		return c.rolls.Spot
	}
	return c.entry.Spot
}

// rollForm matches a roll or a range of rolls: 7, 2-6, -1-3, 11+ and 3-, which is 3 and less.
var rollForm = regexp.MustCompile(`^(-?[0-9]{1,2})(?:(\+)|(-)|-(-?[0-9]{1,2}))?$`)

// span is a range of rolls: its ends, and whether it goes on above or below them.
type span struct {
	from, to     int
	above, below bool
}

// parseRolls parses a roll or a range of rolls, such as 7, 2-6, 3- or 11+.
func parseRolls(text string) (s span, err error) {
	m := rollForm.FindStringSubmatch(letters.Plain(text))
	if m == nil {
		return s, fmt.Errorf("%q is no roll and no range of rolls such as 2-6, 3- or 11+", text)
	}
	s.from, _ = strconv.Atoi(m[1]) // digits, by the form
	s.to = s.from
	if m[4] != "" {
		s.to, _ = strconv.Atoi(m[4])
	}
	s.above, s.below = m[2] != "", m[3] != ""
	switch {
	case s.to < s.from:
		return s, fmt.Errorf("the range %s goes down", text)
	case s.from < -maxRoll, s.to > maxRoll:
		return s, fmt.Errorf("%q is no roll from %d to %d", text, -maxRoll, maxRoll)
	}
	return s, nil
}

// readBreaks reads the entries of one row of breaks and returns them in ascending order. It reports gaps and overlaps;
// rolls beyond the ends belong to the first and the last entry.
func readBreaks(table string, cells []cell, wrong report) []Break {
	type placed struct {
		cell
		span
		Result
	}
	var list []placed
	for _, c := range cells {
		s, err := parseRolls(c.rolls.Text)
		if err != nil {
			wrong(c.rolls.Spot, "%v%s", err, slips.InForm(c.rolls.Text, reads(parseRolls)))
			continue
		}
		result := func(text string) (Result, error) { return ParseResult(table, text) }
		r, err := result(c.entry.Text)
		if err != nil {
			wrong(c.spot(), "%v%s", err, slips.InForm(c.entry.Text, reads(result)))
		}
		list = append(list, placed{c, s, r})
	}
	slices.SortStableFunc(list, func(a, b placed) int { return cmp.Compare(a.from, b.from) })
	var out []Break
	for i, p := range list {
		if i > 0 {
			switch last := list[i-1]; {
			case p.from <= last.to:
				wrong(p.rolls.Spot, "%s and %s overlap", last.rolls.Text, p.rolls.Text)
			case p.from > last.to+1:
				wrong(p.rolls.Spot, "there is a gap between %s and %s", last.rolls.Text, p.rolls.Text)
			}
		}
		if p.below && i > 0 {
			wrong(p.rolls.Spot, "%s holds for all rolls below it, and %s lies there", p.rolls.Text, list[0].rolls.Text)
		}
		if p.above && i < len(list)-1 {
			wrong(p.rolls.Spot, "%s holds for all rolls above it, and %s lies there", p.rolls.Text,
				list[len(list)-1].rolls.Text)
		}
		out = append(out, Break{From: p.from, To: p.to, Result: p.Result})
	}
	return out
}

// reads turns a parser into a function that reports whether it can read a text.
func reads[T any](parse func(string) (T, error)) func(string) bool {
	return func(text string) bool { _, err := parse(text); return err == nil }
}

// readFaces reads the rows of the Barrage Table. All three must be there; at is where a missing one is reported.
func readFaces(cells []cell, at document.Spot, wrong report) map[string]Faces {
	rows := []string{RowHard, RowCity, RowOther}
	out := map[string]Faces{}
	for _, c := range cells {
		if !slices.Contains(rows, c.rolls.Text) {
			wrong(c.rolls.Spot, "%q is no row of the table %s; known are %q", c.rolls.Text, Barrage, rows)
			continue
		}
		f, err := parseFaces(c.entry.Text)
		if err != nil {
			wrong(c.spot(), "%v%s", err, slips.InForm(c.entry.Text, reads(parseFaces)))
		}
		out[c.rolls.Text] = f
	}
	for _, row := range rows {
		if _, ok := out[row]; !ok {
			wrong(at, "the row %s of the table %s is missing; one that never costs a step is %q", row, Barrage,
				NoEffect)
		}
	}
	return out
}

// parseFaces reads the faces that cost a step: 6, 5-6, 5+, "-" for none, or unknown.
func parseFaces(text string) (Faces, error) {
	switch text {
	case NoEffect:
		return Faces{}, nil
	case UnknownEntry:
		return Faces{Unknown: true}, nil
	}
	s, err := parseRolls(text)
	if err != nil || s.from < 1 {
		return Faces{}, fmt.Errorf("%q are no faces of a die such as 6 or 5-6, %q for none or %s", text, NoEffect,
			UnknownEntry)
	}
	if s.above {
		s.to = maxRoll
	}
	if s.below {
		s.from = 1
	}
	return Faces{From: s.from, To: s.to}, nil
}

// ReadTable reads what a case puts in the place of a table's breaks: one entry for every roll, entries by modified
// roll, the rows of the Barrage Table, or "none", which removes the table and is returned as nil. The result has no
// modifiers and no dice: see SetTable.
func ReadTable(name string, n casefile.Node) (*Table, error) {
	if !slices.Contains(TableNames(), name) {
		return nil, n.Mistake("%q is no table; known are %s", name, strings.Join(TableNames(), ", "))
	}
	var first error // the first mistake: only this one is returned
	wrong := func(at document.Spot, format string, args ...any) {
		if first == nil {
			first = casefile.Mistake(at, format, args...)
		}
	}
	switch {
	case n.What == document.Single && n.Text == "none":
		return nil, nil
	case n.What == document.Single && name != Barrage:
		r, err := ParseResult(name, n.Text)
		if err != nil {
			return nil, n.Mistake("%v", err)
		}
		return &Table{Breaks: []Breaks{{Rows: []Break{{From: everyRoll, To: everyRoll, Result: r}}}}}, nil
	case n.What != document.Mapping || len(n.Items) == 0:
		return nil, n.Mistake("the table %s is an entry for every roll, entries by roll, or none", name)
	}
	var cells []cell
	for _, it := range n.Items {
		c := cell{rolls: it.Key}
		if v := it.Value; v != nil {
			c.entry = document.Word{Spot: v.Spot, Text: v.Text}
			if v.What != document.Single {
				wrong(v.Spot, "here should stand %s, not %s", document.Single, v.What)
			}
		}
		cells = append(cells, c)
	}
	t := &Table{}
	if name == Barrage {
		t.Faces = readFaces(cells, n.Spot, wrong)
	} else {
		t.Breaks = []Breaks{{Rows: readBreaks(name, cells, wrong)}}
	}
	if first != nil {
		return nil, first
	}
	return t, nil
}

// SetTable replaces the breaks of a table by those of t and keeps its dice and modifiers; nil removes the table. The
// data must be a clone of the module's.
func (d *Data) SetTable(name string, t *Table) {
	if t == nil {
		delete(d.Tables, name)
		return
	}
	out := Table{Dice: diceOf(name)}
	if was := d.Tables[name]; was != nil {
		out = *was
	}
	out.Breaks, out.Faces = t.Breaks, t.Faces
	d.Tables[name] = &out
}

// diceOf returns the usual number of dice of a table, for one that does not say it.
func diceOf(table string) int {
	if table == Fatigue || table == Barrage {
		return 1
	}
	return 2
}
