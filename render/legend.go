package render

import (
	"image"
	"image/draw"
	"strings"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/scene"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

func furnish(v *view.Board, entries []scene.Entry) layout.Contents {
	u := layout.Contents{Stocks: len(v.Stocks), Turns: v.Turns, Scale: v.Map.Across.Tenths > 0,
		Dated: scene.Dates(v.Map.FirstDay, v.Map.TurnDays, 1, "") != ""}
	for _, e := range entries {
		u.Legend[e.Kind.Group()]++
	}
	return u
}

func markKey(marks []view.MarkLegend) string {
	var s strings.Builder
	for _, m := range marks {
		s.WriteString(m.ID + "\x00" + m.Name + "\x00")
	}
	return s.String()
}

// drawLegend draws the groups, each below its heading.
func (b brush) drawLegend(dc *gg.Context, img *image.RGBA, f layout.Frame, entries []scene.Entry) {
	var done [layout.LegendGroups]int
	for _, e := range entries {
		g := e.Kind.Group()
		cells := f.Footer.Groups[g]
		if cells.N == 0 {
			return // a picture without a legend
		}
		if done[g] == 0 {
			p := typeset.Pen{Face: typeset.Bold, Size: 0.85 * f.Footer.Size, Ink: b.Style.Number}
			at := f.Footer.Heads[g]
			b.types.Write(img, p, scene.Heading(g), at.X, at.Y+1.1*f.Footer.Size, typeset.Left)
		}
		at := cells.At(done[g])
		done[g]++
		b.sample(dc, img, e, at.Offset(layout.SampleWide/2, layout.CellHigh/2))
		b.explain(img, e, at.Offset(layout.SampleWide+10, layout.CellHigh/2), f.Footer.Size, cells.W-layout.SampleWide-20)
	}
}

// explain writes what an entry means on one line or on two.
func (b brush) explain(img *image.RGBA, e scene.Entry, at geom.Point, size, room float64) {
	write := func(text string, size, y float64) {
		p := b.types.Fit(typeset.Pen{Face: typeset.Regular, Size: size, Ink: b.Style.Ink}, text, room)
		b.types.Write(img, p, text, at.X, at.Y+y, typeset.Left)
	}
	if e.Note == "" {
		write(e.Label, size, 0.36*size)
		return
	}
	write(e.Label, 0.8*size, -0.1*size)
	write(e.Note, 0.8*size, 0.8*size)
}

// sample draws what a legend's cell explains, with the strokes of the map
// itself.
func (b brush) sample(dc *gg.Context, img *image.RGBA, e scene.Entry, at geom.Point) {
	if e.Kind <= scene.WayEntry {
		b.swatch(img, e, at)
		return
	}
	var s *image.Paletted
	unit := look{px: 36, symbol: "infantry", size: "division", ratings: ratingsOf(e.Ratings)}
	switch e.Kind {
	case scene.FlagEntry:
		s = b.flag(flagLook{b.Sides[0], 2, 1.6})
	case scene.HeightEntry:
		s = b.badge(badgeLook{count, "3", 1.8})
	case scene.MarkEntry:
		s = b.badge(b.marker(e.ID, 1.5))
	case scene.ChitEntry:
		unit.side, unit.symbol, unit.size, unit.estimate = e.Chit.Side, e.Chit.Symbol, "", e.Chit.Estimate
	case scene.TraitEntry:
		for i := range unit.ratings {
			unit.ratings[i].Lit = true
		}
	case scene.ReducedEntry:
		unit.reduced = true
	case scene.EstimateEntry:
		unit.estimate = true
	case scene.SourceEntry, scene.IdleEntry:
		c := canvas{b, layout.Frame{Plane: geom.Plane{HexSize: 80}}, dc, img, nil}
		c.ringed(at, style.SideStyle{Base: b.Style.Grid, Ink: b.Style.Ink})
		if e.Kind == scene.SourceEntry {
			return
		}
		s = b.cross(crossLook{c.Px(1)})
	case scene.FrontEntry:
		b.frontSample(img, at)
		return
	case scene.ArrivalEntry:
		b.arrival(dc, img, at, 11, b.SideStyle(b.Sides[0]))
		return
	}
	if s == nil {
		s = b.Quantize(b.front(unit))
	}
	paste(img, s, at.Offset(-float64(s.Rect.Dx())/2, -float64(s.Rect.Dy())/2).Pixel())
}

// paste lays a sprite on a drawing.
func paste(img *image.RGBA, s *image.Paletted, at image.Point) {
	for y := range s.Rect.Dy() {
		for x := range s.Rect.Dx() {
			if i := s.Pix[y*s.Stride+x]; i != style.Clear {
				img.Set(at.X+x, at.Y+y, s.Palette[i])
			}
		}
	}
}

// swatch draws a piece of map at its usual size.
func (b brush) swatch(dst *image.RGBA, e scene.Entry, at geom.Point) {
	img := b.window(windowLook{e.Kind, e.ID, layout.SampleWide, layout.CellHigh - 8, geom.UsualHex})
	to := at.Offset(-layout.SampleWide/2, 4-layout.CellHigh/2).Pixel()
	draw.Draw(dst, img.Rect.Add(to), img, image.Point{}, draw.Src)
}

// windowLook is a small window on a kind of ground, of water or of ways: how wide and high it is, and
// the size of hexes behind it.
type windowLook struct {
	kind       scene.Kind
	id         string
	wide, high int
	d          float64
}

// window draws what shows of a hex, or of its lower hexsides, through a small window.
func (b brush) window(l windowLook) *image.RGBA {
	mid := hex.Hex{Col: 2, Row: 2}
	rows := hex.Rows{First: 1, Last: 3}
	m := &view.Map{Grid: hex.Grid{Cols: 3, Odd: rows, Even: rows}}
	around := m.Grid.Around(mid)
	dy := 0.0
	switch l.kind {
	case scene.TerrainEntry:
		m.Terrain = map[hex.Hex][]string{mid: {l.id}}
	case scene.WaterEntry:
		m.Water = []geography.Course{{Kind: l.id, Sides: []hex.Side{hex.Between(mid, around[4]), hex.Between(mid, around[3]), hex.Between(mid, around[2])}}}
		dy = l.d / 2
	case scene.WayEntry:
		m.Ways = []geography.Way{{Kind: l.id, Path: []hex.Hex{around[4], mid, around[1]}}}
	}
	img := image.NewRGBA(image.Rect(0, 0, l.wide, l.high))
	f := layout.Frame{Plane: geom.Plane{Grid: m.Grid, HexSize: l.d}, Size: img.Rect.Max, Body: img.Rect}
	f.X, f.Y = float64(l.wide/2)-f.Centre(mid).X, float64(l.high/2)-f.Centre(mid).Y-dy
	b.country(img, f, m)
	dc := gg.NewContextForRGBA(img)
	dc.SetColor(b.Style.Ink)
	dc.SetLineWidth(1)
	dc.DrawRectangle(0.5, 0.5, float64(l.wide-1), float64(l.high-1))
	dc.Stroke()
	return img
}
