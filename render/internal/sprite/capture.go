package sprite

import (
	"image"
	"math"

	"grognard/render/internal/typeset"
	"grognard/rules/order"

	"github.com/fogleman/gg"
)

// CaptureLook is a place that changed hands: who took it, from whom ("" for nobody), and its victory points. Its
// measures are multiples of Px.
type CaptureLook struct {
	By, From order.Side
	VP       int
	Px       float64
}

// Capture returns the framed flag of a place that was taken, and below it the former holder's plate, crossed out.
func Capture(a Atlas, l CaptureLook) *image.Paletted {
	flag := Flag(a, FlagLook{Side: l.By, VP: l.VP, Px: 1.1 * l.Px})
	edge := int(math.Ceil(2 * l.Px))
	frame := Cached(a, captureFrame{l.From, flag.Rect.Dx() + 2*edge, flag.Rect.Dy() + 2*edge, l.Px}, drawCaptureFrame)
	pic := image.NewPaletted(frame.Rect, a.Entries)
	Stamp(pic, frame, image.Point{})
	Stamp(pic, flag, image.Pt(edge, edge))
	return pic
}

// captureFrame is the look of a capture without its flag: the former holder, and the size of the frame in pixels.
type captureFrame struct {
	from       order.Side
	wide, high int
	px         float64
}

func drawCaptureFrame(a Atlas, l captureFrame) *image.RGBA {
	k, w, h := l.px, float64(l.wide), float64(l.high)
	plate := math.Ceil(11 * k)
	if l.from == "" {
		plate = 0
	}
	img := image.NewRGBA(image.Rect(0, 0, l.wide, int(h+plate)))
	dc := gg.NewContextForRGBA(img)
	dc.DrawRoundedRectangle(0, 0, w, h, 3*k)
	Fill(dc, a.Style.Ring)
	if l.from == "" {
		return img
	}
	s := a.SideStyle(l.from)
	x := (w - plate) / 2
	EdgedPlate(s.Shape, dc, x, h, plate, plate, 1, a.Style.On(s.Base), s.Base)
	a.Types.Write(img, typeset.Pen{Face: typeset.Bold, Size: 9 * k, Ink: s.Ink}, s.Letter, w/2, h+plate/2+3.2*k,
		typeset.Middle)
	dc.DrawLine(x-1, h+plate-1, x+plate+1, h+1)
	Outline(dc, a.Style.Halo, 3.4*k)
	Stroke(dc, a.Style.Mark, 1.8*k)
	return img
}
