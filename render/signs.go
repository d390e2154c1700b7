package render

import (
	"image"
	"math"
	"slices"
	"strconv"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/scene"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// signs shows beside its stack what is told of a hex: fights, strikes, what died,
// which steps were lost, and who appeared. They keep clear of one another, and of
// counters where they can.
func (o overlay) signs() *signLayout {
	t := o.signLayout()
	for _, n := range o.Steps {
		t.put(n.At, o.badge(badgeLook{lost, "−" + strconv.Itoa(n.N), 1.25 * o.Px(1)}), geom.Pt(-0.4, -0.06), geom.Pt(-0.4, -0.2), geom.Pt(-0.4, 0.1))
	}
	middle, above := geom.Point{}, []geom.Point{geom.Pt(0, 0.5), geom.Pt(0, -0.5), geom.Pt(0.2, 0.5), geom.Pt(-0.2, 0.5), geom.Pt(0.2, -0.5), geom.Pt(-0.2, -0.5)}
	beside := []geom.Point{geom.Pt(0.57, 0.25), geom.Pt(-0.57, 0.25), geom.Pt(0.57, -0.25), geom.Pt(-0.57, -0.25), geom.Pt(0.56, 0), geom.Pt(-0.56, 0)}
	corners := []geom.Point{geom.Pt(0.3, -0.53), geom.Pt(-0.3, -0.53), geom.Pt(0.3, 0.53), geom.Pt(-0.3, 0.53)}
	far := []geom.Point{geom.Pt(0, 0.8), geom.Pt(0, -0.8), geom.Pt(0.6, 0.6), geom.Pt(-0.6, 0.6), geom.Pt(0.6, -0.6), geom.Pt(-0.6, -0.6)}
	for _, c := range slices.Backward(o.Fights) { // the last ones have the best places
		t.put(c.At, o.plate(c), slices.Concat([]geom.Point{middle}, above, beside, far)...)
	}
	for _, r := range o.Strikes {
		t.put(r.At, o.strike(r), slices.Concat([]geom.Point{middle}, corners, beside)...)
	}
	for _, l := range o.Losses {
		t.put(l.At, o.ghosts(l), slices.Concat([]geom.Point{middle}, beside, above, corners)...)
	}
	for _, n := range o.Arrivals {
		t.put(n.At, o.arrival(n.Side, n.N), geom.Pt(-0.36, -0.3), geom.Pt(-0.36, 0.3), geom.Pt(0.36, 0.36), geom.Pt(0, 0.5))
	}
	return t
}

// signLayout is where signs lie on a picture.
type signLayout struct {
	overlay
	layout.Signs
}

// signLayout is a layout without a sign: what signs should not cover are the counters, their badges, and the
// arrows that lie on counters.
func (o overlay) signLayout() *signLayout {
	t := &signLayout{o, layout.Signs{Body: o.Body}}
	box := func(at geom.Point, x0, y0, x1, y1 float64) {
		from, to := at.Offset(x0*o.HexSize, y0*o.HexSize).Pixel(), at.Offset(x1*o.HexSize, y1*o.HexSize).Pixel()
		t.Counters = append(t.Counters, image.Rectangle{Min: from, Max: to})
	}
	for _, s := range o.Board.Stacks {
		if !o.Shows(s.Hex) {
			continue
		}
		box(o.Centre(s.Hex), -0.33, -0.33, 0.33, 0.33)
		if top, ok := s.At(0); s.Height > 1 || len(s.Marks) > 0 || ok && len(top.Marks) > 0 { // its badges
			box(o.Centre(s.Hex), 0.3, -0.33, 0.5, 0.1)
		}
	}
	for _, m := range o.Moves {
		if m.Rank() != scene.RankLongMoves { // what lies on counters is not to be covered either
			box(geom.Lerp(o.Centre(m.Path[0]), o.Centre(m.Path[1]), 0.5), -0.14, -0.14, 0.14, 0.14)
		}
	}
	return t
}

// put stamps a sign on the best of some places.
func (t *signLayout) put(h hex.Hex, sign *image.Paletted, places ...geom.Point) {
	if !t.Shows(h) {
		return
	}
	if t.Occupied(h) { // what lives is not hidden
		places = slices.DeleteFunc(places, func(at geom.Point) bool { return at == geom.Point{} })
	}
	stamp(t.pic, sign, t.Place(t.Centre(h), t.HexSize, sign.Rect.Size(), places).Min)
}

// ghostLook is a counter as it was, faded. What is not known of it has no look but its
// side.
type ghostLook struct {
	look
	known, gone bool
}

// Measures of ghosts, of a hex's height, and how many lie on one another.
const (
	ghostWide = 0.46
	ghostStep = 0.11
	ghostMost = 4
)

// ghosts piles the units that left the map in a hex.
func (o overlay) ghosts(l scene.Loss) *image.Paletted {
	px := int(math.Round(ghostWide * o.HexSize))
	n := max(1, l.Count)
	shown := min(n, ghostMost)
	step := int(math.Round(ghostStep * o.HexSize))
	all := px + (shown-1)*step
	pic := image.NewPaletted(image.Rect(0, 0, all, all), o.Entries)
	for i := shown - 1; i >= 0; i-- {
		g := ghostLook{look: look{side: l.Side, px: px}, gone: l.Gone}
		if i < len(l.Known) {
			g = ghostLook{lookOf(l.Known[i], px), true, l.Gone}
		}
		stamp(pic, o.ghost(g), image.Pt(i*step, (shown-1-i)*step))
	}
	if n > shown {
		t := o.badge(badgeLook{count, strconv.Itoa(n), o.Px(1)})
		stamp(pic, t, image.Pt(all-t.Rect.Dx(), 0))
	}
	return pic
}

func (b brush) ghost(g ghostLook) *image.Paletted {
	return sprite(b, g, func(b brush, g ghostLook) *image.RGBA {
		s := b.back(g.side, g.px)
		if g.known {
			s = b.counterOf(g.look)
		}
		w := float64(g.px)
		img := image.NewRGBA(s.Rect)
		for i, c := range s.Pix {
			if c != style.Clear {
				p := style.Mix(b.RGBA[c], b.Style.Ground, 2, 5)
				img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], img.Pix[4*i+3] = p.R, p.G, p.B, 255
			}
		}
		dc := gg.NewContextForRGBA(img)
		dc.SetLineCapRound()
		dc.SetLineJoinRound()
		ink := b.Style.Mark
		if g.gone { // an arrow out of the counter
			ink = b.Style.Ink
			dc.DrawLine(0.5*w, 0.8*w, 0.5*w, 0.2*w)
			dc.DrawLine(0.5*w, 0.2*w, 0.28*w, 0.45*w)
			dc.DrawLine(0.5*w, 0.2*w, 0.72*w, 0.45*w)
		} else {
			dc.DrawLine(0.14*w, 0.14*w, 0.86*w, 0.86*w)
			dc.DrawLine(0.14*w, 0.86*w, 0.86*w, 0.14*w)
		}
		dc.SetColor(b.Style.Halo)
		dc.SetLineWidth(0.17 * w)
		dc.StrokePreserve()
		dc.SetColor(ink)
		dc.SetLineWidth(0.09 * w)
		dc.Stroke()
		return img
	})
}

