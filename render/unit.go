package render

import (
	"fmt"
	"image"
	"slices"

	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// unit draws a counter's printed sides, large. Where the viewer may identify the
// unit in play, the side that is up comes first, with its markers.
func (p *Painter) unit(v *view.Board, s Style, id order.UnitID) ([]byte, error) {
	if v == nil || v.Map == nil {
		return nil, errNoMap
	}
	b, err := p.brush(v, s)
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
	if card.Steps > 1 {
		faces = append(faces, card.Face(!up.Reduced))
	}
	return p.press.encode(b.card(card, faces))
}

// card lays the sides of a counter side by side under its name.
func (b brush) card(c view.Card, faces []view.Counter) *image.Paletted {
	const w = 2*(largeCounter+largeGap) + largeGap
	img := image.NewRGBA(image.Rect(0, 0, w, largeHead+largeCounter+largeFoot))
	dc := gg.NewContextForRGBA(img)
	dc.SetColor(b.style.Paper)
	dc.Clear()
	title := c.Name + "  ·  " + b.livery(c.Side).name
	p := b.types.fit(pen{face: bold, size: 20, ink: b.style.Ink}, title, w-2*largeGap)
	b.types.write(img, p, title, largeGap, 28, left)
	for i, u := range faces {
		at := spot(i).Add(image.Pt(0, largeCounter+17))
		for n, text := range sayings(u) {
			p := b.types.fit(pen{face: regular, size: 14, ink: b.style.Ink}, text, largeCounter)
			b.types.write(img, p, text, float64(at.X), float64(at.Y+n*18), left)
		}
	}
	pic := b.dip(img)
	for i, u := range faces {
		stamp(pic, b.counter(u, largeCounter), spot(i))
		b.marks(pic, u.Marks, spot(i).Add(image.Pt(largeCounter, largeCounter+34)))
	}
	return pic
}

// sayings are the words under a side of a counter.
func sayings(u view.Counter) []string {
	side := "Full"
	if u.Reduced {
		side = "Reduced"
	}
	if u.Estimate {
		side += ", estimate"
	}
	return []string{side, steps(u)}
}
