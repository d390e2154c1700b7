package render

import (
	"fmt"
	"slices"

	"grognard/render/internal/page"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

func (p *Painter) stack(v *view.Board, s Style, h hex.Hex) ([]byte, error) {
	if v == nil || v.Map == nil {
		return nil, errNoMap
	}
	b, err := p.atlas(v, s)
	if err != nil {
		return nil, fmt.Errorf("render %s: %w", v.Map.Key, err)
	}
	i := slices.IndexFunc(v.Stacks, func(s view.Stack) bool { return s.Hex == h })
	if i < 0 {
		return nil, fmt.Errorf("render %s: no stack in %v", v.Map.Key, h)
	}
	return p.png.Encode(page.Stack(b, v.Map, v.Stacks[i]))
}

// unit draws a counter's printed sides, large. Where the viewer may identify the
// unit in play, the side that is up comes first, with its markers.
func (p *Painter) unit(v *view.Board, s Style, id order.UnitID) ([]byte, error) {
	if v == nil || v.Map == nil {
		return nil, errNoMap
	}
	b, err := p.atlas(v, s)
	if err != nil {
		return nil, fmt.Errorf("render %s: %w", v.Map.Key, err)
	}
	i := slices.IndexFunc(v.Map.Cards, func(c view.Card) bool { return c.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("render %s: no unit %q", v.Map.Key, id)
	}
	card := v.Map.Cards[i]
	up, _, seen := v.Find(id)
	if !seen {
		up = card.Face(false)
	}
	faces := []view.Counter{up}
	if card.TwoSided() {
		faces = append(faces, card.Face(!up.Reduced))
	}
	return p.png.Encode(page.Card(b, card, faces))
}
