package render

import (
	"image"
	"strconv"
	"strings"

	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// A wide picture has its header in one line, a narrow one in two.
const wide = 1200

func headSize(w int) float64 {
	if w >= wide {
		return float64(w) / 78
	}
	return 15
}

// headHeight leaves room for so many sides' stocks: beside one another in a wide
// picture, else one below the other.
func headHeight(w, stocks int) int {
	switch {
	case w < wide:
		return 50 + 22*stocks
	case stocks > 0:
		return int(3.8 * headSize(w))
	}
	return int(2 * headSize(w))
}

// header draws the strip above the map: what is played, when, whose phase it
// is, how it stands, and what the sides have beside their units.
func (b brush) header(pic *image.Paletted, f frame, v *view.Board) {
	img := image.NewRGBA(f.head)
	dc := gg.NewContextForRGBA(img)
	dc.SetColor(b.style.Ink)
	dc.Clear()
	size := headSize(f.head.Dx())
	l := b.livery(v.Phase.Side)
	p := pen{face: bold, size: size, ink: b.style.Halo}
	w, edge := float64(f.head.Dx()), size*0.8
	title, when, standing := v.Map.Title, phrase(v, l), score(v, b)
	if f.head.Dx() >= wide {
		y := 1.36 * size
		b.types.write(img, b.types.fit(p, title, w/3-2*edge), title, edge, y, left)
		b.phaseBar(dc, img, l, p, when, w/2, y, w/3)
		b.types.write(img, b.types.fit(p, standing, w/3-2*edge), standing, w-edge, y, right)
	} else {
		b.types.write(img, b.types.fit(p, title, w/2-edge), title, edge, size*1.35, left)
		b.types.write(img, b.types.fit(p, standing, w/2-2*edge), standing, w-edge, size*1.35, right)
		b.phaseBar(dc, img, l, p, when, w/2, size*2.85, w-2*edge)
	}
	b.stocks(dc, img, v.Stocks, w, size)
	stamp(pic, b.dip(img), f.head.Min)
}

// stocks writes what the sides hold beside their units, all in the same size.
func (b brush) stocks(dc *gg.Context, img *image.RGBA, stocks []view.Stock, w, size float64) {
	room, below, edge := w, 22.0, size*0.8
	if w >= wide {
		room, below = w/float64(len(stocks)), 0
	}
	p := pen{face: bold, size: 0.9 * size}
	for _, s := range stocks {
		p = b.types.fit(p, b.livery(s.Side).name+" "+holds(s), room-2*edge-2*size)
	}
	for i, s := range stocks {
		at := point{edge, 62 + below*float64(i)}
		if below == 0 {
			at = point{edge + room*float64(i), 3.05 * size}
		}
		b.stock(dc, img, s, at, p)
	}
}

// stock writes a side's name on its colour, and after it what it holds.
func (b brush) stock(dc *gg.Context, img *image.RGBA, s view.Stock, at point, p pen) {
	l := b.livery(s.Side)
	p.ink = l.ink
	bar := b.types.width(p, l.name) + p.size
	dc.DrawRoundedRectangle(at.x, at.y-1.02*p.size, bar, 1.4*p.size, 0.3*p.size)
	dc.SetColor(l.base)
	dc.Fill()
	b.types.write(img, p, l.name, at.x+p.size/2, at.y, left)
	p.ink = b.style.Halo
	b.types.write(img, p, holds(s), at.x+bar+p.size/2, at.y, left)
}

// holds lists what a side holds, but for what it has none of.
func holds(s view.Stock) string {
	var parts []string
	for _, c := range []struct {
		n         int
		one, many string
	}{
		{s.Strikes, "air strike", "air strikes"}, {s.Breakdowns, "breakdown", "breakdowns"},
		{s.Replacements, "replacement", "replacements"}, {s.Garrisons, "garrison", "garrisons"}, {s.Dead, "dead", "dead"},
	} {
		switch {
		case c.n == 1:
			parts = append(parts, "1 "+c.one)
		case c.n > 1:
			parts = append(parts, strconv.Itoa(c.n)+" "+c.many)
		}
	}
	return strings.Join(parts, "  ·  ")
}

// phaseBar writes turn and phase on the colour of the side whose phase it is.
func (b brush) phaseBar(dc *gg.Context, img *image.RGBA, l livery, p pen, text string, x, y, room float64) {
	p.ink = l.ink
	p = b.types.fit(p, text, room-2*p.size)
	half := b.types.width(p, text)/2 + 0.8*p.size
	dc.DrawRoundedRectangle(x-half, y-1.02*p.size, 2*half, 1.4*p.size, 0.3*p.size)
	dc.SetColor(l.base)
	dc.Fill()
	b.types.write(img, p, text, x, y, middle)
}

func phrase(v *view.Board, l livery) string {
	s := "Turn " + strconv.Itoa(v.Turn) + " of " + strconv.Itoa(v.Turns)
	if v.Over {
		return s + "  ·  Game over"
	}
	if v.Phase.Name != "" {
		s += "  ·  " + l.name + " " + spell(v.Phase.Name)
	}
	return s
}

func score(v *view.Board, b brush) string {
	if v.Score == nil {
		return ""
	}
	s := b.livery(v.Score.Side).name + " " + strconv.Itoa(v.Score.VP) + " VP"
	if v.Score.Name != "" {
		s += "  ·  " + v.Score.Name
	}
	return s
}
