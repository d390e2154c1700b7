package render

import (
	"image"
	"math"
	"slices"
	"strconv"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// flags shows what a victory hex is worth and who holds it.
func (b brush) flags(pic *image.Paletted, f frame, v *view.Board) {
	held := map[hex.Hex]view.Held{}
	for _, p := range v.Map.Places {
		if p.VP > 0 {
			held[p.Hex] = view.Held{Hex: p.Hex, VP: p.VP}
		}
	}
	for _, h := range v.Control {
		if worth, counts := held[h.Hex]; counts {
			worth.Side = h.Side
			held[h.Hex] = worth
		}
	}
	hexes := make([]hex.Hex, 0, len(held))
	for h := range held {
		hexes = append(hexes, h)
	}
	slices.SortFunc(hexes, hex.Compare)
	for _, h := range hexes {
		if f.shows(h) {
			s := b.flag(flagLook{held[h].Side, held[h].VP, f.px(1)})
			stamp(pic, s, f.flagAt(h).plus(-float64(s.Rect.Dx())/2, -float64(s.Rect.Dy())/2).pixel())
		}
	}
}

// flagAt is where a victory hex has its flag.
func (f frame) flagAt(h hex.Hex) point { return f.centre(h).plus(-f.px(26), 0) }

// flagLook is a hex's points over the colour and letter of its holder. Its
// measures are multiples of px.
type flagLook struct {
	side order.Side
	vp   int
	px   float64
}

func (b brush) flag(l flagLook) *image.Paletted {
	return sprite(b, l, func(b brush, l flagLook) *image.RGBA {
		k := l.px
		w, half := math.Ceil(12*k), math.Round(10*k)
		img := image.NewRGBA(image.Rect(0, 0, int(w), int(2*half)))
		dc := gg.NewContextForRGBA(img)
		dc.SetColor(b.style.Halo)
		dc.DrawRectangle(0, 0, w, half)
		dc.Fill()
		if l.vp > 0 {
			b.types.write(img, pen{face: bold, size: 9.5 * k, ink: b.style.Ink}, strconv.Itoa(l.vp), w/2, 8.3*k, middle)
		}
		if l.side != "" {
			s := b.livery(l.side)
			dc.SetColor(s.base)
			dc.DrawRectangle(0, half, w, half)
			dc.Fill()
			b.types.write(img, pen{face: bold, size: 8.8 * k, ink: s.ink}, s.letter, w/2, half+7.6*k, middle)
		} else {
			dc.SetColor(b.style.Grid)
			dc.DrawRectangle(0, half, w, half)
			dc.Fill()
		}
		dc.SetColor(b.style.Ink)
		dc.SetLineWidth(max(1, k))
		dc.DrawRectangle(0.5, 0.5, w-1, 2*half-1)
		dc.Stroke()
		return img
	})
}
