package sprite

import (
	"image/color"
	"math"
	"slices"

	"grognard/render/internal/geom"
	"grognard/render/scene"

	"github.com/fogleman/gg"
)

// symbolBox is the frame of a unit symbol. The drawings follow the signs of NATO staff maps (APP-6, FM
// 101-5-1), as wargames use them.
type symbolBox struct {
	dc         *gg.Context
	x, y, w, h float64
	line       float64
	outside    color.RGBA // the ink for what stands outside the frame
}

// draw draws the sign of an arm, and returns the letters that belong into the box: of arms that staff maps write out,
// and of those without a drawing.
func (b symbolBox) draw(arm string) (letters string) {
	parts := drawings(arm)
	for _, part := range parts {
		part(b)
	}
	switch {
	case arm == "headquarters":
		return "HQ"
	case len(parts) > 0:
		return ""
	}
	r := []rune(scene.Upper(arm))
	return string(r[:min(3, len(r))])
}

// drawings returns functions that draw the parts of an arm's sign; none for an arm without a drawing.
func drawings(arm string) []func(symbolBox) {
	ball := func(y, r float64) func(symbolBox) { // of artillery
		return func(b symbolBox) {
			x, y := b.at(0.5, y)
			b.dc.DrawCircle(x, y, r*b.h)
			b.dc.Fill()
		}
	}
	return map[string][]func(symbolBox){
		"infantry":         {cross},
		"armour":           {track},
		"motorised":        {cross, wheels},
		"mechanised":       {cross, track},
		"cavalry":          {slash},
		"reconnaissance":   {slash}, // as cavalry, which used to reconnoitre
		"airborne":         {cross, wings},
		"mountain":         {cross, peak},
		"mountain-cavalry": {slash, peak},
		"marine":           {cross, anchor},
		"engineer":         {bridge},
		"artillery":        {ball(0.5, 0.25)},
		"rocket":           {ball(0.58, 0.17), rockets},
		"anti-tank":        {wedge},
		"anti-air":         {dome},
		"headquarters":     {staff},
		"supply":           {foot},
		"air":              {propeller},
	}[arm]
}

// at returns a point of the box: 0, 0 is its upper left corner and 1, 1 its lower right one.
func (b symbolBox) at(x, y float64) (float64, float64) { return b.x + x*b.w, b.y + y*b.h }

// trace draws lines from point to point of the box.
func (b symbolBox) trace(points ...geom.Point) {
	b.dc.NewSubPath()
	for _, p := range points {
		b.dc.LineTo(b.at(p.X, p.Y))
	}
	b.dc.SetLineWidth(b.line)
	b.dc.SetLineCapButt()
	b.dc.Stroke()
}

func slash(b symbolBox) { b.trace(geom.Pt(0, 1), geom.Pt(1, 0)) }

func foot(b symbolBox) { b.trace(geom.Pt(0, 0.76), geom.Pt(1, 0.76)) }

func wedge(b symbolBox) { b.trace(geom.Pt(0, 1), geom.Pt(0.5, 0), geom.Pt(1, 1)) }

func cross(b symbolBox) {
	slash(b)
	b.trace(geom.Pt(0, 0), geom.Pt(1, 1))
}

// hasPartBelow reports whether a part of an arm's sign stands below the frame. Then the frame is less high.
func hasPartBelow(arm string) bool { return arm == "motorised" || arm == "headquarters" }

// roomBelow is the room for the part below a frame, as a part of the height of an ordinary frame.
const roomBelow = 0.3

// wheels draws two wheels below the frame.
func wheels(b symbolBox) {
	r := 0.5 * roomBelow / (1 - roomBelow) * b.h
	for _, x := range []float64{0.25, 0.75} {
		x, y := b.at(x, 1)
		b.dc.DrawCircle(x, y+b.line/2+r, r)
		Fill(b.dc, b.outside)
	}
}

// staff lengthens the left edge of the frame to the staff of a flag.
func staff(b symbolBox) {
	b.dc.DrawRectangle(b.x-b.line/2, b.y+b.h+b.line/2, 1.6*b.line, roomBelow/(1-roomBelow)*b.h)
	Fill(b.dc, b.outside)
}

// track draws the track of a tank, seen from the side.
func track(b symbolBox) {
	w, h := 0.64*b.w, 0.54*b.h
	b.ring(func(less float64) {
		b.dc.DrawRoundedRectangle(b.x+(b.w-w)/2+less, b.y+(b.h-h)/2+less, w-2*less, h-2*less, h/2-less)
	})
}

