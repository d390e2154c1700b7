package proofread

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/letters"
	"grognard/rules/modules"
)

// MostColumns limits a table's columns. No printed table has half as many.
const MostColumns = 60

// A Table is a table of a module as it is written: results by roll, each row with one for each column.
type Table struct {
	Name    string        // as in "the combat table"
	At      document.Spot // where what the table lacks is reported
	Columns document.List[document.Word]
	Rows    document.Dict[document.List[document.Word]]
}

// Rolls lists the rolls that dice can give; none for dice that chart.Throws does not know.
func Rolls(dice string) (rolls []int) {
	const most = 66 // the highest roll of d66
	for roll := range most + 1 {
		if chart.Throws(dice, roll) > 0 {
			rolls = append(rolls, roll)
		}
	}
	return rolls
}

// Compile reports what is wrong with the shape of a table, each mistake once for all rows, and calls row for each row
// that has a roll. Each of rolls needs a row; may reports whether a roll can have one. kind is what messages call it.
func (t Table) Compile(c *modules.Compiler, rolls []int, may func(roll int) bool, kind string,
	row func(roll int, results document.List[document.Word])) {
	if n := len(t.Columns); n > MostColumns {
		c.Report(t.Columns[MostColumns].Value.Spot, "%s has %d columns, and %d at most", t.Name, n, MostColumns)
	} else if n == 0 {
		c.Report(t.At, "the columns of %s are missing", t.Name)
	} else {
		t.widths(c)
	}
	has, misread := map[int]bool{}, false
	for _, e := range t.Rows {
		read := func(s string) bool { roll, err := strconv.Atoi(letters.Plain(s)); return err == nil && may(roll) }
		if !read(e.Key.Text) {
			c.Misformed(e.Key, read, "%q is not a %s", e.Key.Text, kind)
			misread = true
			continue
		}
		roll, _ := strconv.Atoi(letters.Plain(e.Key.Text)) // it can be read
		if has[roll] {                                     // 7 and 07 are different keys to YAML
			c.Report(e.Key.Spot, "the roll %d stands twice in %s", roll, t.Name)
			misread = true
		}
		has[roll] = true
		row(roll, e.Value) // of two rows for a roll the last holds, as it does in games that began with both
	}
	if !misread && len(rolls) > 0 {
		t.gaps(c, rolls, has)
	}
}

// gaps reports the rolls without a row. If rolls are consecutive, the rows for modified rolls beyond them must be too.
func (t Table) gaps(c *modules.Compiler, rolls []int, has map[int]bool) {
	var missing []string
	for _, roll := range rolls {
		if !has[roll] {
			missing = append(missing, strconv.Itoa(roll))
		}
	}
	if len(missing) > 0 {
		c.Report(t.At, "%s has no row for %s", t.Name, counted(missing, "a roll of", "the rolls"))
	}
	first, last := rolls[0], rolls[len(rolls)-1]
	if last-first >= len(rolls) { // they are not consecutive
		return
	}
	for _, roll := range slices.Sorted(maps.Keys(has)) {
		for _, toward := range [...]int{roll + 1, roll - 1} {
			if (roll < toward && toward < first || roll > toward && toward > last) && !has[toward] { // a gap
				c.Report(t.At, "%s has a row for %d and none for %d", t.Name, roll, toward)
			}
		}
	}
}

// widths reports each row that has more or fewer results than there are columns. If most rows have the same wrong
// number of results, it reports the headings instead, and then each row that differs from most.
func (t Table) widths(c *modules.Compiler) {
	rows, usual := map[int]int{}, len(t.Columns)
	for _, e := range t.Rows {
		rows[len(e.Value)]++
	}
	for _, e := range t.Rows {
		if n := len(e.Value); rows[n] > max(rows[usual], len(t.Rows)/2, 1) {
			usual = n
		}
	}
	if columns := len(t.Columns); usual != columns {
		what := "a heading too few"
		if usual < columns {
			what = "a heading too many, or a result too few"
		}
		which := fmt.Sprintf("%d of its %d rows have", rows[usual], len(t.Rows))
		if rows[usual] == len(t.Rows) {
			which = fmt.Sprintf("each of its %d rows has", len(t.Rows))
		}
		c.Report(t.Columns[0].Key.Spot, "%s has %s, and %s %s: %s", t.Name, number(columns, "column"), which,
			number(usual, "result"), what)
	}
	for _, e := range t.Rows {
		if n := len(e.Value); n != usual {
			c.Report(e.Key.Spot, "the row has %s for %s", number(n, "result"), number(usual, "column"))
		}
	}
}

// number returns a count with its noun: 1 column, 2 columns.
func number(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// counted lists names after one if there is a single name, else after several.
func counted(names []string, one, several string) string {
	if len(names) == 1 {
		return one + " " + names[0]
	}
	return several + " " + strings.TrimSpace(some(names))
}
