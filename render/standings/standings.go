// Package standings draws tables of standings for messages: places, names and figures, with the rows that are promoted
// and relegated marked.
//
//	p, err := standings.New()
//	pages, err := p.Draw(standings.Picture{Title: "Pool 1", Columns: columns, Rows: rows}, render.Paper())
//	fmt.Println(len(pages)) // PNG files
//
// A picture is 900 pixels wide, so that a phone shows its smallest type 9.5 pixels high, and no higher than a phone's
// screen: a long table is divided evenly among several. The package knows no season: the caller supplies all texts, in
// the viewer's language. A name that is too long ends with an ellipsis.
//
// Limits: letters that no font of the pictures has are boxes, and scripts from right to left are not reordered.
package standings

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"grognard/render/internal/encode"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
)

// Picture is a table.
type Picture struct {
	Title    string // shown in one line
	Subtitle string // shown in at most two lines; "" for none
	Columns  []Column
	Rows     []Row
}

// Column is a column of a table: figures stand on the right, texts on the left.
type Column struct {
	Head string
	Text bool // it holds names: it gets the width that figures leave, and names that are too long are cut
}

// Row is a line of a table. Cells that it lacks are empty.
type Row struct {
	Cells []string
	Mark  Mark
}

// Mark says whether a row is promoted or relegated.
type Mark int8

const (
	Stays Mark = iota
	Up         // a triangle that points up, and a line below the last of these rows
	Down       // a triangle that points down, and a line above the first of these rows
)

// The most rows of a picture, so that a phone shows it in full width, and the most pictures of a message.
const (
	MostRows  = 20
	MostPages = 10
)

// The errors of Draw.
var (
	ErrTooWide = errors.New("the columns leave no room for names")
	ErrTooLong = fmt.Errorf("a table of more than %d rows", MostRows*MostPages)
)

// Measures, in pixels.
const (
	wide      = 900
	edge      = 20
	room      = wide - 2*edge
	titleType = 40
	aboutType = 26
	mostType  = 30  // the type of rows; it is made smaller until columns fit
	leastType = 22  // but no smaller than this
	goodName  = 260 // the room for names for which the type is made smaller
	leastName = 200 // the least room for names
	pad       = 9
	markRoom  = 26
	rowHigh   = 1.6  // as a multiple of the type's size
	leading   = 1.22 // likewise
	aboutMost = 2    // lines of the subtitle
	headMost  = 3    // lines of a column's head
)

// Painter draws tables. Any goroutine may use it.
type Painter struct {
	types *typeset.Writer
	png   *encode.PNG
}

// New returns a painter.
func New() (*Painter, error) {
	types, err := typeset.New()
	if err != nil {
		return nil, err
	}
	png, err := encode.NewPNG()
	if err != nil {
		return nil, err
	}
	return &Painter{types, png}, nil
}

// Draw returns a table as PNG files: one, or several with about as many rows each.
func (p *Painter) Draw(table Picture, s style.Style) ([][]byte, error) {
	n := max((len(table.Rows)+MostRows-1)/MostRows, 1)
	if n > MostPages {
		return nil, fmt.Errorf("standings: %w", ErrTooLong)
	}
	colours, err := style.NewForPages(s, nil)
	if err != nil {
		return nil, fmt.Errorf("standings: %w", err)
	}
	l, err := p.layOut(clean(table), s)
	if err != nil {
		return nil, fmt.Errorf("standings: %w", err)
	}
	var files [][]byte
	for i := range n {
		from, to := i*len(table.Rows)/n, (i+1)*len(table.Rows)/n
		about := ""
		if n > 1 {
			about = fmt.Sprintf("%d/%d", i+1, n)
		}
		file, err := p.png.Encode(colours.Quantize(l.draw(from, to, about)))
		if err != nil {
			return nil, fmt.Errorf("standings: %w", err)
		}
		files = append(files, file)
	}
	return files, nil
}

// page is a picture that is being drawn from the top down.
type page struct {
	layout
	img *image.RGBA
	y   int
}

