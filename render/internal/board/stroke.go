package board

import (
	"image"
	"image/color"
	"math"
	"slices"

	"grognard/render/internal/geom"
	"grognard/render/internal/style"
)

// onLine is the mark of a pixel in the middle of a line. Pixels farther off have lower marks, untouched ones 0.
const onLine = 127

// stroke says how a line looks: a core inside an edge, both with round ends. The widths are in pixels.
type stroke struct {
	edge, core         color.RGBA
	edgeWide, coreWide float64
}

// strokeOf returns a stroke in the colours of a side. The widths are for hexes of the usual size.
func strokeOf(c canvas, s style.SideStyle, edgeWide, coreWide float64) stroke {
	return stroke{s.Ink, s.Base, c.Px(edgeWide) * c.Style.Line, c.Px(coreWide) * c.Style.Line}
}

// extent returns how far from a line the stroke touches pixels.
func (s stroke) extent() float64 { return s.edgeWide/2 + 0.5 }

// pen has the colours with which lines of one stroke are drawn.
type pen struct {
	inks  [onLine + 1]color.RGBA // by a pixel's mark, transparent as far as the line does not cover the pixel
	entry [onLine + 1][256]uint8 // a pixel's new palette entry, by its mark and old entry; Clear if not known yet
}

func newPen(s stroke) *pen {
	p := &pen{}
	for i := 1; i < len(p.inks); i++ {
		off := s.extent() * (1 - (float64(i)-0.5)/onLine) // the distance from the line that mark i stands for
		p.inks[i] = style.Over(thin(s.core, s.coreWide/2+0.5-off), thin(s.edge, s.extent()-off))
	}
	return p
}

// thin returns a colour that covers a part of a pixel, from 0 to 1.
func thin(ink color.RGBA, cover float64) color.RGBA {
	n := int(255 * min(1, max(0, cover)))
	part := func(v uint8) uint8 { return uint8((int(v)*n + 127) / 255) }
	return color.RGBA{R: part(ink.R), G: part(ink.G), B: part(ink.B), A: part(ink.A)}
}

// brush draws forms on a canvas. It keeps the pixels of hexes and hexsides, because most of them are alike.
type brush struct {
	canvas
	pens     map[stroke]*pen
	stencils map[stretch][]markedRow
	shapes   map[[3]float64][]pixelRow // by the x and y of a hex's middle within its pixel, and the hex's size
	marks    []uint8                   // how near pixels are to a line (see onLine); all 0 between strokes
}

func newBrush(c canvas) *brush {
	return &brush{c, map[stroke]*pen{}, map[stretch][]markedRow{}, map[[3]float64][]pixelRow{}, nil}
}

// withBrush calls draw with a brush for a band of a picture. It reuses a brush of earlier pictures of the map, if any.
func withBrush(c canvas, band *image.Paletted, draw func(*brush)) {
	c.pic, c.Body = band, band.Rect
	b, ok := c.Brushes.Get().(*brush)
	if !ok || len(b.stencils) > 1000 { // each takes about 2 KB
		b = newBrush(c)
	}
	b.canvas = c
	draw(b)
	b.canvas = canvas{} // lest the kept brush hold the picture in memory
	c.Brushes.Put(b)
}

// stretch is a straight line: its start within a pixel and its vector, both in parts of a pixel.
type stretch struct {
	from, way image.Point
	extent    float64 // how far from the line pixels are marked, in pixels
}

// pixelParts is how many parts pixels are cut into for the ends of lines, so that many stretches become equal.
const pixelParts = 64

// markedRow has the marks of adjacent pixels of a row; at is the first of these pixels.
type markedRow struct {
	at    image.Point
	marks []uint8
}

// stencil is the marks of a stretch that begins in the pixel at. The rows are relative to that pixel.
type stencil struct {
	at   image.Point
	rows []markedRow
}

// draw draws the stretches of a figure, each pixel by how far it is from the nearest stretch. An overlay has thousands
// of hexsides and dots, and filling their outlines would take ten times as long.
func (b *brush) draw(f *figure) {
	box := f.box.Intersect(b.Body)
	if box.Empty() {
		return
	}
	b.marks = slices.Grow(b.marks[:0], box.Dx()*box.Dy())[:box.Dx()*box.Dy()]
	near := &image.Alpha{Pix: b.marks, Stride: box.Dx(), Rect: box}
	b.rows(f, func(r markedRow) {
		row := near.Pix[near.PixOffset(r.at.X, r.at.Y):][:len(r.marks)]
		for i, n := range r.marks {
			row[i] = max(row[i], n)
		}
	})
	p, ok := b.pens[f.stroke]
	if !ok {
		p = newPen(f.stroke)
		b.pens[f.stroke] = p
	}
	b.rows(f, func(r markedRow) { b.lay(p, r.at, near.Pix[near.PixOffset(r.at.X, r.at.Y):][:len(r.marks)]) })
}

