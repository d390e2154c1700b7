package render

import (
	"fmt"
	"strconv"

	"grognard/render/internal/page"
	"grognard/rules/view"
)

// percent is a rounded share. What is possible but not certain is never 0 or 100.
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

// Chances is what DrawChances draws: what a fight on paper comes to.
type Chances struct {
	Estimate view.Estimate
	Say      Say
	Title    string
	About    []string // the strengths, the column and its shift, a line each
	Results  string   // the heading of the list of results
}

// DrawChances makes a picture of the chances of each result, and of at least so many steps, hexes and so
// on. It shows nothing but numbers that somebody typed, so everybody may see it.
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

// results are bars, each as long as its result is likely; the bar of the likeliest is the longest that fits.
func (c Chances) results() page.BarList {
	out := page.BarList{Head: c.Results, Bold: 1}
	most := 1
	for _, r := range c.Estimate.Results {
		most = max(most, r.Throws)
	}
	for _, r := range c.Estimate.Results {
		out.Rows = append(out.Rows, c.bar(r.Result, r.Throws, most))
	}
	return out
}

// atLeast are the chances that something comes at least once, at least twice and so on.
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
	return page.Bar{Label: label, Part: float64(throws) / float64(max(most, 1)), Mark: -1, Figures: figures}
}
