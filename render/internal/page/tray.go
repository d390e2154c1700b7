package page

import (
	"image"
	"slices"

	"grognard/render/internal/sprite"
	"grognard/render/internal/typeset"
	"grognard/render/scene"
	"grognard/rules/geography"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// Stack draws the counters of a stack side by side, from the top down.
func Stack(a sprite.Atlas, m *view.Map, s view.Stack) *image.Paletted {
	title := s.Hex.String()
	if i := slices.IndexFunc(m.Places, func(p geography.Place) bool { return p.Hex == s.Hex }); i >= 0 {
		title += "  " + m.Places[i].Name
	}
	var items []trayItem
	for i := range max(s.Height, len(s.Known), 1) {
		if u, ok := s.At(i); ok {
			items = append(items, trayItem{unit: &u, marks: u.Marks,
				lines: []string{u.Name, u.Formation, scene.Steps(a.Labels, u)}})
			continue
		}
		it := trayItem{lines: []string{scene.Say(a.Labels, view.T("picture.hidden"))}}
		if i == 0 { // nothing but the markers is known of the top
			it.marks = s.Marks
		}
		items = append(items, it)
	}
	return drawTray(a, title, s.Side, items, stackRow)
}

// Card draws the faces of a counter beside one another under the unit's name.
func Card(a sprite.Atlas, c view.Card, faces []view.Counter) *image.Paletted {
	var items []trayItem
	for _, u := range faces {
		it := trayItem{unit: &u, marks: u.Marks, lines: scene.CardLines(a.Labels, u)}
		if u.MaxSteps > 1 && !c.TwoSided() {
			it.lines = it.lines[1:] // the first line names the face, and there is only one
		}
		items = append(items, it)
	}
	return drawTray(a, c.Name, c.Side, items, 2) // faces in a row
}

// Measures of a picture of counters, in pixels. A row of a stack is so short that
// its words can be read where a phone shows it 400 pixels wide.
const (
	largeCounter = 144
	largeGap     = 16
	largeHead    = 48
	largeType    = 16
	largeLine    = 21
	stackRow     = 3 // counters in a row
)

// trayItem is a counter that is shown large, or the back of one, with what is on it and the lines below.
type trayItem struct {
	unit  *view.Counter // nil for a back
	marks []string
	lines []string
	bold  int // how many of the lines are bold
}

// drawTray draws counters of a side under a title, row to a row. The names of a counter's markers stand under it.
func drawTray(a sprite.Atlas, title string, s order.Side, items []trayItem, row int) *image.Paletted {
	items = wrapItems(a, items)
	w := row*(largeCounter+largeGap) + largeGap
	h := largeHead
	var at []image.Point
	for r := range slices.Chunk(items, row) {
		lines := 0
		for i, it := range r {
			at = append(at, image.Pt(largeGap+i*(largeCounter+largeGap), h))
			lines = max(lines, len(it.lines)+len(it.marks))
		}
		h += largeCounter + lines*largeLine + largeGap
	}
	img, dc := sprite.NewSheet(float64(w), float64(h), a.Style.Paper)
	trayTitle(a, dc, img, title, s)
	for i, it := range items {
		drawCaption(a, img, it, at[i].Add(image.Pt(0, largeCounter)))
	}
	pic := a.Quantize(img)
	for i, it := range items {
		c := sprite.Back(a, s, largeCounter)
		if it.unit != nil {
			c = sprite.Counter(a, *it.unit, largeCounter)
		}
		sprite.Stamp(pic, c, at[i])
		for n, m := range it.marks {
			t := sprite.Badge(a, sprite.Marker(a, m, markScale))
			sprite.Stamp(pic, t, at[i].Add(image.Pt(0, largeCounter+(len(it.lines)+n)*largeLine+4)))
		}
	}
	return pic
}

// wrapItems breaks the lines of items so that they fit under their counters. The first line of each is bold.
func wrapItems(a sprite.Atlas, items []trayItem) (out []trayItem) {
	for _, it := range items {
		var lines []string
		p := captionPen(a, true)
		for i, s := range it.lines {
			lines = append(lines, a.Types.Wrap(p, s, largeCounter)...)
			if i == 0 {
				it.bold, p = len(lines), captionPen(a, false)
			}
		}
		it.lines = lines
		out = append(out, it)
	}
	return out
}

// captionPen returns the pen for the lines under counters.
func captionPen(a sprite.Atlas, strong bool) typeset.Pen {
	if strong {
		return typeset.Pen{Face: typeset.Bold, Size: largeType * a.Style.Type, Ink: a.Style.Ink}
	}
	return typeset.Pen{Face: typeset.Regular, Size: largeType * a.Style.Type, Ink: a.Style.Ink}
}

// markScale is the size of badges beside words.
const markScale = 1.6

// trayTitle writes a title after the plate of a side.
func trayTitle(a sprite.Atlas, dc *gg.Context, img *image.RGBA, title string, s order.Side) {
	const size = 26
	l := a.SideStyle(s)
	sprite.EdgedPlate(l.Shape, dc, largeGap, 11, size, size, 1, a.Style.Dark, l.Base)
	a.Types.Write(img, typeset.Pen{Face: typeset.Bold, Size: 17, Ink: l.Ink}, l.Letter, largeGap+size/2, 30,
		typeset.Middle)
	x := float64(largeGap + size + 10)
	title += "  ·  " + l.Name
	p := a.Types.Fit(typeset.Pen{Face: typeset.Bold, Size: 21, Ink: a.Style.Ink}, title,
		float64(img.Rect.Dx())-x-largeGap)
	a.Types.Write(img, p, title, x, 31, typeset.Left)
}

// drawCaption writes the lines under a counter, and the names of the markers on it.
func drawCaption(a sprite.Atlas, img *image.RGBA, it trayItem, at image.Point) {
	y := float64(at.Y + largeType + 3)
	for i, s := range it.lines {
		p := captionPen(a, i < it.bold)
		a.Types.Write(img, a.Types.Fit(p, s, largeCounter), s, float64(at.X), y, typeset.Left)
		y += largeLine
	}
	p := captionPen(a, false)
	for _, m := range it.marks {
		indent := float64(sprite.Badge(a, sprite.Marker(a, m, markScale)).Rect.Dx() + 6) // the room of the badge
		name := scene.MarkName(a.Markers, m)
		a.Types.Write(img, a.Types.Fit(p, name, largeCounter-indent), name, float64(at.X)+indent, y, typeset.Left)
		y += largeLine
	}
}
