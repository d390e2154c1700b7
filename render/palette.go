package render

import (
	"bytes"
	"image"
	"image/color"
	"slices"
	"strings"
	"sync/atomic"

	"grognard/rules/order"
)

// unseen is the index that means nothing in a sprite. No picture uses it.
const unseen = 0

// livery is how a side shows: its colours, and its letter and sign for those who
// cannot tell them apart.
type livery struct {
	base, light, trim, lit, shade, ink color.RGBA
	sign
	letter, name string
}

// dye is the colours of a game in a style. It depends on nothing but the style
// and the sides: a palette made from a position would tell of what is in it.
type dye struct {
	style    Style
	sides    []order.Side // in the order of play
	liveries map[order.Side]livery
	palette  color.Palette
	colors   [256]color.RGBA // the same, without an interface
	exact    map[color.RGBA]uint8
	every    tones // of the palette
	few      tones
}

func newDye(s Style, sides []order.Nation) (*dye, error) { return mixDye(s, sides, (*dye).fill) }

// mixDye reads the sides' colours, and has the palette filled.
func mixDye(s Style, sides []order.Nation, fill func(*dye, []livery)) (*dye, error) {
	d := &dye{style: s, liveries: map[order.Side]livery{}, exact: map[color.RGBA]uint8{}}
	d.palette = color.Palette{color.RGBA{A: 255}} // the clear one
	taken := map[string]bool{}
	var liveries []livery
	for i, n := range sides {
		base, err := parseColor(n.Color)
		if err != nil {
			return nil, err
		}
		l := newLivery(s, base, sign(i)%signs, n.Name)
		if l.letter == "" || taken[l.letter] {
			l.letter = string(rune('1' + i%9))
		}
		taken[l.letter] = true
		d.liveries[n.ID] = l
		d.sides = append(d.sides, n.ID)
		liveries = append(liveries, l)
	}
	fill(d, liveries)
	for i, c := range d.palette {
		d.colors[i] = c.(color.RGBA)
	}
	return d, nil
}

func newLivery(s Style, base color.RGBA, shape sign, name string) livery {
	base = s.legible(base, shape)
	l := livery{base: base, sign: shape, name: name, light: mix(base, s.Box, 1, 2), ink: s.on(base)}
	l.trim, l.lit, l.shade = mix(base, l.ink, 2, 5), mix(base, s.Light, 1, 4), mix(base, s.Dark, 1, 4)
	if contrast(s.Dark, s.Ground) < 3 { // the dark edge of a counter does not show: its rim must
		l.lit = mix(base, s.Light, 1, 2)
		l.shade = l.lit
	}
	for _, r := range name {
		l.letter = strings.ToUpper(string(r))
		break
	}
	return l
}

// legible darkens or lightens a side's colour until one of the inks can be read on
// it: on the middle tones neither can. Where a style holds the sides apart, the
// first, third … become dark ones and the others light ones.
func (s Style) legible(c color.RGBA, side sign) color.RGBA {
	ways := []color.RGBA{s.Dark, s.Light}
	if s.Apart {
		ways = ways[side%2 : side%2+1]
	}
	for i := range 32 {
		for _, way := range ways {
			if t := mix(c, way, i, 32); contrast(t, s.on(t)) >= s.Legible && (!s.Apart || s.on(t) != way) {
				return t
			}
		}
	}
	return s.Dark
}

// fill takes the plain colours first, then the steps between colours that
// touch, which soft edges need.
func (d *dye) fill(sides []livery) {
	for _, c := range d.style.plain() {
		d.add(c)
	}
	for _, l := range append(slices.Clip(sides), nobody(d.style, "")) {
		for _, c := range []color.RGBA{l.base, l.light, l.trim, l.lit, l.shade} {
			d.add(c)
		}
	}
	d.ramp(d.style.Halo, d.style.Ink, 3) // names
	for _, i := range []color.RGBA{d.style.River} {
		d.ramp(d.style.Ground, i, 2)
	}
	d.few.count = len(d.palette)
	for _, e := range d.style.printed(sides) {
		d.ramp(e[0], e[1], 4)
	}
	for _, e := range d.style.drawn() {
		d.ramp(e[0], e[1], 2)
	}
	for _, g := range []color.RGBA{d.style.Ground, d.style.LightWoods, d.style.HeavyWoods, d.style.Swamp} {
		d.add(d.style.veiled(g))
	}
	for _, l := range sides {
		for i := range ownTints {
			d.add(l.tint(d.style.Ground, i, ownTints))
			d.add(l.tint(d.style.LightWoods, i, ownTints))
		}
	}
	d.every.count = len(d.palette)
}

// tones are the first so many entries of a palette, and what was found in them.
// Printed maps make do with few: nobody tells their soft edges from smoother ones,
// and pictures become smaller by a tenth.
type tones struct {
	count int
	near  [1 << 15]atomic.Uint32
}

// grounds are what the map's lines are drawn on, and inks those lines.
func (s Style) grounds() []color.RGBA {
	return []color.RGBA{s.Ground, s.Halo, s.Paper, s.LightWoods, s.HeavyWoods, s.Swamp}
}

func (s Style) inks() []color.RGBA {
	return []color.RGBA{s.Ink, s.Number, s.Grid, s.River, s.RoadEdge, s.Rail, s.Track, s.LightTree, s.HeavyTree, s.Reed}
}

