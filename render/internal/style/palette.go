package style

import (
	"encoding/binary"
	"image"
	"image/color"
	"slices"
	"sync"
	"sync/atomic"

	"grognard/rules/order"
)

// Clear is the palette entry that is transparent in sprites and frames of films. No picture uses it.
const Clear = 0

// Palette has the colours of a game in a style. It depends only on the style and the sides: a palette made from
// a position would betray what is in it.
type Palette struct {
	Style      Style
	Sides      []order.Side // in the order of play
	SideStyles map[order.Side]SideStyle
	Entries    color.Palette
	RGBA       [256]color.RGBA // the entries without an interface
	first      [1 << 15]uint8  // by the upper five bits of each channel: the first entry that has them, Clear for none
	next       [256]uint8      // for each entry the next one with the same bits, Clear for none
	every      subset          // all entries
	few        subset          // the entries for printed maps
}

// New returns the palette for maps of a game with these sides. It fails for a bad Color.
func New(s Style, sides []order.Nation) (*Palette, error) {
	return newPalette(s, sides, (*Palette).fillForMaps)
}

// newPalette returns a palette that fill fills with colours, given the looks of the sides. It fails for a bad Color.
func newPalette(s Style, sides []order.Nation, fill func(*Palette, []SideStyle)) (*Palette, error) {
	d := &Palette{Style: s, SideStyles: map[order.Side]SideStyle{}}
	d.RGBA[Clear] = color.RGBA{A: 255}
	d.Entries = color.Palette{d.RGBA[Clear]}
	taken := map[string]bool{}
	var looks []SideStyle
	for i, n := range sides {
		base, err := parseColor(n.Color)
		if err != nil {
			return nil, err
		}
		l := newSideStyle(s, base, Shape(i)%Shapes, n.Name)
		if l.Letter == "" || taken[l.Letter] {
			l.Letter = string(rune('1' + i%9))
		}
		taken[l.Letter] = true
		d.SideStyles[n.ID] = l
		d.Sides = append(d.Sides, n.ID)
		looks = append(looks, l)
	}
	fill(d, looks)
	return d, nil
}

// fillForMaps adds the plain colours first, then colours between those that touch, because soft edges need them.
func (d *Palette) fillForMaps(sides []SideStyle) {
	for _, c := range d.Style.plain() {
		d.add(c)
	}
	for _, l := range append(slices.Clip(sides), neutral(d.Style, "")) {
		for _, c := range []color.RGBA{l.Base, l.Light, l.Trim, l.Lit, l.Shade} {
			d.add(c)
		}
	}
	d.ramp(d.Style.Halo, d.Style.Ink, 3) // names
	d.ramp(d.Style.Ground, d.Style.River, 2)
	d.few.count = len(d.Entries)
	for _, e := range d.Style.spritePairs(sides) {
		d.ramp(e[0], e[1], 4)
	}
	for _, e := range d.Style.mapPairs() {
		d.ramp(e[0], e[1], 2)
	}
	for _, g := range []color.RGBA{d.Style.Ground, d.Style.LightWoods, d.Style.HeavyWoods, d.Style.Swamp} {
		d.add(d.Style.Veiled(g))
	}
	for _, l := range sides {
		for i := range tintSteps {
			d.add(l.Tint(d.Style.Ground, i, tintSteps))
			d.add(l.Tint(d.Style.LightWoods, i, tintSteps))
		}
	}
	d.every.count = len(d.Entries)
}

// subset is the first count entries of a palette. Printed maps use only a few entries: their soft edges look
// the same with them, and pictures are a tenth smaller.
type subset struct {
	count int
	near  [1 << 15]atomic.Uint32 // the nearest entry by the upper five bits of each channel, Clear if not sought yet
}

// QuantizeMap does what Quantize does, but only with the few entries for printed maps, and on all cores.
func (d *Palette) QuantizeMap(src *image.RGBA) *image.Paletted {
	const high = 128
	dst := image.NewPaletted(src.Rect, d.Entries)
	var wg sync.WaitGroup
	for y := 0; y < src.Rect.Dy(); y += high {
		end := min(y+high, src.Rect.Dy())
		wg.Go(func() {
			band := image.RGBA{Pix: src.Pix[y*src.Stride : end*src.Stride], Stride: src.Stride,
				Rect: image.Rect(0, 0, src.Rect.Dx(), end-y)}
			copy(dst.Pix[y*dst.Stride:], d.quantizeIn(&d.few, &band).Pix)
		})
	}
	wg.Wait()
	return dst
}

// grounds returns the colours on which the map's lines are drawn.
func (s Style) grounds() []color.RGBA {
	return []color.RGBA{s.Ground, s.Halo, s.Paper, s.LightWoods, s.HeavyWoods, s.Swamp}
}

// inks returns the colours of the map's lines.
func (s Style) inks() []color.RGBA {
	return []color.RGBA{s.Ink, s.Number, s.Grid, s.River, s.RoadEdge, s.Rail, s.Track, s.LightTree, s.HeavyTree, s.Reed}
}

// plain returns every colour of the style, and its named shades.
func (s Style) plain() []color.RGBA {
	more := []color.RGBA{s.Other, s.Built, s.Roof, s.Lake, s.Road, s.Box, s.Lit, s.Turned, s.Tag, s.Mark, s.Ring,
		s.Dark, s.Light, s.Banner, s.BannerInk}
	shades := []color.RGBA{s.Stream(), s.Sunny(), s.SunnyFir(), s.Eaves(), s.Border()}
	return slices.Concat(s.grounds(), s.inks(), more, shades, s.Marks[:])
}

