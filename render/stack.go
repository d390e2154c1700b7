package render

import (
	"fmt"
	"image"
	"slices"

	"grognard/render/internal/scene"
	"grognard/render/internal/sprite"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/view"
)

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
	return p.press.Encode(stackTray(b, v.Map, v.Stacks[i]))
}

// stackTray lays a stack's counters side by side, from the top down.
func stackTray(b sprite.Atlas, m *view.Map, s view.Stack) *image.Paletted {
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
	return drawTray(b, title, s.Side, items, stackRow)
}