// arrivalLook is how many units of a side appeared in a hex.
type arrivalLook struct {
	side order.Side
	n    int
	px   float64
}

func (o overlay) arrival(s order.Side, n int) *image.Paletted {
	return sprite(o.brush, arrivalLook{s, n, o.Px(1)}, func(b brush, a arrivalLook) *image.RGBA {
		k, l, text := a.px, b.SideStyle(a.side), "+"+strconv.Itoa(a.n)
		p := typeset.Pen{Face: typeset.Bold, Size: 10 * k, Ink: l.Ink}
		w, h := math.Ceil(b.types.Width(p, text)+6*k), math.Ceil(13*k)
		img := image.NewRGBA(image.Rect(0, 0, int(w), int(h)))
		dc := gg.NewContextForRGBA(img)
		addPlate(l.Shape, dc, 0, 0, w, h)
		dc.SetColor(b.Style.On(l.Base))
		dc.Fill()
		e := max(1, 1.2*k)
		addPlate(l.Shape, dc, e, e, w-2*e, h-2*e)
		dc.SetColor(l.Base)
		dc.Fill()
		b.types.Write(img, p, text, w/2, h/2+0.36*p.Size, typeset.Middle)
		return img
	})
}

// strikeLook is the strikes of a side on a hex.
type strikeLook struct {
	side      order.Side
	sign      view.Sign
	hits, all int
	px        float64
}

