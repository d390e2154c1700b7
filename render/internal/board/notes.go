package board

import (
	"image"

	"grognard/render/internal/geom"
	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/render/internal/typeset"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// Measures of the notes under a picture, in pixels.
const (
	noteGap    = 16
	noteWide   = 292
	noteHigh   = 48
	noteSample = 92
	noteType   = 24
)

// drawNotes draws a strip with notes as broad as the picture, nil if there are none.
func drawNotes(c canvas) *image.Paletted {
	head, notes := scene.Explain(c.Labels, c.Board)
	if len(notes) == 0 {
		return nil
	}
	w, lines := c.Size.X, 0
	if head != "" {
		lines = 1
	}
	cols := max(1, (w-noteGap)/noteWide)
	rows := lines + (len(notes)+cols-1)/cols
	img, _ := sprite.NewSheet(float64(w), float64(rows*noteHigh+noteGap/2), c.Style.Paper)
	p := typeset.Pen{Face: typeset.Bold, Size: noteType, Ink: c.Style.Ink}
	c.Types.Write(img, c.Types.Fit(p, head, float64(w-2*noteGap)), head, noteGap, 32, typeset.Left)
	p.Face = typeset.Regular
	for _, n := range notes { // all in one size
		p = c.Types.Fit(p, n.Text, noteWide-noteSample-20)
	}
	var samples []*image.Paletted
	for i, n := range notes {
		x, y := float64(noteGap+i%cols*noteWide), float64((lines+i/cols)*noteHigh)
		c.Types.Write(img, p, n.Text, x+noteSample+8, y+noteHigh/2+0.36*p.Size, typeset.Left)
		samples = append(samples, drawSample(c, n.Sample))
	}
	strip := c.Quantize(img)
	for i, s := range samples {
		sprite.Stamp(strip, s, image.Pt(noteGap+i%cols*noteWide, (lines+i/cols)*noteHigh+3))
	}
	return strip
}

// drawSample draws the middle of a small board as it looks on the map.
func drawSample(c canvas, v *view.Board) *image.Paletted {
	r := image.Rect(0, 0, noteSample, noteHigh-6)
	pic := image.NewPaletted(r, c.Entries)
	plain := c.Index(c.Style.Ground)
	for i := range pic.Pix {
		pic.Pix[i] = plain
	}
	f := layout.Frame{Plane: geom.Plane{Grid: v.Map.Grid, HexSize: geom.UsualHex}, Size: r.Max, Body: r}
	mid := f.Centre(hex.Hex{Col: 2, Row: 2})
	if len(v.Told) > 0 && v.Told[0].MapEvent != nil { // the middle of its way
		p := v.Told[0].MapEvent.Path
		mid = geom.Lerp(f.Centre(p[0]), f.Centre(p[len(p)-1]), 0.5)
	}
	f.X, f.Y = float64(r.Dx())/2-mid.X, float64(r.Dy())/2-mid.Y
	drawScene(canvas{c.Atlas, ground.Sheet{Frame: f}, scene.Of(v), pic})
	return pic
}
