package show_test

import (
	"testing"
	"time"

	"grognard/bot/catalogue"
	"grognard/render"
	"grognard/rules/view"
)

// BenchmarkOverlays times a picture with every overlay of a map, made and drawn, in turns with one without any.
func BenchmarkOverlays(b *testing.B) {
	words := must(catalogue.New(nil))(b)
	painter := must(render.New(words.In(catalogue.Default)))(b)
	p := newTable(b, drill(b), 12)
	for n := 0; n < 105 && !p.m.Standing().Over; n++ {
		p.random()
	}
	var all []view.Layer
	for _, k := range p.m.Layers() {
		if k.Of == view.OfMap {
			all = append(all, view.Layer{Kind: k.Name})
		}
	}
	draw := func(layers ...view.Layer) time.Duration {
		began := time.Now()
		must(render.Draw(painter, p.m.Public(layers...), render.Paper(), render.Options{}))(b)
		return time.Since(began)
	}
	draw(all...)
	draw()
	var plain, full time.Duration
	for b.Loop() {
		plain += draw()
		full += draw(all...)
	}
	b.ReportMetric(float64(plain.Microseconds())/1000/float64(b.N), "plain-ms")
	b.ReportMetric(float64(full)/float64(plain), "overlays/plain")
}
