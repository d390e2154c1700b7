package board

import (
	"image"
	"image/color"
	"math"

	"grognard/render/internal/geom"
	"grognard/render/internal/style"
	"grognard/rules/hex"

	"github.com/fogleman/gg"
)

// patch is a drawing that is laid on a picture. It is as small as possible, since the time for a fill grows
// with the size of what it is drawn on.
type patch struct {
	*gg.Context
	img *image.RGBA
	at  image.Point
}

// newPatch covers a box of the picture; false if none of it is on the map.
func newPatch(c canvas, box geom.Box) (patch, bool) {
	r := image.Rect(int(math.Floor(box.X0)), int(math.Floor(box.Y0)), int(math.Ceil(box.X1)),
		int(math.Ceil(box.Y1))).Intersect(c.Body)
	if r.Empty() {
		return patch{}, false
	}
	img := image.NewRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
	dc := gg.NewContextForRGBA(img)
	dc.Translate(-float64(r.Min.X), -float64(r.Min.Y))
	return patch{dc, img, r.Min}, true
}

// layPatch lays a patch on the picture and mixes its soft edges with what lies under them.
func layPatch(c canvas, p patch) {
	r := p.img.Rect
	for y := range r.Dy() {
		src := p.img.Pix[y*p.img.Stride : y*p.img.Stride+4*r.Dx()]
		dst := c.pic.Pix[c.pic.PixOffset(p.at.X, p.at.Y+y):]
		var last, under color.RGBA
		var entry uint8
		for x := range r.Dx() {
			ink := color.RGBA{src[4*x], src[4*x+1], src[4*x+2], src[4*x+3]}
			if ink.A == 0 {
				continue
			}
			below := color.RGBA{}
			if ink.A < 255 {
				below = c.RGBA[dst[x]]
			}
			if ink != last || below != under || entry == style.Clear {
				last, under, entry = ink, below, c.Index(style.Over(ink, below))
			}
			dst[x] = entry
		}
	}
}

// hexRows yields the pixels of a hex that are on the map, row by row. Each pixel belongs to one hex.
func hexRows(c canvas, h hex.Hex, yield func(y, x0, x1 int)) {
	mid := c.Centre(h)
	for y := from(mid.Y - c.HexSize/2); y < from(mid.Y+c.HexSize/2); y++ {
		half := c.Radius() * (1 - math.Abs(float64(y)+0.5-mid.Y)/c.HexSize)
		x0, x1 := from(mid.X-half), from(mid.X+half)
		if y >= c.Body.Min.Y && y < c.Body.Max.Y {
			yield(y, max(x0, c.Body.Min.X), min(x1, c.Body.Max.X))
		}
	}
}

// from is the first pixel whose middle does not lie before an edge. Edges are rounded, since two hexes
// compute the same edge slightly differently.
func from(edge float64) int { return int(math.Ceil(math.Round(edge*1024)/1024 - 0.5)) }

// shadeHex replaces the colours of a hex.
func shadeHex(c canvas, h hex.Hex, to *[256]uint8) {
	hexRows(c, h, func(y, x0, x1 int) {
		at := c.pic.PixOffset(0, y)
		for x := x0; x < x1; x++ {
			c.pic.Pix[at+x] = to[c.pic.Pix[at+x]]
		}
	})
}

// hatching is a pattern of lines that continues from hex to hex: its lines are counted from the corner of the picture.
type hatching struct {
	every, broad int
	down, up     bool // which way the lines go
	to           *[256]uint8
}

func hatchHex(c canvas, h hex.Hex, p hatching) {
	hexRows(c, h, func(y, x0, x1 int) {
		if p.up {
			hatchRow(c, y, x0, x1, (x0+y)%p.every, p)
		}
		if p.down {
			hatchRow(c, y, x0, x1, (x0-y+p.every*c.Size.Y)%p.every, p)
		}
	})
}

// hatchRow hatches a row of pixels that begins at a place in the pattern.
func hatchRow(c canvas, y, x0, x1, at int, p hatching) {
	row := c.pic.Pix[c.pic.PixOffset(0, y):]
	for x := x0; x < x1; x++ {
		if at < p.broad {
			row[x] = p.to[row[x]]
		}
		if at++; at == p.every {
			at = 0
		}
	}
}
