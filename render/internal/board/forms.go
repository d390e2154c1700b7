package board

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
	"sync"

	"grognard/render/internal/geom"
	"grognard/render/internal/sprite"
	"grognard/render/internal/style"
	"grognard/render/scene"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// figure is a form of an overlay, with what all bands of a picture need to draw it.
type figure struct {
	*view.Form
	lane   int             // of a line, beside others over the same hexsides; 0 in the middle
	look   style.SideStyle // the look of its side, in the colours of its tone
	box    image.Rectangle // round what is drawn
	to     *[256]uint8     // the palette entry that replaces each entry under it
	course geom.Line       // where a line runs
	stroke stroke
	drawn  []stencil // the stretches that stroke draws
	dashes *figure   // the dashes on the line, nil for none
}

// figuresOf returns the figures of the forms that lie over the counters, or of those under them, made on several cores.
func figuresOf(c canvas, body *image.Paletted, over bool) []figure {
	var all []figure
	for i := range c.Forms {
		if f := &c.Forms[i]; scene.DrawnOver(*f) == over && (len(f.Hexes) > 0 || f.Shape == view.Veil) {
			all = append(all, figure{Form: f, lane: c.Lanes[i]})
		}
	}
	var wg sync.WaitGroup
	workers := min(4, len(all))
	for from := range workers {
		wg.Go(func() {
			withBrush(c, body, func(b *brush) {
				for i := from; i < len(all); i += workers {
					b.workOut(&all[i])
				}
			})
		})
	}
	wg.Wait()
	return all
}

// workOut sets the fields of f that follow from its Form and lane: its colours, and where its lines run.
func (b *brush) workOut(f *figure) {
	c := b.canvas
	f.look = tonedSide(c, *f.Form)
	switch f.Shape {
	case view.SolidLine, view.DashedLine:
		f.course = courseOf(c, f)
		f.stroke = strokeOf(c, f.look, 6.4, 3.8)
		if pattern := f.look.Dashes(c.Px(1.8)); f.Shape == view.DashedLine && pattern != nil { // a dash, a gap
			wide := f.stroke.coreWide // the round ends make each dash longer by this
			f.dashes, f.stroke.core = &figure{stroke: stroke{f.look.Base, f.look.Base, wide, wide}}, f.look.Ink
			for _, d := range f.course.Dashes(max(0.1, pattern[0]-wide), pattern[1]+wide) {
				b.cut(f.dashes, d)
			}
		}
		b.cut(f, f.course)
	case view.DottedLine:
		f.course = courseOf(c, f)
		f.stroke = strokeOf(c, f.look, 7.6, 5.2)
		way := geom.Measure(f.course)
		for far := 0.0; far <= way.Length(); far += c.Px(8.5) * c.Style.Line {
			at := way.At(far).Pixel() // on whole pixels all dots are alike
			dot := geom.Pt(float64(at.X), float64(at.Y))
			b.stretch(f, dot, dot)
		}
	case view.Border:
		f.stroke = strokeOf(c, f.look, 5.4, 3)
		in := hexSet(c, f.Hexes)
		for _, h := range f.Hexes {
			for i, n := range c.Grid.Around(h) {
				if (!c.Grid.Contains(n) || !in[c.Grid.Index(n)]) && c.Shows(h) {
					b.stretch(f, c.Corner(h, i), c.Corner(h, i+1))
				}
			}
		}
	case view.Tint:
		f.to = c.Remap(func(ground color.RGBA) color.RGBA { return f.look.Tint(ground, f.Level, max(1, f.Most)) })
	case view.Veil:
		f.to = c.Remap(c.Style.Veiled)
	default: // a hatching; one in another tone than its side's lies on other hatchings and tints, so it is stronger
		f.to = c.Toward(f.look.Base, 1, 2) // halfway
		if f.Tone != view.SideTone {
			f.to = c.Toward(f.look.Base, 3, 4) // three quarters of the way
		}
	}
}

