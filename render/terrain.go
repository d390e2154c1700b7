package render

import (
	"image"
	"image/color"
	"image/draw"
	"maps"
	"slices"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/scene"
	"grognard/render/internal/sprite"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// canvas is a drawing of the printed map, to be lettered.
type canvas struct {
	sprite.Atlas
	layout.Frame
	dc  *gg.Context
	img *image.RGBA
	m   *view.Map
}

// ground is a printed map, and how it is laid out.
type ground struct {
	layout.Frame
	pic            *image.Paletted
	numbers, names []image.Rectangle // the gaps for them in the front line
}

// printGround draws all that a position does not change.
func printGround(b sprite.Atlas, v *view.Board, o Options) (ground, error) {
	entries := scene.Legend(v)
	f, err := layout.New(v.Map.Grid, o, furnish(v, entries))
	if err != nil {
		return ground{}, err
	}
	c := canvas{b, f, nil, nil, v.Map}
	l := c.lettering()
	numbers, names := c.gaps(l)
	return ground{f, printMap(b, f, v.Map, entries, l), numbers, names}, nil
}

func printMap(b sprite.Atlas, f layout.Frame, m *view.Map, entries []scene.Entry, l lettering) *image.Paletted {
	img := image.NewRGBA(image.Rectangle{Max: f.Size})
	draw.Draw(img, img.Rect, image.NewUniform(b.Style.Paper), image.Point{}, draw.Src)
	paintLand(b, img, f, m)
	c := canvas{b, f, gg.NewContextForRGBA(img), img, m}
	c.areas()
	c.sources()
	c.letter(l)
	printTitle(b, c.dc, img, f, m)
	drawScaleBar(b, c.dc, img, f, m.Across)
	drawLegend(b, c.dc, img, f, entries)
	return b.QuantizeMap(img)
}

// paintLand draws the land with its waters, ways and towns, without a letter.
func paintLand(b sprite.Atlas, img *image.RGBA, f layout.Frame, m *view.Map) {
	paint(img, f.Body, b.Style.Ground, sketchMap(b, f, m), tileSize)
}

// sketch is the printed map as shapes, before any pixel is set.
type sketch struct {
	sprite.Atlas
	layout.Frame
	m      *view.Map
	layers []layer
}

func sketchMap(b sprite.Atlas, f layout.Frame, m *view.Map) []layer {
	s := &sketch{Atlas: b, Frame: f, m: m}
	s.land()
	s.lattice()
	w := s.ways()
	r := s.rivers()
	s.cities()
	r.draw(s)
	s.lakes()
	s.bridges(w, r)
	w.draw(s)
	s.villages(w, r)
	s.margin()
	return s.layers
}

// fill adds a layer of one colour.
func (s *sketch) fill(ink color.RGBA, shapes ...shape) {
	if len(shapes) > 0 {
		s.layers = append(s.layers, layer{ink: ink, shapes: shapes})
	}
}

// thick is the width of a line meant for hexes of the usual size, in the style.
func (s *sketch) thick(v float64) float64 { return s.Px(v) * s.Style.Line }

// land fills the kinds of ground and strews their textures. A kind runs on under
// those above it, so that no bare ground shows between them.
func (s *sketch) land() {
	kinds := []struct {
		kind string
		fill color.RGBA
	}{
		{"", s.Style.Other},
		{"swamp", s.Style.Swamp},
		{"light-woods", s.Style.LightWoods},
		{"heavy-woods", s.Style.HeavyWoods},
	}
	for i, k := range kinds {
		own := s.hexesOf(k.kind)
		r := maps.Clone(own)
		for _, above := range kinds[i+1:] {
			for h := range s.hexesOf(above.kind) {
				if s.beside(own, h) {
					r[h] = true
				}
			}
		}
		var rings []shape
		for _, l := range s.Outlines(r) {
			rings = append(rings, newShape(l))
		}
		s.fill(k.fill, rings...)
	}
	for _, t := range s.textures() {
		s.layers = append(s.layers, layer{marks: s.strew(t)})
	}
}

// beside says whether a hex touches one of a region.
func (s *sketch) beside(r geom.Region, h hex.Hex) bool {
	around := s.Grid.Around(h)
	return slices.ContainsFunc(around[:], func(n hex.Hex) bool { return r[n] })
}

// lattice draws every hexside once.
func (s *sketch) lattice() {
	half := max(0.8, s.thick(1)) / 2
	var sides []shape
	for h := range s.Hexes {
		for i, n := range s.Grid.Around(h) {
			if i < 3 || !s.Grid.Contains(n) {
				sides = append(sides, newShape(geom.Line{s.Corner(h, i), s.Corner(h, i+1)}.Ribbon(half, half)))
			}
		}
	}
	s.fill(s.Style.Grid, sides...)
}

// margin covers what runs over the map's edge, and draws the edge.
func (s *sketch) margin() {
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
