package render

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// piles draws the stacks. A lower counter peeks out above the one on it: its
// name where it is known, else the edge of its back.
func (b brush) piles(pic *image.Paletted, f frame, stacks []view.Stack) {
	for _, s := range stacks {
		if f.shows(s.Hex) {
			b.pile(pic, f, s)
		}
	}
}

// How far a lower counter peeks out, of a hex's height, and how far the whole
// pile may.
const (
	peekKnown = 0.147
	peekBack  = 0.06
	peekAll   = 0.3
)

func (b brush) pile(pic *image.Paletted, f frame, s view.Stack) {
	px := int(math.Round(0.66 * f.d))
	rise := rises(s, f.d)
	total := rise[len(rise)-1]
	at := f.centre(s.Hex).plus(-float64(px)/2, -float64(px)/2+math.Min(total/2, f.px(2)))
	for i := len(rise) - 1; i >= 0; i-- {
		q := at.plus(rise[i]*0.3, -rise[i]).pixel()
		if u, ok := s.At(i); ok {
			stamp(pic, b.counter(u, px), q)
		} else {
			stamp(pic, b.back(s.Side, px), q)
		}
	}
	b.tags(pic, f, s, at.plus(float64(px), 0))
}

// rises is how far each counter of a pile, from the top down, lies above the
// first one in the picture.
func rises(s view.Stack, d float64) []float64 {
	n := max(s.Height, len(s.Known), 1)
	out := make([]float64, n)
	for i := 1; i < n; i++ {
		step := peekBack
		if _, ok := s.At(i); ok {
			step = peekKnown
		}
		out[i] = out[i-1] + step*d
	}
	if top := out[n-1]; top > peekAll*d {
		for i := range out {
			out[i] *= peekAll * d / top
		}
	}
	return out
}

// Measures of a stack's picture, in pixels, and how many counters lie in a row.
const (
	largeCounter = 144
	largeGap     = 16
	largeHead    = 40
	largeFoot    = 62
	largeRow     = 6
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
	return p.press.encode(b.spread(v.Map, v.Stacks[i]))
}

// spread lays a stack's counters side by side, each with its name, its
// formation and its marks.
func (b brush) spread(m *view.Map, s view.Stack) *image.Paletted {
	n := max(s.Height, len(s.Known), 1)
	w := min(max(3, n), largeRow)*(largeCounter+largeGap) + largeGap
	rows := (n + largeRow - 1) / largeRow
	img := image.NewRGBA(image.Rect(0, 0, w, largeHead+rows*(largeCounter+largeFoot)))
	dc := gg.NewContextForRGBA(img)
	dc.SetColor(b.style.Paper)
	dc.Clear()
	title := s.Hex.String()
	if i := slices.IndexFunc(m.Places, func(p view.Place) bool { return p.Hex == s.Hex }); i >= 0 {
		title += "  " + m.Places[i].Name
	}
	title += "  ·  " + b.livery(s.Side).name
	p := b.types.fit(pen{face: bold, size: 20, ink: b.style.Ink}, title, float64(w-2*largeGap))
	b.types.write(img, p, title, largeGap, 28, left)
	for i := range n {
		if u, ok := s.At(i); ok {
			b.caption(img, u, spot(i).Add(image.Pt(0, largeCounter)))
		}
	}
	pic := b.dip(img)
	for i := range n {
		u, ok := s.At(i)
		if !ok {
			stamp(pic, b.back(s.Side, largeCounter), spot(i))
			if i == 0 { // nothing but the marks is known of the top
				b.marks(pic, s.Marks, spot(i).Add(image.Pt(largeCounter, largeCounter+34)))
			}
			continue
		}
		stamp(pic, b.counter(u, largeCounter), spot(i))
		b.marks(pic, u.Marks, spot(i).Add(image.Pt(largeCounter, largeCounter+34)))
	}
	return pic
}

// spot is where counter i of a stack's picture lies.
func spot(i int) image.Point {
	return image.Pt(largeGap+i%largeRow*(largeCounter+largeGap), largeHead+i/largeRow*(largeCounter+largeFoot))
}

// marks lays a unit's marks in a row that ends at a point.
func (b brush) marks(pic *image.Paletted, marks []string, at image.Point) {
	for _, m := range slices.Backward(marks) {
		t := b.tag(tagLook{text: abbreviate(m), px: 2, mark: true})
		at.X -= t.Rect.Dx()
		stamp(pic, t, at)
		at.X -= 3
	}
}

func (b brush) caption(img *image.RGBA, u view.Counter, at image.Point) {
	for i, s := range []string{u.Name, u.Formation, steps(u)} {
		p := pen{face: regular, size: 14, ink: b.style.Ink}
		if i == 0 {
			p.face = bold
		}
		b.types.write(img, b.types.fit(p, s, largeCounter), s, float64(at.X), float64(at.Y+17+i*18), left)
	}
}

// steps is a dot for each step, full for those left.
func steps(u view.Counter) string {
	left := min(max(u.Steps, 0), u.MaxSteps)
	return strings.Repeat("●", left) + strings.Repeat("○", max(0, u.MaxSteps-left))
}
