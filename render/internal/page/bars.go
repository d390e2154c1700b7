package page

import (
	"math"

	"grognard/render/internal/geom"
	"grognard/render/internal/typeset"
)

// BarList is a list of shares, drawn as bars.
type BarList struct {
	Head string
	Rows []Bar
	Full bool // a frame of the greatest length is drawn behind each bar
	Bold int  // the index of the figure that is printed bold
}

// Bar is a bar with a label before it and two figures after it.
type Bar struct {
	Label   string
	Part    float64 // its length, as a fraction of the greatest
	Mark    float64 // where a line for what was expected crosses it, a fraction too; negative for none
	Figures [2]string
}

// Measures of bars, in pixels.
const (
	barType    = 28
	barHigh    = 26
	barGap     = 12
	shortBar   = 90   // the least room for bars, in one column or in two
	mostLabel  = 0.42 // of the width: the greatest room for labels
	leastLabel = 40
	markWide   = 6
)

// Bars adds lists of bars: over the whole width, or several in two columns if their bars stay long enough,
// each below the shorter column.
func (g *Page) Bars(lists []BarList) {
	const half = (pageRoom - 2*pageEdge) / 2
	narrow := len(lists) == 1
	for _, l := range lists {
		narrow = narrow || g.columnsOf(l, half).tight
	}
	if narrow {
		for _, l := range lists {
			g.y = g.chart(l, pageEdge, g.y, pageRoom) + 12
		}
		return
	}
	at := [2]float64{g.y, g.y}
	for _, l := range lists {
		i := 0
		if at[1] < at[0] {
			i = 1
		}
		at[i] = g.chart(l, pageEdge+float64(i)*(half+2*pageEdge), at[i], half) + 12
	}
	g.y = max(at[0], at[1])
}

// barColumns is how the width of a list is divided.
type barColumns struct {
	label, bar float64
	figures    [2]float64 // with the gaps before them
	tight      bool       // labels get less than they need, so that there is room for bars
}

// columnsOf divides a width: figures get what they need, labels what they need up to a limit, bars the rest.
func (g *Page) columnsOf(l BarList, wide float64) barColumns {
	var r barColumns
	label, figures := g.barPens(l)
	for _, b := range l.Rows {
		r.label = max(r.label, math.Ceil(g.Types.Width(label, b.Label)))
		for i, f := range b.Figures {
			if f != "" {
				r.figures[i] = max(r.figures[i], math.Ceil(g.Types.Width(figures[i], f))+barGap)
			}
		}
	}
	room := wide - barGap - r.figures[0] - r.figures[1]
	r.label = min(r.label, math.Round(mostLabel*wide))
	r.tight = room-r.label < shortBar
	if r.tight {
		r.label = min(r.label, max(room-shortBar, leastLabel))
	}
	r.bar = max(room-r.label, 0)
	return r
}

func (g *Page) barPens(l BarList) (label typeset.Pen, figures [2]typeset.Pen) {
	figures = [2]typeset.Pen{g.smallPen(), g.smallPen()}
	figures[l.Bold] = typeset.Pen{Face: typeset.Bold, Size: figures[0].Size, Ink: g.Style.Ink}
	return typeset.Pen{Face: typeset.Bold, Size: barType * g.Style.Type, Ink: g.Style.Ink}, figures
}

// chart draws a list of bars in a column, and returns where it ends.
func (g *Page) chart(l BarList, x, y, wide float64) float64 {
	r := g.columnsOf(l, wide)
	label, figure := g.barPens(l)
	lines := g.Types.Fold(label, l.Head, wide)
	g.block(label, lines, x, y, wide, typeset.Left)
	y += linesHigh(label, len(lines)) + 4
	for _, b := range l.Rows {
		lines := g.Types.Fold(label, b.Label, r.label)
		high := math.Ceil(max(linesHigh(label, len(lines)), barHigh) + 10)
		g.block(label, lines, x, math.Round(y+(high-linesHigh(label, len(lines)))/2), r.label, typeset.Left)
		top, from := math.Round(y+(high-barHigh)/2), x+r.label+barGap
		g.bar(b, geom.Box{X0: from, Y0: top, X1: from + r.bar, Y1: top + barHigh}, l.Full)
		from += r.bar
		for i, f := range b.Figures {
			from += r.figures[i]
			g.write(figure[i], f, from, y+high/2+0.36*figure[i].Size, typeset.Right)
		}
		y += high
	}
	return y
}

// bar draws a bar in the box of the longest one, and with full a frame around that box.
func (g *Page) bar(b Bar, box geom.Box, full bool) {
	if full {
		g.frame(box, 2, g.Style.Number)
	}
	long := box
	long.X1 = box.X0 + math.Round(min(max(b.Part, 0), 1)*box.W())
	if b.Part > 0 {
		long.X1 = max(long.X1, box.X0+3) // even what is very unlikely has a bar
	}
	g.fill(long, g.Style.River)
	g.fill(geom.Box{X0: box.X0 - 2, Y0: box.Y0 - 4, X1: box.X0, Y1: box.Y1 + 4}, g.Style.Ink)
	if b.Mark >= 0 {
		g.mark(box.X0+min(b.Mark, 1)*box.W(), box.Y0, box.Y1)
	}
}

// mark draws the line of what was expected, with an edge that sets it off from the bar.
func (g *Page) mark(x, y0, y1 float64) {
	x = math.Round(x)
	g.fill(geom.Box{X0: x - markWide/2 - 2, Y0: y0 - 5, X1: x + markWide/2 + 2, Y1: y1 + 5}, g.Style.Paper)
	g.fill(geom.Box{X0: x - markWide/2, Y0: y0 - 5, X1: x + markWide/2, Y1: y1 + 5}, g.Style.Ink)
}

// Key adds an explanation of a bar (seen) and of the line across it (expected), written like their figures.
func (g *Page) Key(seen, expected string) {
	const wide, half = 70, pageRoom / 2
	const room = half - wide - 2*barGap
	quiet := g.smallPen()
	strong := typeset.Pen{Face: typeset.Bold, Size: quiet.Size, Ink: g.Style.Ink}
	a, b := g.Types.Fold(strong, seen, room), g.Types.Fold(quiet, expected, room)
	high := math.Ceil(max(linesHigh(quiet, max(len(a), len(b))), barHigh) + 10)
	top := math.Round(g.y + (high-barHigh)/2)
	x := float64(pageEdge)
	g.bar(Bar{Part: 1, Mark: -1}, geom.Box{X0: x + 2, Y0: top, X1: x + wide, Y1: top + barHigh}, false)
	g.block(strong, a, x+wide+barGap, g.y+(high-linesHigh(strong, len(a)))/2, room, typeset.Left)
	x += half
	g.mark(x+markWide, top, top+barHigh)
	g.block(quiet, b, x+2*markWide+barGap, g.y+(high-linesHigh(quiet, len(b)))/2, room, typeset.Left)
	g.y += high + 12
}
