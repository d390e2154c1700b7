package render

import (
	"cmp"
	"image"
	"image/draw"
	"math"
	"slices"
	"strings"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

func furnish(v *view.Board, entries []entry) layout.Contents {
	u := layout.Contents{Stocks: len(v.Stocks), Turns: v.Turns, Scale: v.Map.Across.Tenths > 0,
		Dated: dates(v.Map.FirstDay, v.Map.TurnDays, 1, "") != ""}
	for _, e := range entries {
		u.Legend[e.kind.group()]++
	}
	return u
}

// entry is a cell of the legend: a sample and what it means.
type entry struct {
	kind    kind
	id      string // of the terrain, hexside, way, trait or mark
	label   string
	note    string        // a second line
	ratings []view.Rating // on the counter that explains it
	chit    view.Chit     // of a chitEntry
}

type kind int8

const (
	terrainEntry kind = iota
	waterEntry
	wayEntry
	heightEntry
	traitEntry
	reducedEntry
	estimateEntry
	chitEntry
	flagEntry
	frontEntry
	sourceEntry
	idleEntry
	arrivalEntry
	markEntry
)

var headings = [layout.LegendGroups]string{"Ground", "Water and ways", "Counters", "Signs and markers"}

// group is the part of a legend that an entry stands in.
func (k kind) group() int {
	switch {
	case k == terrainEntry:
		return 0
	case k <= wayEntry:
		return 1
	case k <= chitEntry:
		return 2
	}
	return 3
}

// legend lists what the map has, and what counters and badges mean. It depends
// on the map and the game's markers alone, never on the position.
func (b brush) legend(v *view.Board) []entry {
	var out []entry
	for _, id := range terrainKinds(v.Map) {
		out = append(out, entry{kind: terrainEntry, id: id, label: spell(id)})
	}
	var seen []string
	for _, w := range v.Map.Water {
		seen = append(seen, w.Kind)
	}
	for _, id := range sorted(seen) {
		out = append(out, entry{kind: waterEntry, id: id, label: spell(id)})
	}
	seen = nil
	for _, w := range v.Map.Ways {
		seen = append(seen, w.Kind)
	}
	for _, id := range sorted(seen) {
		out = append(out, entry{kind: wayEntry, id: id, label: spell(id)})
	}
	out = append(out, entry{kind: heightEntry, label: "Units in the stack"})
	for _, t := range v.Map.Traits {
		out = append(out, entry{kind: traitEntry, id: t.ID, label: t.Name, ratings: v.Map.Sample})
	}
	if !oneSided(v.Map) {
		out = append(out, entry{kind: reducedEntry, label: "Reduced", ratings: v.Map.Sample})
	}
	out = append(out, entry{kind: estimateEntry, label: "Estimated values", ratings: v.Map.Sample})
	for _, c := range v.Map.Chits {
		e := entry{kind: chitEntry, label: c.Name, note: "Ratings", chit: c, ratings: c.Ratings}
		if c.Estimate {
			e.note = "Estimated ratings"
		}
		out = append(out, e)
	}
	if slices.ContainsFunc(v.Map.Places, func(p geography.Place) bool { return p.VP > 0 }) {
		out = append(out, entry{kind: flagEntry, label: "Points and holder"})
	}
	out = append(out, entry{kind: frontEntry, label: "Front line"})
	if len(v.Map.Sources) > 0 {
		out = append(out, entry{kind: sourceEntry, label: "Supply source"}, entry{kind: idleEntry, label: "Source out of use"})
	}
	out = append(out, entry{kind: arrivalEntry, label: "Units due"})
	for _, m := range v.Marks {
		out = append(out, entry{kind: markEntry, id: m.ID, label: m.Name})
	}
	return out
}

// oneSided says whether units of the game lose steps, and none has another side for that.
func oneSided(m *view.Map) bool {
	return slices.ContainsFunc(m.Cards, func(c view.Card) bool { return c.Steps > 1 }) && !slices.ContainsFunc(m.Cards, view.Card.TwoSided)
}

func markKey(marks []view.MarkLegend) string {
	var s strings.Builder
	for _, m := range marks {
		s.WriteString(m.ID + "\x00" + m.Name + "\x00")
	}
	return s.String()
}

func terrainKinds(m *view.Map) []string {
	kinds := []string{"open"}
	for _, ks := range m.Terrain {
		kinds = append(kinds, ks...)
	}
	return sorted(kinds)
}

// usual is the order in which the kinds of ground, water and ways are listed;
// others follow by their names.
func usual(kind string) int {
	i := slices.Index([]string{"open", "light-woods", "heavy-woods", "swamp", "village", "city",
		"minor-river", "major-river", "lake", "track", "road", "railroad"}, kind)
	if i < 0 {
		return math.MaxInt
	}
	return i
}

func sorted(s []string) []string {
	slices.SortFunc(s, func(a, b string) int {
		return cmp.Or(cmp.Compare(usual(a), usual(b)), cmp.Compare(a, b))
	})
	return slices.Compact(s)
}

// drawLegend draws the groups, each below its heading.
func (b brush) drawLegend(dc *gg.Context, img *image.RGBA, f layout.Frame, entries []entry) {
	var done [layout.LegendGroups]int
	for _, e := range entries {
		g := e.kind.group()
		cells := f.Footer.Groups[g]
		if cells.N == 0 {
			return // a picture without a legend
		}
		if done[g] == 0 {
			p := typeset.Pen{Face: typeset.Bold, Size: 0.85 * f.Footer.Size, Ink: b.Style.Number}
			at := f.Footer.Heads[g]
			b.types.Write(img, p, headings[g], at.X, at.Y+1.1*f.Footer.Size, typeset.Left)
		}
		at := cells.At(done[g])
		done[g]++
		b.sample(dc, img, e, at.Offset(layout.SampleWide/2, layout.CellHigh/2))
		b.explain(img, e, at.Offset(layout.SampleWide+10, layout.CellHigh/2), f.Footer.Size, cells.W-layout.SampleWide-20)
	}
}

// explain writes what an entry means on one line or on two.
func (b brush) explain(img *image.RGBA, e entry, at geom.Point, size, room float64) {
	write := func(text string, size, y float64) {
		p := b.types.Fit(typeset.Pen{Face: typeset.Regular, Size: size, Ink: b.Style.Ink}, text, room)
		b.types.Write(img, p, text, at.X, at.Y+y, typeset.Left)
	}
	if e.note == "" {
		write(e.label, size, 0.36*size)
		return
	}
	write(e.label, 0.8*size, -0.1*size)
	write(e.note, 0.8*size, 0.8*size)
}

// sample draws what a legend's cell explains, with the strokes of the map
// itself.
func (b brush) sample(dc *gg.Context, img *image.RGBA, e entry, at geom.Point) {
	if e.kind <= wayEntry {
		b.swatch(img, e, at)
		return
	}
	var s *image.Paletted
	unit := look{px: 36, symbol: "infantry", size: "division", ratings: ratingsOf(e.ratings)}
	switch e.kind {
	case flagEntry:
		s = b.flag(flagLook{b.Sides[0], 2, 1.6})
	case heightEntry:
		s = b.badge(badgeLook{count, "3", 1.8})
	case markEntry:
		s = b.badge(b.marker(e.id, 1.5))
	case chitEntry:
		unit.side, unit.symbol, unit.size, unit.estimate = e.chit.Side, e.chit.Symbol, "", e.chit.Estimate
	case traitEntry:
		for i := range unit.ratings {
			unit.ratings[i].Lit = true
		}
	case reducedEntry:
		unit.reduced = true
	case estimateEntry:
		unit.estimate = true
	case sourceEntry, idleEntry:
		c := canvas{b, layout.Frame{Plane: geom.Plane{HexSize: 80}}, dc, img, nil}
		c.ringed(at, style.SideStyle{Base: b.Style.Grid, Ink: b.Style.Ink})
		if e.kind == sourceEntry {
			return
		}
		s = b.cross(crossLook{c.Px(1)})
	case frontEntry:
		b.frontSample(img, at)
		return
	case arrivalEntry:
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
func (b brush) swatch(dst *image.RGBA, e entry, at geom.Point) {
	img := b.window(windowLook{e.kind, e.id, layout.SampleWide, layout.CellHigh - 8, geom.UsualHex})
	to := at.Offset(-layout.SampleWide/2, 4-layout.CellHigh/2).Pixel()
	draw.Draw(dst, img.Rect.Add(to), img, image.Point{}, draw.Src)
}

// windowLook is a small window on a kind of ground, of water or of ways: how wide and high it is, and
// the size of hexes behind it.
type windowLook struct {
	kind       kind
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
	case terrainEntry:
		m.Terrain = map[hex.Hex][]string{mid: {l.id}}
	case waterEntry:
		m.Water = []geography.Course{{Kind: l.id, Sides: []hex.Side{hex.Between(mid, around[4]), hex.Between(mid, around[3]), hex.Between(mid, around[2])}}}
		dy = l.d / 2
	case wayEntry:
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