// drawForms draws the parts of figures that lie in the band of the brush.
func drawForms(b *brush, figures []figure) {
	c := b.canvas
	for i := range figures {
		f := &figures[i]
		switch f.Shape {
		case view.SolidLine, view.DashedLine, view.DottedLine, view.Border:
			b.draw(f)
			if f.dashes != nil {
				b.draw(f.dashes)
			}
		case view.Tint:
			shadeHexes(b, f.Hexes, f.to)
		case view.FineHatch, view.BroadHatch, view.CrossHatch:
			drawHatching(b, f)
		case view.Veil:
			in := hexSet(c, f.Hexes)
			shadeHexes(b, slices.DeleteFunc(slices.Collect(c.Grid.All()), func(h hex.Hex) bool {
				return in[c.Grid.Index(h)]
			}), f.to)
		case view.Ring:
			for _, h := range f.Hexes {
				drawRing(c, c.pic, h, f.look.Base)
			}
		case view.Label, view.LabelPlated:
			for _, h := range f.Hexes {
				if c.Shows(h) && c.Meets(c.pic, h) {
					s, at := labelIn(c, *f.Form, h)
					sprite.StampAt(c.pic, s, at)
				}
			}
		}
		if f.Heads && len(f.course) > 0 {
			drawHeads(c, f.course, f.look)
		}
	}
}

// tonedSide returns the look of a form's side, in the colours of the form's tone.
func tonedSide(c canvas, f view.Form) style.SideStyle {
	l := c.SideStyle(f.Side)
	switch f.Tone {
	case view.RingTone:
		l.Base, l.Ink = c.Style.Ring, c.Style.On(c.Style.Ring)
	case view.MarkTone:
		l.Base, l.Ink = c.Style.Mark, c.Style.On(c.Style.Mark)
	}
	return l
}

// hexSet returns for each hex of the map, by Grid.Index, whether it is one of hexes.
func hexSet(c canvas, hexes []hex.Hex) []bool {
	in := make([]bool, c.Grid.Size())
	for _, h := range hexes {
		if c.Grid.Contains(h) {
			in[c.Grid.Index(h)] = true
		}
	}
	return in
}

// drawHatching hatches the hexes of a form. A BroadHatch has level or upright stripes or both, by its side's shape;
// other hatchings have slanting ones, counted from the corner of the picture. Level and upright stripes compress far
// better, the upright ones because they are alike in every column of hexes.
func drawHatching(b *brush, f *figure) {
	every := max(7, int(math.Round(b.Px(11))))
	broad := max(2, every*2/5)
	if f.Shape == view.FineHatch {
		every, broad = max(6, int(math.Round(b.Px(9)))), max(1, int(math.Round(b.Px(1.5)*b.Style.Line)))
	}
	var upright []int // where stripes begin, from a hex's middle
	if wide := b.Step(); f.look.Shape != style.Square {
		pitch := wide / max(1, math.Round(wide/float64(every)))
		for x := pitch/2 - wide; x < wide; x += pitch {
			upright = append(upright, int(math.Round(x))-broad/2)
		}
	}
	for _, h := range f.Hexes {
		mid := int(math.Floor(b.Centre(h).X))
		b.hexRows(h, func(r pixelRow) {
			switch {
			case f.Shape != view.BroadHatch:
				b.hatchRow(r, r.x0+r.y, every, broad, f.to)
				if f.Shape == view.CrossHatch {
					b.hatchRow(r, r.x0-r.y+every*b.Size.Y, every, broad, f.to) // never negative
				}
			case f.look.Shape != style.Clipped && r.y%every < broad:
				b.shade(r, f.to)
			default:
				for _, x := range upright {
					b.shade(pixelRow{r.y, max(r.x0, mid+x), min(r.x1, mid+x+broad)}, f.to)
				}
			}
		})
	}
}

// courseOf returns where a line runs. A line that branches off another begins at the hexside where it leaves the other
// one's hex. A line over the counters ends beside the counters in its first and last hex. Lines that cross the same
// hexsides lie in lanes beside one another.
func courseOf(c canvas, f *figure) geom.Line {
	l := c.Path(f.Hexes)
	if f.Joins != hex.None {
		l = c.Path(append([]hex.Hex{f.Joins}, f.Hexes...)).Trim(c.HexSize/2, 0)
	}
	if f.Over {
		l = l.Trim(besides*c.HexSize, besides*c.HexSize)
	}
	return l.Parallel(float64(f.lane) * laneWide * c.HexSize)
}

