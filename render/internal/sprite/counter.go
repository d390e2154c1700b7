package sprite

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"

	"grognard/render/internal/geom"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/render/scene"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// unit is the size in pixels of the counter for which the measures below are given.
const unit = 36.0

// CounterLook is all that a counter shows of a unit, and its size in pixels.
type CounterLook struct {
	Side               order.Side
	Px                 int
	name, Symbol, Size string
	Ratings            ratings
	Turned, Estimate   bool // another face than the front is up; the ratings are estimated
}

// Counter returns the counter of a unit, px pixels wide and high.
func Counter(a Atlas, u view.Counter, px int) *image.Paletted { return counterOf(a, lookOf(a, u, px)) }

// Back returns the back of a counter of a side, px pixels wide and high.
func Back(a Atlas, s order.Side, px int) *image.Paletted {
	return Cached(a, backLook{s, px}, func(a Atlas, u backLook) *image.RGBA {
		c := blankCounter(a, u.side, u.px)
		k := c.k
		addBars(c.SideStyle.Shape, c.dc, 3.2*k, 8*k, 4*k, 20*k)
		addBars(c.SideStyle.Shape, c.dc, 28.8*k, 8*k, 4*k, 20*k)
		Fill(c.dc, c.Trim)
		AddPlate(c.SideStyle.Shape, c.dc, 9*k, 9*k, 18*k, 18*k)
		Fill(c.dc, c.Light)
		a.Types.Write(c.img, typeset.Pen{Face: typeset.Bold, Size: 15 * k, Ink: a.Style.On(c.Light)}, c.Letter, 18*k,
			23.3*k, typeset.Middle)
		return c.img
	})
}

// DrawArm draws the sign of an arm on a counter of a side, as large as it can be and without anything else.
func DrawArm(a Atlas, s order.Side, arm string, px int) *image.RGBA {
	c := blankCounter(a, s, px)
	printSymbol(a, c, room{x: 4, y: 7, w: 28, h: 21}, arm)
	return c.img
}

// backLook is the back of a counter, which shows nothing but its side.
type backLook struct {
	side order.Side
	px   int
}

// mostRatings is how many ratings a counter has room for. Further ones are not printed.
const mostRatings = 6

// ratings are the ratings on a counter and their classes, in arrays so that looks can be compared.
type ratings struct {
	list    [mostRatings]view.Rating
	classes [mostRatings]int8 // the index in Atlas.Classes plus 1, 0 for none
}

// RatingsOf returns the ratings of a list for which a counter has room.
func RatingsOf(a Atlas, list []view.Rating) (out ratings) {
	for i := copy(out.list[:], list); i < mostRatings; i++ {
		out.list[i].N = view.Blank
	}
	for i, r := range out.list {
		out.classes[i] = int8(1 + slices.Index(a.Classes, r.Class))
	}
	return out
}

// Lit returns the ratings highlighted, as they are printed on units with a trait.
func (r ratings) Lit() ratings {
	for i := range r.list {
		r.list[i].Lit = true
	}
	return r
}

// withDashes puts a long dash in place of the text of ratings without a number, and returns the ratings.
func (r *ratings) withDashes() []view.Rating {
	for i := range r.list {
		if r.list[i].N == view.Blank && r.list[i].Text != "" {
			r.list[i].Text = "—"
		}
	}
	return r.list[:]
}

// textAt returns the texts of the ratings in a place, divided by blanks.
func (r ratings) textAt(place view.Place) (text string) {
	for _, x := range r.list {
		if x.Place == place && x.Text != "" {
			text = strings.TrimSpace(text + " " + x.Text)
		}
	}
	return text
}

func counterOf(a Atlas, u CounterLook) *image.Paletted { return Cached(a, u, DrawCounter) }

func lookOf(a Atlas, u view.Counter, px int) CounterLook {
	name := cmp.Or(u.Short, u.Name)
	return CounterLook{u.Side, px, name, u.Symbol, u.Size, RatingsOf(a, u.Ratings), u.Up.Face > 0, u.Estimate}
}

// counterDrawing is a counter that is being drawn. Measures for a counter of size unit are multiplied by k.
type counterDrawing struct {
	style.SideStyle
	dc  *gg.Context
	img *image.RGBA
	k   float64
}

// blankCounter returns an empty counter: its dark edge, and a plate with a lit and a shaded rim.
func blankCounter(a Atlas, s order.Side, px int) counterDrawing {
	l := a.SideStyle(s)
	img := image.NewRGBA(image.Rect(0, 0, px, px))
	c := counterDrawing{l, gg.NewContextForRGBA(img), img, float64(px) / unit}
	w, edge, rim := float64(px), edgeWidth(a, px), math.Max(1, 0.6*c.k)
	for _, layer := range []struct {
		color      color.RGBA
		x, y, less float64
	}{
		{a.Style.Dark, 0, 0, 0},
		{l.Lit, edge, edge, 2 * edge},
		{l.Shade, edge + rim, edge + rim, 2*edge + rim},
		{l.Base, edge + rim, edge + rim, 2*edge + 2*rim},
	} {
		AddPlate(l.Shape, c.dc, layer.x, layer.y, w-layer.less, w-layer.less)
		Fill(c.dc, layer.color)
	}
	return c
}

// edgeWidth returns the width of a counter's edge in pixels.
func edgeWidth(a Atlas, px int) float64 {
	return math.Max(1, math.Round(a.Style.Line*float64(px)/unit))
}

// room says whether a counter of some size has room for its name and ratings, and where its symbol lies.
type room struct {
	named, numbered bool
	x, y, w, h      float64
}

