package sprite

import (
	"image"
	"math"
	"strconv"

	"grognard/render/internal/geom"
	"grognard/render/internal/style"
	"grognard/render/scene"

	"github.com/fogleman/gg"
)

// ghostLook is all that a faded counter shows. If known is false it shows only the back of its side; gone draws an
// arrow in place of the cross.
type ghostLook struct {
	CounterLook
	known, gone bool
}

// The measures of ghosts in parts of a hex's height, and how many ghosts of a Loss are drawn at most. Beside a stack
// one is drawn, as wide as ghostBeside.
const (
	ghostWide   = 0.46
	ghostBeside = 0.3
	ghostStep   = 0.11
	ghostMost   = 4
)

// Ghosts returns the faded counters of the units of a Loss, the first on top: at most four, or a single small one if
// beside says that a stack stands in the hex. If the Loss has more units a badge tells how many they are.
func Ghosts(a Atlas, l scene.Loss, hexSize float64, beside bool) *image.Paletted {
	n, wide, most := max(1, l.Count), ghostWide, ghostMost
	if beside {
		wide, most = ghostBeside, 1
	}
	px, shown := int(math.Round(wide*hexSize)), min(n, most)
	step := int(math.Round(ghostStep * hexSize))
	all := px + (shown-1)*step
	pic := image.NewPaletted(image.Rect(0, 0, all, all), a.Entries)
	for i := shown - 1; i >= 0; i-- {
		g := ghostLook{CounterLook: CounterLook{Side: l.Side, Px: px}, gone: l.Gone}
		if i < len(l.Known) {
			g = ghostLook{lookOf(a, l.Known[i], px), true, l.Gone}
		}
		Stamp(pic, ghost(a, g), image.Pt(i*step, (shown-1-i)*step))
	}
	if n > shown {
		t := Badge(a, BadgeLook{Height, strconv.Itoa(n), hexSize / geom.UsualHex})
		Stamp(pic, t, image.Pt(all-t.Rect.Dx(), 0))
	}
	return pic
}

// ghost returns one faded counter: crossed out if its unit died, with an arrow if the unit left the map without loss.
func ghost(a Atlas, g ghostLook) *image.Paletted {
	return Cached(a, g, func(a Atlas, g ghostLook) *image.RGBA {
		s := Back(a, g.Side, g.Px)
		if g.known {
			s = counterOf(a, g.CounterLook)
		}
		w := float64(g.Px)
		img := image.NewRGBA(s.Rect)
		for i, c := range s.Pix {
			if c != style.Clear {
				p := style.Mix(a.RGBA[c], a.Style.Ground, 2, 5)
				img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], img.Pix[4*i+3] = p.R, p.G, p.B, 255
			}
		}
		dc := gg.NewContextForRGBA(img)
		dc.SetLineCapRound()
		dc.SetLineJoinRound()
		ink := a.Style.Mark
		if g.gone { // an arrow out of the counter
			ink = a.Style.Ink
			dc.DrawLine(0.5*w, 0.8*w, 0.5*w, 0.2*w)
			dc.DrawLine(0.5*w, 0.2*w, 0.28*w, 0.45*w)
			dc.DrawLine(0.5*w, 0.2*w, 0.72*w, 0.45*w)
		} else {
			dc.DrawLine(0.14*w, 0.14*w, 0.86*w, 0.86*w)
			dc.DrawLine(0.14*w, 0.86*w, 0.86*w, 0.14*w)
		}
		Outline(dc, a.Style.Halo, 0.17*w)
		Stroke(dc, ink, 0.09*w)
		return img
	})
}
