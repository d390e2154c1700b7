package sprite

import (
	"image"
	"math"
	"strconv"

	"grognard/render/internal/typeset"
	"grognard/rules/hex"
)

// DieLook is a face of a die, and the die's size in pixels.
type DieLook struct {
	Face int
	Size float64
}

// Die returns the face of a die.
func Die(a Atlas, l DieLook) *image.Paletted { return Cached(a, l, DrawDie) }

// DrawDie draws a die: pips from 1 to 6, and a figure for other faces.
func DrawDie(a Atlas, l DieLook) *image.RGBA {
	n := l.Size
	img, dc := newDrawing(n, n)
	ink := a.Style.On(a.Style.Box)
	dc.DrawRoundedRectangle(0, 0, n, n, n/6)
	Fill(dc, ink)
	edge := max(2, n/24)
	dc.DrawRoundedRectangle(edge, edge, n-2*edge, n-2*edge, n/6-edge/2)
	Fill(dc, a.Style.Box)
	if l.Face < 1 || l.Face > 6 {
		p := a.Types.Fit(typeset.Pen{Face: typeset.Bold, Size: 0.7 * n, Ink: ink}, strconv.Itoa(l.Face), n-6)
		a.Types.Write(img, p, strconv.Itoa(l.Face), n/2, n/2+0.36*p.Size, typeset.Middle)
		return img
	}
	for i, least := range [9]int{2, 0, 4, 6, 0, 6, 4, 0, 2} { // pips by rows: the least face that has it, 0 for none
		if middle := i == 4 && l.Face%2 == 1; middle || least > 0 && l.Face >= least {
			dc.DrawCircle(n*(0.26+0.24*float64(i%3)), n*(0.26+0.24*float64(i/3)), 0.095*n)
		}
	}
	Fill(dc, ink)
	return img
}

// HexNumberLook is the number of a hex. Its measures are multiples of Px.
type HexNumberLook struct {
	Hex hex.Hex
	Px  float64
}

// HexNumber returns the number of a hex on a plate. It is drawn where a stack hides the printed number.
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
