// Package page draws the pages that are no map: tables, charts of terrain, chances.
package page

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/render/internal/typeset"
)

// Measures of a page, in pixels. A phone shows it 390 pixels wide: the least type is then 9.5
// pixels high.
const (
	pageWide  = 900
	pageEdge  = 20
	pageRoom  = pageWide - 2*pageEdge
	titleType = 40
	pageType  = 30
	leastType = 22
	smallType = 0.8  // of what is said beside something else
	leading   = 1.22 // from line to line
)

// Page is a picture of words and figures alone, laid out from the top down. What is written on it
// is drawn when its height is known, and sprites are laid over that.
type Page struct {
	sprite.Atlas
	y      float64
	draws  []func(*image.RGBA)
	stamps []func(*image.Paletted)
}

// New is an empty page.
func New(a sprite.Atlas) *Page { return &Page{Atlas: a, y: pageEdge} }

// Gap leaves so many pixels free.
func (g *Page) Gap(high float64) { g.y += high }

// Draw draws all that was laid out.
func (g *Page) Draw() (*image.Paletted, error) {
	high := int(math.Ceil(g.y)) + pageEdge
	if high > layout.MaxPixels/pageWide {
		return nil, fmt.Errorf("render: %w", layout.ErrTooLarge)
	}
	img := image.NewRGBA(image.Rect(0, 0, pageWide, high))
	draw.Draw(img, img.Rect, image.NewUniform(g.Style.Paper), image.Point{}, draw.Src)
	for _, d := range g.draws {
		d(img)
	}
	pic := g.Quantize(img)
	for _, s := range g.stamps {
		s(pic)
	}
	return pic, nil
}

// fill lays a plain colour on a box.
func (g *Page) fill(box geom.Box, ink color.RGBA) {
	at := image.Rectangle{geom.Pt(box.X0, box.Y0).Pixel(), geom.Pt(box.X1, box.Y1).Pixel()}
	g.draws = append(g.draws, func(img *image.RGBA) { draw.Draw(img, at, image.NewUniform(ink), image.Point{}, draw.Src) })
}

// frame draws the edges of a box, inside of it.
func (g *Page) frame(box geom.Box, thick float64, ink color.RGBA) {
	g.fill(geom.Box{X0: box.X0, Y0: box.Y0, X1: box.X1, Y1: box.Y0 + thick}, ink)
	g.fill(geom.Box{X0: box.X0, Y0: box.Y1 - thick, X1: box.X1, Y1: box.Y1}, ink)
	g.fill(geom.Box{X0: box.X0, Y0: box.Y0, X1: box.X0 + thick, Y1: box.Y1}, ink)
	g.fill(geom.Box{X0: box.X1 - thick, Y0: box.Y0, X1: box.X1, Y1: box.Y1}, ink)
}

// write puts a line of text with its baseline at y. It begins at a whole pixel: then all that is written
// twice looks the same, and the encoder finds it again.
func (g *Page) write(p typeset.Pen, text string, x, y float64, a typeset.Anchor) {
	if text != "" {
		x, a = math.Round(x-float64(a)*g.Types.Width(p, text)), typeset.Left
		g.draws = append(g.draws, func(img *image.RGBA) { g.Types.Write(img, p, text, x, y, a) })
	}
}

// stamp puts a sprite with its upper left corner at a point.
func (g *Page) stamp(s *image.Paletted, x, y float64) {
	g.stamps = append(g.stamps, func(pic *image.Paletted) { sprite.Stamp(pic, s, geom.Pt(x, y).Pixel()) })
}

// block writes lines one below the other in a room that begins at x and y. It has linesHigh of them.
func (g *Page) block(p typeset.Pen, lines []string, x, y, wide float64, a typeset.Anchor) {
	for i, l := range lines {
		g.write(p, l, x+float64(a)*wide, y+float64(i)*leading*p.Size+0.5*leading*p.Size+0.36*p.Size, a)
	}
}

func linesHigh(p typeset.Pen, lines int) float64 { return float64(lines) * leading * p.Size }

// paragraph writes a text over the whole width, and goes on below it.
func (g *Page) paragraph(p typeset.Pen, text string) {
	if text == "" {
		return
	}
	lines := g.Types.Fold(p, text, pageRoom)
	g.block(p, lines, pageEdge, g.y, pageRoom, typeset.Left)
	g.y += linesHigh(p, len(lines))
}

// Heading writes a title, and smaller what is to be said about it.
func (g *Page) Heading(title string, about ...string) {
	g.paragraph(typeset.Pen{Face: typeset.Bold, Size: titleType, Ink: g.Style.Ink}, title)
	for _, a := range about {
		g.paragraph(g.smallPen(), a)
	}
	g.y += 12
}

// smallPen is what is written with beside the matter.
func (g *Page) smallPen() typeset.Pen {
	return typeset.Pen{Face: typeset.Regular, Size: 26 * g.Style.Type, Ink: g.Style.Number}
}