// draw draws the rows in [from, to) below the title and the heads, with the text about beside the title.
func (l layout) draw(from, to int, about string) *image.RGBA {
	high := edge + l.titleHigh + l.headHigh + (to-from)*l.rowHigh + edge
	g := &page{l, image.NewRGBA(image.Rect(0, 0, wide, high)), edge}
	g.fill(g.img.Rect, l.style.Paper)
	g.title(about)
	g.heads()
	for i := from; i < to; i++ {
		g.row(l.table.Rows[i])
		if i+1 < to {
			g.divide(l.table.Rows[i].Mark, l.table.Rows[i+1].Mark)
		}
	}
	return g.img
}

func (g *page) fill(r image.Rectangle, ink color.RGBA) {
	draw.Draw(g.img, r, image.NewUniform(ink), image.Point{}, draw.Src)
}

// write writes a text in a line whose middle is at y. The text begins at a whole pixel.
func (g *page) write(pen typeset.Pen, text string, x, y float64, a typeset.Anchor) {
	x = math.Round(x - float64(a)*g.types.Width(pen, text))
	g.types.Write(g.img, pen, text, x, math.Round(y+typeset.CapHeight/2*pen.Size), typeset.Left)
}

func (g *page) title(about string) {
	title, small := g.pens.title, g.pens.about
	left := float64(room)
	if about != "" {
		left -= g.types.Width(small, about) + 2*pad
		g.write(small, about, edge+room, float64(g.y)+leading*title.Size/2, typeset.Right)
	}
	g.write(title, cut(g.types, title, g.table.Title, left), edge, float64(g.y)+leading*title.Size/2, typeset.Left)
	for i, line := range g.about {
		y := float64(g.y) + leading*title.Size + (float64(i)+0.5)*leading*small.Size
		g.write(small, line, edge, y, typeset.Left)
	}
	g.y += g.titleHigh
}

func (g *page) heads() {
	g.fill(image.Rect(edge, g.y, edge+room, g.y+g.headHigh), g.style.Banner)
	pen := g.pens.head
	for i, c := range g.columns {
		for k, line := range c.head {
			below := float64(len(c.head)-k) - 0.5 // lines from the bottom
			x, a := c.place(g.table.Columns[i].Text)
			g.write(pen, line, x, float64(g.y+g.headHigh-pad)-below*leading*pen.Size, a)
		}
	}
	g.y += g.headHigh
}

func (g *page) row(r Row) {
	middle := g.y + g.rowHigh/2
	switch r.Mark {
	case Up:
		g.triangle(edge+markRoom/2, middle, 1, g.style.HeavyTree)
	case Down:
		g.triangle(edge+markRoom/2, middle, -1, g.style.Mark)
	}
	for i, c := range g.columns {
		if i >= len(r.Cells) {
			break
		}
		pen, text := g.pens.figure, r.Cells[i]
		if g.table.Columns[i].Text {
			pen = g.pens.name
			text = cut(g.types, pen, text, c.wide-2*pad)
		}
		x, a := c.place(g.table.Columns[i].Text)
		g.write(pen, text, x, float64(middle), a)
	}
	g.y += g.rowHigh
}

// divide draws the line between two rows: a thick one where promotion ends or relegation begins.
func (g *page) divide(above, below Mark) {
	line, ink := image.Rect(edge, g.y-1, edge+room, g.y), g.style.Grid
	if above != below && (above == Up || below == Down) {
		line, ink = image.Rect(edge, g.y-2, edge+room, g.y+2), g.style.Ink
	}
	g.fill(line, ink)
}

// triangle draws a triangle round a point, with its tip up, or down if up is -1.
func (g *page) triangle(x, y, up int, ink color.RGBA) {
	const half = 9
	for i := range 2 * half {
		level := y + up*(half-i) // from the base to the tip
		g.fill(image.Rect(x-(2*half-i)/2, level, x+(2*half-i)/2+1, level+1), ink)
	}
}
