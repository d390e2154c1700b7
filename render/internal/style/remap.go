package style

import "image/color"

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
