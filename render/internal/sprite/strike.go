package sprite

import (
	"image"
	"math"
	"strconv"

	"grognard/render/internal/typeset"
	"grognard/rules/order"
	"grognard/rules/view"
)

// TallyLook is how many units of a side appeared in a hex, or how many steps it lost if N is negative.
type TallyLook struct {
	Side order.Side
	N    int
	Px   float64
}

// Tally returns a number with its plus or minus on a small plate of a side.
func Tally(a Atlas, l TallyLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l TallyLook) *image.RGBA {
		k, side, text := l.Px, a.SideStyle(l.Side), Signed(l.N)
		p := typeset.Pen{Face: typeset.Bold, Size: 10 * k, Ink: side.Ink}
		w, h := math.Ceil(a.Types.Width(p, text)+6*k), math.Ceil(13*k)
		img, dc := newDrawing(w, h)
		EdgedPlate(side.Shape, dc, 0, 0, w, h, max(1, 1.2*k), a.Style.On(side.Base), side.Base)
		a.Types.Write(img, p, text, w/2, h/2+0.36*p.Size, typeset.Middle)
		return img
	})
}

// Signed returns a number as it is printed, always with its plus or minus.
func Signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return "+" + strconv.Itoa(n)
}

// StrikeLook is the strikes of a side on a hex. Text says how many hit.
type StrikeLook struct {
	Side order.Side
	Sign view.Sign
	Hits int
	Text string
	Px   float64
}

// Strike returns the sign of strikes on a plate of the side that strikes: filled, on a burst, if one hit, and an
// outline if none did. The text stands beside the sign.
func Strike(a Atlas, l StrikeLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, r StrikeLook) *image.RGBA {
		k, text := r.Px, r.Text
		p := typeset.Pen{Face: typeset.Bold, Size: 11 * k, Ink: a.Style.On(a.Style.Tag)}
		plane, h := math.Ceil(19*k), math.Ceil(18*k)
		w := plane + math.Ceil(a.Types.Width(p, text)+6*k)
		img, dc := newDrawing(w, h)
		twoPartPlate(a, dc, a.SideStyle(r.Side), w, h, plane, k)
		l := a.SideStyle(r.Side)
		if r.Hits > 0 {
			burst(dc, plane/2, h/2, 8.4*k, 4.6*k)
			Fill(dc, a.Style.Ring)
			if r.Sign != view.Burst {
				addSign(dc, r.Sign, plane/2, h/2, 6*k)
			}
			Fill(dc, a.Style.On(a.Style.Ring))
		} else {
			addSign(dc, r.Sign, plane/2, h/2, 7*k)
			Stroke(dc, l.Ink, max(1, 1.1*k))
		}
		a.Types.Write(img, p, text, plane+(w-plane)/2, h/2+0.36*p.Size, typeset.Middle)
		return img
	})
}
