package render

import (
	"fmt"
	"slices"

	"grognard/render/internal/page"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// DrawStack draws the stack in a hex, its units side by side and large, from the top down. It fails where no stack is.
func DrawStack[A view.Audience](p *Painter, a A, s Style, h hex.Hex) (Picture[A], error) {
	return made[A](p, func() ([]byte, error) { return p.stack(a.Board(), s, h) })
}

// stack draws and encodes the counters of a stack.
func (p *Painter) stack(v *view.Board, s Style, h hex.Hex) ([]byte, error) {
	a, err := p.atlas(v, s)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(v.Stacks, func(s view.Stack) bool { return s.Hex == h })
	if i < 0 {
		return nil, fmt.Errorf("render %s: no stack in %v", v.Map.Key, h)
	}
	return p.png.Encode(page.Stack(a, v.Map, v.Stacks[i]))
}

// DrawUnit makes a picture of a unit's counter, all its faces as printed. Where the viewer may see the unit in
// play, the face that is up comes first, with its markers. It fails if the game has no such unit.
func DrawUnit[A view.Audience](p *Painter, a A, s Style, id order.UnitID) (Picture[A], error) {
	return made[A](p, func() ([]byte, error) { return p.unit(a.Board(), s, id) })
}

// unit draws and encodes what DrawUnit shows.
func (p *Painter) unit(v *view.Board, s Style, id order.UnitID) ([]byte, error) {
	a, err := p.atlas(v, s)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(v.Map.Cards, func(c view.Card) bool { return c.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("render %s: no unit %q", v.Map.Key, id)
	}
	card := v.Map.Cards[i]
	up, _, seen := v.Find(id)
	if !seen {
		up = card.Face(0)
	}
	faces := []view.Counter{up}
	for n := range card.Faces {
		if n != up.Up.Face {
			faces = append(faces, card.Face(n))
		}
	}
	return p.png.Encode(page.Card(a, card, faces))
}
