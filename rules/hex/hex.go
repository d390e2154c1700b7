// Package hex has the coordinates of hexes and the grid of a map: neighbours, distances, hexsides.
//
// Hexes are flat-topped and stand in vertical hexrows. A hex is written column.row, columns counted from the
// left and rows from the bottom, as in 10.07 (SCS, the map: hex numbering). Every second hexrow stands half a
// hex higher. Which ones depends on the map, so neighbours and distances are methods of a Grid:
//
//	g := hex.Grid{Cols: 20, Odd: hex.Rows{First: 1, Last: 20}, Even: hex.Rows{First: 1, Last: 20}, High: hex.Even}
//	from, to := hex.Hex{Col: 10, Row: 10}, hex.Hex{Col: 12, Row: 12}
//	n := g.Distance(from, to) // 3
//
// All arithmetic is in integers. Maps have at most 126 columns and rows.
package hex

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"grognard/rules/letters"
)

// Hex is a hex by its printed number. The zero Hex is no hex.
type Hex struct{ Col, Row int8 }

// None is no hex.
var None Hex

// String is the printed number: the row always has two digits.
func (h Hex) String() string { return string(h.number()) }

func (h Hex) number() []byte {
	b := append(strconv.AppendInt(make([]byte, 0, 8), int64(h.Col), 10), '.')
	if 0 <= h.Row && h.Row < 10 {
		b = append(b, '0')
	}
	return strconv.AppendInt(b, int64(h.Row), 10)
}

// Parse reads a printed number; 9.10 and 09.10 are the same hex. It need not lie on any map: 0.10 is left of column 1.
func Parse(s string) (Hex, error) {
	col, row, ok := strings.Cut(letters.Plain(s), ".")
	c, errC := strconv.ParseUint(col, 10, 7) // decimal, in 7 bits: at most 127
	r, errR := strconv.ParseUint(row, 10, 7)
	if !ok || errC != nil || errR != nil || c == 0 && r == 0 || len(row) > 2 || len(col) > 3 {
		return None, fmt.Errorf("%q is not a hex number such as 10.07", s)
	}
	return Hex{int8(c), int8(r)}, nil
}

// MarshalText writes the printed number, so that logs and files show hexes as maps do.
func (h Hex) MarshalText() ([]byte, error) { return h.number(), nil }

// UnmarshalText reads a printed number.
func (h *Hex) UnmarshalText(b []byte) (err error) {
	*h, err = Parse(string(b))
	return err
}

// Compare orders hexes by column, then row.
func Compare(a, b Hex) int {
	if a.Col != b.Col {
		return int(a.Col) - int(b.Col)
	}
	return int(a.Row) - int(b.Row)
}

// Side is a hexside, given by the hexes on both sides of it, the lesser one by Compare first.
type Side struct{ A, B Hex }

// Between returns the hexside between two hexes, in whichever order they are given.
func Between(a, b Hex) Side {
	if Compare(a, b) > 0 {
		a, b = b, a
	}
	return Side{a, b}
}

// String is the form of map files: 12.14/12.15.
func (s Side) String() string { return s.A.String() + "/" + s.B.String() }

// ParseSide reads a hexside. It does not check whether the hexes touch.
func ParseSide(s string) (Side, error) {
	a, b, ok := strings.Cut(letters.Plain(s), "/")
	if !ok {
		return Side{}, fmt.Errorf("%q is not a hexside such as 12.14/12.15", s)
	}
	ha, errA := Parse(a)
	hb, errB := Parse(b)
	return Between(ha, hb), cmp.Or(errA, errB)
}
