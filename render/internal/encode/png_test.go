package encode

import (
	"bytes"
	"fmt"
	"hash/adler32"
	"image"
	"image/png"
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules/must"

	"pgregory.net/rapid"
)

// Whatever its size and palette, what is encoded here is what image/png reads; the same pixels give the same bytes, and
// neither the encoder's earlier work nor a picture cut out of a larger one matters.
func TestPNGIsReadBack(t *testing.T) {
	p := must.Get(NewPNG())(t)
	side := rapid.OneOf(rapid.IntRange(1, 5), rapid.IntRange(1, 900))
	rapid.Check(t, func(t *rapid.T) {
		m := rendertest.Noise(side.Draw(t, "width"), side.Draw(t, "height"),
			rapid.IntRange(1, 256).Draw(t, "colours"), rapid.Uint32().Draw(t, "seed"))
		if r := m.Rect; rapid.Bool().Draw(t, "part") {
			m = m.SubImage(image.Rect(r.Dx()/3, r.Dy()/4, r.Dx(), r.Dy())).(*image.Paletted)
		}
		got, err := p.Encode(m)
		must.Do(t, err)
		again, err := p.Encode(m)
		if err != nil || !bytes.Equal(got, again) {
			t.Errorf("the second time: %v, or other bytes", err)
		}
		if err := same(got, m); err != nil {
			t.Error(err)
		}
	})
}

// A picture of many bands, and one that is all but a line.
func TestLargePNG(t *testing.T) {
	p := must.Get(NewPNG())(t)
	for _, size := range []image.Point{{2400, 1830}, {1, 1 << 18}, {1 << 20, 1}, {1 << 19, 3}} {
		m := rendertest.Noise(size.X, size.Y, 200, 7)
		got, err := p.Encode(m)
		if err == nil {
			err = same(got, m)
		}
		if err != nil {
			t.Errorf("%v: %v", size, err)
		}
	}
}

func same(file []byte, want *image.Paletted) error {
	d, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return err
	}
	got := d.(*image.Paletted)
	w, h := want.Rect.Dx(), want.Rect.Dy()
	if got.Rect != image.Rect(0, 0, w, h) || len(got.Palette) != len(want.Palette) {
		return fmt.Errorf("%v in %d colours came back as %v in %d", want.Rect, len(want.Palette), got.Rect,
			len(got.Palette))
	}
	for i, c := range want.Palette {
		if got.Palette[i] != c {
			return fmt.Errorf("colour %d came back as %v; want %v", i, got.Palette[i], c)
		}
	}
	for y := range h {
		at := want.PixOffset(want.Rect.Min.X, want.Rect.Min.Y+y)
		if !bytes.Equal(got.Pix[y*got.Stride:y*got.Stride+w], want.Pix[at:at+w]) {
			return fmt.Errorf("row %d of %v came back different", y, want.Rect)
		}
	}
	return nil
}

func TestJoinAdler(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.SliceOf(rapid.Byte()).Draw(t, "a"), rapid.SliceOf(rapid.Byte()).Draw(t, "b")
		b = bytes.Repeat(b, rapid.IntRange(1, 3000).Draw(t, "times"))
		want := adler32.Checksum(append(bytes.Clone(a), b...))
		if got := joinAdler(adler32.Checksum(a), adler32.Checksum(b), len(b)); got != want {
			t.Errorf("%x; want %x", got, want)
		}
	})
}
