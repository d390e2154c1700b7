package render

import (
	"image"
	"image/color"
	"math"
	"strings"

	"grognard/render/internal/geom"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// face36 is the side of the counter that the measures below are meant for.
const face36 = 36.0

// look is all that a counter shows of a unit, and its size in pixels.
type look struct {
	side               order.Side
	px                 int
	name, symbol, size string
	ratings            ratings
	reduced, estimate  bool
}

// back is the back of a counter: nothing but its side.
type back struct {
	side order.Side
	px   int
}

// most is how many ratings a counter has room for. Those beyond it are not printed.
const most = 6

// ratings are those on a counter, so that counters can be told apart by them.
type ratings [most]view.Rating

func ratingsOf(list []view.Rating) (out ratings) {
	for i := copy(out[:], list); i < most; i++ {
		out[i].N = view.Blank
	}
	return out
}

func (b brush) counter(u view.Counter, px int) *image.Paletted { return b.counterOf(lookOf(u, px)) }

func (b brush) counterOf(u look) *image.Paletted { return sprite(b, u, brush.front) }

func lookOf(u view.Counter, px int) look {
	return look{u.Side, px, u.Name, u.Symbol, u.Size, ratingsOf(u.Ratings), u.Reduced, u.Estimate}
}

func (b brush) back(s order.Side, px int) *image.Paletted {
	return sprite(b, back{s, px}, func(b brush, u back) *image.RGBA {
		c := b.blank(u.side, u.px)
		k := c.k
		addBars(c.SideStyle.Shape, c.dc, 3.2*k, 8*k, 4*k, 20*k)
		addBars(c.SideStyle.Shape, c.dc, 28.8*k, 8*k, 4*k, 20*k)
		c.dc.SetColor(c.Trim)
		c.dc.Fill()
		addPlate(c.SideStyle.Shape, c.dc, 9*k, 9*k, 18*k, 18*k)
		c.dc.SetColor(c.Light)
		c.dc.Fill()
		b.types.Write(c.img, typeset.Pen{Face: typeset.Bold, Size: 15 * k, Ink: b.Style.On(c.Light)}, c.Letter, 18*k, 23.3*k, typeset.Middle)
		return c.img
	})
}

// chit is a counter on which something is being drawn; k is its unit of measure.
type chit struct {
	style.SideStyle
	dc  *gg.Context
	img *image.RGBA
	k   float64
}

// blank is an empty counter, its dark edge round a plate with a lit and a shaded
// rim, as of cut cardboard.
func (b brush) blank(s order.Side, px int) chit {
	l := b.SideStyle(s)
	img := image.NewRGBA(image.Rect(0, 0, px, px))
	c := chit{l, gg.NewContextForRGBA(img), img, float64(px) / face36}
	w, edge, rim := float64(px), b.edge(px), math.Max(1, 0.6*c.k)
	for _, layer := range []struct {
		color      color.RGBA
		x, y, less float64
	}{
		{b.Style.Dark, 0, 0, 0},
		{l.Lit, edge, edge, 2 * edge},
		{l.Shade, edge + rim, edge + rim, 2*edge + rim},
		{l.Base, edge + rim, edge + rim, 2*edge + 2*rim},
	} {
		addPlate(l.Shape, c.dc, layer.x, layer.y, w-layer.less, w-layer.less)
		c.dc.SetColor(layer.color)
		c.dc.Fill()
	}
	return c
}

// edge is how broad the edge of a counter is.
func (b brush) edge(px int) float64 {
	return math.Max(1, math.Round(b.Style.Line*float64(px)/face36))
}

// plan is what a counter of some size has room for, and the box of its symbol.
type plan struct {
	named, numbered bool
	x, y, w, h      float64
}

// planned leaves out what would be mud: names and sizes of units first, then
// factors. The symbol grows instead.
func planned(px int) plan {
	switch {
	case px < 20:
		return plan{x: 6, y: 6, w: 24, h: 16}
	case px < 28:
		return plan{numbered: true, x: 7, y: 5.5, w: 22, h: 15}
	}
	return plan{named: true, numbered: true, x: 9, y: 13, w: 18, h: 11.2}
}

// front draws a unit: its name, its size over the box of its arm, its factors.
func (b brush) front(u look) *image.RGBA {
	c := b.blank(u.side, u.px)
	k, has := c.k, planned(u.px)
	if u.reduced {
		b.border(c, has)
	}
	if has.named {
		b.title(c, u)
		if u.ratings.at(view.Left) == "" {
			addBars(c.SideStyle.Shape, c.dc, 3.2*k, 13.4*k, 4*k, 10.4*k)
		}
		if u.ratings.at(view.Right) == "" {
			addBars(c.SideStyle.Shape, c.dc, 28.8*k, 13.4*k, 4*k, 10.4*k)
		}
		c.dc.SetColor(c.Trim)
		c.dc.Fill()
	}
	b.box(c, has, u.symbol)
	b.printRatings(c, has, u)
	return c.img
}

// title writes a unit's name over the mark of its size.
func (b brush) title(c chit, u look) {
	k := c.k
	p := typeset.Pen{Face: typeset.Bold, Size: 8.2 * k, Ink: c.Ink}
	if u.reduced {
		p.Ink = b.Style.On(b.Style.Reduced)
	}
	text := b.types.Clip(p, ident(u.name, u.symbol), 29*k)
	b.types.Write(c.img, b.types.Fit(p, text, 29*k), text, 18*k, 7.7*k, typeset.Middle)
	c.dc.SetColor(c.Ink)
	c.dc.SetLineWidth(math.Max(0.9, 0.8*k))
	sizeMark(c.dc, u.size, geom.Pt(18*k, 10.7*k), 2.9*k)
}

// border marks a reduced unit: a light edge, broad above so that it shows in a
// pile, and the name on it.
func (b brush) border(c chit, has plan) {
	k, edge, top := c.k, b.edge(c.img.Rect.Dx()), 5.0
	if has.named {
		top = 8.5
	}
	w := face36*k - 2*edge
	addPlate(c.SideStyle.Shape, c.dc, edge, edge, w, w)
	c.dc.SetColor(b.Style.Reduced)
	c.dc.Fill()
	addPlate(c.SideStyle.Shape, c.dc, edge+1.6*k, top*k, w-3.2*k, (34.4-top)*k-edge)
	c.dc.SetColor(c.Base)
	c.dc.Fill()
}

// box draws the sign of an arm in its frame, which lies on whole pixels.
func (b brush) box(c chit, has plan, arm string) {
	k := c.k
	line := math.Max(1, math.Round(k*b.Style.Line))
	snap := func(v float64) float64 { return math.Round(v*k-line/2) + line/2 }
	x, y := snap(has.x), snap(has.y)
	w, h := snap(has.x+has.w)-x, snap(has.y+has.h)-y
	c.dc.DrawRectangle(x, y, w, h)
	c.dc.SetColor(b.Style.Box)
	c.dc.FillPreserve()
	ink := b.Style.On(b.Style.Box)
	c.dc.SetColor(ink)
	c.dc.SetLineWidth(line)
	c.dc.Stroke()
	letters, room := box{c.dc, x, y, w, h, math.Max(0.9, k*b.Style.Line)}.draw(arm)
	p := b.types.Fit(typeset.Pen{Face: typeset.Bold, Size: 0.72 * h * room, Ink: ink}, letters, 0.87*w)
	b.types.Write(c.img, p, letters, x+w/2, y+h*(1-room/2)+0.36*p.Size, typeset.Middle)
}

// printRatings writes the ratings: those at the foot in a row, the others beside the symbol.
func (b brush) printRatings(c chit, has plan, u look) {
	k := c.k
	p := typeset.Pen{Face: typeset.Bold, Size: 10.6 * k, Ink: c.Ink}
	if u.estimate {
		p.Face = typeset.BoldItalic
	}
	text, lit := u.ratings.foot()
	if lit {
		c.dc.SetColor(b.Style.Lit)
		c.dc.DrawRectangle(3*k, 25*k, 30*k, 8.4*k)
		c.dc.Fill()
		p.Ink = b.Style.On(b.Style.Lit)
	}
	if !has.numbered {
		return
	}
	p = b.types.Fit(p, text, 29*k)
	b.types.Write(c.img, p, text, 18*k, 29.2*k+0.36*p.Size, typeset.Middle)
	p.Ink = c.Ink
	for _, side := range []struct {
		view.Place
		x float64
	}{{view.Left, (has.x + 2) / 2}, {view.Right, face36 - (has.x+2)/2}} {
		if text := u.ratings.at(side.Place); text != "" {
			p = b.types.Fit(typeset.Pen{Face: p.Face, Size: 8.2 * k, Ink: p.Ink}, text, (has.x-3)*k)
			b.types.Write(c.img, p, text, side.x*k, (has.y+has.h/2)*k+0.36*p.Size, typeset.Middle)
		}
	}
}

// foot is the row of ratings at a counter's foot, as in 4-6-5, and whether it stands on a light
// ground. A rating that is not printed is set off by spaces, lest its dash be read as another
// hyphen: – 6-5.
func (r ratings) foot() (text string, lit bool) {
	before := view.Rating{}
	for _, x := range r {
		if x.Place != view.Foot || x.Text == "" {
			continue
		}
		switch {
		case text == "":
		case x.N == view.Blank || before.N == view.Blank:
			text += " "
		default:
			text += "-"
		}
		text, lit, before = text+x.Text, lit || x.Lit, x
	}
	return text, lit
}

// at is the ratings beside the symbol.
func (r ratings) at(place view.Place) (text string) {
	for _, x := range r {
		if x.Place == place && x.Text != "" {
			text = strings.TrimSpace(text + " " + x.Text)
		}
	}
	return text
}

// ident is what of a unit's name goes on its counter: the part before the words
// for its arm and size, which its symbol says already. A name of such words
// alone leaves nothing.
func ident(name, symbol string) string {
	words := strings.Fields(name)
	for i, w := range words {
		if typeWord(w) || strings.EqualFold(w, symbol) {
			return strings.Join(words[:i], " ")
		}
	}
	return name
}

func typeWord(w string) bool {
	switch strings.ToLower(w) {
	case "inf", "pz", "tk", "mot", "mtr", "cav", "mil", "abn", "mnt", "mtn", "sec", "gar", "arm", "mech", "tank", "panzer",
		"infantry", "armour", "armor", "cavalry", "airborne", "mountain", "security", "militia", "motorised", "motorized",
		"bn", "rgt", "regt", "bde", "div", "corps", "army", "battalion", "regiment", "brigade", "division":
		return true
	}
	return false
}
