package page

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"grognard/render/internal/geom"
	"grognard/render/internal/ground"
	"grognard/render/internal/sprite"
	"grognard/render/internal/typeset"
	"grognard/rules/order"
)

// Table is rows and columns of short texts. Its first columns name the rows. If the others do not fit side by side,
// they are divided into blocks, one below the other, and each block repeats the first columns.
type Table struct {
	Head  []Cell
	Rows  [][]Cell
	Leads int  // the columns that name the rows
	Even  bool // the other columns are of one width
	// Part says which columns are drawn, by the headings of the first and the last, where others are left out.
	Part func(from, to string) string

	LitColumn, LitRow int // the highlighted ones, -1 for none; columns are counted from 0 after the leading ones
}

// Cell is what stands in one place of a table.
type Cell struct {
	Text   string
	Note   string            // small, below
	Side   order.Side        // whose sign stands before the note
	Dice   []int             // the faces before the text
	Sample ground.WindowLook // a sample of the map before the text; none without a width
	Plain  bool              // not bold
	Small  bool              // small, and not bold
}

// Grid adds a table in the largest type in which its columns fit side by side and no text has more than
// mostLines lines; else in the largest in which they fit at all; else in blocks.
func (g *Page) Grid(t Table) {
	s := tableLayout{page: g, Table: t}
	n := len(t.Head) - t.Leads
	largest := pageType * g.Style.Type
	if len(t.Rows) > manyRows {
		largest = longType * g.Style.Type
	}
	for blocks := 1; blocks <= n; blocks++ {
		per := (n + blocks - 1) / blocks
		for _, lines := range []int{mostLines, math.MaxInt} {
			for s.size = largest; s.size >= leastType*g.Style.Type; s.size -= 2 {
				if s.fits(per, lines) {
					s.drawBlocks(per)
					return
				}
			}
		}
	}
	s.size = leastType * g.Style.Type
	s.drawBlocks(1)
}

// tableLayout is a table that is laid out on a page in type of a size.
type tableLayout struct {
	page *Page
	Table
	size float64
}

// Measures of a grid, in pixels.
const (
	cellPad    = 7
	cellGap    = 10 // between a sample or dice and a text
	SwatchWide = 84
	SwatchHigh = 56
	SwatchHex  = 84 // the size of the hexes in a sample
	dieGap     = 4
	litEdge    = 4
)

// extent is how wide a column must be for its longest word (least), and for its longest text in one line (most).
type extent struct{ least, most float64 }

func (e extent) with(o extent) extent { return extent{max(e.least, o.least), max(e.most, o.most)} }

// The most room in pixels that a word gets, in a heading and in the rows. A longer word is broken.
const (
	longestHead = 0.17 * pageRoom
	longestWord = 0.3 * pageRoom
)

// A grid of more than manyRows rows has smaller type from the start, so that a phone shows more of it at once.
const (
	manyRows = 20
	longType = 24
)

// mostLines is how many lines a text may have before the type becomes smaller.
const mostLines = 3

func (s tableLayout) small() float64 { return max(smallType*s.size, leastType*s.page.Style.Type) }

// pens returns the pens for a cell's text and its note, without their inks.
func (s tableLayout) pens(c Cell, head bool) (text, note typeset.Pen) {
	text, note = typeset.Pen{Face: typeset.Bold, Size: s.size}, typeset.Pen{Face: typeset.Regular, Size: s.small()}
	switch {
	case head:
		text.Size = s.small()
	case c.Small:
		text = note
	case c.Plain:
		text.Face = typeset.Regular
	}
	return text, note
}

// icon returns how wide and high the sample or the dice before a text are, with the gap after them.
func (s tableLayout) icon(c Cell) (wide, high float64) {
	switch n := float64(len(c.Dice)); {
	case c.Sample.Wide > 0:
		wide, high = float64(c.Sample.Wide), float64(c.Sample.High)
	case n > 0:
		wide, high = n*(s.die()+dieGap)-dieGap, s.die()
	default:
		return 0, 0
	}
	if c.Text != "" || c.Note != "" {
		wide += cellGap
	}
	return wide, high
}

func (s tableLayout) die() float64 { return math.Round(1.15 * s.size) }

// indent returns how much room the sign of a side takes before the note.
func (s tableLayout) indent(c Cell) float64 {
	if c.Side == "" {
		return 0
	}
	return s.small() + 6
}

// extent returns the extent of a cell with its padding.
func (s tableLayout) extent(c Cell, head bool) (e extent) {
	longest := longestWord
	if head {
		longest = longestHead
	}
	add := func(p typeset.Pen, text string, indent float64) {
		e.most = max(e.most, indent+s.page.Types.Width(p, text))
		for word := range strings.FieldsSeq(text) {
			e.least = max(e.least, indent+min(s.page.Types.Width(p, word), longest))
		}
	}
	text, note := s.pens(c, head)
	add(text, c.Text, 0)
	add(note, c.Note, s.indent(c))
	icon, _ := s.icon(c)
	return extent{math.Ceil(e.least + icon + 2*cellPad), math.Ceil(e.most + icon + 2*cellPad)}
}

