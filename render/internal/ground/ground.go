// Package ground draws the printed map: terrain, water, ways, towns, the grid, its numbers and names, and round
// it the title, the scale bar and the legend.
//
//	sheet, err := ground.Print(atlas, board, layout.Options{}) // the whole map
//
// A map is first sketched as shapes, in layers from the land up, and then painted tile by tile on all cores. To
// add a kind of terrain, give it a fill in drawLand and a texture in textures; kinds that the style does not
// know are drawn in a neutral way. Nothing here depends on a position.
package ground

import (
	"image"
	"image/color"
	"image/draw"
	"maps"
	"slices"
	"sync"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// Sheet is a printed map and its layout.
type Sheet struct {
	layout.Frame
	Picture        *image.Paletted
	Numbers, Names []image.Rectangle // the boxes of numbers, by Grid.Index, and names: gaps in the front line
	Letters        []*image.Alpha    // the pixels of each name and each number with its halo
	Brushes        *sync.Pool        // brushes of package board, for reuse in pictures of this map
}

// Reprint restores what is printed in a part of a picture.
func (g Sheet) Reprint(pic *image.Paletted, r image.Rectangle) {
	r = r.Intersect(pic.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		copy(pic.Pix[pic.PixOffset(r.Min.X, y):][:r.Dx()], g.Picture.Pix[g.Picture.PixOffset(r.Min.X, y):])
	}
}

// Print draws what does not depend on the position: the map, then the banner's title, the scale bar and the legend.
func Print(a sprite.Atlas, v *view.Board, o layout.Options) (Sheet, error) {
	entries := scene.Legend(a.Labels, v)
	f, err := layout.New(v.Map.Grid, o, ContentsOf(v, entries))
	if err != nil {
		return Sheet{}, err
	}
	return printBoard(a, f, v.Map, func(c canvas) {
		printTitle(c)
		drawScaleBar(a, c.dc, c.img, f, v.Map.Across)
		drawLegend(a, c.dc, c.img, f, entries)
	}), nil
}

// blank returns a picture of the frame's size in the colour of paper.
func blank(a sprite.Atlas, f layout.Frame) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: f.Size})
	draw.Draw(img, img.Rect, image.NewUniform(a.Style.Paper), image.Point{}, draw.Src)
	return img
}

// printBoard draws what lies on the map, with its letters, and then calls around to draw what stands round it.
// Sheet.Letters gets the pixels that the letters change.
func printBoard(a sprite.Atlas, f layout.Frame, m *view.Map, around func(canvas)) Sheet {
	f.Rivers, f.FlagsEast = watersOf(a, f, m)
	c := canvas{a, f, nil, blank(a, f), m} // its dc is made once the land is painted
	l := placeLettering(c)
	numbers, names := frontGaps(c, l)
	paintLand(a, c.img, f, m)
	c.dc = gg.NewContextForRGBA(c.img)
	drawEntryAreas(c)
	for _, s := range m.Sources {
		if c.Shows(s.Hex) {
			drawSource(c, c.SourceAt(s.Hex), c.SideStyle(s.Side))
		}
	}
	rooms := slices.Concat(names, numbers)
	bare := make([]*image.RGBA, len(rooms))
	for i, r := range rooms {
		bare[i] = image.NewRGBA(r)
		draw.Draw(bare[i], r, c.img, r.Min, draw.Src)
	}
	for _, halo := range []bool{true, false} { // all halos first: none covers the letters of another text
		for _, b := range slices.Concat(l.numbers, l.names) {
			c.Types.Write(c.img, b.pen.Layer(halo), b.text, b.at.X, b.at.Y, typeset.Left)
		}
		drawCurves(c, l.curves, halo)
	}
	letters := make([]*image.Alpha, len(rooms))
	for i := range rooms {
		letters[i] = changed(bare[i], c.img)
	}
	around(c)
	return Sheet{f, a.QuantizeMap(c.img), numbers, names, letters, new(sync.Pool)}
}

// changed returns a mask of the pixels, within the box of before, that differ in now.
func changed(before, now *image.RGBA) *image.Alpha {
	out := image.NewAlpha(before.Rect)
	for y := before.Rect.Min.Y; y < before.Rect.Max.Y; y++ {
		for x := before.Rect.Min.X; x < before.Rect.Max.X; x++ {
			if before.RGBAAt(x, y) != now.RGBAAt(x, y) {
				out.SetAlpha(x, y, color.Alpha{A: 255})
			}
		}
	}
	return out
}

// paintLand draws the land with its waters, ways and towns, without letters.
func paintLand(a sprite.Atlas, img *image.RGBA, f layout.Frame, m *view.Map) {
	paint(img, f.Body, a.Style.Ground, sketchMap(a, f, m), tileSize)
}

// canvas is a printed map that is being drawn: its land is painted, and its letters and signs are added.
type canvas struct {
	sprite.Atlas
	layout.Frame
	dc  *gg.Context
	img *image.RGBA
	m   *view.Map
}

