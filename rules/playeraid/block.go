package playeraid

import (
	"regexp"
	"slices"
	"strings"

	"grognard/rules/document"
)

// line is the cells of a line of a table.
type line []document.Word

var divider = regexp.MustCompile(`^:?-{2,}:?$`)

// block reads the lines of a table: cells between bars, tabs or blanks. The first line has the headings. Without any
// row it returns nil and reports a finding.
func (r *reader) block(w document.Word, at document.Spot) (lines []line) {
	text := strings.Split(w.Text, "\n")
	if w.Given() {
		at = w.Spot
	}
	if len(text) < 2 {
		r.Add(at, "a table has no rows: write | behind its colon, and below it a line with the dice and the columns, and "+
			"a line for each roll")
		return nil
	}
	between := func(c rune) bool { return c == ' ' || c == '\t' }
	switch {
	case strings.Contains(w.Text, "|"):
		between = func(c rune) bool { return c == '|' }
	case !slices.ContainsFunc(text, func(l string) bool { return !strings.Contains(strings.TrimSpace(l), "\t") }):
		between = func(c rune) bool { return c == '\t' }
	}
	n := w.Line // the lines of the file that have been passed
	for _, one := range text {
		one = strings.TrimSpace(one)
		if one == "" {
			continue
		}
		for n < len(r.lines) && strings.TrimSpace(r.lines[n]) != one {
			n++
		}
		n++
		if n > len(r.lines) {
			r.Add(w.Spot, "rows must stand as they are, behind |")
			return nil
		}
		l := r.cells(document.Spot{File: w.File, Line: n}, between)
		if !slices.ContainsFunc(l, func(w document.Word) bool { return !divider.MatchString(w.Text) }) {
			continue // the line below the headings of a table in Markdown
		}
		for _, w := range l {
			r.short(w.Spot, w.Text, maxCell)
		}
		lines = append(lines, l)
	}
	switch {
	case len(lines) < 2:
		r.Add(w.Spot, "has no rows below the headings")
		return nil
	case len(lines) > maxRows+1:
		r.Add(lines[maxRows+1][0].Spot, "has %d rows; at most %d are read", len(lines)-1, maxRows)
		return nil
	}
	return lines
}

// cells splits a line of the file where between is true. Bars at the ends of the line separate nothing.
func (r *reader) cells(at document.Spot, between func(rune) bool) (out line) {
	text := []rune(r.lines[at.Line-1])
	begin := -1 // of the present cell, -1 for none
	keep := func(end int) {
		if begin < 0 {
			return
		}
		cell := string(text[begin:end])
		at.Column = begin + 1 + len([]rune(cell)) - len([]rune(strings.TrimLeft(cell, " \t")))
		out = append(out, document.Word{Spot: at, Text: strings.TrimSpace(cell)})
	}
	bars := between('|')
	for i, c := range text {
		switch {
		case between(c) && bars && begin >= 0:
			keep(i)
			begin = i + 1
		case between(c) && bars: // the one at the beginning, after blanks
			begin = i + 1
		case between(c):
			keep(i)
			begin = -1
		case begin < 0 && (!bars || c != ' '):
			begin = i
		}
	}
	if begin >= 0 && (!bars || strings.TrimSpace(string(text[begin:])) != "") {
		keep(len(text))
	}
	return out
}

// headings returns the headings of the columns, which stand behind the dice. It reports the first row whose results are
// not as many as the columns, or the headings if all rows have the same other number, and returns nil then.
func (r *reader) headings(lines []line) line {
	head := lines[0][1:]
	bad := slices.IndexFunc(lines[1:], func(l line) bool { return len(l) != len(lines[0]) })
	uneven := slices.ContainsFunc(lines[2:], func(l line) bool { return len(l) != len(lines[1]) })
	hint := ""
	if len(r.lines) > 0 && !strings.Contains(r.lines[lines[0][0].Line-1], "|") {
		hint = "; separate all cells by bars if some have blanks in them"
	}
	switch {
	case len(head) > maxColumns:
		r.Add(head[maxColumns].Spot, "has %d columns; at most %d are read", len(head), maxColumns)
	case len(head) == 0:
		r.Add(lines[0][0].Spot, "has no columns behind the dice")
	case bad >= 0 && !uneven:
		r.Add(lines[0][0].Spot, "has %d columns, and each row has %d results%s", len(head), len(lines[1])-1, hint)
	case bad >= 0:
		l := lines[bad+1]
		r.Add(l[0].Spot, "row %s has %d results for %d columns%s", l[0].Text, len(l)-1, len(head), hint)
	default:
		return head
	}
	return nil
}
