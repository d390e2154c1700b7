package render

import (
	"fmt"
	"image"
	"math"
	"slices"

	"grognard/render/internal/layout"
	"grognard/render/internal/scene"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// piles draws the stacks. A lower counter peeks out above the one on it: its
// name where it is known, else the edge of its back.
func (b brush) piles(pic *image.Paletted, f layout.Frame, stacks []view.Stack) {
	for _, s := range stacks {
		if f.Shows(s.Hex) && f.Meets(pic, s.Hex) {
			b.pile(pic, f, s)
		}
	}
}

func (b brush) pile(pic *image.Paletted, f layout.Frame, s view.Stack) {
	px := int(math.Round(0.66 * f.HexSize))
	n := max(s.Height, len(s.Known), 1)
	named := len(s.Known)
	if _, ok := s.At(0); ok {
		named--
	}
	names, edge := layout.Peeks(named, n)
	rise := (float64(names)*layout.PeekName + float64(n-1-names)*edge) * f.HexSize
	at := f.Centre(s.Hex).Offset(-float64(px)/2, -float64(px)/2+math.Min(rise/2, f.Px(4)))
	for i := n - 1; i >= 0; i-- {
		q := at.Offset(rise*0.3, -rise).Pixel()
		if u, ok := s.At(i); ok {
			stamp(pic, b.counter(u, px), q)
		} else {
			stamp(pic, b.back(s.Side, px), q)
		}
		if i <= names {
			rise -= layout.PeekName * f.HexSize
		} else {
			rise -= edge * f.HexSize
		}
	}
	b.badges(pic, f, s, at.Offset(float64(px), 0))
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
			items = append(items, item{unit: &u, marks: u.Marks, lines: []string{u.Name, u.Formation, scene.Steps(u)}})
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
