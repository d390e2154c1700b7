package render

import (
	"cmp"
	"image"
	"slices"

	"grognard/render/internal/geom"
	"grognard/render/internal/layout"
	"grognard/render/internal/typeset"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/fogleman/gg"
)

// note explains what a view was made for: a small scene, drawn as on the map, and what
// it means.
type note struct {
	scene *view.Board
	text  string
}

// Measures of the notes under a picture, in pixels.
const (
	noteWide   = 292
	noteHigh   = 48
	noteSample = 92
	noteType   = 24
)

// notes adds a strip under a picture that has layers.
func (o overlay) notes() {
	head, notes := o.explained()
	if len(notes) == 0 {
		return
	}
	w, lines := o.Size.X, 0
	if head != "" {
		lines = 1
	}
	cols := max(1, (w-largeGap)/noteWide)
	rows := lines + (len(notes)+cols-1)/cols
	img := image.NewRGBA(image.Rect(0, 0, w, rows*noteHigh+largeGap/2))
	dc := gg.NewContextForRGBA(img)
	dc.SetColor(o.Style.Paper)
	dc.Clear()
	p := typeset.Pen{Face: typeset.Bold, Size: noteType, Ink: o.Style.Ink}
	o.types.Write(img, o.types.Fit(p, head, float64(w-2*largeGap)), head, largeGap, 32, typeset.Left)
	p.Face = typeset.Regular
	for _, n := range notes { // all in one size
		p = o.types.Fit(p, n.text, noteWide-noteSample-20)
	}
	var samples []*image.Paletted
	for i, n := range notes {
		x, y := float64(largeGap+i%cols*noteWide), float64((lines+i/cols)*noteHigh)
		o.types.Write(img, p, n.text, x+noteSample+8, y+noteHigh/2+0.36*p.Size, typeset.Left)
		samples = append(samples, o.miniature(n.scene))
	}
	strip := o.Quantize(img)
	for i, s := range samples {
		stamp(strip, s, image.Pt(largeGap+i%cols*noteWide, (lines+i/cols)*noteHigh+3))
	}
	o.pic.Pix = append(o.pic.Pix, strip.Pix...)
	o.pic.Rect.Max.Y += strip.Rect.Dy()
}

// miniature is a window on the middle of a scene, as it looks on the map.
func (o overlay) miniature(v *view.Board) *image.Paletted {
	r := image.Rect(0, 0, noteSample, noteHigh-6)
	pic := image.NewPaletted(r, o.Entries)
	ground := o.Index(o.Style.Ground)
	for i := range pic.Pix {
		pic.Pix[i] = ground
	}
	f := layout.Frame{Plane: geom.Plane{Grid: v.Map.Grid, HexSize: geom.UsualHex}, Size: r.Max, Body: r}
	mid := f.Centre(hex.Hex{Col: 2, Row: 2})
	if len(v.Told) > 0 && v.Told[0].Deed != nil { // the middle of its way
		p := v.Told[0].Deed.Path
		mid = geom.Lerp(f.Centre(p[0]), f.Centre(p[len(p)-1]), 0.5)
	}
	f.X, f.Y = float64(r.Dx())/2-mid.X, float64(r.Dy())/2-mid.Y
	m := o.brush.overlay(pic, f, v)
	m.underCounters()
	m.piles(pic, f, v.Stacks)
	m.overCounters()
	return pic
}

// stage is an empty map for a scene, and the hexes of a way across it.
func (o overlay) stage() (*view.Board, []hex.Hex) {
	g, way := view.Stage()
	return &view.Board{Map: &view.Map{Grid: g, Sides: o.v.Map.Sides}}, way
}

// explained is what the forms of a board mean and what else is told on it, as far as it is
// there, and what is to be said above.
func (o overlay) explained() (head string, out []note) {
	for _, l := range o.v.Overlays {
		head = cmp.Or(head, l.Head)
		for _, n := range l.Notes {
			out = append(out, o.sampled(n))
		}
	}
	out = append(out, o.toldNotes()...)
	for _, l := range o.v.Told {
		for _, n := range l.Notes {
			if !slices.ContainsFunc(out, func(k note) bool { return k.text == n.Text }) {
				out = append(out, o.sampled(n))
			}
		}
	}
	return head, out
}

// sampled is a note with its sample on an empty map.
func (o overlay) sampled(n view.Note) note {
	b, way := o.stage()
	b.Overlays = []view.Overlay{{Forms: n.Sample}}
	if n.Stack != "" {
		b.Stacks = []view.Stack{{Hex: way[1], Side: n.Stack, Height: 1}}
	}
	return note{b, n.Text}
}

// printed are the kinds of deeds in the order in which they are explained, each with its words.
func printed() []struct {
	kind view.DeedKind
	text string
} {
	return []struct {
		kind view.DeedKind
		text string
	}{
		{view.Came, "Arrived"}, {view.Placed, "Placed"}, {view.Marched, "Moved"}, {view.Advanced, "Advanced"}, {view.Retreated, "Retreated"},
		{view.Struck, "Struck"}, {view.Reduced, "Step lost"}, {view.Died, "Eliminated"}, {view.Gone, "Left the map"},
	}
}

// toldNotes explain the signs of what happened, each that the picture has once.
func (o overlay) toldNotes() (out []note) {
	var deeds []*view.Deed
	var fights []*view.Reckoning
	for _, l := range o.v.Told {
		if d := l.Deed; d != nil && len(d.Path) > 0 {
			deeds = latest(deeds, d, func(k *view.Deed) bool { return k.Kind == d.Kind && k.Note == d.Note })
		}
		if f := l.Reckoned; f != nil {
			fights = latest(fights, f, func(k *view.Reckoning) bool { return k.Sign == f.Sign && k.Note == f.Note })
		}
	}
	for _, p := range printed() {
		for _, d := range deeds {
			if d.Kind == p.kind {
				out = append(out, o.deedNote(d, cmp.Or(d.Note, p.text)))
			}
		}
	}
	for _, sign := range []view.Sign{view.Swords, view.Chevrons, view.Aeroplane, view.Burst} {
		for _, f := range fights {
			if f.Sign == sign {
				b, way := o.stage()
				like := &view.Reckoning{Side: f.Side, Target: way[1], Sign: sign, Column: "3:1", Result: "D1"}
				if f.Alone { // it has no odds
					like.Column, like.Alone, like.Result = f.Column, true, f.Result
				}
				b.Told = []view.Line{{Reckoned: like}}
				out = append(out, note{b, f.Note})
			}
		}
	}
	return out
}

// latest puts something in the place of the one that is the same, or at the end.
func latest[T any](list []T, v T, same func(T) bool) []T {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list[i] = v
		return list
	}
	return append(list, v)
}

// deedNote is a deed like one that is told of, on an empty map.
func (o overlay) deedNote(like *view.Deed, text string) note {
	b, way := o.stage()
	d := &view.Deed{Kind: like.Kind, Side: like.Side, Sign: like.Sign, Path: way[1:2], Count: 1}
	switch d.Kind {
	case view.Marched, view.Advanced, view.Retreated:
		d.Path = way[:2]
	case view.Came, view.Placed, view.Reduced:
		b.Stacks = []view.Stack{{Hex: way[1], Side: d.Side, Height: 1}}
	}
	b.Told = []view.Line{{Deed: d}}
	return note{b, text}
}