// lines returns the lines into which a cell's text and note are broken in a column of that width.
func (s tableLayout) lines(c Cell, head bool, wide float64) (text, note []string) {
	icon, _ := s.icon(c)
	wide -= icon + 2*cellPad
	t, n := s.pens(c, head)
	return s.page.Types.Fold(t, c.Text, wide), s.page.Types.Fold(n, c.Note, wide-s.indent(c))
}

// high returns how high a cell is in a column of that width.
func (s tableLayout) high(c Cell, head bool, wide float64) float64 {
	text, note := s.lines(c, head, wide)
	t, n := s.pens(c, head)
	_, icon := s.icon(c)
	return max(icon, linesHigh(t, len(text))+linesHigh(n, len(note))) + 2*cellPad
}

type cellColors struct{ ground, text, note color.RGBA }

func (s tableLayout) drawCell(c Cell, box geom.Box, head bool, a typeset.Anchor, in cellColors) {
	s.page.fill(box, in.ground)
	text, note := s.lines(c, head, box.W())
	t, n := s.pens(c, head)
	t.Ink, n.Ink = in.text, in.note
	if c.Small {
		t.Ink = in.note
	}
	icon, high := s.icon(c)
	x, wide := box.X0+cellPad, box.W()-2*cellPad
	top := func(high float64) float64 { return math.Round((box.Y0 + box.Y1 - high) / 2) }
	if c.Sample.Wide > 0 {
		s.page.stamp(ground.Window(s.page.Atlas, c.Sample), x, top(high))
	}
	for i, f := range c.Dice {
		s.page.stamp(sprite.Die(s.page.Atlas, sprite.DieLook{Face: f, Size: s.die()}),
			x+float64(i)*(s.die()+dieGap), top(high))
	}
	y := top(linesHigh(t, len(text)) + linesHigh(n, len(note)))
	x, wide = x+icon, wide-icon
	s.page.block(t, text, x, y, wide, a)
	y += linesHigh(t, len(text))
	if indent := s.indent(c); indent > 0 && len(note) > 0 {
		x += float64(a) * (wide - indent - s.page.Types.Width(n, note[0]))
		s.page.stamp(sprite.Token(s.page.Atlas, c.Side, n.Size), x, y+(leading-1)/2*n.Size)
		x, a = x+indent, typeset.Left
	}
	s.page.block(n, note, x, y, wide, a)
}

// widths returns the widths of the leading columns and of the others in [from, to); false if they do not fit.
func (s tableLayout) widths(from, to int) ([]float64, bool) {
	var all []extent
	for _, i := range s.columns(from, to) {
		e := s.extent(s.Head[i], true)
		for _, r := range s.Rows {
			e = e.with(s.extent(r[i], false))
		}
		all = append(all, e)
	}
	cols := all[s.Leads:]
	if s.Even {
		var e extent
		for _, c := range cols {
			e = e.with(c)
		}
		for i := range cols {
			cols[i] = e
		}
	}
	return shareWidth(all, s.Leads, pageRoom)
}

// shareWidth divides room among columns. Each gets what its longest word needs; then each further pixel goes to the
// column that lacks most for its longest text, in proportion. What no column needs goes to those after the first leads.
func shareWidth(all []extent, leads int, room float64) (wide []float64, fits bool) {
	left := room
	for _, e := range all {
		wide = append(wide, e.least)
		left -= e.least
	}
	fits = left >= 0
	for ; left >= 1; left-- {
		at := 0
		for i, e := range all {
			if e.most*wide[at] > all[at].most*wide[i] {
				at = i
			}
		}
		if wide[at] >= all[at].most { // no text needs a second line
			break
		}
		wide[at]++
	}
	for i := leads; i < len(wide); i++ {
		if part := math.Floor(left / float64(len(wide)-i)); part > 0 {
			wide[i], left = wide[i]+part, left-part
		}
	}
	return wide, fits
}

// drawBlocks draws blocks, each of the leading columns and at most per others. Of three and more, which a phone would
// show as a strip, it draws only that with the highlighted column, if there is one, and names its columns.
func (s tableLayout) drawBlocks(per int) {
	from, n := 0, len(s.Head)-s.Leads
	if 2*per < n && s.LitColumn >= 0 {
		from = min(s.LitColumn/per*per, n-per)
		n = from + per
		s.page.paragraph(s.page.smallPen(), s.Part(s.Head[s.Leads+from].Text, s.Head[s.Leads+n-1].Text))
		s.page.y += cellGap
	}
	for ; from < n; from += per {
		s.drawBlock(from, min(from+per, n))
	}
}

