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

// block reads the lines of a table: cells between bars, tabs or blanks. The first are the headings; nil, and a finding,
// without any row.
func (r *reader) block(w document.Word, at document.Spot) (lines []line) {
	text := strings.Split(w.Text, "\n")
	if len(text) < 2 {
		r.Add(at, "rows is missing, or has no rows: write \"rows: |\", and below it a line of headings and a line for "+
			"each roll")
		return nil
	}
	between := func(c rune) bool { return c == ' ' || c == '\t' }
	switch {
	case strings.Contains(w.Text, "|"):
		between = func(c rune) bool { return c == '|' }
	case strings.Contains(w.Text, "\t"):
		between = func(c rune) bool { return c == '\t' }
	}
	n := w.Line // the number of the line before the next
	for _, one := range text {
		if one = strings.TrimSpace(one); one == "" {
			continue
		}
		for n < len(r.lines) && strings.TrimSpace(r.lines[n]) != one {
			n++
		}
		if n++; n > len(r.lines) {
			r.Add(w.Spot, "rows must stand as they are, below \"rows: |\"")
			return nil
		}
		l := r.cells(document.Spot{File: w.File, Line: n}, between)
		if !slices.ContainsFunc(l, func(w document.Word) bool { return !divider.MatchString(w.Text) }) {
			continue // the line below the headings of a table in Markdown
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

// cells splits a line of the file. Where bars are between, those at its ends are none.
func (r *reader) cells(at document.Spot, between func(rune) bool) (out line) {
	text := []rune(r.lines[at.Line-1])
	begin := -1
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

// headings returns the headings of the columns, without the one above the rolls.
func (r *reader) headings(lines []line) line {
	head, wide := lines[0], len(lines[1])-1
	uneven := slices.IndexFunc(lines[1:], func(l line) bool { return len(l) != wide+1 })
	switch {
	case len(head) > maxColumns+1:
		r.Add(head[maxColumns+1].Spot, "has %d columns; at most %d are read", len(head)-1, maxColumns)
	case uneven >= 0:
		l := lines[uneven+1]
		r.Add(l[0].Spot, "row %s has %d results, and row %s has %d", l[0].Text, len(l)-1, lines[1][0].Text, wide)
	case wide < 1:
		r.Add(lines[1][0].Spot, "row %s has no results", lines[1][0].Text)
	case len(head) == wide+1:
		return head[1:]
	default:
		r.Add(head[0].Spot, "has %d headings for %d columns: the first stands above the rolls, such as roll", len(head),
			wide)
	}
	return nil
}
