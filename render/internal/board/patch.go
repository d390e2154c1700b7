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

// patch is a drawing that is laid on a picture. It is as small as can be: the time for a fill grows with its size.
type patch struct {
	*gg.Context
	img *image.RGBA
	at  image.Point
}

// newPatch returns an empty patch for a box of the picture; false if no part of the box is on the map.
func newPatch(c canvas, box geom.Box) (patch, bool) {
	r := box.Pixels().Intersect(c.Body)
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
	r := p.img.Rect.Intersect(c.Body.Sub(p.at))
	for y := r.Min.Y; y < r.Max.Y; y++ {
		src := p.img.Pix[y*p.img.Stride:]
		dst := c.pic.Pix[c.pic.PixOffset(p.at.X+r.Min.X, p.at.Y+y):]
		var lastInk, lastBelow color.RGBA
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
			if ink != lastInk || below != lastBelow {
				lastInk, lastBelow, entry = ink, below, c.Index(style.Over(ink, below))
			}
			*at = entry
		}
	}
}

// pixelRow is the pixels of row y from x0 to before x1.
type pixelRow struct{ y, x0, x1 int }

// hexRows yields the pixels of a hex that are on the map, row by row. Each pixel belongs to one hex.
func (b *brush) hexRows(h hex.Hex, yield func(pixelRow)) {
	mid := b.Centre(h)
	if mid.Y+b.HexSize < float64(b.Body.Min.Y) || mid.Y-b.HexSize > float64(b.Body.Max.Y) {
		return
	}
	at := image.Pt(int(math.Floor(mid.X)), int(math.Floor(mid.Y)))
	mid = mid.Offset(-float64(at.X), -float64(at.Y))
	key := [3]float64{mid.X, mid.Y, b.HexSize}
	rows, ok := b.shapes[key]
	if !ok {
		for y := firstPixel(mid.Y - b.HexSize/2); y < firstPixel(mid.Y+b.HexSize/2); y++ {
			half := b.Radius() * (1 - math.Abs(float64(y)+0.5-mid.Y)/b.HexSize)
			rows = append(rows, pixelRow{y, firstPixel(mid.X - half), firstPixel(mid.X + half)})
		}
		b.shapes[key] = rows
	}
	for _, r := range rows {
		r = pixelRow{r.y + at.Y, max(r.x0+at.X, b.Body.Min.X), min(r.x1+at.X, b.Body.Max.X)}
		if r.y >= b.Body.Min.Y && r.y < b.Body.Max.Y && r.x0 < r.x1 {
			yield(r)
		}
	}
}

// firstPixel returns the first pixel whose middle does not lie before an edge. The edge is rounded, since two hexes
// compute their common edge slightly differently.
func firstPixel(edge float64) int { return int(math.Ceil(math.Round(edge*1024)/1024 - 0.5)) }

// shadeHexes replaces each palette entry v in some hexes by to[v].
func shadeHexes(b *brush, hexes []hex.Hex, to *[256]uint8) {
	for _, h := range hexes {
		b.hexRows(h, func(r pixelRow) { b.shade(r, to) })
	}
}

// shade replaces each palette entry v of a row by to[v]. An empty row is allowed.
func (b *brush) shade(r pixelRow, to *[256]uint8) {
	if r.x0 < r.x1 {
		row := b.pic.Pix[b.pic.PixOffset(r.x0, r.y):][:r.x1-r.x0]
		for i, v := range row {
			row[i] = to[v]
		}
	}
}

// hatchRow shades the first broad pixels of each interval of every pixels. The row r begins at pixel at of an interval.
func (b *brush) hatchRow(r pixelRow, at, every, broad int, to *[256]uint8) {
	for x := r.x0 - at%every; x < r.x1; x += every {
		b.shade(pixelRow{r.y, max(x, r.x0), min(x+broad, r.x1)}, to)
	}
}
