package sprite

import (
	"image"
	"image/color"
	"math"

	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/order"

	"github.com/fogleman/gg"
)

// WhenLook is a turn and its days.
type WhenLook struct {
	Text       string
	Size, Room float64
}

// When is the turn and its days.
func When(a Atlas, l WhenLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l WhenLook) *image.RGBA {
		return bannerLine(a, typeset.Pen{Face: typeset.Bold, Size: 1.3 * l.Size}, l.Text, l.Room, a.Style.BannerInk)
	})
}

// WordsLook is a line of text on the banner.
type WordsLook struct {
	Text       string
	Size, Room float64
}

// Words is a line of text, such as the level of victory.
func Words(a Atlas, l WordsLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l WordsLook) *image.RGBA {
		return bannerLine(a, typeset.Pen{Face: typeset.Bold, Size: l.Size}, l.Text, l.Room,
			style.Mix(a.Style.BannerInk, a.Style.Banner, 1, 5))
	})
}

// PhaseLook is the phase that is played.
type PhaseLook struct {
	Side       order.Side
	Text       string
	Size, Room float64
	Tall       bool
}

// PhasePlate is the phase on a plate of the side that plays it.
func PhasePlate(a Atlas, l PhaseLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l PhaseLook) *image.RGBA {
		s, text := a.SideStyle(l.Side), l.Text
		p := typeset.Pen{Face: typeset.Bold, Size: 1.25 * l.Size, Ink: s.Ink}
		if l.Tall {
			p.Size = 1.65 * l.Size
		}
		h := 1.45 * p.Size
		p = a.Types.Fit(p, text, l.Room-3.6*h)
		w := a.Types.Width(p, text) + 2.4*h
		img, dc := bannerPiece(a, w, h)
		PaintPlate(s, dc, 0, 0, w, h, 0.6*h)
		a.Types.Write(img, p, text, w/2, h/2+0.36*p.Size, typeset.Middle)
		return img
	})
}

// PointsLook is what the game goes by, and the side that counts it.
type PointsLook struct {
	Side       order.Side
	Text       string
	Size, Room float64
}

// Points is what the game goes by, after the side that counts it.
func Points(a Atlas, l PointsLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l PointsLook) *image.RGBA { return titled(a, l.Side, l.Text, l.Size, l.Room) })
}

// StockLook is a side's line of stocks.
type StockLook struct {
	Side       order.Side
	Text       string
	Size, Room float64
}

// Stock is what a side has beside its units, after its name.
func Stock(a Atlas, l StockLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l StockLook) *image.RGBA {
		return titled(a, l.Side, l.Text, 0.95*l.Size, l.Room)
	})
}

// bannerPiece is an empty piece of the banner.
func bannerPiece(a Atlas, w, h float64) (*image.RGBA, *gg.Context) {
	img := image.NewRGBA(image.Rect(0, 0, int(math.Ceil(w)), int(math.Ceil(h))))
	dc := gg.NewContextForRGBA(img)
	dc.SetColor(a.Style.Banner)
	dc.Clear()
	return img, dc
}

// bannerLine is a piece of the banner with a text on it.
func bannerLine(a Atlas, p typeset.Pen, text string, room float64, ink color.RGBA) *image.RGBA {
	p.Ink = ink
	high := 1.35 * p.Size
	p = a.Types.Fit(p, text, room)
	img, _ := bannerPiece(a, a.Types.Width(p, text)+2, high)
	a.Types.Write(img, p, text, 0, high/2+0.36*p.Size, typeset.Left)
	return img
}

// titled is the name of a side on its plate, and a text after it.
func titled(a Atlas, side order.Side, text string, size, room float64) *image.RGBA {
	s, p := a.SideStyle(side), typeset.Pen{Face: typeset.Bold, Size: size}
	all := func() float64 { return a.Types.Width(p, s.Name) + a.Types.Width(p, text) + 1.9*p.Size }
	if w := all(); w > room {
		p.Size *= room / w
	}
	bar, h := a.Types.Width(p, s.Name)+1.2*p.Size, 1.45*size
	img, dc := bannerPiece(a, all(), h)
	PaintPlate(s, dc, 0, 0, bar, h, 0)
	p.Ink = s.Ink
	a.Types.Write(img, p, s.Name, bar/2, h/2+0.36*p.Size, typeset.Middle)
	p.Ink = a.Style.BannerInk
	a.Types.Write(img, p, text, bar+0.6*p.Size, h/2+0.36*p.Size, typeset.Left)
	return img
}
