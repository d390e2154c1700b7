// Package layout says where each thing of a picture goes: nothing lies over what ranks higher. It
// knows rectangles alone.
package layout

import "math"

// Banner is how the strip above a map is laid out. A wide one has two lines beside the
// phase's plate, a narrow one three lines, the plate in the middle; below, the stocks
// of the sides.
type Banner struct {
	Wide  bool
	W     float64
	Size  float64 // of its type
	Edge  float64
	High  int
	Below float64 // where the stocks begin
}

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

// Room is how wide a part beside the plate, or beside another on its line, may be.
func (n Banner) Room() float64 {
	if n.Wide {
		return 0.3*n.W - 2*n.Edge
	}
	return n.W/2 - 1.5*n.Edge
}

// Title is the size of the points' type.
func (n Banner) Title() float64 {
	if n.Wide {
		return 1.2 * n.Size
	}
	return n.Size
}

func (n Banner) PlateRoom() float64 {
	if n.Wide {
		return 0.4 * n.W
	}
	return n.W - 2*n.Edge
}
