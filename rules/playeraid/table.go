package playeraid

import (
	"slices"
	"strings"

	"grognard/rules/document"
	"grognard/rules/internal/series"
	"grognard/rules/letters"
	"grognard/rules/notation"
	"grognard/rules/view"
)

// How strengths make a column.
const (
	byRatio      = "ratio"      // attack divided by defence
	byDifference = "difference" // attack less defence
	byOne        = "alone"      // the attack alone
	byNone       = "none"       // the column is chosen by its heading
)

// firstColumn is the word of the key below for odds that are read in the first column.
const firstColumn = "first"

// table is a table with what finds its columns and rows.
type table struct {
	view.Table
	strengths string
	nearest   bool // the quotient is rounded; else fractions count for the defender
	first     bool // odds worse than the first column are read in it
	ratios    []ratio
	spans     []span
	thrown    throws
	at        []document.Spot // of the rows
	counts    []series.Counted
}

// table reads a table.
func (r *reader) table(name document.Word, f tableFile) {
	t := table{Table: view.Table{ID: slug(name.Text), Title: words(r.name(name, name.Spot, "name")),
		Rule: view.Rule(r.short(f.Rule.Spot, f.Rule.Text, maxKey))}}
	if f.Title.Given() {
		t.Title = words(r.name(f.Title, name.Spot, "title"))
	}
	lines := r.block(f.Rows, name.Spot)
	if lines == nil {
		return
	}
	dice, ok := r.dice(lines[0][0])
	if !ok {
		return
	}
	t.thrown = dice
	headings, rows := r.headings(lines), lines[1:]
	if headings == nil || !r.columns(&t, f, headings) || !r.rows(&t, rows) {
		return
	}
	t.NoFight, t.Beside, t.Dice = t.strengths == byNone, t.strengths == byOne, dice.dice.String()
	t.counts = r.counts(&t, f.Below, rows)
	r.below(&t, f.Below)
	results := []string{t.Below}
	for _, row := range t.Rows {
		results = append(results, row.Entries...)
	}
	slices.Sort(results)
	t.Legend = r.legend(slices.Compact(results), t.NoFight)
	t.Table = t.Modified(0) // without modifiers
	r.aid.tables = append(r.aid.tables, t)
	r.aid.reference.Tables = append(r.aid.reference.Tables, t.Table)
}

// dice reads the dice of a table, in the corner above its rolls.
func (r *reader) dice(w document.Word) (of throws, areRead bool) {
	dice, err := notation.ParseThrow(w.Text)
	if err == nil {
		if t, ok := throwsOf(dice); ok {
			return t, true
		}
	}
	r.Add(w.Spot, "the first line has the dice, such as 2d6, d66 or d10, and the columns; %q are no dice", w.Text)
	return throws{}, false
}

// below reads the result of odds worse than the first column, or the word for reading such odds in that column.
func (r *reader) below(t *table, w document.Word) {
	switch {
	case !w.Given():
	case t.strengths == byNone:
		r.Add(w.Spot, "below has no meaning in a table without strengths")
	case w.Text == firstColumn:
		t.first = true
	default:
		t.Below = w.Text
	}
}

// columns reads the headings, and how strengths find them. It reports whether it found no mistake.
func (r *reader) columns(t *table, f tableFile, headings []document.Word) bool {
	before := len(r.Findings)
	areAllOdds := !slices.ContainsFunc(headings, func(w document.Word) bool {
		_, ok := ratioOf(w.Text)
		return !ok || !strings.Contains(letters.Plain(w.Text), ":")
	})
	t.strengths = r.oneOf(f.Strengths, "way to compare strengths", byRatio, byDifference, byOne, byNone)
	switch {
	case t.strengths != "":
	case areAllOdds:
		t.strengths = byRatio
	case areNumbers(headings):
		r.Add(headings[0].Spot, "the columns are numbers: write strengths: ratio, difference, alone or none, and rows: | "+
			"below it")
	default:
		t.strengths = byNone
	}
	switch round := r.oneOf(f.Round, "way to round", "nearest", "down"); {
	case round != "" && t.strengths != byRatio:
		r.Add(f.Round.Spot, "round is for tables that are read by ratio")
	case round != "":
		t.nearest = round == "nearest"
	default:
		t.nearest = r.aid.Series == "scs"
	}
	for i, w := range headings {
		t.Columns = append(t.Columns, w.Text)
		for _, other := range headings[:i] {
			if other.Text == w.Text {
				r.Add(w.Spot, "column %s stands twice", w.Text)
			}
		}
		switch t.strengths {
		case byRatio:
			r.ratioColumn(t, w)
		case byDifference, byOne:
			r.spanColumn(t, w)
		}
	}
	switch {
	case t.strengths == byRatio && t.nearest:
		t.Read = view.T("tables.read-odds")
	case t.strengths == byRatio:
		t.Read = view.T("aid.read-ratio")
	case t.strengths == byDifference:
		t.Read = view.T("aid.read-difference")
	case t.strengths == byOne:
		t.Read = view.T("tables.read-strength")
	default:
		t.Read = view.T("aid.read-heading", "n", len(headings))
	}
	return len(r.Findings) == before
}

// areNumbers reports whether all headings are numbers, or odds such as 3-1, so that strengths may be meant.
func areNumbers(headings []document.Word) bool {
	return !slices.ContainsFunc(headings, func(w document.Word) bool {
		_, one := spanOf(w.Text)
		_, odds := ratioOf(w.Text)
		return !one && !odds
	})
}

