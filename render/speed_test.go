package render

import (
	"bytes"
	"image"
	"image/png"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// BenchmarkWholeMap times a picture of a whole map beside its yardsticks: the
// encoder alone, image/png, and a program that keeps nothing: it draws the map and each
// look of a counter, and leaves the full colours to image/png's defaults.
func BenchmarkWholeMap(b *testing.B) {
	v, p := large(), painter(b)
	first := shot(b, p, v, Options{})
	m := decode(b, first).(*image.Paletted)
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			shot(b, painter(b), v, Options{})
		}
	})
	b.Run("all anew, full colour, image png", func(b *testing.B) {
		full := colours(m)
		var out bytes.Buffer
		for b.Loop() {
			if _, err := painter(b).compose(v, Paper(), Options{}); err != nil {
				b.Fatal(err)
			}
			out.Reset()
			if err := png.Encode(&out, full); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(out.Len())/1024, "KiB")
	})
	// In turns, so that what else the machine does weighs on both alike.
	b.Run("warm, encoder alone", func(b *testing.B) {
		var warm, alone []time.Duration
		for b.Loop() {
			start := time.Now()
			shot(b, p, v, Options{})
			between := time.Now()
			if _, err := p.press.encode(m); err != nil {
				b.Fatal(err)
			}
			warm, alone = append(warm, between.Sub(start)), append(alone, time.Since(between))
		}
		w, a := median(warm), median(alone)
		b.ReportMetric(w, "ms/warm")
		b.ReportMetric(a, "ms/alone")
		b.ReportMetric(w/a, "warm/alone")
		b.ReportMetric(float64(len(first))/1024, "KiB")
	})
	for name, level := range map[string]png.CompressionLevel{"image png, best speed": png.BestSpeed, "image png, default": png.DefaultCompression} {
		b.Run(name, func(b *testing.B) {
			e := png.Encoder{CompressionLevel: level, BufferPool: &buffers{}}
			var out bytes.Buffer
			for b.Loop() {
				out.Reset()
				if err := e.Encode(&out, m); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(out.Len())/1024, "KiB")
		})
	}
}

// median is in milliseconds.
func median(d []time.Duration) float64 {
	slices.Sort(d)
	return d[len(d)/2].Seconds() * 1000
}

// buffers keeps image/png's buffer, so that it is not the allocations that are
// compared.
type buffers struct{ kept *png.EncoderBuffer }

func (b *buffers) Get() *png.EncoderBuffer  { return b.kept }
func (b *buffers) Put(e *png.EncoderBuffer) { b.kept = e }

// A sprite covers what it has pixels for and nothing else, wherever it lies.
func TestStamp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 40)
		seed := rapid.Uint32().Draw(t, "seed")
		dst := noise(side.Draw(t, "width"), side.Draw(t, "height"), 200, seed)
		sprite := noise(side.Draw(t, "wide"), side.Draw(t, "high"), rapid.IntRange(1, 5).Draw(t, "colours"), seed+1)
		at := image.Pt(rapid.IntRange(-45, 45).Draw(t, "x"), rapid.IntRange(-45, 45).Draw(t, "y"))
		want := image.NewPaletted(dst.Rect, dst.Palette)
		for y := range dst.Rect.Dy() {
			for x := range dst.Rect.Dx() {
				want.SetColorIndex(x, y, dst.ColorIndexAt(x, y))
				if p := image.Pt(x, y).Sub(at); p.In(sprite.Rect) && sprite.ColorIndexAt(p.X, p.Y) != unseen {
					want.SetColorIndex(x, y, sprite.ColorIndexAt(p.X, p.Y))
				}
			}
		}
		if stamp(dst, sprite, at); !bytes.Equal(dst.Pix, want.Pix) {
			t.Errorf("%v at %v on %v", sprite.Rect, at, dst.Rect)
		}
	})
}

// A picture of what was drawn before costs few allocations, however many counters lie
// on it.
func TestWarmPictureAllocatesLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which runs the short tests, throws away what is pooled")
	}
	p, v := painter(t), large()
	n := testing.AllocsPerRun(10, func() {
		if _, err := p.board(v, Paper(), Options{}); err != nil {
			t.Fatal(err)
		}
	})
	if n > 300 {
		t.Errorf("%.0f allocations; want 300 at most", n)
	}
}
