// Package page draws pictures without a map: tables, lists of bars, and counters side by side.
//
//	p := page.New(atlas)
//	p.Heading("Combat Results", "7.4")
//	p.Grid(table)
//	pic, err := p.Draw()
//
// A page is 900 pixels wide, so that a phone shows its smallest type 9.5 pixels high. The caller supplies the texts.
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

// Measures of a page, in pixels. A phone shows it 390 pixels wide: the least type is then 9.5 pixels high.
const (
	pageWide  = 900
	pageEdge  = 20
	pageRoom  = pageWide - 2*pageEdge
	titleType = 40
	pageType  = 30
	leastType = 22
	smallType = 0.8  // the size of notes, as a part of the text's size
	leading   = 1.22 // from line to line, as a multiple of the type's size
)

// Page is a picture without a map, laid out from the top down. Nothing is drawn before its height is known:
// then texts and boxes are, and sprites over them.
type Page struct {
	sprite.Atlas
	y      float64
	draws  []func(*image.RGBA)
	stamps []func(*image.Paletted)
}

func New(a sprite.Atlas) *Page { return &Page{Atlas: a, y: pageEdge} }

// Gap leaves so many pixels free.
func (g *Page) Gap(high float64) { g.y += high }

// Draw draws all that was added.
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

func (g *Page) fill(box geom.Box, ink color.RGBA) {
	at := image.Rectangle{geom.Pt(box.X0, box.Y0).Pixel(), geom.Pt(box.X1, box.Y1).Pixel()}
	g.draws = append(g.draws, func(img *image.RGBA) {
		draw.Draw(img, at, image.NewUniform(ink), image.Point{}, draw.Src)
	})
}

// frame draws the edges of a box on its inside.
func (g *Page) frame(box geom.Box, thick float64, ink color.RGBA) {
	g.fill(geom.Box{X0: box.X0, Y0: box.Y0, X1: box.X1, Y1: box.Y0 + thick}, ink)
	g.fill(geom.Box{X0: box.X0, Y0: box.Y1 - thick, X1: box.X1, Y1: box.Y1}, ink)
	g.fill(geom.Box{X0: box.X0, Y0: box.Y0, X1: box.X0 + thick, Y1: box.Y1}, ink)
	g.fill(geom.Box{X0: box.X1 - thick, Y0: box.Y0, X1: box.X1, Y1: box.Y1}, ink)
}

// write writes a line of text with its baseline at y. The text begins at a whole pixel, so that equal texts
// look the same and compress well.
func (g *Page) write(p typeset.Pen, text string, x, y float64, a typeset.Anchor) {
	if text != "" {
		x, a = math.Round(x-float64(a)*g.Types.Width(p, text)), typeset.Left
		g.draws = append(g.draws, func(img *image.RGBA) { g.Types.Write(img, p, text, x, y, a) })
	}
}

// stamp draws a sprite with its upper left corner at a point.
func (g *Page) stamp(s *image.Paletted, x, y float64) {
	g.stamps = append(g.stamps, func(pic *image.Paletted) { sprite.Stamp(pic, s, geom.Pt(x, y).Pixel()) })
}

// block writes lines one below the other in a column that begins at x, y. Its height is that of linesHigh.
func (g *Page) block(p typeset.Pen, lines []string, x, y, wide float64, a typeset.Anchor) {
	for i, l := range lines {
		g.write(p, l, x+float64(a)*wide, y+float64(i)*leading*p.Size+0.5*leading*p.Size+0.36*p.Size, a)
	}
}

// linesHigh returns the height of so many lines.
func linesHigh(p typeset.Pen, lines int) float64 { return float64(lines) * leading * p.Size }

// paragraph adds a text over the whole width.
func (g *Page) paragraph(p typeset.Pen, text string) {
	if text == "" {
		return
	}
	lines := g.Types.Fold(p, text, pageRoom)
	g.block(p, lines, pageEdge, g.y, pageRoom, typeset.Left)
	g.y += linesHigh(p, len(lines))
}

// Heading adds a title, and below it paragraphs in smaller type.
func (g *Page) Heading(title string, about ...string) {
	g.paragraph(typeset.Pen{Face: typeset.Bold, Size: titleType, Ink: g.Style.Ink}, title)
	for _, a := range about {
		g.paragraph(g.smallPen(), a)
	}
	g.y += 12
}

// smallPen returns the pen for less important texts.
func (g *Page) smallPen() typeset.Pen {
	return typeset.Pen{Face: typeset.Regular, Size: 26 * g.Style.Type, Ink: g.Style.Number}
}
