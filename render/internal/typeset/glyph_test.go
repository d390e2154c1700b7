package typeset

import (
	"bytes"
	"image"
	"strings"
	"testing"

	"grognard/render/internal/style"
	"grognard/rules/must"

	"golang.org/x/image/math/fixed"
	"pgregory.net/rapid"
)

// A letter that is kept is the letter that the face draws there, wherever in a pixel
// it stands, and in a text it stands where it should.
func TestCachedGlyphs(t *testing.T) {
	types := must.Get(New())(t)
	f := types.font(Pen{Face: Bold, Size: 13}).(*cachedFace)
	for _, r := range "Wé—Щ7 " {
		for x := fixed.Int26_6(-192); x < 200; x += 16 {
			dot := fixed.Point26_6{X: x - 5, Y: 7 - x}
			want, mask, from, advance, ok := f.Face.Glyph(fixed.Point26_6{X: x, Y: (15 - x) &^ 15}, r)
			for range 2 {
				got, kept, zero, a, seen := f.Glyph(dot, r)
				if got != want || a != advance || ok != seen {
					t.Fatalf("%q at %v: %v %v %v; want %v %v %v", r, dot, got, a, seen, want, advance, ok)
				}
				for y := range want.Dy() {
					for x := range want.Dx() {
						if kept.At(zero.X+x, zero.Y+y) != mask.At(from.X+x, from.Y+y) {
							t.Fatalf("%q at %v: pixel %d, %d differs", r, dot, x, y)
						}
					}
				}
			}
		}
	}
}

// What was written before changes no text, and no more letters and faces are kept
// than may be, however many sizes are asked for.
func TestGlyphCacheIsBounded(t *testing.T) {
	shot := func(types *Writer) []uint8 {
		img := image.NewRGBA(image.Rect(0, 0, 200, 40))
		types.Write(img, Pen{Face: Regular, Size: 17, Ink: style.RGB(0xffffff), Halo: style.RGB(0x404040),
			Spread: 1.3}, "Орша 12.07", 7.3, 21, Left)
		return img.Pix
	}
	fresh := must.Get(New())(t)
	want := shot(fresh)
	used := must.Get(New())(t)
	forgotten := 0
	img := image.NewRGBA(image.Rect(0, 0, 10, 10))
	for i := range keepFaces + 40 {
		was := used.glyphs.size
		used.Write(img, Pen{Face: Bold, Size: 4 + float64(i)/4, Ink: style.RGB(0)}, "ABCDEFGHIJKLMNOP",
			float64(i%7)/7, 9, Left)
		if used.glyphs.size < was {
			forgotten++
		}
		if used.glyphs.size > keepGlyphs+maxSize*maxSize+glyphCost || len(used.faces) > keepFaces {
			t.Fatalf("%d bytes of letters and %d faces are kept", used.glyphs.size, len(used.faces))
		}
		if i%60 == 0 && !bytes.Equal(shot(used), want) {
			t.Fatalf("after %d texts one is written differently", i)
		}
	}
	if forgotten == 0 {
		t.Error("nothing was ever forgotten: the bound was not tried")
	}
}

// A text that is cut ends with a full stop, and is not much wider than its room.
func TestClip(t *testing.T) {
	w := must.Get(New())(t)
	p := Pen{Face: Bold, Size: 10}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[A-Za-z0-9 .ßü]{1,30}`).Draw(t, "text")
		wide := float64(rapid.IntRange(15, 120).Draw(t, "room"))
		got := w.Clip(p, s, wide)
		switch {
		case got == s:
			if w.Width(p, s) > 1.3*wide {
				t.Errorf("%q is too wide for %v", s, wide)
			}
		case !strings.HasSuffix(got, ".") || !strings.HasPrefix(s, strings.TrimSuffix(got, ".")):
			t.Errorf("%q is cut to %q", s, got)
		case w.Width(p, got) > 1.3*wide:
			t.Errorf("%q is cut to %q, which is too wide for %v", s, got, wide)
		}
	})
}
