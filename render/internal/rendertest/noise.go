package rendertest

import (
	"image"
	"image/color"

	"grognard/rules/hex"

	"pgregory.net/rapid"
)

// Noise returns a picture of random pixels, with runs and repeats in it as maps have them.
func Noise(w, h, colours int, seed uint32) *image.Paletted {
	p := make(color.Palette, colours)
	for i := range p {
		p[i] = color.RGBA{uint8(i), uint8(i * 7), uint8(255 - i), 255}
	}
	m := image.NewPaletted(image.Rect(0, 0, w, h), p)
	c := uint8(0)
	for i := range m.Pix {
		if seed = seed*1664525 + 1013904223; seed>>28 < 5 {
			c = uint8(int(seed>>8&255) % colours)
		}
		m.Pix[i] = c
	}
	return m
}

// AnyGrid draws a map of 20 columns and rows.
func AnyGrid(t *rapid.T) hex.Grid {
	r := hex.Rows{First: 1, Last: 20}
	return hex.Grid{Cols: 20, Odd: r, Even: r, High: rapid.SampledFrom([]hex.Parity{hex.Even, hex.Odd}).Draw(t, "high")}
}

// AnyHex draws a hex of a map of AnyGrid.
func AnyHex(t *rapid.T) hex.Hex {
	return hex.Hex{Col: rapid.Int8Range(1, 20).Draw(t, "col"), Row: rapid.Int8Range(1, 20).Draw(t, "row")}
}
