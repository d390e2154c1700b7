package render

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"slices"
	"testing"
	"time"

	"grognard/render/internal/rendertest"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/view"
)

// BenchmarkWholeMap times a picture of a whole map in turns with its baselines, so that what else the machine does
// weighs on all alike: the encoder alone, image/png on the same pixels, and a program that keeps nothing, draws the map
// and each look of a counter, and leaves the full colours to image/png's defaults.
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
		// third runs before each of the other two, so that both find the cores alike
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

// inTurns times jobs one after the other, again and again: the median of each, in milliseconds.
func inTurns(b *testing.B, jobs ...func() error) []float64 {
	took := make([][]time.Duration, len(jobs))
	for b.Loop() {
		for i, job := range jobs {
			start := time.Now()
			must.Do(b, job())
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

// buffers keeps image/png's buffer, so that it is not the allocations that are compared.
type buffers struct{ kept *png.EncoderBuffer }

func (b *buffers) Get() *png.EncoderBuffer { return b.kept }

func (b *buffers) Put(e *png.EncoderBuffer) { b.kept = e }

// A picture of what was drawn before costs few allocations, however many counters lie on it.
func TestDraw_WarmAllocatesLittle(t *testing.T) {
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

// stdFilm is what image/gif makes of the same frames.
func stdFilm(b *testing.B, frames []*image.Paletted) []byte {
	g := &gif.GIF{Image: frames, Delay: make([]int, len(frames))}
	g.Config = image.Config{Width: frames[0].Rect.Dx(), Height: frames[0].Rect.Dy(), ColorModel: frames[0].Palette}
	var out bytes.Buffer
	must.Do(b, gif.EncodeAll(&out, g))
	return out.Bytes()
}

// BenchmarkFilm times a frame of a film of a whole map, in which most stacks move, beside image/gif on the same frames.
func BenchmarkFilm(b *testing.B) {
	const n = 24
	p := painter(b)
	var boards []*view.Board
	for i := range n {
		v := rendertest.Large()
		for j := range v.Stacks {
			h := v.Stacks[j].Hex
			if j%3 == i%3 {
				h.Row = 1 + (h.Row+int8(i))%29
			}
			v.Stacks[j].Hex = h
		}
		v.Turn = i / 8
		boards = append(boards, v)
	}
	film, _, err := p.film(boards, Paper(), maxFilm)
	must.Do(b, err)
	b.Run("film", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := p.film(boards, Paper(), maxFilm); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*n), "ms/frame")
		b.ReportMetric(float64(len(film))/n/1024, "KiB/frame")
	})
	b.Run("image gif", func(b *testing.B) {
		g := must.Get(gif.DecodeAll(bytes.NewReader(film)))(b)
		for _, m := range g.Image {
			m.Palette = m.Palette[:256:256]
			m.Palette[0] = color.RGBA{}
		}
		var out []byte
		for b.Loop() {
			out = stdFilm(b, g.Image)
		}
		b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*n), "ms/frame")
		b.ReportMetric(float64(len(out))/n/1024, "KiB/frame")
	})
}

// BenchmarkLayers times a whole map with forty moves, and with the other layers.
func BenchmarkLayers(b *testing.B) {
	p := painter(b)
	moves, reach, supply := rendertest.Large(), rendertest.Large(), rendertest.Large()
	g := moves.Map.Grid
	var lines [][]hex.Hex
	for i := range 40 {
		way := []hex.Hex{{Col: int8(2 + i%36), Row: int8(3 + i*5%20)}}
		for range 6 {
			way = append(way, g.Around(way[len(way)-1])[1+len(way)%2])
		}
		moves.Told = append(moves.Told,
			view.Line{MapEvent: &view.MapEvent{Kind: view.Marched, Side: "blue", Path: way, Count: 1}})
		lines = append(lines, way)
	}
	supplied := view.Overlay{Forms: []view.Form{{Shape: view.Veil}}}
	for _, l := range lines {
		supplied.Forms = append(supplied.Forms, view.Form{Shape: view.DashedLine, Side: "blue", Hexes: l, Heads: true})
	}
	supply.Overlays = []view.Overlay{supplied}
	var reached []hex.Hex
	for h := range g.All() {
		if g.Distance(h, hex.Hex{Col: 20, Row: 14}) < 9 {
			reached = append(reached, h)
		}
	}
	reach.Overlays = []view.Overlay{{Forms: []view.Form{{Shape: view.Tint, Most: 4, Hexes: reached},
		{Shape: view.Veil, Hexes: reached},
		{Shape: view.Border, Hexes: reached}, {Shape: view.Label, Text: "0", Hexes: reached}}}}
	for _, c := range []struct {
		name  string
		board *view.Board
	}{{"none", rendertest.Large()}, {"forty moves", moves}, {"reach", reach}, {"supply", supply}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				shot(b, p, c.board, Options{})
			}
		})
	}
}

// BenchmarkReport times the pictures of a report whose map was printed before.
func BenchmarkReport(b *testing.B) {
	v, p := campaign(), painter(b)
	list := scene.Clusters(v)
	over := func() error { _, err := p.overview(scene.Of(v), Paper(), list); return err }
	near := func() error { _, err := p.near(scene.Of(v), Paper(), list[1]); return err }
	whole := func() error { _, err := p.board(v, Paper(), Options{}); return err }
	for _, draw := range []func() error{over, near, whole} {
		must.Do(b, draw())
	}
	t := inTurns(b, over, near, whole)
	b.ReportMetric(t[0], "overview-ms")
	b.ReportMetric(t[1], "close-up-ms")
	b.ReportMetric(t[2], "whole-map-ms")
}

// BenchmarkPages times each page in turns with the encoder alone.
func BenchmarkPages(b *testing.B) {
	p := painter(b)
	for name, draw := range pages() {
		first := must.Get(draw(p, Paper()))(b)
		m := decode(b, first).(*image.Paletted)
		b.Run(name, func(b *testing.B) {
			t := inTurns(b, func() error { _, err := draw(p, Paper()); return err },
				func() error { _, err := p.png.Encode(m); return err })
			b.ReportMetric(t[0], "ms")
			b.ReportMetric(t[0]/t[1], "page/encoder")
			b.ReportMetric(float64(len(first))/1024, "KiB")
		})
	}
}