// ring draws an outline as the area between a larger and a smaller one. Strokes of tight curves would lose small parts.
func (b symbolBox) ring(outline func(less float64)) {
	outline(-b.line / 2)
	outline(b.line / 2)
	b.dc.SetFillRuleEvenOdd()
	b.dc.Fill()
	b.dc.SetFillRuleWinding()
}

func wings(b symbolBox) {
	r := 0.11 * b.w
	for _, side := range []float64{-1, 1} {
		x, y := b.at(0.5, 0.94)
		b.ring(func(less float64) {
			b.dc.NewSubPath()
			b.dc.DrawArc(x+side*r, y, r-less, math.Pi, 2*math.Pi)
			b.dc.ClosePath()
		})
	}
}

func peak(b symbolBox) {
	b.dc.MoveTo(b.at(0.34, 1))
	b.dc.LineTo(b.at(0.5, 0.52))
	b.dc.LineTo(b.at(0.66, 1))
	b.dc.ClosePath()
	b.dc.Fill()
}

// bridge draws the bridge of engineers, an E that lies on its back.
func bridge(b symbolBox) {
	b.trace(geom.Pt(0.2, 0.76), geom.Pt(0.2, 0.28), geom.Pt(0.8, 0.28), geom.Pt(0.8, 0.76))
	b.trace(geom.Pt(0.5, 0.28), geom.Pt(0.5, 0.76))
}

func rockets(b symbolBox) {
	for _, y := range []float64{0.1, 0.24} {
		b.trace(geom.Pt(0.38, y+0.14), geom.Pt(0.5, y), geom.Pt(0.62, y+0.14))
	}
}

func dome(b symbolBox) {
	b.dc.MoveTo(b.at(0, 1))
	x1, y1 := b.at(0.12, 0.18)
	x2, y2 := b.at(0.88, 0.18)
	x3, y3 := b.at(1, 1)
	b.dc.CubicTo(x1, y1, x2, y2, x3, y3)
	b.dc.SetLineWidth(b.line)
	b.dc.Stroke()
}

func anchor(b symbolBox) {
	b.trace(geom.Pt(0.5, 0.3), geom.Pt(0.5, 0.88))
	b.trace(geom.Pt(0.4, 0.4), geom.Pt(0.6, 0.4))
	x, y := b.at(0.5, 0.2)
	b.ring(func(less float64) { b.dc.DrawCircle(x, y, 0.09*b.h-less) })
	x, y = b.at(0.5, 0.58)
	r := 0.3 * b.h
	b.ring(func(less float64) {
		b.dc.NewSubPath()
		b.dc.DrawArc(x, y, r-less, 0, math.Pi)
		b.dc.ClosePath()
	})
}

// propeller draws two blades.
func propeller(b symbolBox) {
	b.dc.NewSubPath()
	b.dc.MoveTo(b.at(0.5, 0.5))
	for _, side := range []float64{-1, 1} {
		x1, y1 := b.at(0.5+side*0.2, 0.1)
		x2, y2 := b.at(0.5+side*0.36, 0.28)
		x3, y3 := b.at(0.5+side*0.36, 0.5)
		b.dc.CubicTo(x1, y1, x2, y2, x3, y3)
		x1, y1 = b.at(0.5+side*0.36, 0.72)
		x2, y2 = b.at(0.5+side*0.2, 0.9)
		x3, y3 = b.at(0.5, 0.5)
		b.dc.CubicTo(x1, y1, x2, y2, x3, y3)
	}
	b.dc.ClosePath()
	b.dc.Fill()
}

// sizeMark draws the mark of a unit's size round a point: a stroke for each step up to the regiment,
// crosses from the brigade on.
func sizeMark(dc *gg.Context, size string, at geom.Point, h float64) {
	strokes := max(0, slices.Index([]string{"", "company", "battalion", "regiment"}, size))
	crosses := max(0, slices.Index([]string{"", "brigade", "division", "corps", "army"}, size))
	n := float64(strokes + crosses)
	gap := h * 0.8
	if crosses > 0 {
		gap = h * 1.4
	}
	x := at.X - gap*(n-1)/2
	for range strokes {
		dc.DrawLine(x, at.Y-h/2, x, at.Y+h/2)
		x += gap
	}
	for range crosses {
		dc.DrawLine(x-h/2, at.Y-h/2, x+h/2, at.Y+h/2)
		dc.DrawLine(x-h/2, at.Y+h/2, x+h/2, at.Y-h/2)
		x += gap
	}
	dc.Stroke()
}