// ratioColumn reads a heading of odds.
func (r *reader) ratioColumn(t *table, w document.Word) {
	c, ok := ratioOf(w.Text)
	last := len(t.ratios) - 1
	switch {
	case !ok:
		r.Add(w.Spot, "%q are no odds such as 3:1, 1:2, 3:2 or 6:1+", w.Text)
	case t.nearest && c.Attack != 1 && c.Defence != 1:
		r.Add(w.Spot, "no strengths that are rounded to the nearest come to %s: write round: down", w.Text)
	case c.openBelow && last >= 0:
		r.Add(w.Spot, "%s stands for everything below, and is not the first column", w.Text)
	case last >= 0 && c.Compare(t.ratios[last].Odds) < 0,
		last >= 0 && c.Compare(t.ratios[last].Odds) == 0 && !c.beyond && !t.ratios[last].openBelow:
		r.Add(w.Spot, "column %s stands behind %s, and is no better for the attacker", w.Text, t.Columns[last])
	}
	t.ratios = append(t.ratios, c)
}

// spanColumn reads a heading of strengths or differences.
func (r *reader) spanColumn(t *table, w document.Word) {
	c, ok := spanOf(w.Text)
	last := len(t.spans) - 1
	switch {
	case !ok:
		r.Add(w.Spot, "%q is no number such as +2, or numbers such as 2-5, 10+ or 5-", w.Text)
	case last < 0:
	case c.from <= t.spans[last].to && (c.from <= t.spans[last].from || t.spans[last].from != t.spans[last].to):
		r.Add(w.Spot, "columns %s and %s overlap, or stand in the wrong order", t.spans[last].printed, w.Text)
	case t.spans[last].from != t.spans[last].to && c.from > t.spans[last].to+1:
		r.Add(w.Spot, "between columns %s and %s there is a gap", t.spans[last].printed, w.Text)
	}
	t.spans = append(t.spans, c)
}

// rows reads the rolls and their results. It reports whether it found no mistake.
func (r *reader) rows(t *table, rows []line) bool {
	before := len(r.Findings)
	var spans []span
	for _, l := range rows {
		w := l[0]
		s, ok := spanOf(w.Text)
		last := len(spans) - 1
		switch {
		case !ok:
			r.Add(w.Spot, "%q is no roll such as 7, or rolls such as 2-5, 10+ or 5-", w.Text)
			return false
		case last >= 0 && s.from <= spans[last].to:
			r.Add(w.Spot, "rows %s and %s overlap, or stand in the wrong order", spans[last].printed, w.Text)
		case last >= 0 && s.from > spans[last].to+1 && !t.thrown.dice.Groups[0].Tens:
			r.Add(w.Spot, "between rows %s and %s there is a gap", spans[last].printed, w.Text)
		}
		spans = append(spans, s)
	}
	if len(r.Findings) > before {
		return false
	}
	sides, highest := t.thrown.dice.Groups[0].Sides, spans[len(spans)-1].to
	// The rows begin with 0, or with everything below a number and have none for the highest face.
	t.Zero = t.thrown.canBeginAtZero() && (spans[0].from == 0 || spans[0].from < 0 && highest < sides)
	if t.Zero {
		t.thrown = t.thrown.fromZero()
	}
	if t.Zero && highest >= sides && !spans[len(spans)-1].openAbove {
		r.warn(rows[0][0].Spot, "as the rows begin with 0, %d on the die is 0: call the row ≤0 if the die goes from 1 to %d",
			sides, sides)
	}
	numbers := t.thrown.numbers()
	for _, n := range numbers {
		if !slices.ContainsFunc(spans, func(s span) bool { return s.from <= n && n <= s.to }) {
			r.Add(rows[0][0].Spot, "a roll of %d, which %s can come to, has no row", n, t.thrown.dice)
			return false
		}
	}
	for i, s := range spans {
		row := view.TableRow{Roll: s.from, Last: s.to}
		if s.openBelow {
			row.Roll = min(numbers[0], s.to)
		}
		if s.openAbove {
			row.Last = max(numbers[len(numbers)-1], s.from)
		}
		row.Name = s.printed
		if row.Name == row.Label() && row.Last == row.Roll {
			row.Last = 0
		}
		for _, w := range rows[i][1:] {
			row.Entries = append(row.Entries, w.Text)
		}
		t.Rows, t.at = append(t.Rows, row), append(t.at, rows[i][0].Spot)
	}
	return true
}

// warnUnreached warns of rows and columns that no roll and no strengths come to, whatever modifiers do.
func (r *reader) warnUnreached() {
	for i := range r.aid.tables {
		t := &r.aid.tables[i]
		numbers, least, most := t.thrown.numbers(), 0, 0
		for _, m := range r.aid.reference.Modifiers {
			if len(m.Tables) == 0 || slices.Contains(m.Tables, t.ID) {
				least, most = least+min(m.Roll, 0), most+max(m.Roll, 0)
			}
		}
		for j, row := range t.Rows {
			bare := slices.ContainsFunc(numbers, row.Holds) // without modifiers; then: with some that lower or raise
			lowered := least < 0 && row.Roll <= numbers[0] && max(row.Roll, row.Last) >= numbers[0]+least
			raised := most > 0 && row.Roll <= numbers[len(numbers)-1]+most && row.Roll >= numbers[0]
			if bare || lowered || raised {
				continue
			}
			r.warn(t.at[j], "no roll of %s comes to row %s", t.Dice, row.Label())
		}
		if t.thrown.dice.Groups[0].Tens && least < most {
			r.warn(t.at[0], "a modifier adds to the number of d66, not to its place among the throws: 16+1 is 17, and is read "+
				"in the row below it")
		}
		for _, s := range t.spans {
			if t.strengths == byOne && s.to < 0 {
				r.warn(t.at[0], "no strength comes to column %s", s.printed)
			}
		}
	}
}
