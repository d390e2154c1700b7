package sprite

import (
	"image"
	"math"

	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/order"

	"github.com/fogleman/gg"
)

// WordsLook is a line of text on the banner.
type WordsLook struct {
	Text       string
	Size, Room float64
	Turn       bool // it is the turn and its days, which stand out
}

// Words returns a line of text for the banner, such as the level of victory.
func Words(a Atlas, l WordsLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l WordsLook) *image.RGBA {
		p := typeset.Pen{Face: typeset.Bold, Size: l.Size, Ink: style.Mix(a.Style.BannerInk, a.Style.Banner, 1, 5)}
		if l.Turn {
			p.Size, p.Ink = 1.3*l.Size, a.Style.BannerInk
		}
		high := 1.35 * p.Size
		p = a.Types.Fit(p, l.Text, l.Room)
		img, _ := bannerPiece(a, a.Types.Width(p, l.Text)+2, high)
		a.Types.Write(img, p, l.Text, 0, high/2+0.36*p.Size, typeset.Left)
		return img
	})
}

// PhaseLook says how the plate of a phase looks.
type PhaseLook struct {
	Side       order.Side
	Text       string
	Size, Room float64
	Tall       bool // in larger type
}

// PhasePlate returns the name of a phase on a plate of the side that plays it.
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

// TitledLook is a side, and a text about it.
type TitledLook struct {
	Side       order.Side
	Text       string
	Size, Room float64
}

// Titled returns the name of a side on its plate, and a text after it: its victory points, or stocks beside its units.
func Titled(a Atlas, l TitledLook) *image.Paletted { return Cached(a, l, drawTitled) }

func drawTitled(a Atlas, l TitledLook) *image.RGBA {
	s, p := a.SideStyle(l.Side), typeset.Pen{Face: typeset.Bold, Size: l.Size}
	all := func() float64 { return a.Types.Width(p, s.Name) + a.Types.Width(p, l.Text) + 1.9*p.Size }
	if w := all(); w > l.Room {
		p.Size *= l.Room / w
	}
	bar, h := a.Types.Width(p, s.Name)+1.2*p.Size, 1.45*l.Size
	img, dc := bannerPiece(a, all(), h)
	PaintPlate(s, dc, 0, 0, bar, h, 0)
	p.Ink = s.Ink
	a.Types.Write(img, p, s.Name, bar/2, h/2+0.36*p.Size, typeset.Middle)
	p.Ink = a.Style.BannerInk
	a.Types.Write(img, p, l.Text, bar+0.6*p.Size, h/2+0.36*p.Size, typeset.Left)
	return img
}

// bannerPiece returns an empty piece of the banner.
func bannerPiece(a Atlas, w, h float64) (*image.RGBA, *gg.Context) {
	return NewSheet(math.Ceil(w), math.Ceil(h), a.Style.Banner)
}