// drawHeads draws arrowheads along a line, two hexes apart.
func drawHeads(c canvas, l geom.Line, s style.SideStyle) {
	way := geom.Measure(l)
	for far := 0.5 * c.HexSize; far < way.Length()-0.3*c.HexSize; far += 2 * c.HexSize {
		a, b := way.At(far), way.At(far+c.Px(9))
		head := geom.Line{a.Aside(b, c.Px(6.5)), b, a.Aside(b, -c.Px(6.5))}
		if p, ok := newPatch(c, head.Bounds(c.Px(3))); ok {
			p.wedge(head[0], head[1], head[2])
			outline(c, p, s, 2.4)
			layPatch(c, p)
		}
	}
}

// The factors by which a large label is larger than others, in a hex without a stack and beside a stack, and the least
// one for a plate at the foot of a stack. Beside stacks in hexes lower than readableHex, in pixels, labels are larger.
const largeLabel, besideLabel, leastLabel, readableHex = 1.7, 1.5, 0.55, 60

// labelIn returns the label of a form and where its middle lies in hex h: at the hex's centre, or below a stack there,
// or at the stack's lower right if it would cover a name. A large label lies at the left of the stack. No label covers
// the number of its hex or of a hex beside it, and no plate covers the ratings of a counter: where a stack stands low,
// the plate is smaller. Under a large label one stands beside it, away from the flag, if it would cover a name.
func labelIn(c canvas, f view.Form, h hex.Hex) (*image.Paletted, geom.Point) {
	look := sprite.LabelLook{Text: cmp.Or(scene.Say(c.Labels, f.Words), f.Text),
		Plated: f.Shape == view.LabelPlated, Px: c.Px(1)}
	if look.Plated {
		look.Plate = tonedSide(c, f).Base
	}
	at := c.Centre(h)
	st, stacked := first.In(c.Board.Stacks, func(of view.Stack) bool { return of.Hex == h })
	switch {
	case f.Large && stacked:
		look.Px *= besideLabel * min(2, max(1, readableHex*readableHex/(c.HexSize*c.HexSize)))
		at = at.Offset(-0.47*c.HexSize, -0.15*c.HexSize)
	case f.Large:
		look.Px *= largeLabel
		at = at.Offset(0, -0.04*c.HexSize)
	case stacked && look.Plated: // its lower edge is 33.1 below the centre, and at full scale it is 17.5 high
		p := pileOf(c, st)
		scale := min(0.8, max(leastLabel, 2-(p.Top.Y+float64(p.Px))/c.Px(17.5)))
		look.Px *= scale
		at = at.Offset(0, c.Px(33.1-scale*17.5/2))
	case stacked:
		look.Px *= 0.8
		at = at.Offset(0, 0.45*c.HexSize)
	case f.Under:
		look.Px *= 0.8
		at = at.Offset(0, 0.36*c.HexSize)
	}
	label := sprite.Label(c.Atlas, look)
	box := label.Rect.Add(sprite.Corner(label.Rect, at))
	if covers := slices.ContainsFunc(c.Names, box.Overlaps); covers && f.Under && !stacked {
		at = c.Centre(h).Offset(-0.47*c.FlagSide(h)*c.HexSize, 0.05*c.HexSize)
	} else if covers && stacked && !f.Large {
		at = c.Centre(h).Offset(0.63*c.HexSize, 0.31*c.HexSize)
		if _, numbered := printedNumber(c, h); numbered { // so is the next hex, whose number it must not cover
			look.Px = leastLabel * c.Px(1)
			label = sprite.Label(c.Atlas, look)
			at = c.Centre(h).Offset(c.Px(20)+float64(label.Rect.Dx())/2, 0.3*c.HexSize)
		}
	}
	return label, at
}
