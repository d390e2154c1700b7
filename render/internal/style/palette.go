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

// Palette is the colours of a game in a style. It depends on the style and the sides alone: a palette made
// from a position would tell of what is in it.
type Palette struct {
	Style      Style
	Sides      []order.Side // in the order of play
	SideStyles map[order.Side]SideStyle
	Entries    color.Palette
	RGBA       [256]color.RGBA // the same, without an interface
	first      [1 << 15]uint8  // by the upper five bits of each channel: the first entry that has them, Clear for none
	next       [256]uint8      // the next entry with the same ones
	every      subset          // of the palette
	few        subset
}

func New(s Style, sides []order.Nation) (*Palette, error) {
	return newPalette(s, sides, (*Palette).fillForMaps)
}

// newPalette reads the sides' colours and has the palette filled.
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

// fillForMaps adds the plain colours first, then the steps between colours that touch, which soft edges need.
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
	for _, i := range []color.RGBA{d.Style.River} {
		d.ramp(d.Style.Ground, i, 2)
	}
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

// subset is the first so many entries of a palette, and the nearest ones that were found among them.
// Printed maps use few entries: their soft edges look the same, and pictures are a tenth smaller.
type subset struct {
	count int
	near  [1 << 15]atomic.Uint32
}

// QuantizeMap is Quantize with the few entries of printed maps, on all cores.
func (d *Palette) QuantizeMap(src *image.RGBA) *image.Paletted {
	const high = 128
	dst := image.NewPaletted(src.Rect, d.Entries)
	var wg sync.WaitGroup
	for y := 0; y < src.Rect.Dy(); y += high {
		end := min(y+high, src.Rect.Dy())
		wg.Go(func() {
			band := image.RGBA{Pix: src.Pix[y*src.Stride : end*src.Stride], Stride: src.Stride,
				Rect: image.Rect(0, 0, src.Rect.Dx(), end-y)}
			copy(dst.Pix[y*dst.Stride:], d.quantizeAmong(&d.few, &band).Pix)
		})
	}
	wg.Wait()
	return dst
}

// grounds are the colours that the map's lines are drawn on.
func (s Style) grounds() []color.RGBA {
	return []color.RGBA{s.Ground, s.Halo, s.Paper, s.LightWoods, s.HeavyWoods, s.Swamp}
}

// inks are the colours of the map's lines.
func (s Style) inks() []color.RGBA {
	return []color.RGBA{s.Ink, s.Number, s.Grid, s.River, s.RoadEdge, s.Rail, s.Track, s.LightTree, s.HeavyTree, s.Reed}
}

// plain is every colour of the style.
func (s Style) plain() []color.RGBA {
	more := []color.RGBA{s.Other, s.Built, s.Roof, s.Lake, s.Road, s.Box, s.Lit, s.Turned, s.Tag, s.Mark, s.Ring,
		s.Dark, s.Light, s.Banner, s.BannerInk}
	shades := []color.RGBA{s.Stream(), s.Sunny(), s.SunnyFir(), s.Eaves(), s.Border()}
	return slices.Concat(s.grounds(), s.inks(), more, shades, s.Marks[:])
}

// spritePairs are the pairs of colours that touch on counters, badges and the banner.
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

// mapPairs are the pairs of colours that touch on the map.
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

// ramp adds the steps between two colours.
func (d *Palette) ramp(a, b color.RGBA, steps int) {
	for i := 1; i < steps; i++ {
		d.add(Mix(a, b, i, steps))
	}
}

// add adds a colour while there is room.
func (d *Palette) add(c color.RGBA) {
	if n := len(d.Entries); d.exact(c) == Clear && n < 256 {
		d.RGBA[n], d.next[n], d.first[upper(c)] = c, d.first[upper(c)], uint8(n)
		d.Entries = append(d.Entries, c)
	}
}

// exact returns the entry that is a colour, Clear if there is none.
func (d *Palette) exact(c color.RGBA) uint8 {
	i := d.first[upper(c)]
	for i != Clear && d.RGBA[i] != c {
		i = d.next[i]
	}
	return i
}

// upper is the upper five bits of a colour's red, green and blue.
func upper(c color.RGBA) int { return int(c.R>>3)<<10 | int(c.G>>3)<<5 | int(c.B>>3) }

// Index is the entry for a colour: its own, or the nearest one to the upper five bits of its red, green and
// blue. The nearest one is found when it is first asked for, and does not depend on who asks.
func (d *Palette) Index(c color.RGBA) uint8 { return d.among(&d.every, c) }

// among is the same within a part of the palette.
func (d *Palette) among(t *subset, c color.RGBA) uint8 {
	if i := d.exact(c); i != Clear && int(i) < t.count {
		return i
	}
	near := &t.near[upper(c)]
	i := near.Load()
	if i == Clear {
		i = nearest(d.RGBA[:t.count], int(c.R&^7|4), int(c.G&^7|4), int(c.B&^7|4))
		near.Store(i)
	}
	return uint8(i)
}

// nearest is the entry that looks most like a colour. The weights of the channels follow the eye roughly.
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

// Quantize turns a drawing into palette entries. What is less than half covered becomes transparent.
func (d *Palette) Quantize(src *image.RGBA) *image.Paletted { return d.quantizeAmong(&d.every, src) }

// quantizeAmong is the same with a part of the palette.
func (d *Palette) quantizeAmong(t *subset, src *image.RGBA) *image.Paletted {
	dst := image.NewPaletted(src.Rect, d.Entries)
	last, entry := uint32(0), uint8(Clear)
	for i := range dst.Pix {
		p := src.Pix[4*i : 4*i+4]
		if c := binary.LittleEndian.Uint32(p); c != last {
			last, entry = c, Clear
			if p[3] >= 128 {
				entry = d.among(t, opaque(color.RGBA{p[0], p[1], p[2], p[3]}))
			}
		}
		dst.Pix[i] = entry
	}
	return dst
}

// opaque is a colour at its full strength. The interfaces of image/color would allocate for every pixel.
func opaque(c color.RGBA) color.RGBA {
	a := uint32(c.A)
	return color.RGBA{uint8(uint32(c.R) * 255 / a), uint8(uint32(c.G) * 255 / a), uint8(uint32(c.B) * 255 / a), 255}
}

// Over is a colour laid over another.
func Over(c, below color.RGBA) color.RGBA {
	rest := 255 - int(c.A)
	m := func(x, y uint8) uint8 { return uint8(min(255, int(x)+(int(y)*rest+127)/255)) }
	return color.RGBA{m(c.R, below.R), m(c.G, below.G), m(c.B, below.B), m(c.A, below.A)}
}

// Remap is the entry that takes the place of each entry when its colour changes.
func (d *Palette) Remap(of func(color.RGBA) color.RGBA) *[256]uint8 {
	var to [256]uint8
	for i := 1; i < len(d.Entries); i++ {
		to[i] = d.Index(of(d.RGBA[i]))
	}
	return &to
}

// Toward is the remapping of every colour part of the way toward another.
func (d *Palette) Toward(c color.RGBA, part, of int) *[256]uint8 {
	return d.Remap(func(x color.RGBA) color.RGBA { return Mix(x, c, part, of) })
}

// Veiled is a colour of the map where the map does not matter.
func (s Style) Veiled(c color.RGBA) color.RGBA { return Mix(c, s.Paper, 11, 20) }
