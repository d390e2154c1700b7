package render

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"grognard/render/internal/page"
	"grognard/rules/view"
)

// Tally is how often each face or sum came, and how often it was to be expected.
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

// DrawLuck makes a picture of what dice brought beside what was to be expected of them. Who may see it
// depends on which rolls were counted: the caller says so by A.
func DrawLuck[A view.Audience](p *Painter, l Luck, s Style) (Picture[A], error) {
	return madePage[A](p, s, &view.Map{}, l.fill)
}

// fill fills the page of a count.
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

// bars are as long as their numbers, and the largest number of the tally, seen or expected, is the full length.
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
