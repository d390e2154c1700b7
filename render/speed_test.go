package render

import (
	"bytes"
	"image"
	"image/png"
	"slices"
	"testing"
	"time"

	"grognard/render/internal/rendertest"
)

// BenchmarkWholeMap times a picture of a whole map in turns with its baselines, so
// that what else the machine does weighs on all alike: the encoder alone, image/png on
// the same pixels, and a program that keeps nothing, draws the map and each look of a
// counter, and leaves the full colours to image/png's defaults.
func BenchmarkWholeMap(b *testing.B) {
	v, p := rendertest.Large(), painter(b)
	first := shot(b, p, v, Options{})
	m := decode(b, first).(*image.Paletted)
	full := colours(m)
	var out bytes.Buffer
	quick := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &buffers{}}
	warm := func() error { _, err := p.board(v, Paper(), Options{}); return err }
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			shot(b, painter(b), v, Options{})
		}
	})
	b.Run("warm", func(b *testing.B) {
		third := func() error { out.Reset(); return quick.Encode(&out, m) }
		// both find the cores as the third leaves them
		t := inTurns(b, third, warm, third, func() error { _, err := p.png.Encode(m); return err })
		b.ReportMetric(t[1], "ms")
		b.ReportMetric(t[1]/t[3], "warm/encoder")
		b.ReportMetric(t[2]/t[3], "image-png/encoder")
		b.ReportMetric(float64(len(first))/1024, "KiB")
		b.ReportMetric(float64(out.Len())/1024, "KiB/image-png")
	})
	b.Run("anew", func(b *testing.B) {
		t := inTurns(b, warm, func() error {
			if _, err := painter(b).compose(v, Paper(), Options{}); err != nil {
				return err
			}
			out.Reset()
			return png.Encode(&out, full)
		})
		b.ReportMetric(t[1], "ms")
		b.ReportMetric(t[1]/t[0], "anew/warm")
		b.ReportMetric(float64(out.Len())/1024, "KiB")
	})
}

// inTurns times jobs one after the other, again and again: the median of each, in
// milliseconds.
func inTurns(b *testing.B, jobs ...func() error) []float64 {
	took := make([][]time.Duration, len(jobs))
	for b.Loop() {
		for i, job := range jobs {
			start := time.Now()
			if err := job(); err != nil {
				b.Fatal(err)
			}
			took[i] = append(took[i], time.Since(start))
		}
	}
	b.ReportMetric(0, "ns/op") // it would be of all jobs together
	medians := make([]float64, len(jobs))
	for i, d := range took {
		slices.Sort(d)
		medians[i] = d[len(d)/2].Seconds() * 1000
	}
	return medians
}

// buffers keeps image/png's buffer, so that it is not the allocations that are
// compared.
type buffers struct{ kept *png.EncoderBuffer }

func (b *buffers) Get() *png.EncoderBuffer { return b.kept }

func (b *buffers) Put(e *png.EncoderBuffer) { b.kept = e }

// A picture of what was drawn before costs few allocations, however many counters lie
// on it.
func TestWarmPictureAllocatesLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which runs the short tests, throws away what is pooled")
	}
	p, v := painter(t), rendertest.Large()
	n := testing.AllocsPerRun(10, func() {
		if _, err := p.board(v, Paper(), Options{}); err != nil {
			t.Fatal(err)
		}
	})
	if n > 300 {
		t.Errorf("%.0f allocations; want 300 at most", n)
	}
}
