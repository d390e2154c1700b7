package standings

import (
	"math"
	"strings"
	"unicode"

	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
)

// layout says where the parts of a table go. It is the same for all pictures of the table.
type layout struct {
	types   *typeset.Writer
	style   style.Style
	table   Picture
	pens    pens
	about   []string // lines
	columns []column

	titleHigh, headHigh, rowHigh int
}

// pens are what the parts of a table are written with.
type pens struct{ title, about, head, name, figure typeset.Pen }

// column is a column in its place.
type column struct {
	x, wide float64
	head    []string // lines
}

// place returns the x and the anchor of the texts in a column: at the left if they are texts, else at the right.
func (c column) place(text bool) (x float64, a typeset.Anchor) {
	if text {
		return c.x + pad, typeset.Left
	}
	return c.x + c.wide - pad, typeset.Right
}

// layOut lays a table out in the largest type that leaves names goodName pixels, else in the smallest type. It fails
// with ErrTooWide if even that leaves them less than leastName.
func (p *Painter) layOut(table Picture, s style.Style) (layout, error) {
	l := layout{types: p.types, style: s, table: table}
	fits := false
	for size := float64(mostType); size >= leastType && !fits; size -= 2 {
		l.pens = pensOf(s, size*s.Type)
		fits = l.placeColumns(goodName)
	}
	if !fits && !l.placeColumns(leastName) {
		return l, ErrTooWide
	}
	l.about = fold(p.types, l.pens.about, table.Subtitle, room, aboutMost)
	l.titleHigh = int(math.Ceil(leading*(l.pens.title.Size+float64(len(l.about))*l.pens.about.Size))) + 12
	lines := 1
	for _, c := range l.columns {
		lines = max(lines, len(c.head))
	}
	l.headHigh = int(math.Ceil(leading*l.pens.head.Size*float64(lines))) + 2*pad
	l.rowHigh = int(math.Round(rowHigh * l.pens.name.Size))
	return l, nil
}

func pensOf(s style.Style, size float64) pens {
	pen := func(f typeset.Face, size float64) typeset.Pen { return typeset.Pen{Face: f, Size: size, Ink: s.Ink} }
	out := pens{title: pen(typeset.Bold, titleType), about: pen(typeset.Regular, aboutType*s.Type),
		head: pen(typeset.Regular, max(0.8*size, leastType)), name: pen(typeset.Bold, size),
		figure: pen(typeset.Regular, size)}
	out.about.Ink, out.head.Ink = s.Number, s.BannerInk
	return out
}

// placeColumns gives columns of figures the width that they need, and divides the rest equally among those of texts. It
// reports whether each column of texts gets at least least pixels.
func (l *layout) placeColumns(least float64) bool {
	l.columns = make([]column, len(l.table.Columns))
	left, texts := float64(room-markRoom), 0
	for i, c := range l.table.Columns {
		if c.Text {
			texts++
			continue
		}
		need := 0.0
		for word := range strings.FieldsSeq(c.Head) {
			need = max(need, l.types.Width(l.pens.head, word))
		}
		for _, r := range l.table.Rows {
			if i < len(r.Cells) {
				need = max(need, l.types.Width(l.pens.figure, r.Cells[i]))
			}
		}
		l.columns[i].wide = math.Ceil(need) + 2*pad
		left -= l.columns[i].wide
	}
	if left < least*float64(texts) || left < 0 {
		return false
	}
	x := float64(edge + markRoom)
	for i, c := range l.table.Columns {
		if c.Text {
			l.columns[i].wide = math.Floor(left / float64(texts))
		}
		l.columns[i].x, x = x, x+l.columns[i].wide
		l.columns[i].head = fold(l.types, l.pens.head, c.Head, l.columns[i].wide-2*pad+1, headMost)
	}
	return true
}

// fold breaks a text into at most most lines. If there would be more, the last one ends with an ellipsis.
func fold(types *typeset.Writer, pen typeset.Pen, text string, room float64, most int) []string {
	if text == "" {
		return nil
	}
	lines := types.Fold(pen, text, room)
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = cut(types, pen, lines[most-1]+" …", room)
	}
	return lines
}

// cut returns a text that is at most room wide, with an ellipsis in place of what was cut off.
func cut(types *typeset.Writer, pen typeset.Pen, text string, room float64) string {
	if types.Width(pen, text) <= room {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 {
		letters = letters[:len(letters)-1]
		short := strings.TrimRightFunc(string(letters), unicode.IsSpace) + "…"
		if types.Width(pen, short) <= room {
			return short
		}
	}
	return "…"
}

// clean returns a table whose texts are in one line each, without invisible letters.
func clean(table Picture) Picture {
	table.Title, table.Subtitle = line(table.Title), line(table.Subtitle)
	columns := make([]Column, len(table.Columns))
	for i, c := range table.Columns {
		columns[i] = Column{line(c.Head), c.Text}
	}
	rows := make([]Row, len(table.Rows))
	for i, r := range table.Rows {
		rows[i].Mark = r.Mark
		for _, c := range r.Cells {
			rows[i].Cells = append(rows[i].Cells, line(c))
		}
	}
	table.Columns, table.Rows = columns, rows
	return table
}

// mostLetters is the length to which texts are cut before anything is measured: no longer text fits in two lines.
const mostLetters = 200

func line(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsSpace(r) && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co) {
			return -1
		}
		return r
	}, text)
	letters := []rune(strings.Join(strings.Fields(text), " "))
	if len(letters) > mostLetters {
		letters = append(letters[:mostLetters], '…')
	}
	return string(letters)
}