// printTitle draws the banner's ground and the title, which do not change.
func printTitle(c canvas) {
	drawHead(c.Atlas, c.dc, c.Frame)
	n, room := c.Banner, c.Banner.W/2-2*c.Banner.Edge
	size, y := 1.05*n.Size, 1.35*n.Size
	if n.Wide {
		room, y = 0.3*n.W-2*n.Edge, 1.4*n.Size
	}
	p := typeset.Pen{Face: typeset.Bold, Size: size, Ink: style.Mix(c.Style.BannerInk, c.Style.Banner, 1, 5)}
	c.Types.Write(c.img, c.Types.Fit(p, c.m.Title, room), c.m.Title, n.Edge, y, typeset.Left)
}

// drawHead draws the ground of the head.
func drawHead(a sprite.Atlas, dc *gg.Context, f layout.Frame) {
	dc.DrawRectangle(0, 0, float64(f.Size.X), float64(f.Head.Max.Y))
	sprite.Fill(dc, a.Style.Banner)
}

// sketch is the printed map as shapes, before any pixel is set.
type sketch struct {
	sprite.Atlas
	layout.Frame
	m      *view.Map
	layers []layer
}

// sketchMap returns the layers of a map, from the ground up.
func sketchMap(a sprite.Atlas, f layout.Frame, m *view.Map) []layer {
	s := &sketch{Atlas: a, Frame: f, m: m}
	fillLand(s, func(c color.RGBA) color.RGBA { return c })
	for _, t := range textures(s) {
		s.layers = append(s.layers, layer{marks: scatter(s, t)})
	}
	drawGrid(s)
	w := networkOf(s)
	r := riversOf(s)
	drawCities(s)
	r.draw(s)
	drawLakes(s)
	drawBridges(s, w, r)
	w.draw(s)
	drawVillages(s, w, r)
	drawMargin(s)
	return s.layers
}

// fill adds a layer of one colour.
func (s *sketch) fill(ink color.RGBA, shapes ...shape) {
	if len(shapes) > 0 {
		s.layers = append(s.layers, layer{ink: ink, shapes: shapes})
	}
}

// thick returns the width of a line in this style and for these hexes; v is its width for hexes of the usual size.
func (s *sketch) thick(v float64) float64 { return s.Px(v) * s.Style.Line }

// fillLand fills the kinds of ground; tone is applied to the colour of each. A kind continues under the kinds that are
// drawn above it, so that no bare ground shows between them.
func fillLand(s *sketch, tone func(color.RGBA) color.RGBA) {
	kinds := []struct {
		kind string
		fill color.RGBA
	}{
		{slopes, s.Style.Other},
		{"rough", s.Style.Other},
		{"water", s.Style.Lake},
		{"swamp", s.Style.Swamp},
		{"woods", s.Style.LightWoods},
		{"light-woods", s.Style.LightWoods},
		{"heavy-woods", s.Style.HeavyWoods},
	}
	for i, k := range kinds {
		own := hexesOf(s, k.kind)
		r := maps.Clone(own)
		for _, above := range kinds[i+1:] {
			for h := range hexesOf(s, above.kind) {
				around := s.Grid.Around(h)
				if slices.ContainsFunc(around[:], func(n hex.Hex) bool { return own[n] }) {
					r[h] = true
				}
			}
		}
		var rings []shape
		for _, l := range s.Outlines(r) {
			rings = append(rings, newShape(l))
		}
		s.fill(tone(k.fill), rings...)
	}
}

// drawGrid draws every hexside once.
func drawGrid(s *sketch) {
	half := max(0.8, s.thick(1)) / 2
	var sides []shape
	for h := range s.Hexes {
		for i, n := range s.Grid.Around(h) {
			if i < 3 || !s.Grid.Contains(n) { // other hexsides are drawn from the neighbour
				sides = append(sides, newShape(geom.Line{s.Corner(h, i), s.Corner(h, i+1)}.Ribbon(half, half)))
			}
		}
	}
	s.fill(s.Style.Grid, sides...)
}

// drawMargin covers what reaches over the map's edge, and draws the edge.
func drawMargin(s *sketch) {
	all := geom.Region{}
	for h := range s.Grid.All() {
		all[h] = true
	}
	out := s.Body.Inset(-10)
	x0, y0, x1, y1 := float64(out.Min.X), float64(out.Min.Y), float64(out.Max.X), float64(out.Max.Y)
	beyond := []shape{newShape(geom.Line{geom.Pt(x0, y0), geom.Pt(x1, y0), geom.Pt(x1, y1), geom.Pt(x0, y1)})}
	var edges []shape
	half := max(0.8, s.thick(1.6)) / 2
	for _, loop := range all.Loops(s.Grid) {
		var l geom.Line
		for _, at := range loop {
			a, b := s.Corner(at.In, at.Index), s.Corner(at.In, at.Index+1)
			l = append(l, a)
			edges = append(edges, newShape(geom.Line{a, b}.Ribbon(half, half), geom.Disc(b, half)))
		}
		beyond = append(beyond, newShape(l.Reversed()))
	}
	s.fill(s.Style.Paper, beyond...)
	s.fill(s.Style.Border(), edges...)
}
