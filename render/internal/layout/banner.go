package layout

import "math"

// Banner is the layout of the strip above a map, in pixels. A wide one has two lines with the phase between them, a
// narrow one three lines with the phase in the middle one. Below are the stocks of the sides.
type Banner struct {
	Wide  bool
	W     float64
	Size  float64 // of its type
	Edge  float64 // the margin at the left and right
	High  int
	Below float64 // the y at which the stocks begin
}

// NewBanner lays out a banner of width w; stocks is how many sides have stocks.
func NewBanner(w, stocks int) Banner {
	b := Banner{W: float64(w), Wide: w >= 1200}
	if b.Wide {
		b.Size = b.W / 78
		b.Below = 3.4 * b.Size
	} else {
		b.Size = max(15, b.W/44)
		b.Below = 5.5 * b.Size
	}
	b.Edge = 0.8 * b.Size
	high := b.Below
	switch {
	case stocks > 0 && b.Wide:
		high += 1.7 * b.Size
	case stocks > 0:
		high += 1.5*b.Size*float64(stocks) + 0.4*b.Size
	}
	b.High = int(math.Ceil(high))
	return b
}

// Room returns how wide a text beside the phase, or beside another text on its line, may be.
func (n Banner) Room() float64 {
	if n.Wide {
		return 0.3*n.W - 2*n.Edge
	}
	return n.W/2 - 1.5*n.Edge
}

// Title returns the size of the type of the line with the title and the victory points.
func (n Banner) Title() float64 {
	if n.Wide {
		return 1.2 * n.Size
	}
	return n.Size
}

// PlateRoom returns how wide the plate of the phase may be.
func (n Banner) PlateRoom() float64 {
	if n.Wide {
		return 0.4 * n.W
	}
	return n.W - 2*n.Edge
}

// newTrack returns the cells of a turn track that is at most room wide: large ones for dates, or small ones if
// there are no dates or they would take more than two rows. Rows are as even as they can be.
func newTrack(size, room float64, turns int, dated bool) Cells {
	if s := boxes(turns, room, 5*size, 6.2*size); dated && s.rows() <= 2 {
		s.H = DatedCell * size
		return s
	}
	s := boxes(turns, room, 2.4*size, 2.9*size)
	s.H = 2.9 * size
	return s
}

// DatedCell is the height of a cell with dates, as a multiple of the type's size.
const DatedCell = 3.5

// boxes returns n cells, each from least to most wide, in as few rows as the least width allows.
func boxes(n int, room, least, most float64) Cells {
	fit := max(1, int(room/least))
	rows := max(1, (n+fit-1)/fit)
	cols := max(1, (n+rows-1)/rows)
	return Cells{W: min(most, room/float64(cols)), cols: cols, N: n}
}
