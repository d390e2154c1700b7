package sprite

import (
	"image"
	"math"

	"grognard/render/internal/typeset"
	"grognard/rules/hex"
)

// HexNumberLook is the number of a hex.
type HexNumberLook struct {
	Hex hex.Hex
	Px  float64
}

// HexNumber is the number of a hex on a plate, for where the printed one does not show.
func HexNumber(a Atlas, l HexNumberLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l HexNumberLook) *image.RGBA {
		k, text := l.Px, l.Hex.String()
		p := typeset.Pen{Face: typeset.Regular, Size: max(9, 8.6*k) * a.Style.Type, Ink: a.Style.On(a.Style.Tag)}
		w, h := math.Ceil(a.Types.Width(p, text)+4*k), math.Ceil((typeset.CapHeight+0.16)*p.Size)
		img, dc := newDrawing(w, h)
		dc.DrawRoundedRectangle(0, 0, w, h, 2*k)
		Fill(dc, a.Style.Tag)
		a.Types.Write(img, p, text, w/2, (h+typeset.CapHeight*p.Size)/2, typeset.Middle)
		return img
	})
}
