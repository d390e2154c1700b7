package render

import (
	"image"
	"strconv"

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

func headHeight(w int) int {
	if w >= wide {
		return int(2 * headSize(w))
	}
	return 50
}

// header draws the strip above the map: what is played, when, whose phase it
// is, and how it stands.
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
		y := float64(f.head.Dy())/2 + 0.36*size
		b.types.write(img, b.types.fit(p, title, w/3-2*edge), title, edge, y, left)
		b.phaseBar(dc, img, l, p, when, w/2, y, w/3)
		b.types.write(img, b.types.fit(p, standing, w/3-2*edge), standing, w-edge, y, right)
	} else {
		b.types.write(img, b.types.fit(p, title, w/2-edge), title, edge, size*1.35, left)
		b.types.write(img, b.types.fit(p, standing, w/2-2*edge), standing, w-edge, size*1.35, right)
		b.phaseBar(dc, img, l, p, when, w/2, size*2.85, w-2*edge)
	}
	stamp(pic, b.dip(img), f.head.Min)
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
