package ground

import (
	"image"
	"image/draw"
	"strings"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/render/scene"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// ContentsOf returns what stands round the map of a board; entries are those of its legend.
func ContentsOf(v *view.Board, entries []scene.Entry) layout.Contents {
	u := layout.Contents{Stocks: len(v.Stocks), Turns: v.Turns, Scale: v.Map.Across.Tenths > 0,
		Dated: scene.Dated(v.Map)}
	for _, e := range entries {
		u.Legend[e.Kind.Group()]++
	}
	return u
}

// MarkKey returns all that a legend shows of a game's markers, as a key for a cache.
func MarkKey(marks []view.MarkLegend) string {
	var s strings.Builder
	for _, m := range marks {
		s.WriteString(m.ID + "\x00" + m.Name + "\x00")
	}
	return s.String()
}

// drawLegend draws the entries of the legend in their groups, each group below its heading.
func drawLegend(a sprite.Atlas, dc *gg.Context, img *image.RGBA, f layout.Frame, entries []scene.Entry) {
	var done [layout.LegendGroups]int
	for _, e := range entries {
		g := e.Kind.Group()
		cells := f.Footer.Groups[g]
		if cells.N == 0 {
			return // a picture without a legend
		}
		if done[g] == 0 {
			p := typeset.Pen{Face: typeset.Bold, Size: 0.85 * f.Footer.Size, Ink: a.Style.Number}
			at := f.Footer.Heads[g]
			a.Types.Write(img, p, scene.Heading(a.Labels, g), at.X, at.Y+1.1*f.Footer.Size, typeset.Left)
		}
		at := cells.At(done[g])
		done[g]++
		drawSample(a, dc, img, e, at.Offset(layout.SampleWide/2, layout.CellHigh/2))
		explainEntry(a, img, e, at.Offset(layout.SampleWide+10, layout.CellHigh/2), f.Footer.Size,
			cells.W-layout.SampleWide-20)
	}
}

// explainEntry writes what an entry means: its label on one line, or label and note in smaller type on two.
func explainEntry(a sprite.Atlas, img *image.RGBA, e scene.Entry, at geom.Point, size, room float64) {
	write := func(text string, size, y float64) {
		p := a.Types.Fit(typeset.Pen{Face: typeset.Regular, Size: size, Ink: a.Style.Ink}, text, room)
		a.Types.Write(img, p, text, at.X, at.Y+y, typeset.Left)
	}
	if e.Note == "" {
		write(e.Label, size, 0.36*size)
		return
	}
	write(e.Label, 0.8*size, -0.1*size)
	write(e.Note, 0.8*size, 0.8*size)
}

// drawSample draws what an entry explains as it looks on the map, with its middle at at.
func drawSample(a sprite.Atlas, dc *gg.Context, img *image.RGBA, e scene.Entry, at geom.Point) {
	if e.Kind <= scene.WayEntry {
		piece := drawWindow(a, WindowLook{e.Kind, e.ID, layout.SampleWide, layout.CellHigh - 8, geom.UsualHex})
		to := at.Offset(-layout.SampleWide/2, 4-layout.CellHigh/2).Pixel()
		draw.Draw(img, piece.Rect.Add(to), piece, image.Point{}, draw.Src)
		return
	}
	var s *image.Paletted
	unit := sprite.CounterLook{Px: 36, Symbol: "infantry", Size: "division", Ratings: sprite.RatingsOf(a, e.Ratings)}
	switch e.Kind {
	case scene.FlagEntry:
		s = sprite.Flag(a, sprite.FlagLook{Side: a.Sides[0], VP: 2, Px: 1.6})
	case scene.HeightEntry:
		s = sprite.Badge(a, sprite.BadgeLook{BadgeKind: sprite.Height, Text: "3", Px: 1.8})
	case scene.MarkEntry:
		s = sprite.Badge(a, sprite.Marker(a, e.ID, 1.5))
	case scene.ChitEntry:
		unit.Side, unit.Symbol, unit.Size, unit.Estimate = e.Chit.Side, e.Chit.Symbol, "", e.Chit.Estimate
	case scene.TraitEntry:
		unit.Ratings = unit.Ratings.Lit()
	case scene.BackEntry:
		unit.Turned = true
	case scene.EstimateEntry:
		unit.Estimate = true
	case scene.SourceEntry, scene.IdleEntry:
		c := canvas{a, layout.Frame{Plane: geom.Plane{HexSize: 80}}, dc, img, nil}
		drawSource(c, at, style.SideStyle{Base: a.Style.Grid, Ink: a.Style.Ink})
		if e.Kind == scene.SourceEntry {
			return
		}
		s = sprite.Cross(a, sprite.CrossLook{Px: c.Px(1)})
	case scene.FrontEntry:
		sprite.FrontSample(a, img, at)
		return
	case scene.ArrivalEntry:
		sprite.DueSign(a, dc, img, at, 11, a.SideStyle(a.Sides[0]))
		return
	}
	if s == nil {
		s = a.Quantize(sprite.DrawCounter(a, unit))
	}
	sprite.Paste(img, s, sprite.Corner(s.Rect, at))
}

// WindowLook says which kind of ground, water or way a sample shows, and its measures in pixels.
type WindowLook struct {
	Kind       scene.Kind // TerrainEntry, WaterEntry or WayEntry
	ID         string     // the kind's, as the map names it
	Wide, High int
	D          float64 // the size of a hex
}

// Window returns a sample of a kind of ground, water or way, as it looks on the map.
func Window(a sprite.Atlas, l WindowLook) *image.Paletted { return sprite.Cached(a, l, drawWindow) }

// drawWindow draws a part of a hex, or of its lower hexsides.
func drawWindow(a sprite.Atlas, l WindowLook) *image.RGBA {
	mid := hex.Hex{Col: 2, Row: 2}
	rows := hex.Rows{First: 1, Last: 3}
	m := &view.Map{Grid: hex.Grid{Cols: 3, Odd: rows, Even: rows}}
	around := m.Grid.Around(mid)
	dy := 0.0
	switch l.Kind {
	case scene.TerrainEntry:
		m.Terrain = map[hex.Hex][]string{mid: {l.ID}}
	case scene.WaterEntry:
		m.Water = []geography.Course{{Kind: l.ID,
			Sides: []hex.Side{hex.Between(mid, around[4]), hex.Between(mid, around[3]), hex.Between(mid, around[2])}}}
		dy = l.D / 2
	case scene.WayEntry:
		m.Ways = []geography.Way{{Kind: l.ID, Path: []hex.Hex{around[4], mid, around[1]}}} // to the upper right
	}
	img := image.NewRGBA(image.Rect(0, 0, l.Wide, l.High))
	f := layout.Frame{Plane: geom.Plane{Grid: m.Grid, HexSize: l.D}, Size: img.Rect.Max, Body: img.Rect}
	f.X, f.Y = float64(l.Wide/2)-f.Centre(mid).X, float64(l.High/2)-f.Centre(mid).Y-dy
	paintLand(a, img, f, m)
	dc := gg.NewContextForRGBA(img)
	dc.DrawRectangle(0.5, 0.5, float64(l.Wide-1), float64(l.High-1))
	sprite.Stroke(dc, a.Style.Ink, 1)
	return img
}
