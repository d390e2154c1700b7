package render

import (
	"image"
	"strconv"

	"grognard/render/internal/typeset"

	"github.com/fogleman/gg"
)

// dieLook is the face of a die.
type dieLook struct {
	face int
	size float64
}

// die draws a die: pips from 1 to 6, and a figure for other faces.
func (b brush) die(l dieLook) *image.RGBA {
	n := l.size
	img := image.NewRGBA(image.Rect(0, 0, int(n), int(n)))
	dc := gg.NewContextForRGBA(img)
	ink := b.Style.On(b.Style.Box)
	dc.DrawRoundedRectangle(0, 0, n, n, n/6)
	dc.SetColor(ink)
	dc.Fill()
	dc.DrawRoundedRectangle(2, 2, n-4, n-4, n/6-1)
	dc.SetColor(b.Style.Box)
	dc.Fill()
	if l.face < 1 || l.face > 6 {
		p := b.types.Fit(typeset.Pen{Face: typeset.Bold, Size: 0.7 * n, Ink: ink}, strconv.Itoa(l.face), n-6)
		b.types.Write(img, p, strconv.Itoa(l.face), n/2, n/2+0.36*p.Size, typeset.Middle)
		return img
	}
	dc.SetColor(ink)
	for i, from := range [9]int{2, 0, 4, 6, 0, 6, 4, 0, 2} { // from which number on a pip is there, row by row
		odd := i == 4 && l.face%2 == 1
		if odd || from > 0 && l.face >= from {
			dc.DrawCircle(n*(0.26+0.24*float64(i%3)), n*(0.26+0.24*float64(i/3)), 0.095*n)
		}
	}
	dc.Fill()
	return img
}
