package render

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"grognard/render/internal/page"
	"grognard/rules/view"
)

// percent writes n of a total as a rounded percentage. What is possible but not certain is never 0% or 100%.
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

// Chances is what DrawChances draws: the possible results of a hypothetical fight.
type Chances struct {
	Estimate view.Estimate
	Say      Say
	Title    string
	About    []string // the strengths, the column and its shift, a line each
	Results  string   // the heading of the list of results
}

// DrawChances makes a picture of the chances of each result, and of at least one, two and so on lost steps,
// retreated hexes and the like. It shows only numbers that somebody typed, so everybody may see it.
func DrawChances[A view.Audience](p *Painter, c Chances, s Style) (Picture[A], error) {
	return madePage[A](p, s, &view.Map{}, func(g *page.Page) error {
		g.Heading(c.Title, c.About...)
		g.Bars([]page.BarList{c.results()})
		g.Gap(16)
		if more := c.atLeast(); len(more) > 0 {
			g.Bars(more)
		}
		return nil
	})
}

// results returns a bar for each result, as long as the result is likely; the likeliest has the full length.
func (c Chances) results() page.BarList {
	out := page.BarList{Head: c.Results, Bold: 1} // 1: the percentage
	most := 1
	for _, r := range c.Estimate.Results {
		most = max(most, r.Throws)
	}
	for _, r := range c.Estimate.Results {
		out.Rows = append(out.Rows, c.bar(r.Result, r.Throws, most))
	}
	return out
}

// atLeast returns a list of bars for each kind of effect: the chances of at least one, at least two and so on.
func (c Chances) atLeast() (out []page.BarList) {
	for _, p := range c.Estimate.Chances {
		l := page.BarList{Head: c.Say.of(p.What), Full: true, Bold: 1}
		for i, n := range p.AtLeast {
			l.Rows = append(l.Rows, c.bar(strconv.Itoa(i+1)+"+", n, c.Estimate.Throws))
		}
		if len(l.Rows) > 0 {
			out = append(out, l)
		}
	}
	return out
}

func (c Chances) bar(label string, throws, most int) page.Bar {
	all := c.Estimate.Throws
	figures := [2]string{fmt.Sprintf("%d/%d", throws, all), percent(throws, all)}
	return page.Bar{Label: label, Part: float64(throws) / float64(max(most, 1)), Mark: -1, Figures: figures} // no mark
}

// Tally is how often each face or sum came, and how often it was to be expected. Its three lists have one length.
type Tally struct {
	Title    string
	Labels   []string
	Seen     []int
	Expected []float64
}

// Luck is what DrawLuck draws: tallies, and the words that explain a bar and the line across it.
type Luck struct {
	Title          string
	About          []string // how many rolls, and what they say
	Tallies        []Tally
	Seen, Expected string
}

// DrawLuck makes a picture of what was rolled beside what was to be expected. Who may see it depends on
// which rolls were counted: the caller says so by A.
func DrawLuck[A view.Audience](p *Painter, l Luck, s Style) (Picture[A], error) {
	return madePage[A](p, s, &view.Map{}, l.fill)
}

func (l Luck) fill(g *page.Page) error {
	g.Heading(l.Title, l.About...)
	g.Key(l.Seen, l.Expected)
	var lists []page.BarList
	for _, t := range l.Tallies {
		if len(t.Labels) != len(t.Seen) || len(t.Labels) != len(t.Expected) {
			return fmt.Errorf("render: the tally %q has %d labels, %d counts and %d that were expected",
				t.Title, len(t.Labels), len(t.Seen), len(t.Expected))
		}
		if slices.ContainsFunc(t.Expected, func(e float64) bool { return !(e >= 0 && e < math.MaxInt32) }) {
			return fmt.Errorf("render: the tally %q expects %v", t.Title, t.Expected)
		}
		lists = append(lists, t.bars())
	}
	g.Bars(lists)
	return nil
}

// bars returns a bar for each label. The largest number of the tally, seen or expected, has the full length.
func (t Tally) bars() page.BarList {
	out := page.BarList{Head: t.Title}
	most := 1.0
	if len(t.Seen) > 0 {
		most = max(most, float64(slices.Max(t.Seen)), slices.Max(t.Expected))
	}
	for i, l := range t.Labels {
		expected := strconv.FormatFloat(t.Expected[i], 'f', 1, 64)
		figures := [2]string{strconv.Itoa(t.Seen[i]), expected}
		out.Rows = append(out.Rows, page.Bar{Label: l, Part: float64(t.Seen[i]) / most, Mark: t.Expected[i] / most,
			Figures: figures})
	}
	return out
}
