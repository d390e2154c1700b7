package render

import (
	"image"
	"math"
	"strconv"
	"strings"

	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// face36 is the side of the counter that the measures below are meant for.
const face36 = 36.0

// look is all that a counter shows of a unit, and its size in pixels.
type look struct {
	side                       order.Side
	px                         int
	name, symbol, size         string
	factors                    string
	reduced, exploit, estimate bool
}

// back is the back of a counter: nothing but its side.
type back struct {
	side order.Side
	px   int
}

// printing is what a unit's look is made of. To ask for a counter that is kept must
// not cost the making of its texts.
type printing struct {
	side                       order.Side
	px                         int
	name, symbol, size         string
	attack, defence, move      int
	reduced, exploit, estimate bool
}

func (b brush) counter(u view.Counter, px int) *image.Paletted {
	p := printing{u.Side, px, u.Name, u.Symbol, u.Size, u.Attack, u.Defence, u.Move, u.Reduced, u.Exploit, u.Estimate}
	return sprite(b, p, func(b brush, p printing) *image.RGBA {
		text := factors(view.Counter{Attack: p.attack, Defence: p.defence, Move: p.move})
		return b.front(look{p.side, p.px, ident(p.name), p.symbol, p.size, text, p.reduced, p.exploit, p.estimate})
	})
}

func (b brush) back(s order.Side, px int) *image.Paletted {
	return sprite(b, back{s, px}, func(b brush, c back) *image.RGBA {
		dc, img, l := b.blank(c.side, c.px)
		px := c.px
		k := float64(px) / face36
		dc.SetColor(l.light)
		dc.DrawCircle(float64(px)/2, float64(px)/2, 9.5*k)
		dc.Fill()
		b.types.write(img, pen{face: bold, size: 15 * k, ink: b.style.on(l.light)}, l.letter, float64(px)/2, 23.3*k, middle)
		return img
	})
}

// blank is an empty counter with its edge.
func (b brush) blank(s order.Side, px int) (*gg.Context, *image.RGBA, livery) {
	l := b.livery(s)
	img := image.NewRGBA(image.Rect(0, 0, px, px))
	dc := gg.NewContextForRGBA(img)
	dc.SetColor(b.style.Dark)
	dc.Clear()
	edge := math.Max(1, math.Round(float64(px)/face36))
	dc.SetColor(l.base)
	dc.DrawRectangle(edge, edge, float64(px)-2*edge, float64(px)-2*edge)
	dc.Fill()
	return dc, img, l
}

// front draws a unit: its name, its size over the box of its arm, its factors.
func (b brush) front(c look) *image.RGBA {
	dc, img, l := b.blank(c.side, c.px)
	k := float64(c.px) / face36
	name := pen{face: bold, size: 8.2 * k, ink: l.ink}
	if c.reduced {
		b.border(dc, k)
		name.ink = b.style.on(b.style.Reduced)
	}
	text := b.types.clip(name, c.name, 31*k)
	b.types.write(img, b.types.fit(name, text, 31*k), text, 18*k, 7.7*k, middle)
	dc.SetColor(l.ink)
	dc.SetLineWidth(math.Max(0.8, 0.8*k))
	sizeMark(dc, c.size, point{18 * k, 10.8 * k}, 3*k)
	b.box(dc, img, c, k)
	b.printFactors(dc, img, c, l, k)
	return img
}

// border marks a reduced unit: a light edge, broad above so that it shows in a
// pile, and the name on it.
func (b brush) border(dc *gg.Context, k float64) {
	dc.SetColor(b.style.Reduced)
	dc.SetLineWidth(1.6 * k)
	dc.DrawRectangle(1.8*k, 1.8*k, 32.4*k, 32.4*k)
	dc.Stroke()
	dc.DrawRectangle(k, k, 34*k, 7.6*k)
	dc.Fill()
}

func (b brush) box(dc *gg.Context, img *image.RGBA, c look, k float64) {
	x, y, w, h := 8*k, 13.2*k, 20*k, 10.4*k
	dc.DrawRectangle(x, y, w, h)
	dc.SetColor(b.style.Box)
	dc.FillPreserve()
	dc.SetColor(b.style.on(b.style.Box))
	dc.SetLineWidth(k)
	dc.Stroke()
	if !symbol(dc, c.symbol, x, y, w, h) {
		s := []rune(upper(c.symbol))
		abbr := string(s[:min(3, len(s))])
		b.types.write(img, pen{face: bold, size: 7.6 * k, ink: b.style.on(b.style.Box)}, abbr, x+w/2, y+h/2+2.8*k, middle)
	}
}

func (b brush) printFactors(dc *gg.Context, img *image.RGBA, c look, l livery, k float64) {
	p := pen{face: bold, size: 10.4 * k, ink: l.ink}
	if c.estimate {
		p.face = slanted
	}
	if c.exploit {
		dc.SetColor(b.style.Exploit)
		dc.DrawRectangle(2.6*k, 24.8*k, 30.8*k, 8.8*k)
		dc.Fill()
		p.ink = b.style.on(b.style.Exploit)
	}
	p = b.types.fit(p, c.factors, 29.5*k)
	b.types.write(img, p, c.factors, 18*k, 32.7*k, middle)
}

// factors are printed as 4-6-5. A blank is a dash, set off by spaces lest it be
// read as another hyphen: – 6-5.
func factors(u view.Counter) string {
	return printed(u.Attack) + join(u.Attack, u.Defence) + printed(u.Defence) + join(u.Defence, u.Move) + printed(u.Move)
}

func printed(n int) string {
	if n == view.Blank {
		return "–"
	}
	return strconv.Itoa(n)
}

func join(a, b int) string {
	if a == view.Blank || b == view.Blank {
		return " "
	}
	return "-"
}

// ident is what of a unit's name goes on its counter: the part before the words
// for its arm and size, which its symbol says already. A name of such words
// alone leaves nothing.
func ident(name string) string {
	words := strings.Fields(name)
	for i, w := range words {
		if typeWord(w) {
			return strings.Join(words[:i], " ")
		}
	}
	return name
}

func typeWord(w string) bool {
	switch strings.ToLower(w) {
	case "inf", "pz", "tk", "mot", "mtr", "cav", "mil", "abn", "mnt", "mtn", "sec", "gar", "arm", "mech", "tank", "panzer",
		"infantry", "armour", "armor", "cavalry", "airborne", "mountain", "security", "militia", "garrison", "motorised", "motorized",
		"bn", "rgt", "regt", "bde", "div", "corps", "army", "battalion", "regiment", "brigade", "division":
		return true
	}
	return false
}
