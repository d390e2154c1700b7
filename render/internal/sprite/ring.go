package sprite

import (
	"image"
	"image/color"
	"math"

	"grognard/render/internal/geom"
	"grognard/rules/hex"

	"github.com/fogleman/gg"
)

// RingLook is the outline of a hex of height D.
type RingLook struct {
	Ink color.RGBA
	D   float64
}

// Ring returns the outline of a hex.
func Ring(a Atlas, l RingLook) *image.Paletted { return Cached(a, l, drawRing) }

func drawRing(a Atlas, l RingLook) *image.RGBA {
	p := geom.Plane{HexSize: l.D}
	n := int(math.Ceil(2*p.Radius())) + 8
	img := image.NewRGBA(image.Rect(0, 0, n, n))
	dc := gg.NewContextForRGBA(img)
	mid := p.Centre(hex.None) // any hex would do: all have this outline
	dc.Translate(float64(n)/2-mid.X, float64(n)/2-mid.Y)
	for i := range 6 {
		c := p.Corner(hex.None, i)
		dc.LineTo(c.X, c.Y)
	}
	dc.ClosePath()
	dc.SetLineJoinRound()
	Stroke(dc, l.Ink, p.Px(3))
	return img
}

// CrossLook is a cross. Its measures are multiples of Px.
type CrossLook struct{ Px float64 }

// Cross returns the cross over an idle supply source; overviews mark losses with it.
func Cross(a Atlas, l CrossLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l CrossLook) *image.RGBA {
		n, k := math.Ceil(20*l.Px), 3*l.Px
		img, dc := newDrawing(n, n)
		dc.DrawLine(k, k, n-k, n-k)
		dc.DrawLine(k, n-k, n-k, k)
		dc.SetLineCapRound()
		Outline(dc, a.Style.Halo, 5*l.Px)
		Stroke(dc, a.Style.Mark, 3*l.Px)
		return img
	})
}