// spritePairs returns the pairs of colours that touch on counters, badges and the banner.
func (s Style) spritePairs(sides []SideStyle) (out [][2]color.RGBA) {
	add := func(a, b color.RGBA) { out = append(out, [2]color.RGBA{a, b}) }
	for _, l := range sides {
		add(l.Base, l.Ink)
		add(l.Base, s.Dark)
		add(l.Base, l.Trim)
		add(l.Light, s.On(l.Light))
	}
	for _, g := range append([]color.RGBA{s.Box, s.Lit, s.Turned, s.Tag}, s.Marks[:]...) {
		add(g, s.On(g))
		add(g, s.Dark)
	}
	add(s.Banner, s.BannerInk)
	return out
}

// mapPairs returns the pairs of colours that touch on the map.
func (s Style) mapPairs() (out [][2]color.RGBA) {
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

// ramp adds the colours between a and b that divide the way into so many steps.
func (d *Palette) ramp(a, b color.RGBA, steps int) {
	for i := 1; i < steps; i++ {
		d.add(Mix(a, b, i, steps))
	}
}

// add adds a colour if the palette lacks it and has room for it.
func (d *Palette) add(c color.RGBA) {
	if n := len(d.Entries); d.exact(c) == Clear && n < 256 {
		d.RGBA[n], d.next[n], d.first[upper(c)] = c, d.first[upper(c)], uint8(n)
		d.Entries = append(d.Entries, c)
	}
}

// exact returns the entry that has exactly this colour, Clear if there is none.
func (d *Palette) exact(c color.RGBA) uint8 {
	i := d.first[upper(c)]
	for i != Clear && d.RGBA[i] != c {
		i = d.next[i]
	}
	return i
}

// upper returns the upper five bits of a colour's red, green and blue, as one number.
func upper(c color.RGBA) int { return int(c.R>>3)<<10 | int(c.G>>3)<<5 | int(c.B>>3) }

// Index returns the entry for a colour: its own, or the nearest one to the upper five bits of its red, green
// and blue. The nearest one is sought once and then kept; the result does not depend on earlier calls.
func (d *Palette) Index(c color.RGBA) uint8 { return d.indexIn(&d.every, c) }

// indexIn does what Index does, within a subset of the palette.
func (d *Palette) indexIn(t *subset, c color.RGBA) uint8 {
	if i := d.exact(c); i != Clear && int(i) < t.count {
		return i
	}
	near := &t.near[upper(c)]
	i := near.Load()
	if i == Clear {
		i = nearest(d.RGBA[:t.count], int(c.R&^7|4), int(c.G&^7|4), int(c.B&^7|4)) // the middle of these bits
		near.Store(i)
	}
	return uint8(i)
}

// nearest returns the entry that looks most like a colour. The weights of the channels roughly follow the eye.
func nearest(entries []color.RGBA, r, g, b int) uint32 {
	best, at := 1<<30, Clear
	for i := 1; i < len(entries); i++ {
		c := entries[i]
		redder, greener, bluer := int(c.R)-r, int(c.G)-g, int(c.B)-b
		red := (int(c.R) + r) / 2
		if e := (512+red)*redder*redder + 1024*greener*greener + (767-red)*bluer*bluer; e < best {
			best, at = e, i
		}
	}
	return uint32(at)
}

// Quantize turns a drawing into palette entries. Pixels that are less than half opaque become transparent.
func (d *Palette) Quantize(src *image.RGBA) *image.Paletted { return d.quantizeIn(&d.every, src) }

// quantizeIn does what Quantize does, with a subset of the palette.
func (d *Palette) quantizeIn(t *subset, src *image.RGBA) *image.Paletted {
	dst := image.NewPaletted(src.Rect, d.Entries)
	last, entry := uint32(0), uint8(Clear)
	for i := range dst.Pix {
		p := src.Pix[4*i : 4*i+4]
		if c := binary.LittleEndian.Uint32(p); c != last {
			last, entry = c, Clear
			if p[3] >= 128 {
				entry = d.indexIn(t, opaque(color.RGBA{p[0], p[1], p[2], p[3]}))
			}
		}
		dst.Pix[i] = entry
	}
	return dst
}

// opaque returns a colour without its transparency. The interfaces of image/color would allocate for every pixel.
func opaque(c color.RGBA) color.RGBA {
	a := uint32(c.A)
	return color.RGBA{uint8(uint32(c.R) * 255 / a), uint8(uint32(c.G) * 255 / a), uint8(uint32(c.B) * 255 / a), 255}
}

// Over returns the colour c laid over below.
func Over(c, below color.RGBA) color.RGBA {
	rest := 255 - int(c.A)
	m := func(x, y uint8) uint8 { return uint8(min(255, int(x)+(int(y)*rest+127)/255)) }
	return color.RGBA{m(c.R, below.R), m(c.G, below.G), m(c.B, below.B), m(c.A, below.A)}
}

// Remap returns for each entry the one that replaces it when change is applied to its colour.
func (d *Palette) Remap(change func(color.RGBA) color.RGBA) *[256]uint8 {
	var to [256]uint8
	for i := 1; i < len(d.Entries); i++ {
		to[i] = d.Index(change(d.RGBA[i]))
	}
	return &to
}

// Toward returns the remapping that moves every colour part/of of the way toward c.
func (d *Palette) Toward(c color.RGBA, part, of int) *[256]uint8 {
	return d.Remap(func(x color.RGBA) color.RGBA { return Mix(x, c, part, of) })
}

// Veiled returns a colour of the map faded toward the paper, for parts of the map that do not matter.
func (s Style) Veiled(c color.RGBA) color.RGBA { return Mix(c, s.Paper, 11, 20) }