// roomIn returns what a counter of px pixels shows. On smaller ones names and sizes of units are left out, then
// also ratings, because they would be illegible. The symbol is larger instead.
func roomIn(px int) room {
	switch {
	case px < 20:
		return room{x: 6, y: 6, w: 24, h: 16}
	case px < 28:
		return room{numbered: true, x: 7, y: 5.5, w: 22, h: 15}
	}
	return room{named: true, numbered: true, x: 9, y: 13, w: 18, h: 11.2}
}

// DrawCounter draws a unit: its name, its size above the box of its arm, its ratings.
func DrawCounter(a Atlas, u CounterLook) *image.RGBA {
	c := blankCounter(a, u.Side, u.Px)
	k, has := c.k, roomIn(u.Px)
	if u.Turned {
		turnedBorder(a, c, has)
	}
	if has.named {
		printName(a, c, u)
		if u.Ratings.textAt(view.Left) == "" {
			addBars(c.SideStyle.Shape, c.dc, 3.2*k, 13.4*k, 4*k, 10.4*k)
		}
		if u.Ratings.textAt(view.Right) == "" {
			addBars(c.SideStyle.Shape, c.dc, 28.8*k, 13.4*k, 4*k, 10.4*k)
		}
		Fill(c.dc, c.Trim)
	}
	printSymbol(a, c, has, u.Symbol)
	printRatings(a, c, has, u)
	return c.img
}

// printName writes the name of a unit above the mark of its size.
func printName(a Atlas, c counterDrawing, u CounterLook) {
	k := c.k
	p := typeset.Pen{Face: typeset.Bold, Size: 8.2 * k, Ink: c.Ink}
	if u.Turned {
		p.Ink = a.Style.On(a.Style.Turned)
	}
	text := a.Types.Clip(p, u.name, 29*k)
	a.Types.Write(c.img, a.Types.Fit(p, text, 29*k), text, 18*k, 7.7*k, typeset.Middle)
	c.dc.SetColor(c.Ink)
	c.dc.SetLineWidth(math.Max(0.9, 0.8*k))
	sizeMark(c.dc, u.Size, geom.Pt(18*k, 10.7*k), 2.9*k)
}

// turnedBorder marks a unit whose front is not up by a light edge, broad at the top so that it shows in a pile,
// under the name.
func turnedBorder(a Atlas, c counterDrawing, has room) {
	k, edge, top := c.k, edgeWidth(a, c.img.Rect.Dx()), 5.0
	if has.named {
		top = 8.5
	}
	w := unit*k - 2*edge
	AddPlate(c.SideStyle.Shape, c.dc, edge, edge, w, w)
	Fill(c.dc, a.Style.Turned)
	AddPlate(c.SideStyle.Shape, c.dc, edge+1.6*k, top*k, w-3.2*k, (34.4-top)*k-edge)
	Fill(c.dc, c.Base)
}

// printSymbol draws the sign of an arm in its frame. The frame is aligned to whole pixels.
func printSymbol(a Atlas, c counterDrawing, has room, arm string) {
	k := c.k
	line := math.Max(1, math.Round(k*a.Style.Line))
	if hasPartBelow(arm) {
		has.h *= 1 - roomBelow
	}
	snap := func(v float64) float64 { return math.Round(v*k-line/2) + line/2 }
	x, y := snap(has.x), snap(has.y)
	w, h := snap(has.x+has.w)-x, snap(has.y+has.h)-y
	c.dc.DrawRectangle(x, y, w, h)
	ink := a.Style.On(a.Style.Box)
	Framed(c.dc, a.Style.Box, ink, line)
	letters := symbolBox{c.dc, x, y, w, h, math.Max(0.9, k*a.Style.Line), c.Ink}.draw(arm)
	p := typeset.Pen{Face: typeset.Bold, Size: 0.72 * h, Ink: ink}
	if hasPartBelow(arm) { // letters fill the lower box
		p.Size = 0.95 * h
	}
	p = a.Types.Fit(p, letters, 0.87*w)
	a.Types.Write(c.img, p, letters, x+w/2, y+h/2+0.36*p.Size, typeset.Middle)
}

// printRatings writes the ratings at the foot in a row, and the others beside the symbol.
func printRatings(a Atlas, c counterDrawing, has room, u CounterLook) {
	k := c.k
	if u.Ratings.classes != [mostRatings]int8{} {
		if has.numbered {
			printClassed(a, c, has, u)
		}
		return
	}
	p := typeset.Pen{Face: typeset.Bold, Size: 10.6 * k, Ink: c.Ink}
	if u.Estimate {
		p.Face = typeset.BoldItalic
	}
	text, lit := scene.Foot(u.Ratings.withDashes(), "  ")
	if lit {
		c.dc.DrawRectangle(3*k, 25*k, 30*k, 8.4*k)
		Fill(c.dc, a.Style.Lit)
		p.Ink = a.Style.On(a.Style.Lit)
	}
	if !has.numbered {
		return
	}
	p = a.Types.Fit(p, text, 29*k)
	a.Types.Write(c.img, p, text, 18*k, 29.2*k+0.36*p.Size, typeset.Middle)
	p.Ink = c.Ink
	for _, side := range []struct {
		view.Place
		x float64
	}{{view.Left, (has.x + 2) / 2}, {view.Right, unit - (has.x+2)/2}} {
		if text := u.Ratings.textAt(side.Place); text != "" {
			p = a.Types.Fit(typeset.Pen{Face: p.Face, Size: 8.2 * k, Ink: p.Ink}, text, (has.x-3)*k)
			a.Types.Write(c.img, p, text, side.x*k, (has.y+has.h/2)*k+0.36*p.Size, typeset.Middle)
		}
	}
}
