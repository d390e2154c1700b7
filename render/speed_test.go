package render

import (
	"bytes"
	"image"
	"image/png"
	"testing"
)

// BenchmarkWholeMap times a picture of a whole map beside its yardsticks: the
// encoder alone, image/png, and drawing all of it anew in full colour.
func BenchmarkWholeMap(b *testing.B) {
	v, p := large(), painter(b)
	first := shot(b, p, v, Options{})
	m := decode(b, first).(*image.Paletted)
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			shot(b, painter(b), v, Options{})
		}
	})
	b.Run("warm", func(b *testing.B) {
		for b.Loop() {
			shot(b, p, v, Options{})
		}
		b.ReportMetric(float64(len(first))/1024, "KiB")
	})
	b.Run("encoder alone", func(b *testing.B) {
		for b.Loop() {
			if _, err := p.press.encode(m); err != nil {
				b.Fatal(err)
			}
		}
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

// buffers keeps image/png's buffer, so that it is not the allocations that are
// compared.
type buffers struct{ kept *png.EncoderBuffer }

func (b *buffers) Get() *png.EncoderBuffer  { return b.kept }
func (b *buffers) Put(e *png.EncoderBuffer) { b.kept = e }
