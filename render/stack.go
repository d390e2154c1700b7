package render

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// piles draws the stacks. A lower counter peeks out above the one on it: its
// name where it is known, else the edge of its back.
func (b brush) piles(pic *image.Paletted, f frame, stacks []view.Stack) {
	for _, s := range stacks {
		if f.shows(s.Hex) && f.within(pic, s.Hex) {
			b.pile(pic, f, s)
		}
	}
}

// How far a lower counter peeks out, of a hex's height: its name and its size, or
// its edge; the least that a person can count; and how far the whole pile may.
const (
	peekName  = 0.147
	peekEdge  = 0.06
	peekLeast = 0.037
	peekAll   = 0.37
)

func (b brush) pile(pic *image.Paletted, f frame, s view.Stack) {
	px := int(math.Round(0.66 * f.HexSize))
	n := max(s.Height, len(s.Known), 1)
	names, edge := peeks(s, n)
	rise := (float64(names)*peekName + float64(n-1-names)*edge) * f.HexSize
	at := f.Centre(s.Hex).Offset(-float64(px)/2, -float64(px)/2+math.Min(rise/2, f.Px(4)))
	for i := n - 1; i >= 0; i-- {
		q := at.Offset(rise*0.3, -rise).Pixel()
		if u, ok := s.At(i); ok {
			stamp(pic, b.counter(u, px), q)
		} else {
			stamp(pic, b.back(s.Side, px), q)
		}
		if i <= names {
			rise -= peekName * f.HexSize
		} else {
			rise -= edge * f.HexSize
		}
	}
	b.badges(pic, f, s, at.Offset(float64(px), 0))
}

// peeks is how many counters under the top of n show their names, and how far each
// of those under them peeks out: the names go before room for it is short.
func peeks(s view.Stack, n int) (names int, edge float64) {
	names = len(s.Known)
	if _, ok := s.At(0); ok {
		names--
	}
	below := n - 1
	for names > 0 && float64(names)*peekName+float64(below-names)*peekLeast > peekAll {
		names--
	}
	if below == names {
		return names, 0
	}
	return names, min(peekEdge, (peekAll-float64(names)*peekName)/float64(below-names))
}

func (p *Painter) stack(v *view.Board, s Style, h hex.Hex) ([]byte, error) {
	if v == nil || v.Map == nil {
		return nil, errNoMap
	}
	b, err := p.brush(v, s)
	if err != nil {
		return nil, fmt.Errorf("render %s: %w", v.Map.Key, err)
	}
	i := slices.IndexFunc(v.Stacks, func(s view.Stack) bool { return s.Hex == h })
	if i < 0 {
		return nil, fmt.Errorf("render %s: no stack in %v", v.Map.Key, h)
	}
	return p.press.Encode(b.spread(v.Map, v.Stacks[i]))
}

// spread lays a stack's counters side by side, from the top down.
func (b brush) spread(m *view.Map, s view.Stack) *image.Paletted {
	title := s.Hex.String()
	if i := slices.IndexFunc(m.Places, func(p geography.Place) bool { return p.Hex == s.Hex }); i >= 0 {
		title += "  " + m.Places[i].Name
	}
	var items []item
	for i := range max(s.Height, len(s.Known), 1) {
		if u, ok := s.At(i); ok {
			items = append(items, item{unit: &u, marks: u.Marks, lines: []string{u.Name, u.Formation, steps(u)}})
			continue
		}
		it := item{lines: []string{"Hidden"}}
		if i == 0 { // nothing but the markers is known of the top
			it.marks = s.Marks
		}
		items = append(items, it)
	}
	return b.tray(title, s.Side, items, stackRow)
}

// steps are dots, full for those left, and their number.
func steps(u view.Counter) string {
	if u.MaxSteps <= 0 {
		return ""
	}
	left := min(max(u.Steps, 0), u.MaxSteps)
	dots := strings.Repeat("●", left) + strings.Repeat("○", u.MaxSteps-left)
	switch {
	case left < u.MaxSteps:
		return dots + "  " + strconv.Itoa(left) + " of " + strconv.Itoa(u.MaxSteps) + " steps"
	case left == 1:
		return dots + "  1 step"
	}
	return dots + "  " + strconv.Itoa(left) + " steps"
}
