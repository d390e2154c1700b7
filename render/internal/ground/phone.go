package ground

import (
	"image"
	"slices"
	"sync"

	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// PrintPlain draws the land and the waters of a map in muted colours, without grid, roads and lettering, below an empty
// head. Overviews are drawn over it.
func PrintPlain(a sprite.Atlas, f layout.Frame, m *view.Map) Sheet {
	img := blank(a, f)
	s := &sketch{Atlas: a, Frame: f, m: m}
	fillLand(s, a.Style.Veiled)
	riversOf(s).draw(s)
	drawLakes(s)
	drawMargin(s)
	paint(img, f.Body, a.Style.Veiled(a.Style.Ground), s.layers, tileSize)
	drawHead(a, gg.NewContextForRGBA(img), f)
	return Sheet{Frame: f, Picture: a.Quantize(img), Brushes: new(sync.Pool)}
}

// PrintBoard draws a map with its lettering, without title, scale bar and legend. Close-ups are cut from it.
func PrintBoard(a sprite.Atlas, f layout.Frame, m *view.Map) Sheet {
	return printBoard(a, f, m, func(canvas) {})
}

// Cut returns the part of g that the close-up f shows, below an empty head. The hexes of f must be as large as those of
// g. If g was itself printed in the frame f, only the head is added.
func (g Sheet) Cut(a sprite.Atlas, f layout.Frame) Sheet {
	pic := image.NewPaletted(image.Rectangle{Max: f.Size}, g.Picture.Palette)
	Fill(pic, pic.Rect, a.Index(a.Style.Paper))
	Fill(pic, f.Head, a.Index(a.Style.Banner))
	f.Rivers, f.FlagsEast = g.Rivers, g.FlagsEast
	by := image.Pt(int(f.X-g.X), int(f.Y-g.Y))
	to := f.Body.Intersect(g.Body.Add(by))
	for y := to.Min.Y; y < to.Max.Y; y++ {
		copy(pic.Pix[pic.PixOffset(to.Min.X, y):][:to.Dx()], g.Picture.Pix[g.Picture.PixOffset(to.Min.X-by.X, y-by.Y):])
	}
	moved := func(list []image.Rectangle) []image.Rectangle {
		list = slices.Clone(list)
		for i := range list {
			list[i] = list[i].Add(by)
		}
		return list
	}
	letters := make([]*image.Alpha, len(g.Letters))
	for i, l := range g.Letters {
		letters[i] = &image.Alpha{Pix: l.Pix, Stride: l.Stride, Rect: l.Rect.Add(by)}
	}
	return Sheet{f, pic, moved(g.Numbers), moved(g.Names), letters, new(sync.Pool)}
}

// Fill paints the part of r that lies in pic with the colour of the palette entry.
func Fill(pic *image.Paletted, r image.Rectangle, entry uint8) {
	r = r.Intersect(pic.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := pic.Pix[pic.PixOffset(r.Min.X, y):][:r.Dx()]
		row[0] = entry
		for n := 1; n < len(row); n *= 2 {
			copy(row[n:], row[:n])
		}
	}
}
