package render

import (
	"fmt"
	"slices"

	"grognard/render/internal/page"
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
	return p.press.Encode(page.Stack(b, v.Map, v.Stacks[i]))
}
