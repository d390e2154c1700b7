package style

import (
	"image/color"
	"testing"

	"grognard/rules/must"
)

// Text on pages has the contrast that WCAG 2.2 asks for in 1.4.3, or 1.4.6; bars, and the frames of
// what is lit, have that of graphics in 1.4.11.
func TestPagesCanBeRead(t *testing.T) {
	for _, s := range All() {
		for _, p := range s.textPairs() {
			if c := Contrast(p[0], p[1]); c < s.Legible {
				t.Errorf("%s: %v on %v has a contrast of %.2f; want %.1f", s.Name, p[1], p[0], c, s.Legible)
			}
		}
		for what, p := range map[string]struct{ ground, text, note color.RGBA }{
			"a bar": {s.Paper, s.River, s.Number}, "the line on a bar beside its edge": {s.Paper, s.Ink, s.Ink},
			"a frame round what is lit": {s.LitCell(), s.Ink, s.Ink}, "the entry that is set apart": {s.Ink,
				s.LitCell(), s.Paper},
		} {
			if c := min(Contrast(p.ground, p.text), Contrast(p.ground, p.note)); c < 3 {
				t.Errorf("%s: %s has a contrast of %.2f; want 3", s.Name, what, c)
			}
		}
	}
}

// The palette of pages has every colour that is written with, and their soft edges.
func TestPagePaletteHoldsEveryColour(t *testing.T) {
	for game, nations := range games(t) {
		for _, s := range All() {
			d, err := NewForPages(s, nations)
			must.Do(t, err)
			if len(d.Entries) > 256 {
				t.Errorf("%s in %s has %d colours", game, s.Name, len(d.Entries))
			}
			for _, e := range s.textPairs() {
				for i := range 5 {
					if c := Mix(e[0], e[1], i, 4); d.Entries[d.Index(c)] != c {
						t.Errorf("%s in %s: %v becomes %v", game, s.Name, c, d.Entries[d.Index(c)])
					}
				}
			}
			for _, c := range s.plain() {
				if d.Entries[d.Index(c)] != c {
					t.Errorf("%s in %s: %v becomes %v", game, s.Name, c, d.Entries[d.Index(c)])
				}
			}
		}
	}
}
