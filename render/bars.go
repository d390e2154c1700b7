package render

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"grognard/render/internal/geom"
	"grognard/render/internal/typeset"
	"grognard/rules/view"
)

// bars is a list of shares, each as long as it is large.
type bars struct {
	head string
	rows []bar
	full bool // the longest that a bar can be is shown behind each
	bold int  // which of the figures is the matter
}

// bar is a share of the longest one. What was to be expected is a line across it.
type bar struct {
	label   string
	part    float64
	mark    float64 // negative for none
	figures [2]string
}

// Measures of bars, in pixels.
const (
	barType    = 28
	barHigh    = 26
	barGap     = 12
	shortBar   = 90   // what bars have at least, in one column or in two
	mostLabel  = 0.42 // of the room
	leastLabel = 40
	markWide   = 6
)

// charts lays lists of bars out: over the whole width, or several in two columns where their bars stay
// long enough, each below the one that is shorter so far.
func (g *page) charts(lists []bars) {
	const half = (pageRoom - 2*pageEdge) / 2
	narrow := len(lists) == 1
	for _, l := range lists {
		narrow = narrow || g.ruled(l, half).tight
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

// ruling is how a list of bars is parted from left to right.
type ruling struct {
	label, bar float64
	figures    [2]float64 // with the gaps before them
	tight      bool       // labels are narrower than they should be, so that bars are left
}

// ruled parts a room: to figures what they need, to labels what they need and is bearable, the rest to
// the bars.
func (g *page) ruled(l bars, wide float64) ruling {
	var r ruling
	label, figures := g.barPens(l)
	for _, b := range l.rows {
		r.label = max(r.label, math.Ceil(g.Types.Width(label, b.label)))
		for i, f := range b.figures {
			if f != "" {
				r.figures[i] = max(r.figures[i], math.Ceil(g.Types.Width(figures[i], f))+barGap)
			}
		}
	}
	room := wide - barGap - r.figures[0] - r.figures[1]
	r.label = min(r.label, math.Round(mostLabel*wide))
	if r.tight = room-r.label < shortBar; r.tight {
		r.label = min(r.label, max(room-shortBar, leastLabel))
	}
	r.bar = max(room-r.label, 0)
	return r
}

func (g *page) barPens(l bars) (label typeset.Pen, figures [2]typeset.Pen) {
	figures = [2]typeset.Pen{g.quiet(), g.quiet()}
	figures[l.bold] = typeset.Pen{Face: typeset.Bold, Size: figures[0].Size, Ink: g.Style.Ink}
	return typeset.Pen{Face: typeset.Bold, Size: barType * g.Style.Type, Ink: g.Style.Ink}, figures
}

// chart draws a list of bars in a column, and returns where it ends.
func (g *page) chart(l bars, x, y, wide float64) float64 {
	r := g.ruled(l, wide)
	label, figure := g.barPens(l)
	lines := g.Types.Fold(label, l.head, wide)
	g.block(label, lines, x, y, wide, typeset.Left)
	y += linesHigh(label, len(lines)) + 4
	for _, b := range l.rows {
		lines := g.Types.Fold(label, b.label, r.label)
		high := math.Ceil(max(linesHigh(label, len(lines)), barHigh) + 10)
		g.block(label, lines, x, math.Round(y+(high-linesHigh(label, len(lines)))/2), r.label, typeset.Left)
		top, from := math.Round(y+(high-barHigh)/2), x+r.label+barGap
		g.bar(b, geom.Box{X0: from, Y0: top, X1: from + r.bar, Y1: top + barHigh}, l.full)
		from += r.bar
		for i, f := range b.figures {
			from += r.figures[i]
			g.write(figure[i], f, from, y+high/2+0.36*figure[i].Size, typeset.Right)
		}
		y += high
	}
	return y
}

// bar draws a bar in the box of the longest one.
func (g *page) bar(b bar, box geom.Box, full bool) {
	if full {
		g.rim(box, 2, g.Style.Number)
	}
	long := box
	long.X1 = box.X0 + math.Round(min(max(b.part, 0), 1)*box.W())
	if b.part > 0 {
		long.X1 = max(long.X1, box.X0+3) // however seldom it is, it can be
	}
	g.fill(long, g.Style.River)
	g.fill(geom.Box{X0: box.X0 - 2, Y0: box.Y0 - 4, X1: box.X0, Y1: box.Y1 + 4}, g.Style.Ink)
	if b.mark >= 0 {
		g.mark(box.X0+min(b.mark, 1)*box.W(), box.Y0, box.Y1)
	}
}

// mark draws the line of what was to be expected, with an edge that sets it off from the bar.
func (g *page) mark(x, y0, y1 float64) {
	x = math.Round(x)
	g.fill(geom.Box{X0: x - markWide/2 - 2, Y0: y0 - 5, X1: x + markWide/2 + 2, Y1: y1 + 5}, g.Style.Paper)
	g.fill(geom.Box{X0: x - markWide/2, Y0: y0 - 5, X1: x + markWide/2, Y1: y1 + 5}, g.Style.Ink)
}

// percent is a share, rounded: what can be and need not be is never 0 or 100.
func percent(n, of int) string {
	p := 0
	if of > 0 {
		p = (200*n + of) / (2 * of)
	}
	switch {
	case p == 0 && n > 0:
		return "<1%"
	case p == 100 && n < of:
		return ">99%"
	}
	return strconv.Itoa(p) + "%"
}

// Chances is what a fight on paper comes to, to be drawn.
type Chances struct {
	Estimate view.Estimate
	Say      Say
	Title    string
	About    []string // the strengths, the column and its shift, a line each
	Results  string   // the heading of the list of results
}

// DrawChances makes a picture of the chances of each result, and of at least so many steps, hexes and so
// on. It shows nothing but numbers that its asker gave, so it may be for any eyes.
func DrawChances[A view.Audience](p *Painter, c Chances, s Style) (Picture[A], error) {
	b, err := p.timed(func() ([]byte, error) { return p.chancesPage(c, s) })
	return Picture[A]{png: b}, err
}

func (p *Painter) chancesPage(c Chances, s Style) ([]byte, error) {
	g, err := p.pageOf(s, "", nil)
	if err != nil {
		return nil, err
	}
	g.headed(c.Title, c.About...)
	g.charts([]bars{c.results()})
	g.y += 16
	if more := c.atLeast(); len(more) > 0 {
		g.charts(more)
	}
	return p.encode(g.print())
}

// results are as long as they are likely beside the likeliest.
func (c Chances) results() bars {
	out := bars{head: c.Results, bold: 1}
	most := 1
	for _, r := range c.Estimate.Results {
		most = max(most, r.Throws)
	}
	for _, r := range c.Estimate.Results {
		out.rows = append(out.rows, c.bar(r.Result, r.Throws, most))
	}
	return out
}

// atLeast are the chances that something comes once, twice and so on, of all throws.
func (c Chances) atLeast() (out []bars) {
	for _, p := range c.Estimate.Chances {
		l := bars{head: c.Say.of(p.What), full: true, bold: 1}
		for i, n := range p.AtLeast {
			l.rows = append(l.rows, c.bar(strconv.Itoa(i+1)+"+", n, c.Estimate.Throws))
		}
		if len(l.rows) > 0 {
			out = append(out, l)
		}
	}
	return out
}

func (c Chances) bar(label string, throws, most int) bar {
	all := c.Estimate.Throws
	figures := [2]string{fmt.Sprintf("%d/%d", throws, all), percent(throws, all)}
	return bar{label, float64(throws) / float64(max(most, 1)), -1, figures}
}

// Tally is what came of dice, and what was to be expected, for each face or sum.
type Tally struct {
	Title    string
	Labels   []string
	Seen     []int
	Expected []float64
}

// Luck is tallies to be drawn, with the words that explain a bar and the line across it.
type Luck struct {
	Title          string
	About          []string // how many rolls, and what they say
	Tallies        []Tally
	Seen, Expected string
}

// DrawLuck makes a picture of what dice brought beside what was to be expected of them. For whose eyes it
// may be is for those to say who counted.
func DrawLuck[A view.Audience](p *Painter, l Luck, s Style) (Picture[A], error) {
	b, err := p.timed(func() ([]byte, error) { return p.luckPage(l, s) })
	return Picture[A]{png: b}, err
}

func (p *Painter) luckPage(l Luck, s Style) ([]byte, error) {
	g, err := p.pageOf(s, "", nil)
	if err != nil {
		return nil, err
	}
	g.headed(l.Title, l.About...)
	g.key(l.Seen, l.Expected)
	var lists []bars
	for _, t := range l.Tallies {
		if len(t.Labels) != len(t.Seen) || len(t.Labels) != len(t.Expected) {
			return nil, fmt.Errorf("render: the tally %q has %d labels, %d counts and %d that were expected",
				t.Title, len(t.Labels), len(t.Seen), len(t.Expected))
		}
		if slices.ContainsFunc(t.Expected, func(e float64) bool { return !(e >= 0 && e < math.MaxInt32) }) {
			return nil, fmt.Errorf("render: the tally %q expects %v", t.Title, t.Expected)
		}
		lists = append(lists, t.bars())
	}
	g.charts(lists)
	return p.encode(g.print())
}

// bars are as long as the largest number of the tally, seen or expected, lets them be.
func (t Tally) bars() bars {
	out := bars{head: t.Title}
	most := 1.0
	if len(t.Seen) > 0 {
		most = max(most, float64(slices.Max(t.Seen)), slices.Max(t.Expected))
	}
	for i, l := range t.Labels {
		expected := strconv.FormatFloat(t.Expected[i], 'f', 1, 64)
		figures := [2]string{strconv.Itoa(t.Seen[i]), expected}
		out.rows = append(out.rows, bar{l, float64(t.Seen[i]) / most, t.Expected[i] / most, figures})
	}
	return out
}

// key explains a bar and the line across it, in words written as their figures are.
func (g *page) key(seen, expected string) {
	const wide, half = 70, pageRoom / 2
	const room = half - wide - 2*barGap
	quiet := g.quiet()
	strong := typeset.Pen{Face: typeset.Bold, Size: quiet.Size, Ink: g.Style.Ink}
	a, b := g.Types.Fold(strong, seen, room), g.Types.Fold(quiet, expected, room)
	high := math.Ceil(max(linesHigh(quiet, max(len(a), len(b))), barHigh) + 10)
	top := math.Round(g.y + (high-barHigh)/2)
	x := float64(pageEdge)
	g.bar(bar{part: 1, mark: -1}, geom.Box{X0: x + 2, Y0: top, X1: x + wide, Y1: top + barHigh}, false)
	g.block(strong, a, x+wide+barGap, g.y+(high-linesHigh(strong, len(a)))/2, room, typeset.Left)
	x += half
	g.mark(x+markWide, top, top+barHigh)
	g.block(quiet, b, x+2*markWide+barGap, g.y+(high-linesHigh(quiet, len(b)))/2, room, typeset.Left)
	g.y += high + 12
}
