package board

import (
	"image"
	"math"
	"slices"
	"strings"
	"sync"

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
	noteWide   = 292 // of a note with its sample
	noteHigh   = 48
	noteSample = 92 // the width of a sample
	noteType   = 24 // the largest type
	noteLine   = 32 // from one line of the head to the next
)

// drawNotes adds a strip with notes below the picture, if there are any. A goroutine of wg draws the strip.
func drawNotes(c canvas, wg *sync.WaitGroup) {
	head, notes := scene.Explain(c.Labels, &c.Scene)
	if len(notes)+len(head) == 0 {
		return
	}
	w, lines := c.Size.X, strings.Split(head, "\n")
	top := min(1, len(head)) * (noteHigh + (len(lines)-1)*noteLine) // 0 without a head
	cols := max(1, (w-noteGap)/noteWide)
	at, high := len(c.pic.Pix), top+(len(notes)+cols-1)/cols*noteHigh+noteGap/2
	c.pic.Pix = slices.Grow(c.pic.Pix, w*high)[:at+w*high]
	c.pic.Rect.Max.Y += high
	strip := &image.Paletted{Pix: c.pic.Pix[at:], Stride: w, Rect: image.Rect(0, 0, w, high), Palette: c.Entries}
	write := func(p typeset.Pen, text string, x int, base float64) {
		s := sprite.Caption(c.Atlas, sprite.CaptionLook{Text: text, Size: p.Size, Face: p.Face})
		sprite.Stamp(strip, s, image.Pt(x, int(math.Round(base-sprite.CaptionBase*p.Size))))
	}
	wg.Go(func() {
		ground.Fill(strip, strip.Rect, c.Index(c.Style.Paper))
		p := typeset.Pen{Face: typeset.Bold, Size: noteType}
		for i, line := range lines {
			write(c.Types.Fit(p, line, float64(w-2*noteGap)), line, noteGap, float64((i+1)*noteLine))
		}
		p.Face = typeset.Regular
		for _, n := range notes { // all get the size of the smallest
			p = c.Types.Fit(p, n.Text, noteWide-noteSample-20)
		}
		for i, n := range notes {
			x, y := noteGap+i%cols*noteWide, top+i/cols*noteHigh
			write(p, n.Text, x+noteSample+8, float64(y)+noteHigh/2+0.36*p.Size)
			sprite.Stamp(strip, drawSample(c, n.Sample), image.Pt(x, y+3))
		}
	})
}

// drawSample draws the middle of a small board as it looks on the map.
func drawSample(c canvas, v *view.Board) *image.Paletted {
	r := image.Rect(0, 0, noteSample, noteHigh-6)
	pic := image.NewPaletted(r, c.Entries)
	ground.Fill(pic, r, c.Index(c.Style.Ground))
	f := layout.Frame{Plane: geom.Plane{Grid: v.Map.Grid, HexSize: geom.UsualHex}, Size: r.Max, Body: r}
	mid := f.Centre(hex.Hex{Col: 2, Row: 2})
	if len(v.Told) > 0 && v.Told[0].MapEvent != nil { // the middle of its way
		p := v.Told[0].MapEvent.Path
		mid = geom.Lerp(f.Centre(p[0]), f.Centre(p[len(p)-1]), 0.5)
	}
	f.X, f.Y = float64(r.Dx())/2-mid.X, float64(r.Dy())/2-mid.Y
	drawScene(canvas{c.Atlas, ground.Sheet{Frame: f, Picture: pic, Brushes: c.Brushes}, scene.Of(v), pic})
	return pic
}
