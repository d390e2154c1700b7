package render

import (
	"image"
	"math"
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
	img := image.NewRGBA(image.Rect(0, 0, f.head.Dx(), headHeight(f.head.Dx(), 0)))
	dc := gg.NewContextForRGBA(img)
	dc.SetColor(b.style.Banner)
	dc.Clear()
	size := headSize(f.head.Dx())
	l := b.livery(v.Phase.Side)
	p := pen{face: bold, size: size, ink: b.style.BannerInk}
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
	stamp(pic, b.dip(img), f.head.Min)
	b.stocks(pic, f, v.Stocks)
}

// stocks writes below the first lines what the sides hold beside their units, all in
// the same size.
func (b brush) stocks(pic *image.Paletted, f frame, stocks []view.Stock) {
	w := float64(f.head.Dx())
	size, first := headSize(f.head.Dx()), headHeight(f.head.Dx(), 0)
	room, below, y := w, 22.0, float64(first)-2
	if w >= wide {
		room, below, y = w/float64(max(1, len(stocks))), 0, 1.9*size
	}
	ground := b.index(b.style.Banner)
	for i := pic.PixOffset(0, first); i < pic.PixOffset(0, f.head.Max.Y); i++ {
		pic.Pix[i] = ground
	}
	p := pen{face: bold, size: 0.9 * size}
	for _, s := range stocks {
		p = b.types.fit(p, b.livery(s.Side).name+" "+holds(s), room-3.6*size)
	}
	for i, s := range stocks {
		at := point{size * 0.8, y + below*float64(i)}
		if below == 0 {
			at.x += room * float64(i)
		}
		stamp(pic, b.stock(s, p), at.pixel())
	}
}

// stockLook is a side's line of stocks, and its size in pixels.
type stockLook struct {
	view.Stock
	size float64
}

// stock writes a side's name on its colour, and after it what it holds.
func (b brush) stock(s view.Stock, p pen) *image.Paletted {
	return b.sprite(stockLook{s, p.size}, func() *image.RGBA {
		l, text := b.livery(s.Side), holds(s)
		bar := b.types.width(p, l.name) + p.size
		w, h := bar+p.size/2+b.types.width(p, text), 1.4*p.size
		img := image.NewRGBA(image.Rect(0, 0, int(math.Ceil(w)), int(math.Ceil(h))))
		dc := gg.NewContextForRGBA(img)
		dc.SetColor(b.style.Banner)
		dc.Clear()
		dc.DrawRoundedRectangle(0, 0, bar, h, 0.3*p.size)
		dc.SetColor(l.base)
		dc.Fill()
		p.ink = l.ink
		b.types.write(img, p, l.name, p.size/2, 1.02*p.size, left)
		p.ink = b.style.BannerInk
		b.types.write(img, p, text, bar+p.size/2, 1.02*p.size, left)
		return img
	})
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
