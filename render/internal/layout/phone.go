package layout

import (
	"fmt"
	"image"
	"math"

	"grognard/render/internal/geom"
	"grognard/rules/hex"
)

// Phone is how wide the overview is: a phone shows it at half this width.
const Phone = 780

// Measures of pictures for a phone, in pixels.
const (
	overviewEdge = 8
	overviewHigh = 1400 // the greatest height of the overview's map
	overviewMost = 64   // the greatest distance from column to column in it
	nearMost     = 119  // the greatest height of the hexes of a close-up
	nearLeast    = 88   // the least; if the whole map has no room in such hexes, each close-up is printed by itself
)

// TypeOf returns the size of the type on a picture of width w that is shown as wide as a phone.
func TypeOf(w int) float64 { return float64(w) / 27 }

// Strip returns the height of a head or a foot of so many lines on a picture of width w.
func Strip(w, lines int) int {
	if lines == 0 {
		return 0
	}
	return int(math.Ceil((1.65*float64(lines) + 0.35) * TypeOf(w)))
}

// NewOverview lays out a whole map with a head and a foot of so many lines, as wide as a phone.
func NewOverview(g hex.Grid, head, foot int) (Frame, error) {
	unit := geom.Plane{Grid: g, HexSize: 2 / math.Sqrt(3)} // its columns are a pixel apart
	box, ok := unit.Bounds(hex.Part{})
	if !ok {
		return Frame{}, fmt.Errorf("a map of %d columns has no hexes", g.Cols)
	}
	step := math.Floor(min(overviewMost, (Phone-2*overviewEdge)/box.W(), overviewHigh/box.H()))
	if step < 1 {
		return Frame{}, ErrTooLarge
	}
	f := Frame{Plane: geom.Plane{Grid: g, HexSize: step * unit.HexSize}}
	return f.stacked(hex.Part{}, Phone, overviewEdge, Strip(Phone, head), Strip(Phone, foot)), nil
}

// stacked returns f with a head, a part of the map and a foot below one another, at least least pixels wide.
func (f Frame) stacked(part hex.Part, least int, margin float64, head, foot int) Frame {
	box, _ := f.Bounds(part)
	w := max(least, int(math.Ceil(box.W()+2*margin)))
	f.Head = image.Rect(0, 0, w, head)
	f.Body = image.Rect(0, head, w, head+int(math.Ceil(box.H()+2*margin)))
	f.Foot = image.Rect(0, f.Body.Max.Y, w, f.Body.Max.Y+foot)
	f.Size = f.Foot.Max
	f.X = math.Round((float64(w)-box.W())/2 - box.X0)
	f.Y = math.Round(float64(head)+margin-box.Y0) + 0.5
	return f
}

// NearHex is the height of the hexes of a close-up that is printed by itself.
const NearHex = nearMost

// NewSheet lays out a map from which close-ups are cut: its hexes alone, as large as MaxPixels allows. ok is false if
// they would be smaller than nearLeast.
func NewSheet(g hex.Grid) (sheet Frame, ok bool) {
	for step := math.Round(nearMost * math.Sqrt(3) / 2); ; step-- {
		f := Frame{Plane: geom.Plane{Grid: g, HexSize: step * 2 / math.Sqrt(3)}}
		if f.HexSize < nearLeast {
			return Frame{}, false
		}
		f = f.stacked(hex.Part{}, MinWidth, 0.62*f.HexSize, 0, 0) // without head or foot
		if f.Size.X*f.Size.Y <= MaxPixels {
			return f, true
		}
	}
}

// NewNear lays out a close-up in hexes of that size, with a head of one line.
func NewNear(g hex.Grid, part hex.Part, hexSize float64) (Frame, error) {
	if !g.Contains(part.Around) || part.Radius < 0 {
		return Frame{}, fmt.Errorf("%d hexes round %v are not on the map", part.Radius, part.Around)
	}
	f := Frame{Plane: geom.Plane{Grid: g, HexSize: hexSize}, Close: true}
	margin := 0.1 * hexSize
	w := int(math.Ceil(f.Step()*float64(2*part.Radius) + 2*f.Radius() + 2*margin))
	return f.stacked(part, w, margin, Strip(w, 1), 0), nil
}
