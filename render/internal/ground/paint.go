package ground

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"grognard/render/internal/geom"
	"grognard/render/internal/sprite"

	"github.com/fogleman/gg"
)

// layer is one level of the printed map: shapes of one colour, filled together, and over them small drawings in order.
type layer struct {
	ink    color.RGBA
	shapes []shape
	marks  []stamped
}

// shape is closed outlines that belong together; the area inside them is filled.
type shape struct {
	box   image.Rectangle
	rings []geom.Line
}

// stamped is a small drawing at a point.
type stamped struct {
	at     image.Point
	sprite *image.RGBA
}

// newShape returns a shape with these rings. It rounds their points, in place, to the steps in which the
// rasteriser counts, so that a shape has the same edges wherever a tile cuts it.
func newShape(rings ...geom.Line) shape {
	const step = 64
	lo, hi := geom.Pt(math.Inf(1), math.Inf(1)), geom.Pt(math.Inf(-1), math.Inf(-1))
	for _, r := range rings {
		for i, p := range r {
			p = geom.Pt(math.Round(p.X*step)/step, math.Round(p.Y*step)/step)
			lo, hi = geom.Pt(min(lo.X, p.X), min(lo.Y, p.Y)), geom.Pt(max(hi.X, p.X), max(hi.Y, p.Y))
			r[i] = p
		}
	}
	return shape{image.Rect(int(math.Floor(lo.X)), int(math.Floor(lo.Y)), int(math.Ceil(hi.X)), int(math.Ceil(hi.Y))),
		rings}
}

// tileSize lets a tile stay in a core's cache: the time to fill a shape grows with the height of its context.
const tileSize = 256

// paint draws layers over a plain ground in an area of a picture, in tiles of that size, on all cores, without seams.
func paint(img *image.RGBA, area image.Rectangle, ground color.RGBA, layers []layer, size int) {
	var tiles []image.Rectangle
	for y := area.Min.Y; y < area.Max.Y; y += size {
		for x := area.Min.X; x < area.Max.X; x += size {
			tiles = append(tiles, image.Rect(x, y, x+size, y+size).Intersect(area))
		}
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(tiles)) {
		wg.Go(func() {
			own := image.NewRGBA(image.Rect(0, 0, size+2*guard, size+2*guard))
			t := tile{own, gg.NewContextForRGBA(own)}
			for i := next.Add(1); int(i) <= len(tiles); i = next.Add(1) {
				t.draw(tiles[i-1], ground, layers)
				draw.Draw(img, tiles[i-1], t.img, image.Pt(guard, guard), draw.Src)
			}
		})
	}
	wg.Wait()
}

// guard is a border of a tile that is drawn and thrown away: the rasteriser counts what lies above and left
// of its context into the first row and column.
const guard = 1

// tile is a part of a picture that is being drawn.
type tile struct {
	img *image.RGBA
	dc  *gg.Context
}

// draw draws the layers of a part of the picture.
func (t tile) draw(part image.Rectangle, ground color.RGBA, layers []layer) {
	draw.Draw(t.img, t.img.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	origin := part.Min.Sub(image.Pt(guard, guard))
	around := part.Inset(-guard)
	for _, l := range layers {
		found := false
		for _, s := range l.shapes {
			if s.box.Overlaps(around) {
				found = true
				t.trace(s, float64(origin.X), float64(origin.Y))
			}
		}
		if found {
			sprite.Fill(t.dc, l.ink)
		}
		for _, m := range l.marks {
			if r := m.sprite.Rect.Add(m.at); r.Overlaps(around) {
				draw.Draw(t.img, r.Sub(origin), m.sprite, image.Point{}, draw.Over)
			}
		}
	}
}

// trace adds a shape's outlines to the path. Points far outside the tile are moved to a border round it;
// all stretches are shorter than the border is wide, so none that meets the tile changes.
func (t tile) trace(s shape, x, y float64) {
	wide := float64(t.img.Rect.Dx())
	within := func(p geom.Point) geom.Point {
		return geom.Pt(min(max(p.X-x, -tileSize), wide+tileSize), min(max(p.Y-y, -tileSize), wide+tileSize))
	}
	for _, r := range s.rings {
		last := within(r[0])
		t.dc.MoveTo(last.X, last.Y)
		for _, p := range r[1:] {
			if p := within(p); p != last {
				t.dc.LineTo(p.X, p.Y)
				last = p
			}
		}
		t.dc.ClosePath()
	}
}