// fits reports whether all blocks of per columns fit in width and no text has more than most lines.
func (s tableLayout) fits(per, most int) bool {
	n := len(s.Head) - s.Leads
	for from := 0; from < n; from += per {
		to := min(from+per, n)
		widths, ok := s.widths(from, to)
		if !ok || s.broken(s.columns(from, to), widths, most) {
			return false
		}
	}
	return true
}

// broken reports whether a text in the columns at, of these widths, has more than most lines.
func (s tableLayout) broken(at []int, widths []float64, most int) bool {
	return slices.ContainsFunc(s.Rows, func(r []Cell) bool {
		for i, c := range at {
			if text, _ := s.lines(r[c], false, widths[i]); len(text) > most {
				return true
			}
		}
		return false
	})
}

// columns returns the indices of the leading columns, and of the others in [from, to).
func (s tableLayout) columns(from, to int) (at []int) {
	for i := range s.Head {
		if i < s.Leads || i >= s.Leads+from && i < s.Leads+to {
			at = append(at, i)
		}
	}
	return at
}

// drawBlock draws some columns below their headings.
func (s tableLayout) drawBlock(from, to int) {
	widths, _ := s.widths(from, to)
	at := s.columns(from, to)
	top, lit := s.page.y, geom.Box{}
	s.drawRow(s.Head, -1, at, widths)
	for i, r := range s.Rows {
		y := s.page.y
		s.drawRow(r, i, at, widths)
		if i == s.LitRow {
			lit = geom.Box{X0: pageEdge, Y0: y, X1: pageEdge + pageRoom, Y1: s.page.y}
		}
	}
	s.drawFrames(at, widths, top, lit)
	s.page.y += 16
}

// drawRow draws a row; row -1 has the headings. At has the indices of the columns.
func (s tableLayout) drawRow(cells []Cell, row int, at []int, widths []float64) {
	high := 0.0
	for i, c := range at {
		high = max(high, s.high(cells[c], row < 0, widths[i]))
	}
	high = math.Ceil(high)
	x := float64(pageEdge)
	for i, c := range at {
		a := typeset.Middle
		if c < s.Leads {
			a = typeset.Left
		}
		s.drawCell(cells[c], geom.Box{X0: x, Y0: s.page.y, X1: x + widths[i], Y1: s.page.y + high}, row < 0, a,
			s.colorsOf(row, c))
		if i > 0 {
			s.page.fill(geom.Box{X0: x - 1, Y0: s.page.y, X1: x, Y1: s.page.y + high}, s.page.Style.Grid)
		}
		x += widths[i]
	}
	s.page.y += high
	s.page.fill(geom.Box{X0: pageEdge, Y0: s.page.y - 1, X1: x, Y1: s.page.y}, s.page.Style.Grid)
}

// colorsOf returns the colours of a cell; row -1 has the headings. Every second row is darker, and
// highlighted cells differ in lightness from their neighbours.
func (s tableLayout) colorsOf(row, column int) cellColors {
	st := s.page.Style
	lead := column < s.Leads
	litColumn, litRow := !lead && column-s.Leads == s.LitColumn, row >= 0 && row == s.LitRow
	switch {
	case litColumn && row < 0, litRow && lead:
		return cellColors{st.Lit, st.On(st.Lit), st.On(st.Lit)}
	case row < 0:
		return cellColors{st.Banner, st.BannerInk, st.BannerInk}
	case litColumn && litRow:
		return cellColors{st.Ink, st.Paper, st.Paper}
	case litColumn, litRow:
		return cellColors{st.LitCell(), st.Ink, st.Ink}
	case row%2 == 1:
		return cellColors{st.Ground, st.Ink, st.Number}
	}
	return cellColors{st.Paper, st.Ink, st.Number}
}

// drawFrames draws a frame round a block that begins at top, and thicker ones round the highlighted column and row.
func (s tableLayout) drawFrames(at []int, widths []float64, top float64, row geom.Box) {
	x := float64(pageEdge)
	for i, w := range widths {
		if at[i] >= s.Leads && at[i]-s.Leads == s.LitColumn {
			box := geom.Box{X0: x - litEdge, Y0: top, X1: x + w + litEdge, Y1: s.page.y}
			s.page.frame(box, litEdge, s.page.Style.Ink)
		}
		x += w
	}
	s.page.frame(geom.Box{X0: pageEdge, Y0: top, X1: x, Y1: s.page.y}, 2, s.page.Style.Ink)
	if row != (geom.Box{}) { // a row is highlighted
		s.page.frame(geom.Box{X0: pageEdge - litEdge, Y0: row.Y0 - litEdge, X1: x + litEdge, Y1: row.Y1 + litEdge},
			litEdge, s.page.Style.Ink)
	}
}
