package game

import (
	"slices"

	"grognard/rules/hex"
)

// Shot is a target relative to a firer in a column of one parity, and what the straight line to it crosses.
type Shot struct {
	Cols, Rows int8 // from the firer
	Distance   int
	Between    []Between
}

// Between is what a line crosses, as seen from the firer: hex A, or with Two the hexside of A and B that it runs along.
type Between struct {
	A, B [2]int8 // columns and rows
	Two  bool
}

// Target is the index of the target of a firer's shot, -1 off the map.
func (g *Game) Target(from hex.Hex, s *Shot) int { return g.offset(from, [2]int8{s.Cols, s.Rows}) }

// offset returns the index of the hex so many columns and rows from another, -1 off the map.
func (g *Game) offset(from hex.Hex, by [2]int8) int {
	h := hex.Hex{Col: from.Col + by[0], Row: from.Row + by[1]}
	if !g.Def.Grid.Contains(h) {
		return -1
	}
	return g.Def.Grid.Index(h)
}

// Clear reports whether nothing blocks the line of a shot. BCS 6.1-3, 6.1-4: blocking terrain in a hex between firer
// and target cuts it; hexsides, and the terrain at its ends, do not matter.
//
// RULING: 6.1-3: A line along a hexside is cut where the hexes on both sides of it are blocking. For: it runs in
// neither. Against: it touches each of them.
func (g *Game) Clear(from hex.Hex, s *Shot) bool {
	for i := range s.Between {
		if g.cuts(from, &s.Between[i]) {
			return false
		}
	}
	return true
}

// Cuts lists the hexes that block the line of a shot: first those that it crosses, by column, then those beside it.
func (g *Game) Cuts(from hex.Hex, s *Shot) (hexes []hex.Hex) {
	for i := range s.Between {
		b := &s.Between[i]
		if !g.cuts(from, b) {
			continue
		}
		hexes = append(hexes, g.At(g.offset(from, b.A)))
		if b.Two {
			hexes = append(hexes, g.At(g.offset(from, b.B)))
		}
	}
	return hexes
}

func (g *Game) cuts(from hex.Hex, b *Between) bool {
	return g.blocks(from, b.A) && (!b.Two || g.blocks(from, b.B))
}

func (g *Game) blocks(from hex.Hex, by [2]int8) bool {
	at := g.offset(from, by)
	return at >= 0 && g.Ground[at].Blocking
}

// Reach is the greatest range of any AV in the game.
func (g *Game) Reach() (most int) {
	for i := range g.Units {
		for _, f := range g.Units[i].Faces {
			most = max(most, f.AV.Range)
		}
	}
	for _, a := range g.Data.Assets {
		most = max(most, a.AV.Range)
	}
	for i := range g.Data.Formations {
		for _, a := range g.Data.Formations[i].Supports {
			most = max(most, a.AV.Range)
		}
	}
	return most
}

// Spotting is how many hexes a spotter is at most from his target (BCS 8.0-12).
const Spotting = 4

// aim fills Shots with the shots as far as any AV reaches or a spotter may be from a target, the nearest first. wide is
// a grid on which a firer in the middle has room for shots of 50 hexes to all sides.
func (g *Game) aim() {
	wide := hex.Grid{Cols: 126, Odd: hex.Rows{First: 0, Last: 126}, Even: hex.Rows{First: 0, Last: 126},
		High: g.Def.Grid.High}
	reach := int8(min(max(g.Reach(), Spotting), 50))
	for parity := range g.Shots {
		from := hex.Hex{Col: 62 + int8(parity), Row: 60}
		for col := from.Col - reach; col <= from.Col+reach; col++ {
			for row := from.Row - reach; row <= from.Row+reach; row++ {
				to := hex.Hex{Col: col, Row: row}
				if n := wide.Distance(from, to); n > 0 && n <= int(reach) {
					g.Shots[parity] = append(g.Shots[parity], shot(wide, from, to, n))
				}
			}
		}
		slices.SortStableFunc(g.Shots[parity], func(a, b Shot) int { return a.Distance - b.Distance })
	}
}

func shot(grid hex.Grid, from, to hex.Hex, distance int) Shot {
	s := Shot{Cols: to.Col - from.Col, Rows: to.Row - from.Row, Distance: distance}
	for _, c := range grid.Line(from, to) {
		b := Between{A: [2]int8{c.A.Col - from.Col, c.A.Row - from.Row}, Two: c.B != hex.None}
		if b.Two {
			b.B = [2]int8{c.B.Col - from.Col, c.B.Row - from.Row}
		}
		s.Between = append(s.Between, b)
	}
	return s
}
