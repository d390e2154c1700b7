package render

import (
	"image"
	"image/color"
	"math"
	"strconv"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/scene"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// strip prints what does not change: the banner's ground and the title.
func (b brush) strip(dc *gg.Context, img *image.RGBA, f layout.Frame, m *view.Map) {
	dc.SetColor(b.Style.Banner)
	dc.DrawRectangle(0, 0, f.Banner.W, float64(f.Head.Max.Y))
	dc.Fill()
	n, room := f.Banner, f.Banner.W/2-2*f.Banner.Edge
	size, y := 1.05*n.Size, 1.35*n.Size
	if n.Wide {
		room, y = 0.3*n.W-2*n.Edge, 1.4*n.Size
	}
	p := typeset.Pen{Face: typeset.Bold, Size: size, Ink: style.Mix(b.Style.BannerInk, b.Style.Banner, 1, 5)}
	b.types.Write(img, b.types.Fit(p, m.Title, room), m.Title, n.Edge, y, typeset.Left)
}

// header lays on the banner when it is, whose phase, how it stands, and what the sides
// have beside their units.
func (b brush) header(pic *image.Paletted, f layout.Frame, v *view.Board) {
	b.parts(f.Banner, v, func(s *image.Paletted, at geom.Point) { stamp(pic, s, at.Pixel()) })
}

// parts yields what is laid on a banner, as sprites, so that a picture makes few anew.
func (b brush) parts(n layout.Banner, v *view.Board, lay func(*image.Paletted, geom.Point)) {
	when := b.when(whenLook{v.Turn, v.Turns, v.Map.FirstDay, v.Map.TurnDays, n.Size, n.Room()})
	phase := b.plate(plateLook{v.Phase, v.Over, n.Size, n.PlateRoom(), n.Wide})
	middle := (n.W - float64(phase.Rect.Dx())) / 2
	top, low := 0.15*n.Size, 3.7*n.Size // of what stands at the right
	if n.Wide {
		top, low = 0.2*n.Size, 1.98*n.Size
		lay(when, geom.Pt(n.Edge, 1.6*n.Size))
		lay(phase, geom.Pt(middle, 0.5*n.Size))
	} else {
		lay(phase, geom.Pt(middle, 1.75*n.Size))
		lay(when, geom.Pt(n.Edge, 3.65*n.Size))
	}
	if len(v.Facts) > 0 {
		s := &v.Facts[0]
		points := b.points(pointsLook{s.Side, strconv.Itoa(s.N) + " " + s.Unit, n.Title(), n.Room()})
		lay(points, geom.Pt(n.W-n.Edge-float64(points.Rect.Dx()), top))
		level := b.words(wordsLook{s.Name, n.Size, n.Room()})
		lay(level, geom.Pt(n.W-n.Edge-float64(level.Rect.Dx()), low))
	}
	for i, s := range v.Stocks {
		text := scene.Stock(v, s)
		room, at := n.W-2*n.Edge, geom.Pt(n.Edge, n.Below+1.5*n.Size*float64(i))
		if n.Wide {
			part := n.W / float64(len(v.Stocks))
			room, at = part-2*n.Edge, geom.Pt(n.Edge+part*float64(i), n.Below)
		}
		lay(b.stock(stockLook{s.Side, text, n.Size, room}), at)
	}
}

// bare is a piece of the banner to write on.
func (b brush) bare(w, h float64) (*image.RGBA, *gg.Context) {
	img := image.NewRGBA(image.Rect(0, 0, int(math.Ceil(w)), int(math.Ceil(h))))
	dc := gg.NewContextForRGBA(img)
	dc.SetColor(b.Style.Banner)
	dc.Clear()
	return img, dc
}

// line is a piece of the banner with a text on it.
func (b brush) line(p typeset.Pen, text string, room float64, ink color.RGBA) *image.RGBA {
	p.Ink = ink
	high := 1.35 * p.Size
	p = b.types.Fit(p, text, room)
	img, _ := b.bare(b.types.Width(p, text)+2, high)
	b.types.Write(img, p, text, 0, high/2+0.36*p.Size, typeset.Left)
	return img
}

// whenLook is the turn and its days.
type whenLook struct {
	turn, turns int
	first       string
	days        int
	size, room  float64
}

func (b brush) when(l whenLook) *image.Paletted {
	return sprite(b, l, func(b brush, l whenLook) *image.RGBA {
		text := "Turn " + strconv.Itoa(l.turn) + " of " + strconv.Itoa(l.turns)
		if d := scene.Dates(l.first, l.days, l.turn, " "); d != "" {
			text += "  ·  " + d
		}
		return b.line(typeset.Pen{Face: typeset.Bold, Size: 1.3 * l.size}, text, l.room, b.Style.BannerInk)
	})
}

// wordsLook is the level of victory.
type wordsLook struct {
	text       string
	size, room float64
}

func (b brush) words(l wordsLook) *image.Paletted {
	return sprite(b, l, func(b brush, l wordsLook) *image.RGBA {
		return b.line(typeset.Pen{Face: typeset.Bold, Size: l.size}, l.text, l.room, style.Mix(b.Style.BannerInk, b.Style.Banner, 1, 5))
	})
}

// plateLook is the plate of the side whose phase it is.
type plateLook struct {
	view.Phase
	over       bool
	size, room float64
	tall       bool
}

func (b brush) plate(l plateLook) *image.Paletted {
	return sprite(b, l, func(b brush, l plateLook) *image.RGBA {
		s := b.SideStyle(l.Side)
		text := s.Name + " " + scene.PhaseName(b.markers, l.Name)
		switch {
		case l.over:
			text = "Game over"
		case l.Name == "": // no phase has begun
			text = scene.PhaseName(b.markers, view.SetUp)
		case l.Group != "":
			text += "  ·  " + string(l.Group)
		}
		p := typeset.Pen{Face: typeset.Bold, Size: 1.25 * l.size, Ink: s.Ink}
		if l.tall {
			p.Size = 1.65 * l.size
		}
		h := 1.45 * p.Size
		p = b.types.Fit(p, text, l.room-3.6*h)
		w := b.types.Width(p, text) + 2.4*h
		img, dc := b.bare(w, h)
		paintPlate(s, dc, 0, 0, w, h, 0.6*h)
		b.types.Write(img, p, text, w/2, h/2+0.36*p.Size, typeset.Middle)
		return img
	})
}

// pointsLook is what the game goes by, and the side that counts it.
type pointsLook struct {
	side       order.Side
	text       string
	size, room float64
}

func (b brush) points(l pointsLook) *image.Paletted {
	return sprite(b, l, func(b brush, l pointsLook) *image.RGBA {
		return b.titled(l.side, l.text, l.size, l.room)
	})
}

// titled is a side's name on its plate, and after it a text.
func (b brush) titled(side order.Side, text string, size, room float64) *image.RGBA {
	s, p := b.SideStyle(side), typeset.Pen{Face: typeset.Bold, Size: size}
	all := func() float64 { return b.types.Width(p, s.Name) + b.types.Width(p, text) + 1.9*p.Size }
	if w := all(); w > room {
		p.Size *= room / w
	}
	bar, h := b.types.Width(p, s.Name)+1.2*p.Size, 1.45*size
	img, dc := b.bare(all(), h)
	paintPlate(s, dc, 0, 0, bar, h, 0)
	p.Ink = s.Ink
	b.types.Write(img, p, s.Name, bar/2, h/2+0.36*p.Size, typeset.Middle)
	p.Ink = b.Style.BannerInk
	b.types.Write(img, p, text, bar+0.6*p.Size, h/2+0.36*p.Size, typeset.Left)
	return img
}

// stockLook is a side's line of stocks.
type stockLook struct {
	side       order.Side
	text       string
	size, room float64
}

func (b brush) stock(l stockLook) *image.Paletted {
	return sprite(b, l, func(b brush, l stockLook) *image.RGBA {
		return b.titled(l.side, l.text, 0.95*l.size, l.room)
	})
}
