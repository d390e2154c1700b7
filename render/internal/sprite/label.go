package sprite

import (
	"image"
	"image/color"
	"math"

	"grognard/render/internal/typeset"
)

// LabelLook is a text on the map. Its measures are multiples of Px.
type LabelLook struct {
	Text   string
	Plated bool       // it stands on a plate
	Plate  color.RGBA // the plate's colour
	Px     float64
}

// Label returns a text for the map, with a halo or on a plate.
func Label(a Atlas, l LabelLook) *image.Paletted { return Cached(a, l, drawLabel) }

func drawLabel(a Atlas, l LabelLook) *image.RGBA {
	k := l.Px
	p := typeset.Pen{Face: typeset.Bold, Size: 20 * k, Ink: a.Style.Ink, Halo: a.Style.Halo, Spread: 1.8 * k}
	if l.Plated {
		p = typeset.Pen{Face: typeset.Bold, Size: 14 * k, Ink: a.Style.On(l.Plate)}
	}
	w, h := math.Ceil(a.Types.Width(p, l.Text)+9*k), math.Ceil(1.25*p.Size)
	img, dc := newDrawing(w, h)
	if l.Plated {
		dc.DrawRoundedRectangle(0, 0, w, h, 4*k)
		Fill(dc, l.Plate)
	}
	a.Types.Write(img, p, l.Text, w/2, h/2+0.36*p.Size, typeset.Middle)
	return img
}

// CaptionLook is a line of text beside the map, in type of a size.
type CaptionLook struct {
	Text string
	Size float64
	Face typeset.Face
}

const CaptionBase = 1.03 // from the top of a caption to its baseline, as a multiple of its type's size

// Caption returns a line of text on the colour of paper.
func Caption(a Atlas, l CaptionLook) *image.Paletted {
	return Cached(a, l, func(a Atlas, l CaptionLook) *image.RGBA {
		p := typeset.Pen{Face: l.Face, Size: l.Size, Ink: a.Style.Ink}
		img, _ := NewSheet(math.Ceil(a.Types.Width(p, l.Text))+1, math.Ceil(1.35*l.Size), a.Style.Paper)
		a.Types.Write(img, p, l.Text, 0, CaptionBase*l.Size, typeset.Left)
		return img
	})
}
