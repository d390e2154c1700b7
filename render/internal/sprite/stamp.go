package sprite

import (
	"bytes"
	"image"

	"grognard/render/internal/geom"
	"grognard/render/internal/style"
)

// Stamp copies a sprite to a picture, with its upper left corner at a point. It copies runs of pixels,
// since most of the time for a picture whose map is kept goes into this.
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

// Corner is where the corner of a sprite lies that has its middle at a point.
func Corner(size image.Rectangle, middle geom.Point) image.Point {
	return middle.Offset(-float64(size.Dx())/2, -float64(size.Dy())/2).Pixel()
}

// Paste copies a sprite to a drawing.
func Paste(img *image.RGBA, s *image.Paletted, at image.Point) {
	for y := range s.Rect.Dy() {
		for x := range s.Rect.Dx() {
			if i := s.Pix[y*s.Stride+x]; i != style.Clear {
				img.Set(at.X+x, at.Y+y, s.Palette[i])
			}
		}
	}
}
