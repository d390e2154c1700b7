package layout

import (
	"math"
	"slices"

	"grognard/render/internal/geom"
)

// Footer is where things stand below a whole map: the turn track, the scale bar beside or below it, and the
// groups of the legend, side by side if there is room.
type Footer struct {
	Size   float64 // of the type
	Track  Cells
	Scale  geom.Point // the upper left corner of the scale bar
	Heads  [LegendGroups]geom.Point
	Groups [LegendGroups]Cells
	end    int // the y at which the picture ends
}

// Cells are N cells of one size in rows.
type Cells struct {
	x, y, W, H float64 // the upper left corner of the first cell, and the size of each
	cols, N    int
}

// LegendGroups is how many groups a legend has.
const LegendGroups = 4

// At returns the upper left corner of a cell.
func (s Cells) At(i int) geom.Point {
	return geom.Pt(s.x+float64(i%s.cols)*s.W, s.y+float64(i/s.cols)*s.H)
}

// Box returns the place of a cell.
func (s Cells) Box(i int) geom.Box {
	at := s.At(i)
	return geom.Box{X0: at.X, Y0: at.Y, X1: at.X + s.W, Y1: at.Y + s.H}
}

// rows returns how many rows the cells take.
func (s Cells) rows() int { return (s.N + s.cols - 1) / max(1, s.cols) }

// bottom returns the y at which the last row ends.
func (s Cells) bottom() float64 { return s.y + float64(s.rows())*s.H }

// Measures of the foot, in pixels.
const (
	footGap    = 16
	CellHigh   = 40
	SampleWide = 48  // the width of a sample in the legend
	scaleWide  = 340 // the width of the scale bar with its unit
	ScaleLong  = 270 // the greatest length of its bars
	scaleHigh  = 66
)

// newFooter lays out the footer of a picture of width w, from y down.
func newFooter(w, y int, u Contents) Footer {
	f := Footer{Size: min(23, max(15, float64(w)/105))}
	room := float64(w - 2*footGap)
	at := float64(y)
	scale := 0.0
	if u.Scale && room > 3*scaleWide {
		scale = scaleWide + footGap
	}
	f.Track = newTrack(f.Size, room-scale, u.Turns, u.Dated)
	f.Track.x, f.Track.y = footGap, at
	at = f.Track.bottom() + 0.5*footGap
	if u.Scale {
		f.Scale = geom.Pt(float64(w)-footGap-scaleWide, f.Track.y)
		if scale == 0 {
			f.Scale = geom.Pt(footGap, at)
			at += scaleHigh
		}
		at = max(at, f.Scale.Y+scaleHigh)
	}
	f.end = int(math.Ceil(f.legend(room, at, u.Legend))) + footGap
	return f
}

// legend places the groups side by side in as few rows as fit, or else one below the other. It returns where they end.
func (f *Footer) legend(room, y float64, cells [LegendGroups]int) (bottom float64) {
	head := 1.7 * f.Size
	fit := max(1, int(room/(11*f.Size)))
	cols, rows := columns(cells, fit)
	if cols == 0 { // they do not fit side by side
		for g, n := range cells {
			if n == 0 {
				continue
			}
			f.Heads[g] = geom.Pt(footGap, y)
			f.Groups[g] = Cells{footGap, y + head, room / float64(fit), CellHigh, fit, n}
			y = f.Groups[g].bottom() + 0.5*footGap
		}
		return y
	}
	x, wide := float64(footGap), room/float64(cols)
	for g, n := range cells {
		if n == 0 {
			continue
		}
		f.Heads[g] = geom.Pt(x, y)
		f.Groups[g] = Cells{x, y + head, wide, CellHigh, (n + rows - 1) / rows, n}
		x += wide * float64(f.Groups[g].cols)
	}
	return y + head + float64(rows)*CellHigh
}

// columns returns how many columns the groups take side by side, and in how many rows: the least number of rows with
// which they fit into fit columns. It returns 0, 0 if they never fit.
func columns(cells [LegendGroups]int, fit int) (cols, rows int) {
	for rows = 1; rows <= slices.Max(cells[:]); rows++ {
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
