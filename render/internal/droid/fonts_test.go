package droid_test

import (
	"bytes"
	"image"
	"testing"
	"unicode"

	"grognard/render/internal/droid"
	"grognard/render/internal/style"
	"grognard/render/internal/typeset"
	"grognard/rules/letters"
	"grognard/rules/must"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
)

// What package letters says of the fonts is what they have: each face of the Go fonts, and this one.
func TestTTF_LettersKnowsEveryGlyph(t *testing.T) {
	fallback := must.Get(sfnt.Parse(droid.TTF))(t)
	for name, ttf := range map[string][]byte{"regular": goregular.TTF, "bold": gobold.TTF, "bold italic": gobolditalic.TTF,
		"italic": goitalic.TTF} {
		face := must.Get(sfnt.Parse(ttf))(t)
		var buf sfnt.Buffer
		for r := rune(' '); r <= 0x2ffff; r++ {
			own, errOwn := face.GlyphIndex(&buf, r)
			other, errOther := fallback.GlyphIndex(&buf, r)
			must.Do(t, errOwn)
			must.Do(t, errOther)
			has := own != 0 || other != 0
			if letters.HasGlyph(r) && !has {
				t.Errorf("%s: no font has %s, %q", name, letters.Name(r), r)
			}
			// Private letters and rare scripts beyond 16 bits count as missing: what they look like is chance.
			if has && !letters.HasGlyph(r) && !letters.IsInvisible(r) && !unicode.Is(unicode.Co, r) && r < 0xfffd {
				t.Errorf("%s: a font has %s, %q", name, letters.Name(r), r)
			}
		}
	}
}

// A letter of each script leaves ink of its own, on a straight line and along a curve, in every face; what no font has
// is a box.
func TestWriter_DrawsEveryScript(t *testing.T) {
	w := must.Get(typeset.New())(t)
	for _, f := range []typeset.Face{typeset.Regular, typeset.Bold, typeset.BoldItalic, typeset.Italic} {
		p := typeset.Pen{Face: f, Size: 20, Ink: style.RGB(0)}
		ink := func(s string) []uint8 {
			img := image.NewRGBA(image.Rect(0, 0, 40, 40))
			w.Write(img, p, s, 5, 30, typeset.Left)
			return img.Pix
		}
		box, seen := ink("□"), [][]uint8{ink(" ")}
		for _, r := range "Ж第甲Ａ１한さカ，" {
			got := ink(string(r))
			for _, other := range append(seen, box) {
				if bytes.Equal(got, other) {
					t.Errorf("face %d: %q looks like another letter or like none", f, r)
				}
			}
			b := w.Bounds(p, string(r))
			if wide := w.Width(p, string(r)); wide < 8 || b.X1 <= b.X0 || b.X1 > wide+2 || len(w.Outline(p, r)) == 0 ||
				len(w.Measure(p, string(r))) != 1 {
				t.Errorf("face %d: %q is %v wide, its box is %v", f, r, wide, b)
			}
			seen = append(seen, got)
		}
		if !bytes.Equal(ink("م"), box) || !bytes.Equal(ink("1\u20112\u200b"), ink("1-2")) {
			t.Errorf("face %d: what no font has is no box, or a dash is no hyphen", f)
		}
	}
}

// BenchmarkTTF tells what the fallback costs a picture that needs it for the first time.
func BenchmarkTTF(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		must.Get(sfnt.Parse(droid.TTF))(b)
	}
}