// plain is every colour of the style.
func (s Style) plain() []color.RGBA {
	more := []color.RGBA{s.Other, s.Built, s.Roof, s.Lake, s.Road, s.Box, s.Lit, s.Reduced, s.Tag, s.Mark, s.Ring, s.Dark, s.Light, s.Banner, s.BannerInk}
	shades := []color.RGBA{s.stream(), s.sunny(), s.sunnyFir(), s.eaves(), s.border()}
	return slices.Concat(s.grounds(), s.inks(), more, shades, s.Marks[:])
}

// printed are the pairs of colours that touch on counters, badges and the banner.
func (s Style) printed(sides []livery) (out [][2]color.RGBA) {
	add := func(a, b color.RGBA) { out = append(out, [2]color.RGBA{a, b}) }
	for _, l := range sides {
		add(l.base, l.ink)
		add(l.base, s.Dark)
		add(l.base, l.trim)
		add(l.light, s.on(l.light))
	}
	for _, g := range append([]color.RGBA{s.Box, s.Lit, s.Reduced, s.Tag}, s.Marks[:]...) {
		add(g, s.on(g))
		add(g, s.Dark)
	}
	add(s.Banner, s.BannerInk)
	return out
}

// drawn are the pairs of colours that touch on the map.
func (s Style) drawn() (out [][2]color.RGBA) {
	add := func(a, b color.RGBA) { out = append(out, [2]color.RGBA{a, b}) }
	add(s.Road, s.RoadEdge)
	add(s.Lake, s.River)
	add(s.Built, s.Roof)
	for _, g := range s.grounds() {
		for _, i := range s.inks() {
			add(g, i)
		}
	}
	return out
}

// ramp adds the steps between two colours.
func (d *dye) ramp(a, b color.RGBA, steps int) {
	for i := 1; i < steps; i++ {
		d.add(mix(a, b, i, steps))
	}
}

func (d *dye) add(c color.RGBA) {
	if _, ok := d.exact[c]; !ok && len(d.palette) < 256 {
		d.exact[c] = uint8(len(d.palette))
		d.palette = append(d.palette, c)
	}
}

// index is the entry for a colour: its own, or the nearest of those there are to
// the upper five bits of red, green and blue. That one is found when it is first
// asked for, and is the same whoever asks.
func (d *dye) index(c color.RGBA) uint8 { return d.among(&d.every, c) }

func (d *dye) among(t *tones, c color.RGBA) uint8 {
	if i, ok := d.exact[c]; ok && int(i) < t.count {
		return i
	}
	near := &t.near[int(c.R>>3)<<10|int(c.G>>3)<<5|int(c.B>>3)]
	i := near.Load()
	if i == unseen {
		i = d.nearest(d.palette[:t.count], int(c.R&^7|4), int(c.G&^7|4), int(c.B&^7|4))
		near.Store(i)
	}
	return uint8(i)
}

// nearest is the entry that looks most like a colour. The weights of the
// channels follow the eye roughly.
func (d *dye) nearest(entries color.Palette, r, g, b int) uint32 {
	best, at := 1<<30, unseen
	for i := 1; i < len(entries); i++ {
		c := entries[i].(color.RGBA)
		redder, greener, bluer := int(c.R)-r, int(c.G)-g, int(c.B)-b
		red := (int(c.R) + r) / 2
		if e := (512+red)*redder*redder + 1024*greener*greener + (767-red)*bluer*bluer; e < best {
			best, at = e, i
		}
	}
	return uint32(at)
}

// dip turns a drawing into palette entries. What is less than half covered
// becomes clear.
func (d *dye) dip(src *image.RGBA) *image.Paletted { return d.dipIn(&d.every, src) }

func (d *dye) dipIn(t *tones, src *image.RGBA) *image.Paletted {
	dst := image.NewPaletted(src.Rect, d.palette)
	var last color.RGBA
	entry := uint8(unseen)
	for i := range dst.Pix {
		p := src.Pix[4*i : 4*i+4 : 4*i+4]
		c := color.RGBA{p[0], p[1], p[2], p[3]}
		if c != last {
			last, entry = c, unseen
			if c.A >= 128 {
				entry = d.among(t, opaque(c))
			}
		}
		dst.Pix[i] = entry
	}
	return dst
}

// opaque is a colour at its full strength. The interfaces of image/color would
// allocate for every pixel.
func opaque(c color.RGBA) color.RGBA {
	a := uint32(c.A)
	return color.RGBA{uint8(uint32(c.R) * 255 / a), uint8(uint32(c.G) * 255 / a), uint8(uint32(c.B) * 255 / a), 255}
}

// livery of a side; none, and a side that the map does not name, is grey.
func (d *dye) livery(s order.Side) livery {
	if l, ok := d.liveries[s]; ok {
		return l
	}
	return nobody(d.style, string(s))
}

func nobody(s Style, name string) livery {
	return newLivery(s, mix(s.Dark, s.Light, 2, 5), square, name)
}

// stamp lays a sprite on a picture with its upper left corner at a point. It copies
// runs, not pixels: of a picture that is kept but for its counters, this is the work.
func stamp(dst, sprite *image.Paletted, at image.Point) {
	r := sprite.Rect.Sub(sprite.Rect.Min).Add(at)
	in := r.Intersect(dst.Rect)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		src := sprite.Pix[(y-at.Y)*sprite.Stride+in.Min.X-at.X:][:in.Dx()]
		row := dst.Pix[dst.PixOffset(in.Min.X, y):][:in.Dx()]
		for len(src) > 0 {
			run := bytes.IndexByte(src, unseen)
			if run < 0 {
				run = len(src)
			}
			copy(row, src[:run])
			for run < len(src) && src[run] == unseen {
				run++
			}
			src, row = src[run:], row[run:]
		}
	}
}
