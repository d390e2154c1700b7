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

// patch is a drawing that is to be laid on a picture. It is as small as can be: what a
// fill costs depends on the size of what it is drawn on.
type patch struct {
	*gg.Context
	img *image.RGBA
	at  image.Point
}

// newPatch holds a box of the picture; false when none of it is on the map.
func newPatch(o canvas, box geom.Box) (patch, bool) {
	r := image.Rect(int(math.Floor(box.X0)), int(math.Floor(box.Y0)), int(math.Ceil(box.X1)), int(math.Ceil(box.Y1))).Intersect(o.Body)
	if r.Empty() {
		return patch{}, false
	}
	img := image.NewRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
	dc := gg.NewContextForRGBA(img)
	dc.Translate(-float64(r.Min.X), -float64(r.Min.Y))
	return patch{dc, img, r.Min}, true
}

// layPatch puts a pad on the picture, its soft edges mixed with what lies under them.
func layPatch(o canvas, p patch) {
	r := p.img.Rect
	for y := range r.Dy() {
		src := p.img.Pix[y*p.img.Stride : y*p.img.Stride+4*r.Dx()]
		dst := o.pic.Pix[o.pic.PixOffset(p.at.X, p.at.Y+y):]
		var last, under color.RGBA
		var entry uint8
		for x := range r.Dx() {
			c := color.RGBA{src[4*x], src[4*x+1], src[4*x+2], src[4*x+3]}
			if c.A == 0 {
				continue
			}
			below := color.RGBA{}
			if c.A < 255 {
				below = o.RGBA[dst[x]]
			}
			if c != last || below != under || entry == style.Clear {
				last, under, entry = c, below, o.Index(style.Over(c, below))
			}
			dst[x] = entry
		}
	}
}

// hexRows yields the pixels of a hex that are on the map, row by row. Each pixel belongs
// to one hex.
func hexRows(o canvas, h hex.Hex, yield func(y, x0, x1 int)) {
	c := o.Centre(h)
	for y := from(c.Y - o.HexSize/2); y < from(c.Y+o.HexSize/2); y++ {
		half := o.Radius() * (1 - math.Abs(float64(y)+0.5-c.Y)/o.HexSize)
		x0, x1 := from(c.X-half), from(c.X+half)
		if y >= o.Body.Min.Y && y < o.Body.Max.Y {
			yield(y, max(x0, o.Body.Min.X), min(x1, o.Body.Max.X))
		}
	}
}

// from is the first pixel whose middle does not lie before an edge, which two hexes
// reckon a hair apart.
func from(edge float64) int { return int(math.Ceil(math.Round(edge*1024)/1024 - 0.5)) }

// shadeHex gives each pixel of a hex another colour for its own.
func shadeHex(o canvas, h hex.Hex, to *[256]uint8) {
	hexRows(o, h, func(y, x0, x1 int) {
		at := o.pic.PixOffset(0, y)
		for x := x0; x < x1; x++ {
			o.pic.Pix[at+x] = to[o.pic.Pix[at+x]]
		}
	})
}

// hatching is a pattern of lines that goes on from hex to hex: where the lines lie is
// counted from the corner of the picture.
type hatching struct {
	every, broad int
	down, up     bool // which way the lines go
	to           *[256]uint8
}

func hatchHex(o canvas, h hex.Hex, p hatching) {
	hexRows(o, h, func(y, x0, x1 int) {
		if p.up {
			hatchRow(o, y, x0, x1, (x0+y)%p.every, p)
		}
		if p.down {
			hatchRow(o, y, x0, x1, (x0-y+p.every*o.Size.Y)%p.every, p)
		}
	})
}

// hatchRow is a hatching in a row of pixels that begins so far into the pattern.
func hatchRow(o canvas, y, x0, x1, at int, p hatching) {
	row := o.pic.Pix[o.pic.PixOffset(0, y):]
	for x := x0; x < x1; x++ {
		if at < p.broad {
			row[x] = p.to[row[x]]
		}
		if at++; at == p.every {
			at = 0
		}
	}
}