// strike is a sign on a plate of the side that strikes: whole with a burst where it hit,
// hollow where it missed; of several strikes how many hit.
func (o overlay) strike(r scene.Strike) *image.Paletted {
	return sprite(o.brush, strikeLook{r.Side, r.Sign, r.Hits, r.All, o.Px(1)}, func(b brush, r strikeLook) *image.RGBA {
		k := r.px
		text := "miss"
		switch {
		case r.all > 1:
			text = strconv.Itoa(r.hits) + "/" + strconv.Itoa(r.all)
		case r.hits > 0:
			text = "hit"
		}
		p := typeset.Pen{Face: typeset.Bold, Size: 11 * k, Ink: b.Style.On(b.Style.Tag)}
		plane, h := math.Ceil(19*k), math.Ceil(18*k)
		w := plane + math.Ceil(b.types.Width(p, text)+6*k)
		img := image.NewRGBA(image.Rect(0, 0, int(w), int(h)))
		dc := gg.NewContextForRGBA(img)
		b.twoPlate(dc, b.SideStyle(r.side), w, h, plane, k)
		l := b.SideStyle(r.side)
		if r.hits > 0 {
			burst(dc, plane/2, h/2, 8.4*k, 4.6*k)
			dc.SetColor(b.Style.Ring)
			dc.Fill()
			if r.sign != view.Burst {
				drawSign(dc, r.sign, plane/2, h/2, 6*k)
			}
			dc.SetColor(b.Style.On(b.Style.Ring))
			dc.Fill()
		} else {
			drawSign(dc, r.sign, plane/2, h/2, 7*k)
			dc.SetColor(l.Ink)
			dc.SetLineWidth(max(1, 1.1*k))
			dc.Stroke()
		}
		b.types.Write(img, p, text, plane+(w-plane)/2, h/2+0.36*p.Size, typeset.Middle)
		return img
	})
}

// twoPlate is a plate whose left end, so wide, has the colour of a side.
func (b brush) twoPlate(dc *gg.Context, l style.SideStyle, w, h, end, k float64) {
	e := max(1, k*b.Style.Line)
	dc.DrawRoundedRectangle(0, 0, w, h, 3*k)
	dc.SetColor(b.Style.Dark)
	dc.Fill()
	dc.DrawRoundedRectangle(e, e, w-2*e, h-2*e, 2.4*k)
	dc.SetColor(b.Style.Tag)
	dc.Fill()
	dc.DrawRoundedRectangle(e, e, end-e, h-2*e, 2.4*k)
	dc.DrawRectangle(end/2, e, end/2, h-2*e)
	dc.SetColor(l.Base)
	dc.Fill()
}

// drawSign adds a sign to the path.
func drawSign(dc *gg.Context, s view.Sign, x, y, r float64) {
	switch s {
	case view.Swords:
		swords(dc, x, y, 1.2*r)
	case view.Chevrons:
		chevrons(dc, x, y, r)
	case view.Aeroplane:
		aeroplane(dc, x, y, r)
	case view.Burst:
		burst(dc, x, y, 1.2*r, 0.65*r)
	}
}

// burst adds a star of eight points to the path.
func burst(dc *gg.Context, x, y, r, inner float64) {
	dc.NewSubPath()
	for i := range 16 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 8)
		far := r
		if i%2 == 1 {
			far = inner
		}
		dc.LineTo(x+far*cos, y+far*sin)
	}
	dc.ClosePath()
}

// aeroplane adds the outline of one seen from above to the path.
func aeroplane(dc *gg.Context, x, y, r float64) {
	half := []geom.Point{geom.Pt(0.12, -1), geom.Pt(0.2, -0.35), geom.Pt(1.05, 0.1), geom.Pt(1.05, 0.38), geom.Pt(0.18, 0.18), geom.Pt(0.12, 0.62), geom.Pt(0.42, 0.82), geom.Pt(0.42, 1), geom.Pt(0, 0.92)}
	dc.NewSubPath()
	for _, p := range half {
		dc.LineTo(x+p.X*r, y+p.Y*r)
	}
	for _, p := range slices.Backward(half) {
		dc.LineTo(x-p.X*r, y+p.Y*r)
	}
	dc.ClosePath()
}
