package sprite

import (
	"image"
	"math"

	"grognard/render/internal/geom"
	"grognard/render/internal/typeset"
	"grognard/render/scene"
	"grognard/rules/first"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// fightLook is the last fight for a hex, and above it the results of earlier ones ("" for none).
type fightLook struct {
	side         order.Side
	sign         view.Sign
	odds, result string
	before       string
	px           float64
}

// Battle returns the sign of the fights for a hex, and after it the steps lost by units that have left their hexes.
func Battle(a Atlas, c scene.Battle, px float64) *image.Paletted {
	last := c.Last()
	odds, result, before := c.Words(a.Labels)
	pic := Cached(a, fightLook{last.Side, last.Sign, odds, result, before, px}, drawFight)
	plates := lossPlates(a, c.Lost, px)
	if len(plates) == 0 {
		return pic
	}
	r := pic.Rect
	for _, p := range plates {
		r.Max.X += p.Rect.Dx() + 1
	}
	all, x := image.NewPaletted(r, a.Entries), pic.Rect.Max.X
	Stamp(all, pic, image.Point{})
	for _, p := range plates {
		Stamp(all, p, image.Pt(x+1, r.Max.Y-p.Rect.Dy()-(pic.Rect.Dy()-int(lineAbove(before, px))-p.Rect.Dy())/2))
		x += p.Rect.Dx() + 1
	}
	return all
}

// lossPlates returns a plate with the steps lost for each side, in the order of the sides' first losses.
func lossPlates(a Atlas, lost []scene.Tally, px float64) (plates []*image.Paletted) {
	var looks []TallyLook
	for _, n := range lost {
		l := first.OrAdd(&looks, func(l TallyLook) bool { return l.Side == n.Side }, TallyLook{Side: n.Side, Px: px})
		l.N -= n.N // the plate shows a loss as a negative number
	}
	for _, l := range looks {
		plates = append(plates, Tally(a, l))
	}
	return plates
}

// lineAbove returns the height of the line above a fight with the results of earlier ones, 0 if there are none.
func lineAbove(before string, px float64) float64 {
	if before == "" {
		return 0
	}
	return math.Ceil(11 * px)
}

// drawFight draws the sign of a fight in the attacker's colour, with odds and result beside it.
func drawFight(a Atlas, l fightLook) *image.RGBA {
	k, s := l.px, a.SideStyle(l.side)
	p := typeset.Pen{Face: typeset.Bold, Size: 12.5 * k, Ink: a.Style.On(a.Style.Tag)}
	small := typeset.Pen{Face: typeset.Bold, Size: 9 * k, Ink: a.Style.Ink, Halo: a.Style.Halo, Spread: 1.4 * k}
	h, up := math.Ceil(19*k), lineAbove(l.before, k)
	odds, result := a.Types.Width(p, l.odds)+6*k, a.Types.Width(p, l.result)+7*k
	end := math.Ceil(20 * k)
	w := end + math.Ceil(odds+result)
	whole := max(w, a.Types.Width(small, l.before)+4*k)
	img, dc := newDrawing(whole, h+up)
	dc.Translate(0, up)
	twoPartPlate(a, dc, s, w, h, end, k)
	e := max(1, k*a.Style.Line)
	dc.DrawRoundedRectangle(end+odds, e, result-e, h-2*e, 2.4*k)
	dc.DrawRectangle(end+odds, e, result/2, h-2*e)
	Fill(dc, a.Style.Ring)
	addSign(dc, l.sign, end/2, h/2, 6*k)
	Fill(dc, s.Ink)
	a.Types.Write(img, p, l.odds, end+odds/2, up+h/2+0.36*p.Size, typeset.Middle)
	p.Ink = a.Style.On(a.Style.Ring)
	a.Types.Write(img, p, l.result, end+odds+(result-e)/2, up+h/2+0.36*p.Size, typeset.Middle)
	if l.before != "" {
		a.Types.Write(img, small, l.before, whole/2, 8.6*k, typeset.Middle)
	}
	return img
}

// swords adds two crossed swords to a path.
func swords(dc *gg.Context, x, y, r float64) {
	blade := geom.Points(-0.1, 0.5, -0.1, -0.92, 0, -1.1, 0.1, -0.92, 0.1, 0.5)
	guard := geom.Points(-0.38, 0.44, 0.38, 0.44, 0.38, 0.6, -0.38, 0.6)
	grip := geom.Points(-0.09, 0.6, 0.09, 0.6, 0.14, 1.05, -0.14, 1.05)
	for _, turn := range []float64{-math.Pi / 4, math.Pi / 4} {
		sin, cos := math.Sincos(turn)
		for _, part := range [][]geom.Point{blade, guard, grip} {
			dc.NewSubPath()
			for _, p := range part {
				dc.LineTo(x+r*(p.X*cos-p.Y*sin), y+r*(p.X*sin+p.Y*cos))
			}
			dc.ClosePath()
		}
	}
}
