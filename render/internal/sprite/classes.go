package sprite

import (
	"image/color"
	"math"

	"grognard/render/internal/geom"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// classStyles is how many ways there are to print the class of a rating: tiles of each outline in a colour of markers,
// filled and then hollow. They can be told apart without colour. Further classes use the same tiles again.
const classStyles = 2 * style.MarkOutlines

// printClassed prints ratings of which some have a class. Each has a cell of its own: those at the foot side by side,
// those beside the symbol one under the other.
func printClassed(a Atlas, c counterDrawing, has room, u CounterLook) {
	for _, group := range []struct {
		view.Place
		x, y, w, h float64 // the box that the ratings of the place share
		column     bool
	}{
		{view.Foot, 2.2, 25, unit - 4.4, 9, false},
		{view.Left, 2, has.y - 0.8, has.x - 2.6, has.h + 1.6, true},
		{view.Right, has.x + has.w + 0.6, has.y - 0.8, unit - 2.6 - has.x - has.w, has.h + 1.6, true},
	} {
		cells := u.Ratings.indicesIn(group.Place)
		for n, i := range cells {
			r := geom.Box{X0: group.x, Y0: group.y, X1: group.x + group.w, Y1: group.y + group.h}
			if part := 1 / float64(len(cells)); group.column {
				r.Y0, r.Y1 = group.y+part*float64(n)*group.h, group.y+part*float64(n+1)*group.h
			} else {
				r.X0, r.X1 = group.x+part*float64(n)*group.w, group.x+part*float64(n+1)*group.w
			}
			printCell(a, c, u, i, r)
		}
	}
}

// indicesIn returns the indices of the ratings in a place that have a text.
func (r ratings) indicesIn(place view.Place) (out []int) {
	for i, x := range r.list {
		if x.Place == place && x.Text != "" {
			out = append(out, i)
		}
	}
	return out
}

// printCell prints rating i on the tile of its class; if it has none and is lit, on a light ground. Box is in units.
func printCell(a Atlas, c counterDrawing, u CounterLook, i int, box geom.Box) {
	const gap = 0.35
	k, r := c.k, u.Ratings.list[i]
	x, y, w, h := (box.X0+gap)*k, (box.Y0+gap)*k, (box.X1-box.X0-2*gap)*k, (box.Y1-box.Y0-2*gap)*k
	high := min(h, 9*k) // else a single cell beside the symbol would be too tall, and one at the foot too wide
	y, h = y+(h-high)/2, high
	wide := min(w, 2*h)
	x, w = x+(w-wide)/2, wide
	p := typeset.Pen{Face: typeset.Bold, Size: 0.98 * h, Ink: c.Ink}
	if u.Estimate {
		p.Face = typeset.BoldItalic
	}
	inner := w
	switch class := u.Ratings.classes[i]; {
	case class > 0:
		p.Ink = drawTile(a, c, (int(class)-1)%classStyles, r.Lit, x, y, w, h)
		p.Size, inner = 0.9*h, 0.8*w
	case r.Lit:
		c.dc.DrawRectangle(x, y, w, h)
		Fill(c.dc, a.Style.Lit)
		p.Ink = a.Style.On(a.Style.Lit)
	}
	text := r.Text
	if r.N == view.Blank && text == "–" {
		text = "—"
	}
	p = a.Types.Fit(p, text, inner)
	a.Types.Write(c.img, p, text, x+w/2, y+h/2+0.36*p.Size, typeset.Middle)
}

// drawTile draws tile n of classStyles and returns the ink for the text on it.
func drawTile(a Atlas, c counterDrawing, n int, lit bool, x, y, w, h float64) (ink color.RGBA) {
	tint := a.Style.Marks[n%style.MarkOutlines]
	ground, rim, wide := tint, a.Style.Dark, 0.5
	if n >= style.MarkOutlines { // hollow
		ground, rim, wide = a.Style.Box, tint, 1.1
	}
	if lit {
		ground = a.Style.Lit
	}
	wide = math.Max(1, wide*c.k*a.Style.Line)
	addTile(c.dc, n%style.MarkOutlines, x, y, w, h)
	Fill(c.dc, rim)
	addTile(c.dc, n%style.MarkOutlines, x+wide, y+wide, w-2*wide, h-2*wide)
	Fill(c.dc, ground)
	return a.Style.On(ground)
}

// addTile adds the outline of a tile to a path: a rectangle, round ends, slanted ends, or notched ends.
func addTile(dc *gg.Context, n int, x, y, w, h float64) {
	end := min(0.45*h, 0.26*w)
	switch n {
	case 1:
		dc.DrawRoundedRectangle(x, y, w, h, min(w, h)/2)
	case 2:
		addPolygon(dc, x, y, 1, geom.Points(end, 0, w, 0, w-end, h, 0, h))
	case 3:
		addPolygon(dc, x, y, 1, geom.Points(0, 0, w, 0, w-end, h/2, w, h, 0, h, end, h/2))
	default:
		dc.DrawRectangle(x, y, w, h)
	}
}
