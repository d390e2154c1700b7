package board

import (
	"image"
	"image/color"
	"math"
	"slices"

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
	return patchOver(c, box.Pixels())
}

func patchOver(c canvas, r image.Rectangle) (patch, bool) {
	if r = r.Intersect(c.Body); r.Empty() {
		return patch{}, false
	}
	img := image.NewRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
	dc := gg.NewContextForRGBA(img)
	dc.Translate(-float64(r.Min.X), -float64(r.Min.Y))
	return patch{dc, img, r.Min}, true
}

// tile is the side of the squares in which long lines are drawn, in pixels: a patch round all of a line is large, and
// nearly all of it is empty.
const tile = 64

// inTiles draws lines that are at most twice a margin broad, tile by tile. It gives draw the pieces that can be seen in
// a tile, which end beyond its edges.
func inTiles(c canvas, lines []geom.Line, margin float64, draw func(p patch, lines []geom.Line)) {
	in := map[image.Point][]geom.Line{}
	for _, l := range lines {
		last := map[image.Point]int{} // the last piece of the line in a tile
		for i := 1; i < len(l); i++ {
			b := l[i-1 : i+1].Bounds(margin)
			for y := math.Floor(b.Y0 / tile); y*tile <= b.Y1; y++ {
				for x := math.Floor(b.X0 / tile); x*tile <= b.X1; x++ {
					at := image.Pt(int(x), int(y))
					if k, ok := last[at]; ok && k == i-1 {
						in[at][len(in[at])-1] = append(in[at][len(in[at])-1], l[i])
					} else {
						in[at] = append(in[at], geom.Line{l[i-1], l[i]})
					}
					last[at] = i
				}
			}
		}
	}
	for at, pieces := range in { // no tile covers another
		box := slices.Concat(pieces...).Bounds(margin)
		if p, ok := patchOver(c, box.Pixels().Intersect(image.Rect(0, 0, tile, tile).Add(at.Mul(tile)))); ok {
			draw(p, pieces)
			layPatch(c, p)
		}
	}
}

// layPatch lays a patch on the picture and mixes its soft edges with what lies under them.
func layPatch(c canvas, p patch) {
	r := p.img.Rect.Intersect(c.Body.Sub(p.at))
	for y := r.Min.Y; y < r.Max.Y; y++ {
		src := p.img.Pix[y*p.img.Stride:]
		dst := c.pic.Pix[c.pic.PixOffset(p.at.X+r.Min.X, p.at.Y+y):]
		var last, under color.RGBA
		var entry uint8
		for x := r.Min.X; x < r.Max.X; x++ {
			if src[4*x+3] == 0 {
				continue
			}
			ink := color.RGBA{src[4*x], src[4*x+1], src[4*x+2], src[4*x+3]}
			at, below := &dst[x-r.Min.X], color.RGBA{}
			if ink.A < 255 {
				below = c.RGBA[*at]
			}
			if ink != last || below != under || entry == style.Clear {
				last, under, entry = ink, below, c.Index(style.Over(ink, below))
			}
			*at = entry
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
