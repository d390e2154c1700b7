package sprite

import (
	"bytes"
	"image"
	"math"
	"strconv"

	"grognard/render/internal/geom"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/order"
)

// FlagLook is the points of a hex above the colour and letter of its holder. Its measures are multiples of Px.
type FlagLook struct {
	Side order.Side
	VP   int
	Px   float64
}

// Flag returns the flag that shows what a hex is worth and who holds it.
func Flag(a Atlas, l FlagLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l FlagLook) *image.RGBA {
		k := l.Px
		w, half := math.Ceil(13*k), math.Round(10.5*k)
		img, dc := newDrawing(w, 2*half)
		edge := max(1, k*a.Style.Line)
		s := style.SideStyle{Base: a.Style.Grid, Ink: a.Style.Dark}
		if l.Side != "" {
			s = a.SideStyle(l.Side)
		}
		EdgedPlate(s.Shape, dc, 0, 0, w, 2*half, edge, a.Style.Dark, s.Base)
		dc.DrawRectangle(edge, 1.6*edge, w-2*edge, half-1.6*edge)
		Fill(dc, a.Style.Tag)
		if l.VP > 0 {
			text := strconv.Itoa(l.VP)
			p := a.Types.Fit(typeset.Pen{Face: typeset.Bold, Size: 10 * k, Ink: a.Style.On(a.Style.Tag)}, text,
				w-2*edge)
			a.Types.Write(img, p, text, w/2, 8.8*k, typeset.Middle)
		}
		a.Types.Write(img, typeset.Pen{Face: typeset.Bold, Size: 9.4 * k, Ink: s.Ink}, s.Letter, w/2, half+7.9*k,
			typeset.Middle)
		return img
	})
}

// Stamp copies a sprite to a picture, with its upper left corner at a point. It copies runs of pixels, which
// is fast: when the printed map is in the cache, a picture needs most of its time here.
func Stamp(dst, sprite *image.Paletted, at image.Point) {
	r := sprite.Rect.Sub(sprite.Rect.Min).Add(at)
	in := r.Intersect(dst.Rect)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		src := sprite.Pix[(y-at.Y)*sprite.Stride+in.Min.X-at.X:][:in.Dx()]
		row := dst.Pix[dst.PixOffset(in.Min.X, y):][:in.Dx()]
		for len(src) > 0 {
			run := bytes.IndexByte(src, style.Clear)
			if run < 0 {
				run = len(src)
			}
			copy(row, src[:run])
			for run < len(src) && src[run] == style.Clear {
				run++
			}
			src, row = src[run:], row[run:]
		}
	}
}

// StampAt copies a sprite to a picture, with its middle at a point.
func StampAt(dst, sprite *image.Paletted, centre geom.Point) {
	Stamp(dst, sprite, Corner(sprite.Rect, centre))
}

// Corner returns where the upper left corner of a sprite lies whose middle is at a point.
func Corner(size image.Rectangle, middle geom.Point) image.Point {
	return middle.Offset(-float64(size.Dx())/2, -float64(size.Dy())/2).Pixel()
}

// Paste copies a sprite to a drawing, with its upper left corner at a point.
func Paste(img *image.RGBA, s *image.Paletted, at image.Point) {
	for y := range s.Rect.Dy() {
		for x := range s.Rect.Dx() {
			if i := s.Pix[y*s.Stride+x]; i != style.Clear {
				img.Set(at.X+x, at.Y+y, s.Palette[i])
			}
		}
	}
}
