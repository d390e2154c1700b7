package render

import (
	"math"

	"grognard/render/internal/geom"
)

// footing is where things stand below a whole map: the turn track, the scale bar beside
// or below it, and the groups of the legend, side by side where there is room.
type footing struct {
	size  float64 // of the type
	track shelf
	scale geom.Point // the upper left corner of the scale bar
	heads [groups]geom.Point
	cells [groups]shelf
	end   int // where the picture ends
}

// shelf is boxes of one size in rows.
type shelf struct {
	x, y, w, h float64
	cols, n    int
}

// at is the upper left corner of a box.
func (s shelf) at(i int) geom.Point {
	return geom.Pt(s.x+float64(i%s.cols)*s.w, s.y+float64(i/s.cols)*s.h)
}

func (s shelf) rows() int { return (s.n + s.cols - 1) / max(1, s.cols) }

func (s shelf) bottom() float64 { return s.y + float64(s.rows())*s.h }

// Measures of the foot, in pixels.
const (
	footGap   = 16
	cellHigh  = 40
	sample    = 48  // how wide
	scaleWide = 340 // of the scale bar with its unit
	scaleLong = 270 // of its bars at most
	scaleHigh = 66
)

// newFooting lays out the foot of a picture so wide, from y down.
func newFooting(w, y int, u furniture) footing {
	f := footing{size: min(23, max(15, float64(w)/105))}
	room := float64(w - 2*footGap)
	at := float64(y)
	scale := 0.0
	if u.scale && room > 3*scaleWide {
		scale = scaleWide + footGap
	}
	f.track = newTrack(f.size, room-scale, u.turns, u.dated)
	f.track.x, f.track.y = footGap, at
	at = f.track.bottom() + 0.5*footGap
	if u.scale {
		f.scale = geom.Pt(float64(w)-footGap-scaleWide, f.track.y)
		if scale == 0 {
			f.scale = geom.Pt(footGap, at)
			at += scaleHigh
		}
		at = max(at, f.scale.Y+scaleHigh)
	}
	f.end = int(math.Ceil(f.legend(room, at, u.legend))) + footGap
	return f
}

// legend stands the groups side by side, in as few rows as fit, or one below the other.
func (f *footing) legend(room, y float64, cells [groups]int) (bottom float64) {
	head := 1.7 * f.size
	fit := max(1, int(room/(11*f.size)))
	cols, rows := columns(cells, fit)
	if cols == 0 {
		for g, n := range cells {
			if n == 0 {
				continue
			}
			f.heads[g] = geom.Pt(footGap, y)
			f.cells[g] = shelf{footGap, y + head, room / float64(fit), cellHigh, fit, n}
			y = f.cells[g].bottom() + 0.5*footGap
		}
		return y
	}
	x, wide := float64(footGap), room/float64(cols)
	for g, n := range cells {
		if n == 0 {
			continue
		}
		f.heads[g] = geom.Pt(x, y)
		f.cells[g] = shelf{x, y + head, wide, cellHigh, (n + rows - 1) / rows, n}
		x += wide * float64(f.cells[g].cols)
	}
	return y + head + float64(rows)*cellHigh
}

// columns is the least number of rows in which the groups fit side by side into so many
// columns, and the columns that they then take: 0 when they never fit.
func columns(cells [groups]int, fit int) (cols, rows int) {
	most := 0
	for _, n := range cells {
		most = max(most, n)
	}
	for rows = 1; rows <= most; rows++ {
		cols = 0
		for _, n := range cells {
			cols += (n + rows - 1) / rows
		}
		if cols <= fit {
			return cols, rows
		}
	}
	return 0, 0
}
