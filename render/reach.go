package render

import (
	"image"
	"image/color"
	"math"
	"strings"

	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// reachGround shows what a unit reaches: the rest of the map is veiled, what it
// reaches is tinted, stronger where it is nearer, and what it may not pass freely is
// hatched.
func (o overlay) reachGround() {
	r := o.v.Reach
	if r == nil {
		return
	}
	in := make([]bool, o.grid.Size())
	steps := o.tints(r)
	in[o.grid.Index(r.From)] = true
	for i, to := range r.Hexes {
		in[o.grid.Index(to.Hex)] = true
		if o.shows(to.Hex) {
			o.shade(to.Hex, steps[o.nearness(r, i)])
		}
	}
	veil := o.table(o.style.veiled)
	for h := range o.grid.All() {
		if !in[o.grid.Index(h)] && o.shows(h) {
			o.shade(h, veil)
		}
	}
	for _, h := range r.Zones {
		if o.shows(h) {
			o.hatched(h, o.zones())
		}
	}
	o.border(in, o.livery(r.Unit.Side))
	o.ring(o.pic, o.frame, r.From, o.style.Ring)
}

// zones is the hatching of enemy zones.
func (o overlay) zones() hatching {
	every := max(6, int(math.Round(o.px(9))))
	return hatching{every: every, broad: max(1, int(math.Round(o.px(1.5)*o.style.Line))), up: true, to: o.toward(o.style.Mark, 3, 4)}
}

// shares is into how many steps what a unit reaches is parted.
const shares = 4

// tints are the tints of the steps, that of the nearest first.
func (o overlay) tints(r *view.Reach) (out [shares]*[256]uint8) {
	l := o.livery(r.Unit.Side)
	for i := range out {
		out[i] = o.table(func(c color.RGBA) color.RGBA { return l.tint(c, i) })
	}
	return out
}

// tint is a colour of the map in step i of what a unit of the side reaches.
func (l livery) tint(c color.RGBA, i int) color.RGBA { return mix(c, l.base, 1+shares-i, 4*shares) }

// nearness is the step of a hex: by how much of what is left of the allowance it
// takes.
func (o overlay) nearness(r *view.Reach, i int) int {
	if to := r.Hexes[i]; !to.Whole {
		for n := range shares - 1 {
			if multiple(to.Cost, shares).Compare(multiple(r.Left, n+1)) <= 0 {
				return n
			}
		}
	}
	return shares - 1
}

// multiple is so many times a number.
func multiple[F interface{ Plus(F) F }](f F, n int) F {
	sum := f
	for range n - 1 {
		sum = sum.Plus(f)
	}
	return sum
}

// border goes round what a unit reaches.
func (o overlay) border(in []bool, l livery) {
	var ends line
	for h := range o.grid.All() {
		if !in[o.grid.Index(h)] || !o.shows(h) {
			continue
		}
		for i, n := range o.grid.Around(h) {
			if !o.grid.Contains(n) || !in[o.grid.Index(n)] {
				ends = append(ends, o.corner(h, i), o.corner(h, i+1))
			}
		}
	}
	p, ok := o.pad(ends.box(o.px(6)))
	if !ok {
		return
	}
	for i := 0; i < len(ends); i += 2 {
		p.DrawLine(ends[i].x, ends[i].y, ends[i+1].x, ends[i+1].y)
	}
	p.SetLineCapRound()
	for _, c := range []struct {
		color.RGBA
		wide float64
	}{{l.ink, 5.4}, {l.base, 3}} {
		p.SetColor(c.RGBA)
		p.SetLineWidth(o.px(c.wide) * o.style.Line)
		p.StrokePreserve()
	}
	o.lay(p)
}

// reachCosts writes what each hex costs: in its middle, or under the stack in it.
func (o overlay) reachCosts() {
	r := o.v.Reach
	if r == nil {
		return
	}
	for _, to := range r.Hexes {
		if !o.shows(to.Hex) {
			continue
		}
		look := costLook{mixed(to.Cost.String()), to.Whole, o.px(1)}
		at := o.centre(to.Hex)
		if o.stands(to.Hex) {
			look.px *= 0.8
			at = at.plus(0, 0.4*o.d)
		}
		if to.Whole {
			look.text = "all"
		}
		s := sprite(o.brush, look, brush.cost)
		stamp(o.pic, s, at.plus(-float64(s.Rect.Dx())/2, -float64(s.Rect.Dy())/2).pixel())
	}
}

// costLook is the cost of a hex; one that takes all is on a dark plate.
type costLook struct {
	text string
	all  bool
	px   float64
}

func (b brush) cost(l costLook) *image.RGBA {
	k := l.px
	p := pen{face: bold, size: 20 * k, ink: b.style.Ink, halo: b.style.Halo, spread: 1.8 * k}
	if l.all {
		p = pen{face: bold, size: 14 * k, ink: b.style.on(b.style.Mark)}
	}
	w, h := math.Ceil(b.types.width(p, l.text)+9*k), math.Ceil(1.25*p.size)
	img := image.NewRGBA(image.Rect(0, 0, int(w), int(h)))
	if l.all {
		dc := gg.NewContextForRGBA(img)
		dc.DrawRoundedRectangle(0, 0, w, h, 4*k)
		dc.SetColor(b.style.Mark)
		dc.Fill()
	}
	b.types.write(img, p, l.text, w/2, h/2+0.36*p.size, middle)
	return img
}

// mixed is a number with its quarters as a player writes them: 2.5 is 2½.
func mixed(s string) string {
	whole, rest, _ := strings.Cut(s, ".")
	sign, ok := map[string]string{"25": "¼", "5": "½", "75": "¾"}[rest]
	switch {
	case !ok:
		return s
	case whole == "0":
		return sign
	}
	return whole + sign
}
