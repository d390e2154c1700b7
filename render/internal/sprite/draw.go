package sprite

import (
	"image"
	"image/color"

	"grognard/render/internal/geom"
	"grognard/render/internal/style"

	"github.com/fogleman/gg"
)

// newDrawing returns an empty drawing; its size is rounded down to whole pixels.
func newDrawing(w, h float64) (*image.RGBA, *gg.Context) {
	img := image.NewRGBA(image.Rect(0, 0, int(w), int(h)))
	return img, gg.NewContextForRGBA(img)
}

// NewSheet returns a drawing in one colour; its size is rounded down to whole pixels.
func NewSheet(w, h float64, ground color.Color) (*image.RGBA, *gg.Context) {
	img, dc := newDrawing(w, h)
	dc.SetColor(ground)
	dc.Clear()
	return img, dc
}

// Fill fills the path and clears it.
func Fill(dc *gg.Context, ink color.Color) {
	dc.SetColor(ink)
	dc.Fill()
}

// Stroke draws a line along the path and clears the path.
func Stroke(dc *gg.Context, ink color.Color, wide float64) {
	Outline(dc, ink, wide)
	dc.ClearPath()
}

// Outline draws a line along the path and keeps the path, so that it can be drawn or filled once more.
func Outline(dc *gg.Context, ink color.Color, wide float64) {
	dc.SetColor(ink)
	dc.SetLineWidth(wide)
	dc.StrokePreserve()
}

// Framed fills the path, draws a line along it and clears it.
func Framed(dc *gg.Context, ground, ink color.Color, wide float64) {
	dc.SetColor(ground)
	dc.FillPreserve()
	Stroke(dc, ink, wide)
}

// addPolygon adds a polygon to a path. Its corners are given from the point x, y, as multiples of r.
func addPolygon(dc *gg.Context, x, y, r float64, corners []geom.Point) {
	dc.NewSubPath()
	for _, p := range corners {
		dc.LineTo(x+p.X*r, y+p.Y*r)
	}
	dc.ClosePath()
}

// EdgedPlate draws a plate in the shape s of a player's side, with an edge in the colour rim.
func EdgedPlate(s style.Shape, dc *gg.Context, x, y, w, h, edge float64, rim, ground color.Color) {
	AddPlate(s, dc, x, y, w, h)
	Fill(dc, rim)
	AddPlate(s, dc, x+edge, y+edge, w-2*edge, h-2*edge)
	Fill(dc, ground)
}