// rows yields the marks of a figure that lie on the map.
func (b *brush) rows(f *figure, yield func(markedRow)) {
	for i := range f.drawn {
		at, rows := f.drawn[i].at, f.drawn[i].rows
		for k := max(0, b.Body.Min.Y-at.Y-rows[0].at.Y); k < min(len(rows), b.Body.Max.Y-at.Y-rows[0].at.Y); k++ {
			r := markedRow{rows[k].at.Add(at), rows[k].marks}
			if x0, x1 := max(r.at.X, b.Body.Min.X), min(r.at.X+len(r.marks), b.Body.Max.X); x0 < x1 {
				yield(markedRow{image.Pt(x0, r.at.Y), r.marks[x0-r.at.X : x1-r.at.X]})
			}
		}
	}
}

// lay draws the pixels of a row of marks and clears the marks: a pixel near several lines must be drawn only once.
func (b *brush) lay(p *pen, at image.Point, marks []uint8) {
	row := b.pic.Pix[b.pic.PixOffset(at.X, at.Y):][:len(marks)]
	for i, n := range marks {
		if n == 0 {
			continue
		}
		to := &p.entry[n][row[i]]
		if *to == style.Clear {
			*to = b.Index(style.Over(p.inks[n], b.RGBA[row[i]]))
		}
		row[i] = *to
	}
	clear(marks)
}

// cut adds a line to a figure, as straight stretches of at most a hex's height: longer ones are seldom alike.
func (b *brush) cut(f *figure, l geom.Line) {
	from := l[0]
	for i := range l {
		if i < len(l)-1 && (i == 0 || geom.Distance(from, l[i+1]) < b.HexSize && straight(from, l[i], l[i+1])) {
			continue
		}
		b.stretch(f, from, l[i])
		from = l[i]
	}
}

// stretch adds a straight line to a figure, or a dot.
func (b *brush) stretch(f *figure, from, to geom.Point) {
	p, q := from.Mul(pixelParts).Pixel(), to.Mul(pixelParts).Pixel()
	at := image.Pt(p.X>>6, p.Y>>6) // the pixel: division by pixelParts, rounded down
	s := stretch{p.Sub(at.Mul(pixelParts)), q.Sub(p), f.stroke.extent()}
	rows, ok := b.stencils[s]
	if !ok {
		rows = s.rows()
		b.stencils[s] = rows
	}
	f.drawn = append(f.drawn, stencil{at, rows})
	f.box = f.box.Union(image.Rectangle{Min: at, Max: image.Pt(q.X>>6, q.Y>>6)}.Canon().Inset(-int(s.extent) - 2))
}

// straight reports whether a line through three points does not bend.
func straight(a, b, c geom.Point) bool {
	v, w := b.Sub(a), c.Sub(b)
	return math.Abs(v.X*w.Y-v.Y*w.X) < 1e-3 && v.X*w.X+v.Y*w.Y >= 0
}

// rows returns the marks of the pixels near the stretch, row by row.
func (s stretch) rows() (out []markedRow) {
	a := geom.Pt(float64(s.from.X)/pixelParts, float64(s.from.Y)/pixelParts)
	b := a.Offset(float64(s.way.X)/pixelParts, float64(s.way.Y)/pixelParts)
	box, long, dir := geom.Line{a, b}.Bounds(s.extent).Pixels(), geom.Distance(a, b), b.Sub(a).Unit()
	for y := box.Min.Y; y < box.Max.Y; y++ {
		r := markedRow{at: image.Pt(0, y)}
		for x := box.Min.X; x < box.Max.X; x++ {
			p := geom.Pt(float64(x)+0.5, float64(y)+0.5).Sub(a)
			along, off := p.X*dir.X+p.Y*dir.Y, p.X*dir.Y-p.Y*dir.X
			along -= min(long, max(0, along)) // how far the pixel is beyond an end
			off = math.Sqrt(along*along + off*off)
			if off >= s.extent {
				continue
			}
			if r.marks == nil {
				r.at.X = x
			}
			r.marks = append(r.marks, onLine-uint8(off*onLine/s.extent))
		}
		out = append(out, r)
	}
	return out
}
